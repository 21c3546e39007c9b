// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/identifiability/combination.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <numeric>

#include "sinew/errors/diagnostic.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

/// Fractions with a common denominator that is larger stay fractions.
constexpr int largest_common_denominator = 60;

const Dimension& dimension_of(const CombinationTerm& term, const std::vector<CalibrationParameter>& unknowns) {
  return unknowns[at(term.unknown)].dimension;
}

std::string size_text(double size) {
  const std::optional<SimpleRatio> ratio = simple_ratio(size);
  if (!ratio) return shown(size);
  return std::to_string(ratio->above) + (ratio->below == 1 ? "" : "/" + std::to_string(ratio->below));
}

std::string coefficient_text(double size, const Dimension& unit) {
  if (!unit.is_plain()) return "(" + shown(size) + " " + unit.si_text() + ")·";
  return size == 1.0 ? "" : size_text(size) + "·";
}

}  // namespace

std::optional<SimpleRatio> simple_ratio(double x) {
  constexpr int largest_above = 60, largest_below = 20;
  constexpr double tolerance = 1e-7;
  if (!(std::abs(x) <= largest_above + 0.5)) return std::nullopt;
  for (int below = 1; below <= largest_below; ++below) {
    const double above = std::round(x * below);
    if (std::abs(above) > largest_above) return std::nullopt;
    if (above != 0.0 && std::abs(x * below - above) <= tolerance * std::abs(above))
      return SimpleRatio{static_cast<int>(above), below};
  }
  return std::nullopt;
}

double Combination::coefficient_of(int unknown) const {
  for (const CombinationTerm& term : terms)
    if (term.unknown == unknown) return term.coefficient;
  return 0.0;
}

Combination combination(std::vector<CombinationTerm> terms, int leading,
                        const std::vector<CalibrationParameter>& unknowns) {
  Combination y;
  y.leading = leading;
  y.terms = std::move(terms);
  std::sort(y.terms.begin(), y.terms.end(),
            [](const CombinationTerm& a, const CombinationTerm& b) { return a.unknown < b.unknown; });
  const double one = y.coefficient_of(leading);
  int common = 1;
  for (CombinationTerm& term : y.terms) {
    term.coefficient /= one;
    const bool is_comparable = dimension_of(term, unknowns) == unknowns[at(leading)].dimension;
    const std::optional<SimpleRatio> ratio = is_comparable ? simple_ratio(term.coefficient) : std::nullopt;
    if (ratio) term.coefficient = static_cast<double>(ratio->above) / ratio->below;
    if (common > 0) common = ratio ? std::lcm(common, ratio->below) : 0;
  }
  const bool is_whole = common > 0 && common <= largest_common_denominator;
  const bool is_mixed = std::any_of(y.terms.begin(), y.terms.end(), [&](const CombinationTerm& term) {
    return !(dimension_of(term, unknowns) == unknowns[at(leading)].dimension);
  });
  if (is_mixed)
    std::stable_partition(y.terms.begin(), y.terms.end(),
                          [&](const CombinationTerm& term) { return term.unknown == leading; });
  const double scale = (is_whole ? common : 1.0) * std::copysign(1.0, y.terms.front().coefficient);
  for (CombinationTerm& term : y.terms) {
    term.coefficient *= scale;
    if (is_whole) term.coefficient = std::round(term.coefficient);
  }
  return y;
}

std::string combination_text(const Combination& combination, const std::vector<CalibrationParameter>& unknowns) {
  std::string text;
  for (const CombinationTerm& term : combination.terms) {
    if (!text.empty()) text += term.coefficient < 0.0 ? " − " : " + ";
    if (text.empty() && term.coefficient < 0.0) text = "−";
    const Dimension unit = unknowns[at(combination.leading)].dimension / dimension_of(term, unknowns);
    text += coefficient_text(std::abs(term.coefficient), unit) + unknowns[at(term.unknown)].name;
  }
  return text;
}

std::string ratio_text(const Combination& errors, const std::vector<CalibrationParameter>& unknowns) {
  const Dimension& leading = unknowns[at(errors.leading)].dimension;
  const bool has_units = std::any_of(errors.terms.begin(), errors.terms.end(), [&](const CombinationTerm& term) {
    return !(dimension_of(term, unknowns) == leading);
  });
  std::string names, sizes;
  for (const CombinationTerm& term : errors.terms) {
    if (!names.empty()) names += " : ";
    if (!sizes.empty()) sizes += " : ";
    names += unknowns[at(term.unknown)].name;
    if (term.coefficient < 0.0) sizes += "−";
    sizes += size_text(std::abs(term.coefficient));
    if (has_units && !dimension_of(term, unknowns).is_plain()) sizes += " " + dimension_of(term, unknowns).si_text();
  }
  return names + " = " + sizes;
}

std::string deviation_text(double value, const Dimension& dimension) {
  std::string unit = " " + dimension.si_text();
  double shown_value = value;
  if (dimension == dimension::length) {
    shown_value *= 1e3;
    unit = " mm";
  } else if (dimension == dimension::angle) {
    shown_value *= 180.0 / std::numbers::pi;
    unit = "°";
  } else if (dimension.is_plain()) {
    unit.clear();
  }
  std::array<char, 32> digits{};
  const bool is_long = shown_value >= 100.0 && shown_value < 1e6;
  std::snprintf(digits.data(), digits.size(), is_long ? "%.0f" : "%.3g", shown_value);
  return digits.data() + unit;
}

}  // namespace sinew
