// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/questions/choices/frame_choice.h"
#include "sinew/questions/choices/plot_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `pose`: where every frame is, and how it moves.
struct PoseQuestion final : Question {
  RobotChoice robot;
  StateChoice states{{StatePart::Position, StatePart::Velocity, StatePart::Acceleration}};
  std::vector<std::string> frame;
  bool motion = false;
  AxesChoice axes;
  std::string point;
  PlotChoice plot;
  ShowingChoice showing;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;
};

}  // namespace sinew
