// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/ik_reach.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew::ik {

Reach::Reach(const Chain& chain)
    : p_CB_(chain.beginning().inverse().p),
      place_(chain),
      chain_(chain),
      only_joint_(at(chain.size()), -1),
      q_(at(chain.size())) {
  std::vector<int> count(at(chain.size()));
  for (std::size_t k = 0; k < chain.joints().size(); ++k) {
    const std::size_t i = at(chain.joints()[k].coordinate);
    only_joint_[i] = ++count[i] == 1 ? static_cast<int>(k) : -1;
  }
}

double Reach::largest(const JointBox& box, Seeds& seeds) {
  for (const ChainJoint& joint : chain_.joints()) {
    const std::size_t i = at(joint.coordinate);
    if (joint.slides && !(std::isfinite(box.lower[i]) && std::isfinite(box.upper[i]))) return Limits::none;
  }
  constexpr int starts = 16;
  double most = 0.0;
  seeds.begin();
  for (int k = 0; k < starts; ++k) {
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
