// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sinew/analysis/cartesian_dynamics.h"
#include "sinew/ik/answer.h"
#include "sinew/model/model.h"
#include "sinew/print/datum.h"
#include "sinew/print/figures.h"

/// What `ik` answers, for programs (data) and for people (text).
namespace sinew {

/// What was asked, as far as the answer needs it.
struct IkReport {
  const Model<double>& model;
  std::string frame;
  Rows rows = all_rows;                 ///< what of the target counts
  std::vector<std::string> objectives;  ///< their names
  double seconds = 0.0;                 ///< that the search could take; 0 for any
  std::array<double, 6> row_tolerances{};
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< of the frame, that goes to the target
  std::string axes = "world";                       ///< that the rows are in: the world's, or the target's "own"
};

/// Of one solution, or of the nearest that was found.
std::vector<Datum> ik_data(const IkReport& report, const IkSolution& solution);
/// `solutions` are empty where the target was not reached; then `nearest` says how near it came, and why.
std::string ik_json(const IkReport& report, const IkSolutions& all, const IkSolution* nearest);

std::string ik_text(const IkReport& report, const IkSolution& solution, const Showing& showing);
/// All of them in one table.
std::string ik_all_text(const IkReport& report, const IkSolutions& all, const Showing& showing);

/// "The target is 3 m from the base, and tip gets no further than 1.8 m": what is proven is said as a fact, what a search
/// has found as that. Empty if nobody looked.
std::string ik_reason(const IkReport& report, const IkSolution& solution);

}  // namespace sinew
