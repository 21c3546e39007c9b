// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "sinew/motion/cartesian/cartesian_path.h"
#include "sinew/motion/follow/follow_bounds.h"
#include "sinew/motion/follow/follow_method.h"
#include "sinew/motion/follow/follow_settings.h"
#include "sinew/tasks/task_frame.h"
#include "sinew/tasks/task_goal.h"

namespace sinew {

/// Whether a robot that follows a path still gets on: a hundredth of the path, or of the time before it gives up, or half
/// of the error taken back counts as progress.
class FollowProgress {
 public:
  /// `way`: of the path's own time [s] that counts as progress.
  explicit FollowProgress(double way) : way_(way) {}

  /// `error`: off the path at the start [m].
  void begin(double error) { mark_error_ = error; }

  /// How long there has been none, after one period more [s].
  double waited(double path_time, double error, double period);

 private:
  double way_;
  double mark_error_ = 0.0, mark_time_ = 0.0;  ///< where it last got on
  double waited_ = 0.0;
};

/// Follows a Cartesian path with any of the methods, one sample after the other.
///
/// Limits hold at every sample. Where they let only a part of the task be done, the path's own time σ slows down, so that
/// the way stays the same; what drifts is taken back by feedback, and where that is too slow, σ waits:
///
///     velocity level      J·q̇ = s·(r′·h + K·e)                     σ̇ = s·h        largest s ≤ 1 within bounds
///     acceleration level  J·q̈ = r″·σ̇² + r′·σ̈ + feedback − J̇·q̇                    largest σ̈ within bounds, σ̇ → h
///     h = 1 up to the tolerance, 0 from twice of it on
///
/// so that an end out of reach, or a limit, is met on the path. Made for one model, which must outlive it.
class Follower {
 public:
  /// The frame's pose at q should be the path's start; what is missing is taken back first.
  Follower(const Model<double>& model, const FrameMotionChoice& frame, std::shared_ptr<const CartesianPath> path,
           FollowSettings settings, Eigen::VectorXd q);

  const FollowSample& sample() const { return sample_; }
  /// Goes on by one period.
  FollowEnd advance();

 private:
  void look(double path_time);
  double off() const;
  double patience() const;
  double command_velocity(const Bounds& bounds, Eigen::VectorXd& x);
  double velocity_within(const Bounds& bounds, const Eigen::VectorXd& y, const Eigen::VectorXd& lean, double h,
                         Eigen::VectorXd& x);
  double command_acceleration(const Bounds& bounds, Eigen::VectorXd& x);
  double acceleration_within(const Bounds& bounds, const Eigen::VectorXd& y, const Eigen::VectorXd& wish,
                             const Eigen::VectorXd& lean, double wanted, Eigen::VectorXd& x);
  double move(const Bounds& bounds, Eigen::VectorXd& x);
  FollowEnd end_so_far();
  bool at_rest() const;

  std::shared_ptr<const CartesianPath> path_;
  FollowSettings settings_;
  FrameRows rows_;
  FrameTask task_;
  TaskGoal goal_;
  FollowBounds bounds_;
  FollowMethod method_;
  FollowProgress progress_;
  FollowSample sample_;
  PathPoint point_;    ///< of the path at the sample's path time
  double pace_ = 0.0;  ///< σ̇
};

}  // namespace sinew
