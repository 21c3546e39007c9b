// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/questions/choices/plot_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/choices/wrench_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `torque`: the torques that a motion takes (inverse dynamics).
struct TorqueQuestion final : Question {
  RobotChoice robot;
  StateChoice states{{StatePart::Position, StatePart::Velocity, StatePart::Acceleration}};
  WrenchChoice wrench;
  bool trace = false;
  PlotChoice plot;
  ShowingChoice showing;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;
};

}  // namespace sinew
