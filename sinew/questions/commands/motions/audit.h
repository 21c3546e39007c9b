// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/questions/choices/plot_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/wrench_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `audit`: where the energy of a trajectory or a measured log went, and which signal is suspect where it does not
/// close.
struct AuditQuestion final : Question {
  RobotChoice robot;
  std::string log;
  int windows = 10;
  WrenchChoice wrench;
  PlotChoice plot;
  ShowingChoice showing;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;
};

}  // namespace sinew
