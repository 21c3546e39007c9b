// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/calibration/calibration.h"
#include "sinew/calibration/design/experiment_design.h"
#include "sinew/print/figures.h"

/// What `calibrate` answers before anything is measured.
namespace sinew {

/// States to measure at, what measurements there could tell, and which of them to take.
struct CalibrationPlan {
  std::string robot;
  std::string model;                                  ///< "modified DH parameters"
  std::shared_ptr<const CalibrationProblem> problem;  ///< at the nominal values
  std::vector<Eigen::VectorXd> states;                ///< q of each candidate
  std::vector<int> numbers;                ///< of the candidates among the rows of their file; empty: in order
  long left_out = 0;                       ///< states that touch an obstacle
  Identifiability told;                    ///< by all candidates
  std::optional<ExperimentDesign> design;  ///< where some of them were chosen

  int number(int candidate) const {
    return numbers.empty() ? candidate + 1 : numbers[static_cast<std::size_t>(candidate)];
  }
  /// Standard deviation that is expected of each unknown [SI]: by the chosen states, or by all.
  const Eigen::VectorXd& deviations() const { return design ? design->deviations : told.deviations; }
};

std::string plan_text(const CalibrationPlan& plan, const Showing& showing);
std::string plan_json(const CalibrationPlan& plan);

}  // namespace sinew
