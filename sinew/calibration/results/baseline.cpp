// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/results/baseline.h"

#include "sinew/calibration/problem/place_guess.h"

namespace sinew {

Baseline baseline(const std::shared_ptr<const CalibrationChain>& chain, const Eigen::VectorXd& values,
                  Measurements measurements, const std::vector<JointReading>& readings,
                  const std::vector<Unknown>& beside_robot, Loss loss) {
  guess_places(chain, readings, values, measurements);
  auto problem =
      std::make_shared<const CalibrationProblem>(chain, values, std::move(measurements), readings, beside_robot);
  if (problem->unknown_count() == 0) return {std::move(problem), {}};
  Fit found = fit(*problem, {.bounds = {problem->lower_bounds(), problem->upper_bounds()}, .loss = loss});
  return {std::move(problem), std::move(found)};
}

}  // namespace sinew
