// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/choices/wrench_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `accelerate`: the motion that torques give (forward dynamics).
struct AccelerateQuestion final : Question {
  RobotChoice robot;
  StateChoice states{{StatePart::Position, StatePart::Velocity, StatePart::Effort}};
  WrenchChoice wrench;
  ShowingChoice showing;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;
};

}  // namespace sinew
