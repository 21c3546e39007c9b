// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/calibration/identifiability/identifiability.h"

namespace sinew {

/// "rank 5 of 6, condition number 83; singular values …": how the rank was told.
std::string rank_text(const Identifiability& result);

/// Everything that was found, a sentence each: "a1 cannot be seen at all", "only d2 + d3 can be seen: one of the two
/// cannot be told from the other", weak directions with their deviations, measurements with dead rows, alike ones,
/// and those that add nothing.
std::vector<std::string> findings(const Identifiability& result);

/// The same of unknowns alone: those that cannot be seen, are entangled or known by priors alone, and weak directions.
std::vector<std::string> findings_about_unknowns(const Identifiability& result);

/// "measurements 1 and 2 together see only l1 + l2", of some of the measurements, numbered from 0.
std::string seen_by_text(const Sensitivity& sensitivity, const std::vector<int>& chosen, double rank_tolerance = 1e-9);

}  // namespace sinew
