// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/choices/wrench_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `statics`: what the joints must hold under wrenches and gravity, and what they transmit.
struct StaticsQuestion final : Question {
  RobotChoice robot;
  StateChoice states{{StatePart::Position}};
  WrenchChoice wrench;
  ShowingChoice showing;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;
};

}  // namespace sinew
