// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/questions/choices/plot_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/trajectory_choice.h"
#include "sinew/questions/choices/wrench_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `motion`: every quantity of a robot along a trajectory, what its motors must give, and which limits it exceeds.
struct MotionQuestion final : Question {
  RobotChoice robot;
  TrajectoryChoice trajectory;
  int samples = 101;
  std::string period;
  std::string show = "torque";
  WrenchChoice wrench;
  std::string frame;
  std::string axes;
  PlotChoice plot;
  ShowingChoice showing;
  std::string out = "-";
  bool force = false;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;
};

}  // namespace sinew
