// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/questions/choices/frame_choice.h"
#include "sinew/questions/choices/objective_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `ik`: joint positions that put a frame where it is wanted (inverse kinematics).
struct IkQuestion final : Question {
  RobotChoice robot;
  std::string frame, point;
  std::string position, orientation, pose_of, targets;
  RowsChoice rows;
  std::string axes = "world";
  std::string start;
  bool all = false, without_limits = false;
  std::string tolerance = "1e-8", seconds;
  int starts = 0;  ///< as many as the library takes
  unsigned seed = 0;
  ObjectiveChoice objectives;
  ShowingChoice showing;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void describe_target(Fields& fields);
  void describe_search(Fields& fields);
};

}  // namespace sinew
