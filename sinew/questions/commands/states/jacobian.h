// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/questions/choices/frame_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `jacobian`: what joint rates do to a frame, and what they cannot.
struct JacobianQuestion final : Question {
  RobotChoice robot;
  StateChoice states{{StatePart::Position, StatePart::Velocity}};
  std::string frame, point;
  AxesChoice axes;
  RowsChoice rows;
  bool rate = false;
  std::string analytic;
  ShowingChoice showing;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void check_analytic() const;
};

}  // namespace sinew
