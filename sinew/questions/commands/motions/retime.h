// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/motion/retime/pace_limits.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/trajectory_choice.h"
#include "sinew/questions/question.h"
#include "sinew/report/retime_report.h"

namespace sinew {

/// `retime`: how much slower a motion must be to keep its limits, or how much faster it can be; the least time between two
/// configurations; and the torques that another duration takes.
///
/// It is about one of four things: torques at one instant, a robot's trajectory, a profile between two configurations of a
/// robot, or the same of a single link that has no file.
struct RetimeQuestion final : Question {
  RobotChoice robot;
  TrajectoryChoice trajectory;
  std::string between, profile = "cubic", ramp, edge;
  std::string link_inertia, gravity_moment;
  std::string gravity_torque, peak_torque, duration;
  std::string torque_limit, velocity_limit, acceleration_limit, jerk_limit, keep;
  std::string new_duration;
  bool explain = false;
  ShowingChoice showing;
  std::string period = "10ms", out;
  bool force = false;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void describe_profile(Fields& fields);
  void describe_plain_numbers(Fields& fields);
  void describe_limits(Fields& fields);
  void check_usage();

  PaceLimits limits_of(const Model<double>& model) const;
  RetimeAnswer of_instant();
  RetimeAnswer of_trajectory(Door& door);
  RetimeAnswer of_profile(Door& door);
  RetimeAnswer of_profile(Door& door, const Model<double>& model);
  void write_motion(Door& door, const Model<double>& model, const Trajectory& motion) const;
};

}  // namespace sinew
