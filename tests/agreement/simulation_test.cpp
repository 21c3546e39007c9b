// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/simulation/simulation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/peers/arm.h"
#include "bench/peers/mujoco_simulation.h"

namespace {

TEST(MuJoCo, ComesToOurMotionAsItsStepsShrink) {
  const sinew::Model<double> arm = sinew_peers::shipped_arm("panda");
  if (!sinew_peers::mujoco_simulation(arm, 1e-3)) GTEST_SKIP() << "MuJoCo is not installed";
  const std::vector<double> q = {0.3, -0.6, 0.2, -1.8, 0.4, 1.7, 0.8}, qd(7, 0.0);
  sinew::SimulationSettings settings;
  settings.until = 0.64;
  sinew::Simulation ours(sinew::Arm(arm), settings);
  ours.start(0.0, q, qd);
  while (!ours.ended()) ours.step();
  std::vector<double> errors;
  for (const double h : {0.016, 0.008, 0.004, 0.001}) {
    const auto theirs = sinew_peers::mujoco_simulation(arm, h);
    theirs->start(q, qd);
    const long steps = std::lround(0.64 / h);
    for (long k = 0; k < steps; ++k) theirs->step();
    double worst = 0.0;
    for (std::size_t i = 0; i < q.size(); ++i) worst = std::max(worst, std::abs(theirs->q()[i] - ours.q()[i]));
    errors.push_back(worst);
  }
  // of order 4, down to its diagonalised inertias
  EXPECT_GT(errors[0], 1e-6);
  EXPECT_LT(errors[1], errors[0] / 8.0);
  EXPECT_LT(errors[2], errors[1] / 8.0);
  EXPECT_LT(errors[3], 1e-6);
  for (const double error : errors) RecordProperty("error", std::to_string(error));
}

}  // namespace
