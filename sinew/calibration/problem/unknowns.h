// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "sinew/calibration/chain/calibration_chain.h"

namespace sinew {

/// One number that is looked for: a parameter of the chain, several that are tied together, or one of a place.
struct Unknown {
  CalibrationParameter parameter;  ///< the one that gives it its name and unit
  /// Parameters of the chain that it changes, each by so many times its own change; none for an unknown of a place.
  std::vector<std::pair<Eigen::Index, double>> moves;
  double prior_deviation =
      std::numeric_limits<double>::infinity();              ///< how far the nominal value is to be trusted [SI]
  double lower = -std::numeric_limits<double>::infinity();  ///< of the value [SI]
  double upper = std::numeric_limits<double>::infinity();
};

/// Which parameters may change, in the words of the options.
struct FreeChoice {
  /// Names and groups in order: "a2", "joint4.offset", "a" (that of all rows), "joint4" (all of one joint), "base",
  /// "tool", "tool.xyz", "all" (everything geometric of the model); with a minus in front, what is taken out again:
  /// "all", "-a1".
  std::vector<std::string> free;
  std::vector<std::string> tied;  ///< "a2 = a3", "d2 = -d3": they change together
  std::vector<std::string>
      priors;  ///< "a = 5 mm", "length = 20 mm", "angle = 1 deg": standard deviations of the nominal values
  std::vector<std::string> bounds;  ///< "a2 = 0.39 m .. 0.41 m"
};

/// The unknowns in the order of the chain's parameters. Throws InputError with everything that is wrong with the
/// choice.
std::vector<Unknown> unknowns_of(const CalibrationChain& chain, const FreeChoice& choice);

}  // namespace sinew
