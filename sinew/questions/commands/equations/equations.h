// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/equations/equation_book.h"
#include "sinew/questions/choices/symbolic_robot_choice.h"
#include "sinew/questions/choices/trajectory_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `equations`: the equations of motion in closed form, with their derivation.
struct EquationsQuestion final : Question {
  SymbolicRobotChoice robot;
  std::string show = "tau,M,c,g";
  TrajectoryChoice along;
  std::string at;
  std::string format = "unicode";
  std::string method = "newton-euler";
  std::string wanted;
  std::string out;
  bool explain = false;
  bool intermediate = false;
  bool count = false;
  bool force = false;
  int digits = 0;  ///< of decimals; 0: as many as the format asks for

  AnswerShape answer_shape() const override;
  bool is_along_a_motion() const;
  std::vector<EquationPart> parts() const;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void check_motion();
  void check_usage();
};

}  // namespace sinew
