// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/reach.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew::ik {

Reach::Reach(const Chain& chain)
    : p_CB_(chain.beginning().inverse().p),
      place_(chain),
      chain_(chain),
      only_joint_(at(chain.size()), -1),
      q_(std::max(at(chain.size()), chain.joints().size())),
      s_(chain.joints().size()),
      diagonal_(chain.joints().size()),
      beside_(chain.joints().size()) {
  std::vector<int> count(at(chain.size()));
  for (std::size_t k = 0; k < chain.joints().size(); ++k) {
    const std::size_t i = at(chain.joints()[k].coordinate);
    only_joint_[i] = ++count[i] == 1 ? static_cast<int>(k) : -1;
  }
  for (std::size_t k = 0; k < chain.joints().size(); ++k) {
    const ChainJoint& joint = chain.joints()[k];
    // a slide moves the points of its axis: there the way leads through the joint's origin
    const Lanes axis = joint.slides ? Lanes() : k == 0 ? Lanes(0.0, 0.0, 1.0) : joint.R_PJ.z;
    segments_.push_back({k == 0 ? -p_CB_ : joint.p_PJ, axis});
  }
  segments_.push_back({chain.joints().empty() ? chain.point() - p_CB_ : chain.point(), {}});
}

Lanes Reach::segment(std::size_t k) const {
  Lanes d = segments_[k].offset;
  if (k < s_.size()) d += segments_[k].axis * s_[k];
  if (k > 0 && !chain_.joints()[k - 1].slides) d -= Lanes(0.0, 0.0, s_[k - 1]);
  return d;
}

double Reach::way() const {
  double sum = 0.0;
  for (std::size_t k = 0; k < segments_.size(); ++k) {
    const Lanes d = segment(k);
    sum += std::sqrt(dot(d, d));
  }
  return sum;
}

void Reach::shorten_way() {
  // one round of reweighted least squares (Weiszfeld): the normal equations are tridiagonal
  const std::size_t n = s_.size();
  const double small = 1e-9 * chain_.length();
  std::fill(diagonal_.begin(), diagonal_.end(), small);
  std::fill(beside_.begin(), beside_.end(), 0.0);
  std::vector<double>& right = q_;
  std::fill(right.begin(), right.end(), 0.0);
  for (std::size_t k = 0; k <= n; ++k) {
    const Lanes d = segment(k);
    const double weight = 1.0 / std::max(std::sqrt(dot(d, d)), small);
    const auto& [offset, axis] = segments_[k];
    const bool leaves_an_axis = k > 0 && !chain_.joints()[k - 1].slides;
    if (k < n) {
      diagonal_[k] += weight * dot(axis, axis);
      right[k] -= weight * dot(axis, offset);
    }
    if (leaves_an_axis) {
      diagonal_[k - 1] += weight;
      right[k - 1] += weight * offset[2];
      if (k < n) beside_[k] = -weight * axis[2];
    }
  }
  for (std::size_t k = 1; k < n; ++k) {
    const double factor = beside_[k] / diagonal_[k - 1];
    diagonal_[k] -= factor * beside_[k];
    right[k] -= factor * right[k - 1];
  }
  for (std::size_t k = n; k-- > 0;) s_[k] = (right[k] - (k + 1 < n ? beside_[k + 1] * s_[k + 1] : 0.0)) / diagonal_[k];
}

double Reach::bound(const JointBox& box) {
  if (turning_bound_ == 0.0) {
    // every choice of points gives a bound: the best one is kept
    constexpr int rounds = 200;
    turning_bound_ = way();
    for (int round = 0; round < rounds; ++round) {
      shorten_way();
      turning_bound_ = std::min(turning_bound_, way());
    }
  }
  double sum = turning_bound_;
  for (const ChainJoint& joint : chain_.joints()) {
    if (!joint.slides) continue;
    const std::size_t i = at(joint.coordinate);
    const auto slid = [&](double q) { return std::abs(joint.slide_rate * q + joint.slide_at_zero); };
    sum += std::max(slid(box.lower[i]), slid(box.upper[i]));
  }
  return sum;
}

double Reach::largest(const JointBox& box, Seeds& seeds) {
  for (const ChainJoint& joint : chain_.joints()) {
    const std::size_t i = at(joint.coordinate);
    if (joint.slides && !(std::isfinite(box.lower[i]) && std::isfinite(box.upper[i]))) return Limits::none;
  }
  double most = 0.0;
  seeds.begin();
  for (int k = 0; k < tries; ++k) {
    seeds.next(q_.data());
    most = std::max(most, stretched(box, q_.data()));
  }
  return std::sqrt(most);
}

double Reach::distance_squared(const double* q) {
  place_.put(chain_, q);
  const Lanes r = place_.point() - p_CB_;
  return dot(r, r);
}

double Reach::stretched(const JointBox& box, double* q) {
  constexpr int most_sweeps = 200;
  constexpr double nothing = 1e-13;
  double far = distance_squared(q);
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    for (std::size_t i = 0; i < at(chain_.size()); ++i) stretch(box, i, q);
    const double now = distance_squared(q);
    if (now <= far * (1.0 + nothing)) return std::max(now, far);
    far = now;
  }
  return far;
}

void Reach::stretch(const JointBox& box, std::size_t coordinate, double* q) {
  double& own = q[coordinate];
  double best = own, most = distance_squared(q);
  const auto consider = [&](double value) {
    if (!(box.lower[coordinate] <= value && value <= box.upper[coordinate])) return;
    own = value;
    const double far = distance_squared(q);
    if (far > most) {
      most = far;
      best = value;
    }
    own = best;
  };
  const int k = only_joint_[coordinate];
  const Coordinate& of = chain_.coordinates()[coordinate];
  if (k >= 0 && of.wraps) {
    const auto& [z, origin] = place_.axis(at(k));
    const Lanes c = origin - p_CB_, r = place_.point() - origin;
    const double along = dot(c, r) - dot(c, z) * dot(r, z), across = dot(c, cross(z, r));
    const double multiplier = chain_.joints()[at(k)].multiplier;
    const double furthest = own + std::atan2(across, along) / multiplier;
    constexpr double turn = 2.0 * std::numbers::pi;
    for (const double value : {furthest, furthest - turn, furthest + turn}) consider(value);
  } else if (std::isfinite(box.lower[coordinate]) && std::isfinite(box.upper[coordinate])) {
    constexpr int parts = 32;
    for (int i = 1; i < parts; ++i)
      consider(box.lower[coordinate] + (box.upper[coordinate] - box.lower[coordinate]) * i / parts);
  }
  consider(box.lower[coordinate]);
  consider(box.upper[coordinate]);
}

}  // namespace sinew::ik
