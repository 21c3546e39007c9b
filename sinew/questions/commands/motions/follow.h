// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/questions/choices/objective_choice.h"
#include "sinew/questions/choices/plot_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `follow`: a Cartesian path to a joint trajectory, by any of `solve`'s methods.
struct FollowQuestion final : Question {
  RobotChoice robot;
  StateChoice state{{StatePart::Position}};
  std::string frame, rows = "pose";
  std::string line_to, line_by, circle, axis = "[0,0,1]", turn = "360deg", via;
  bool turning = false;
  int rounds = 1;
  std::string duration, speed, period = "1ms";
  std::string method = "sns", level = "velocity", damping, weight, tolerance = "5mm", max_deviation;
  double gain = 20.0, step = 1.0, K_D = 10.0;
  ObjectiveChoice objectives;
  bool without_limits = false;
  std::string out = "-";
  bool force = false;
  PlotChoice plot;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void describe_path(Fields& fields);
  void describe_method(Fields& fields);
  void check_usage(Door& door);
  void check_method(Door& door);
};

}  // namespace sinew
