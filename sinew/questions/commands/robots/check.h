// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `check`: is it physically possible, and is the file right.
struct CheckQuestion final : Question {
  RobotChoice robot;
  ShowingChoice showing;
  bool strict = false;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;
};

}  // namespace sinew
