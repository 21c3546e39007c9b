// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/tasks/task.h"

namespace sinew {

/// What a solver is asked for, from how a task is to move and how far it is from there:
///
///     at velocity level      y = ṙ_d + K·e
///     at acceleration level  y = r̈_d + K_D·ė + K_P·e − J̇·q̇       ė = ṙ_d − J·q̇
///
/// e is the task's own error, from the goal that the task was given. Gains are one number for all rows, or one per row,
/// and not negative. With ṙ_d = r̈_d = 0, the start, a goal that stands still is approached. Nothing is allocated once
/// made.
class TaskGoal {
 public:
  explicit TaskGoal(const Task& task);

  /// K [1/s].
  void set_velocity_gain(double K);
  void set_velocity_gain(In<double> K);
  /// K_P [1/s²], K_D [1/s].
  void set_acceleration_gains(double K_P, double K_D);
  void set_acceleration_gains(In<double> K_P, In<double> K_D);
  /// ṙ_d and r̈_d, one number per row each; an empty one is zero.
  void set_motion(In<double> velocity, In<double> acceleration = {});

  /// y, from the task's state. Throws InputError if there is a gain and the task has no goal.
  const Eigen::VectorXd& velocity(const TaskState& state);
  const Eigen::VectorXd& acceleration(const TaskState& state);

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const;
  void set(Eigen::VectorXd& x, const char* what, In<double> values) const;
  void set_gain(Eigen::VectorXd& x, const char* what, In<double> values) const;
  void set_motion(Eigen::VectorXd& x, const char* what, In<double> values) const;
  void expect_fit(const TaskState& state, bool with_gain) const;

  const Task& task_;
  Eigen::VectorXd K_, K_P_, K_D_, velocity_, acceleration_, y_;
  bool has_K_ = false, has_K_P_ = false;
};

}  // namespace sinew
