// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/calibration.h"
#include "sinew/decompositions/triangles.h"

namespace sinew {

Sensitivity sensitivity_of(const CalibrationProblem& problem, const Eigen::MatrixXd& jacobian) {
  Sensitivity s;
  const auto rows = static_cast<Eigen::Index>(problem.residual_rows().size());
  const Eigen::Index of_robot = problem.robot_unknown_count(), of_places = problem.unknown_count() - of_robot;
  s.Phi = jacobian.topLeftCorner(rows, of_robot);
  // what places could have caused says nothing of the robot: Φ across the columns of the places
  if (of_places > 0) s.Phi = across(jacobian.topRows(rows).rightCols(of_places), s.Phi);
  for (Eigen::Index j = 0; j < of_robot; ++j)
    s.unknowns.push_back(problem.unknowns()[static_cast<std::size_t>(j)].parameter);
  for (Eigen::Index block = 0; problem.block_starts()[block] < rows; ++block) {
    const bool is_measured = problem.is_measured(block);
    SensitivityRows one{is_measured ? std::to_string(block + 1) : problem.block_label(block), {}};
    for (int row = problem.block_starts()[block]; row < problem.block_starts()[block + 1]; ++row)
      one.names.push_back(problem.residual_rows()[static_cast<std::size_t>(row)].axis);
    s.measurements.push_back(std::move(one));
  }
  return s;
}

Eigen::VectorXd prior_deviations(const CalibrationProblem& problem) {
  Eigen::VectorXd deviations(problem.robot_unknown_count());
  for (Eigen::Index j = 0; j < deviations.size(); ++j)
    deviations[j] = problem.unknowns()[static_cast<std::size_t>(j)].prior_deviation;
  return deviations;
}

Identifiability identifiability_of(const CalibrationResult& result) {
  constexpr double weak_limit = 10.0;  // typical errors
  return identifiability(sensitivity_of(*result.problem, result.fit.jacobian),
                         {.weak_limit = weak_limit, .prior_deviations = prior_deviations(*result.problem)});
}

}  // namespace sinew
