// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `convert`: the same robot in another format.
struct ConvertQuestion final : Question {
  RobotChoice robot;
  std::string out;
  std::string to;
  std::string dh;
  std::string maker_calibration;
  bool force = false;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;
};

}  // namespace sinew
