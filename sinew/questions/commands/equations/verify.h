// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/questions/choices/symbolic_robot_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `verify`: is my matrix, torque, S or formula right.
struct VerifyQuestion final : Question {
  SymbolicRobotChoice robot;
  std::vector<std::string> statements;
  std::string file;
  std::string inertia;
  std::string format = "unicode";

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void check_usage() const;
};

}  // namespace sinew
