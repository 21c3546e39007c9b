// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/identifiability/null_space.h"

#include <algorithm>
#include <cmath>

#include "sinew/scalar/index.h"

namespace sinew {
namespace {

/// Coefficients in unit columns that are smaller are round-off.
constexpr double zero_coefficient = 1e-7;

/// Fewer terms first; of as many, those with simple ratios; of those, later unknowns stand for earlier ones.
ReadingCost reading_cost(const SeenSpace& space, const std::vector<CalibrationParameter>& unknowns) {
  return [&](int b, int f, double coefficient) {
    constexpr double per_term = 20.0, mixed = 3.0, not_simple = 6.0, earlier = 1e-3;
    const double cost = per_term + earlier * static_cast<double>(unknowns.size() - at(f));
    if (unknowns[at(b)].dimension != unknowns[at(f)].dimension) return cost + mixed;
    const std::optional<SimpleRatio> ratio = simple_ratio(coefficient * space.lengths[f] / space.lengths[b]);
    if (!ratio) return cost + not_simple;
    return cost + 0.1 * std::min(std::abs(ratio->above) + ratio->below - 2, 40);
  };
}

}  // namespace

bool NullSpace::is_free(int unknown) const { return std::binary_search(free().begin(), free().end(), unknown); }

double NullSpace::ratio(int b, int k) const { return echelon.basis(b, k) * lengths[free()[at(k)]] / lengths[b]; }

Combination NullSpace::seen(int b, const std::vector<CalibrationParameter>& unknowns) const {
  std::vector<CombinationTerm> terms = {{b, 1.0}};
  for (int k = 0; k < static_cast<int>(free().size()); ++k)
    if (echelon.basis(b, k) != 0.0) terms.push_back({free()[at(k)], -ratio(b, k)});
  return combination(std::move(terms), b, unknowns);
}

Combination NullSpace::unseen(int k, const std::vector<CalibrationParameter>& unknowns) const {
  std::vector<CombinationTerm> terms;
  for (int b = 0; b < static_cast<int>(unknowns.size()); ++b)
    if (echelon.basis(b, k) != 0.0) terms.push_back({b, ratio(b, k)});
  return combination(std::move(terms), free()[at(k)], unknowns);
}

std::vector<Combination> NullSpace::all_seen(const std::vector<CalibrationParameter>& unknowns) const {
  std::vector<Combination> found;
  for (int unknown = 0; unknown < static_cast<int>(unknowns.size()); ++unknown)
    if (!is_free(unknown)) found.push_back(seen(unknown, unknowns));
  return found;
}

NullSpace null_space(const SeenSpace& space, const std::vector<CalibrationParameter>& unknowns) {
  return {column_echelon(space.unseen(), zero_coefficient, reading_cost(space, unknowns)), space.lengths};
}

}  // namespace sinew
