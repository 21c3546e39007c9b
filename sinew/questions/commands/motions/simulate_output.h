// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/motion/runs/robot_run.h"
#include "sinew/print/plots/plotted_quantity.h"
#include "sinew/questions/commands/motions/simulate.h"
#include "sinew/questions/growing_file.h"
#include "sinew/questions/plot_output.h"
#include "sinew/questions/row_output.h"
#include "sinew/report/simulation/simulation_page.h"
#include "sinew/report/simulation/simulation_rows.h"

namespace sinew {

/// Plots of a run: those that were asked for; or in characters below the page positions, and torques or, without a
/// drive, energies.
class SimulationPlots {
 public:
  /// Throws UsageError and InputError before anything is computed. `rows`: how many there may be; more than a plot can
  /// show are thinned out.
  SimulationPlots(const SimulateQuestion& asked, const RunPlan& plan, bool is_default, long rows);

  void add(long i, const Arm& arm, const SimulationSample& sample);
  void draw(const std::string& title, Door& door);

 private:
  std::optional<PlotOutput> output_;
  std::optional<StateRecorder> recorder_;
  long every_ = 1;
};

/// Where the rows of a run go, and its end.
class RunOutput {
 public:
  RunOutput() = default;
  RunOutput(const RunOutput&) = delete;
  RunOutput& operator=(const RunOutput&) = delete;
  virtual ~RunOutput() = default;

  /// `run`: its sum, where checkpoints follow; else empty.
  virtual void begin(const std::string& run) = 0;
  virtual void event(const SimulationEvent& event) = 0;
  virtual void row(long i, const SimulationSample& sample) = 0;
  virtual void checkpoint(const RunCheckpoint& /*checkpoint*/) {}
  /// `stopped`: why the run ended before its end; empty where it did not.
  virtual void end(const RunReport& report, const std::string& stopped) = 0;
  /// Nothing more is written; what there is stays.
  virtual void finish() = 0;
};

/// In the format that was asked for. `kept`: of a run that goes on, how many bytes of its file stay.
std::unique_ptr<RunOutput> output_of_run(const SimulateQuestion& asked, const RunPlan& plan, Door& door,
                                         std::optional<long long> kept);

}  // namespace sinew
