// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/motion/quantities/sample_times.h"
#include "sinew/motion/runs/robot_run.h"
#include "sinew/questions/commands/motions/simulate.h"

namespace sinew {

/// When a run ends by the clock [s], and whether somebody said so.
struct RunEnd {
  double t = 10.0;
  bool is_given = false;
  bool has_condition = false;
};
RunEnd end_of_run(const SimulateQuestion& asked);

/// The plan of one run: of `arm`, under controllers that believe in `believed`.
RunPlan plan_of_run(SimulateQuestion& asked, const Arm& arm, const Arm& believed, const State& start);

/// The times of the rows. A page has as many as a smooth plot needs.
SampleTimes times_of_rows(SimulateQuestion& asked, const RunEnd& end);

/// A text that is another one for another run: what was asked, and the files that it names.
std::string sum_of_run(SimulateQuestion& asked);

}  // namespace sinew
