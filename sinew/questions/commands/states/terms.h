// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/questions/choices/frame_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/choices/wrench_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `terms`: mass matrix, Coriolis and gravity terms, energies, Cartesian forms, regressors.
struct TermsQuestion final : Question {
  RobotChoice robot;
  StateChoice states{{StatePart::Position, StatePart::Velocity, StatePart::Acceleration}};
  std::string show = "M,c,g";
  std::string frame;
  AxesChoice axes;
  RowsChoice rows;
  std::string acceleration = "components";
  std::string damping;
  std::string tau;
  WrenchChoice wrench;
  std::string matrix;
  ShowingChoice showing;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void check_usage();
};

}  // namespace sinew
