// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/ik/inverse_kinematics.h"
#include "sinew/motion/cartesian/path_csv.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/question.h"
#include "sinew/report/ik_report.h"

namespace sinew {

/// Where a frame is to be, one target a row of a file.
struct IkTargets {
  std::string file;
  PathTable table;
  bool own_axes = false;  ///< the rows that count are in each target's own axes
};

/// Answers one target after the other, each from the same start, as they are solved: what has been answered is not lost
/// when the user stops it. Targets that are not reached are named with their line and the reason, and make it bad input.
Outcome answer_ik_targets(Door& door, InverseKinematics& ik, const IkReport& report, const IkTargets& targets,
                          const std::vector<double>& start, const IkOptions& options, const ShowingChoice& showing);

}  // namespace sinew
