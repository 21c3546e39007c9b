// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "apps/cli/arm_argument.h"
#include "apps/cli/command.h"
#include "sinew/report/ik_report.h"
#include "sinew/tasks/inverse_kinematics.h"
#include "sinew/tasks/path_csv.h"

namespace sinew::cli {

/// Where a frame is to be, one target a row of a file.
struct IkTargets {
  std::string file;
  PathTable table;
  bool own_axes = false;  ///< the rows that count are in each target's own axes
};

/// Answers one target after the other, each from the same start, as they are solved: what has been answered is not lost
/// when the user stops it. Targets that are not reached are named with their line and the reason, and make it bad input.
Exit answer_ik_targets(InverseKinematics& ik, const IkReport& report, const IkTargets& targets,
                       const std::vector<double>& start, const IkOptions& options, const ShowingArgument& showing);

}  // namespace sinew::cli
