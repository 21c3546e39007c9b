// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/seeds.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace sinew::ik {
namespace {

/// A number in [0, 1) that has nothing to do with those of its neighbours (the finaliser of splitmix64).
double scattered(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return static_cast<double>((x ^ (x >> 31U)) >> 11U) * 0x1p-53;
}

/// The root of x^(n+1) = x + 1 beyond 1.
double generalised_golden_ratio(std::size_t n) {
  double x = 2.0;
  constexpr int enough = 64;  // the iteration contracts by more than a half
  for (int i = 0; i < enough; ++i) x = std::pow(1.0 + x, 1.0 / static_cast<double>(n + 1));
  return x;
}

}  // namespace

Seeds::Seeds(const Chain& chain, const JointBox& box, unsigned seed)
    : chain_(chain), where_(chain), trial_(at(chain.size())) {
  const std::size_t n = at(chain.size());
  const double phi = generalised_golden_ratio(n);
  double stride = 1.0;
  for (std::size_t i = 0; i < n; ++i) {
    const Coordinate& q = chain.coordinates()[i];
    // where there is no limit: one turn, or as far as the arm is long
    const double reach = q.slides ? chain.length() : std::numbers::pi;
    const bool below = std::isfinite(box.lower[i]), above = std::isfinite(box.upper[i]);
    double low = below ? box.lower[i] : above ? box.upper[i] - 2.0 * reach : -reach;
    double high = above ? box.upper[i] : low + 2.0 * reach;
    if (q.wraps && high - low > 2.0 * std::numbers::pi) {
      const double middle = 0.5 * (low + high);
      low = middle - std::numbers::pi;
      high = middle + std::numbers::pi;
    }
    has_limits_.push_back(low == box.lower[i] && high == box.upper[i] && low < high ? 1 : 0);
    has_any_limits_ = has_any_limits_ || has_limits_.back() != 0;
    low_.push_back(low);
    range_.push_back(high - low);
    shift_.push_back(seed == 0 ? 0.5 : scattered((static_cast<std::uint64_t>(seed) << 32U) + i));
    stride_.push_back(stride /= phi);
  }
  score_.resize(known_count);
  known_q_.resize(known_count * n);
  for (int k = 0; k < known_count; ++k) {
    double* const q = known_q_.data() + at(k) * n;
    place(k, q);
    where_.put(chain, q);
    known_.push_back({where_.rotation(), where_.point()});
  }
}

void Seeds::place(long number, double* q) const {
  for (std::size_t i = 0; i < low_.size(); ++i) {
    const double x = shift_[i] + static_cast<double>(number + 1) * stride_[i];
    q[i] = low_[i] + (x - std::floor(x)) * range_[i];
  }
}

void Seeds::place_at_limits(long number, double* q) const {
  place(number, q);
  for (std::size_t i = 0; i < low_.size(); ++i) {
    if (!has_limits_[i]) continue;
    const double third = 3.0 * (q[i] - low_[i]) / range_[i];
    q[i] = low_[i] + std::clamp(third - 1.0, 0.0, 1.0) * range_[i];
  }
}

void Seeds::next_at_limits(double* q) {
  constexpr int batch = 64;  // takes as long as two or three descents, and saves more of them
  double best = Limits::none;
  for (int k = 0; k < batch; ++k) {
    place_at_limits(at_limits_++, trial_.data());
    where_.put(chain_, trial_.data());
    const double here = score(where_.rotation(), where_.point());
    if (!(here < best)) continue;
    best = here;
    std::copy(trial_.begin(), trial_.end(), q);
  }
}

void Seeds::begin() {
  given_ = 0;
  at_limits_ = 0;
  for (std::size_t k = 0; k < score_.size(); ++k) score_[k] = static_cast<double>(k);
}

double Seeds::score(const Columns& R, const Lanes& p) const {
  const Lanes d = goal_.p_CF - p;
  const Lanes linear = goal_.whole_halves ? d * goal_.linear_factor : goal_.linear * d;
  // |ε|² = 3 − trace
  const double turned = 3.0 - (R.x * goal_.R_CL.x + R.y * goal_.R_CL.y + R.z * goal_.R_CL.z).sum();
  return dot(linear, linear) + goal_.angular_factor * turned;
}

void Seeds::aim(const Goal& goal) {
  given_ = 0;
  at_limits_ = 0;
  goal_ = goal;
  for (std::size_t k = 0; k < known_.size(); ++k) score_[k] = score(known_[k].R_CL, known_[k].p_CF);
}

void Seeds::next(double* q) {
  const std::size_t n = low_.size();
  if (given_ < known_count) {
    const auto best = std::min_element(score_.begin(), score_.end());
    const double* const from = known_q_.data() + static_cast<std::size_t>(best - score_.begin()) * n;
    std::copy(from, from + n, q);
    *best = Limits::none;
  } else if (given_ % 2 == 1 && has_any_limits_) {
    next_at_limits(q);
  } else {
    place(given_, q);
  }
  ++given_;
}

}  // namespace sinew::ik
