// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/ik_seeds.h"

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

Seeds::Seeds(const Chain& chain, const JointBox& box, unsigned seed) {
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
    low_.push_back(low);
    range_.push_back(high - low);
    shift_.push_back(seed == 0 ? 0.5 : scattered((static_cast<std::uint64_t>(seed) << 32U) + i));
    stride_.push_back(stride /= phi);
  }
  score_.resize(known_count);
  known_q_.resize(known_count * n);
  ChainPlace where(chain);
  for (int k = 0; k < known_count; ++k) {
    double* const q = known_q_.data() + at(k) * n;
    place(k, q);
    where.put(chain, q);
    known_.push_back({where.rotation(), where.point()});
  }
}

void Seeds::place(long number, double* q) const {
  for (std::size_t i = 0; i < low_.size(); ++i) {
    const double x = shift_[i] + static_cast<double>(number + 1) * stride_[i];
    q[i] = low_[i] + (x - std::floor(x)) * range_[i];
  }
}

void Seeds::begin() {
  given_ = 0;
  for (std::size_t k = 0; k < score_.size(); ++k) score_[k] = static_cast<double>(k);
}

void Seeds::aim(const Goal& goal) {
  given_ = 0;
  for (std::size_t k = 0; k < known_.size(); ++k) {
    const auto& [R, p] = known_[k];
    const Lanes d = goal.p_CF - p;
    const Lanes linear = goal.whole_halves ? d * goal.linear_factor : goal.linear * d;
    // |ε|² = 3 − trace
    const double turned = 3.0 - (R.x * goal.R_CL.x + R.y * goal.R_CL.y + R.z * goal.R_CL.z).sum();
    score_[k] = dot(linear, linear) + goal.angular_factor * turned;
  }
}

void Seeds::next(double* q) {
  const std::size_t n = low_.size();
  if (given_ < known_count) {
    const auto best = std::min_element(score_.begin(), score_.end());
    const double* const from = known_q_.data() + static_cast<std::size_t>(best - score_.begin()) * n;
    std::copy(from, from + n, q);
    *best = Limits::none;
  } else {
    place(given_, q);
  }
  ++given_;
}

}  // namespace sinew::ik
