// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/motion/runs/robot_run.h"
#include "sinew/print/figures.h"
#include "sinew/print/plots/plotted_quantity.h"

namespace sinew {

/// What there is to tell about a run that has come to its end, or to where it was stopped.
struct RunReport {
  const RobotRun& run;
  double resumed_at = 0.0;  ///< events before it are not known any more; 0: of the whole run
};

/// "adaptive", "energy-keeping": the words of `--method`.
const char* word_of(SimulationMethod method);

/// The page for people: where the joints have been, where the energy went, what happened. `audit`: with the drift.
std::string simulation_page(const RunReport& report, bool audit, const Showing& showing);
/// Steps and what they cost, in one line; the same for the same run.
std::string effort_text(const Simulation& simulation);

/// Members of the answer in JSON behind its rows, with commas between.
std::string simulation_json(const RunReport& report);

/// "position", "velocity", "acceleration", "torque", "energy".
std::vector<PlottedQuantity> simulation_plots(const Model<double>& model);
/// What they are drawn of.
std::vector<Datum> simulation_data(const Arm& arm, const SimulationSample& sample);

}  // namespace sinew
