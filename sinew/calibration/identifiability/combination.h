// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/calibration/chain/calibration_parameter.h"

namespace sinew {

struct SimpleRatio {
  int above = 0, below = 1;
};

/// The fraction that `x` is to seven digits, if one has a denominator of at most 20 and a numerator of at most 60.
std::optional<SimpleRatio> simple_ratio(double x);

struct CombinationTerm {
  int unknown = 0;           ///< its number
  double coefficient = 1.0;  ///< SI
};

/// A sum of unknowns, such as d2 + d3: one that measurements can see, or the errors that they cannot see together.
///
/// Where all unknowns are of one dimension and their ratios are simple, the coefficients are the smallest integers
/// that have these ratios; else the leading unknown has the coefficient 1. The first term is positive. Terms stand in
/// the order of the unknowns; among unknowns of several dimensions the leading one is first.
struct Combination {
  std::vector<CombinationTerm> terms;  ///< never zero
  int leading = 0;                     ///< the unknown that the combination was written for

  bool is_single() const noexcept { return terms.size() == 1; }
  double coefficient_of(int unknown) const;
};

/// Of these terms, whose coefficients are not zero. Ratios that are nearly simple are taken to be simple.
Combination combination(std::vector<CombinationTerm> terms, int leading,
                        const std::vector<CalibrationParameter>& unknowns);

/// "d2 + d3", "2·a1 − 3·a2", "base.y + (0.3 m/rad)·joint1.offset".
std::string combination_text(const Combination& combination, const std::vector<CalibrationParameter>& unknowns);

/// "d2 : d3 = 1 : −1", "theta6 : a7 = 1 rad : −0.107 m": errors that cannot be seen together.
std::string ratio_text(const Combination& errors, const std::vector<CalibrationParameter>& unknowns);

/// A standard deviation with three figures: millimetres of a length, degrees of an angle, else SI.
std::string deviation_text(double value, const Dimension& dimension);

}  // namespace sinew
