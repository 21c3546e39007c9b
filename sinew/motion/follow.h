// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/motion/cartesian_path.h"
#include "sinew/redundancy/priority_stack.h"
#include "sinew/redundancy/resolution.h"
#include "sinew/redundancy/saturation.h"
#include "sinew/tasks/joint_bounds.h"
#include "sinew/tasks/objectives/objective.h"
#include "sinew/tasks/task_frame.h"
#include "sinew/tasks/task_goal.h"

namespace sinew {

/// How a path is followed.
struct FollowSettings {
  CommandLevel level = CommandLevel::Velocity;
  RedundancyMethod method = RedundancyMethod::SnsOptimal;
  double period = 1e-3;  ///< [s] between commands
  /// How quickly an error is taken back: e falls by 1/e in 1/gain seconds. At acceleration level K_P = gain², K_D = 2·gain.
  double gain = 20.0;
  /// [m] off the path from which on its time is slowed down; at twice as much it waits. A radian counts as a fifth of a
  /// metre.
  double tolerance = 5e-3;
  std::optional<JointLimits> limits;  ///< none: those of the file
  /// Of directions that are being lost: at the edge of reach an arm then stands instead of trembling.
  Damping damping{Damping::Kind::Filtered, 0.05, 0.05};
  std::optional<Eigen::MatrixXd> weight;
  std::vector<std::shared_ptr<Objective>> objectives;  ///< made better in what the path leaves free
  double step = 1.0;                                   ///< along their gradients [1/s]
  double rest = 10.0;                                  ///< K_D of motion in the null space, at acceleration level [1/s]
  double give_up_after = 2.0;                          ///< [s] without getting on
};

/// The robot at one sample of the way.
struct FollowSample {
  double t = 0.0;          ///< [s] since the start
  double path_time = 0.0;  ///< how far along the path's own time: behind t where limits made it slow down
  Eigen::VectorXd q, qd, qdd;
  double position_error = 0.0, orientation_error = 0.0;  ///< [m], [rad], of the rows that are followed
  double scale = 1.0;                                    ///< of the path's own speed, by limits and the wait for errors
  int held = 0;                                          ///< joints at a bound
};

enum class FollowEnd {
  GoesOn,
  Arrived,
  Stuck  ///< limits or a singularity let nothing more be done
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
  Eigen::VectorXd preferred();
  Bounds bounds_now();
  Eigen::VectorXd damped(const Eigen::VectorXd& y, const Eigen::VectorXd& wish) const;
  Eigen::VectorXd by_method(const Bounds& bounds, const Eigen::VectorXd& y, const Eigen::VectorXd& wish, double& scale);
  double saturated(const Bounds& bounds, const ScaledTask& rows, const Eigen::VectorXd& lean, Eigen::VectorXd& x);
  double command_velocity(const Bounds& bounds, Eigen::VectorXd& x);
  double command_acceleration(const Bounds& bounds, Eigen::VectorXd& x);
  bool at_rest() const;
  bool gets_on();

  const Model<double>& model_;
  std::shared_ptr<const CartesianPath> path_;
  FollowSettings settings_;
  FrameTask task_;
  TaskGoal goal_;
  JointBounds bounds_;
  FrameRows rows_;
  Workspace work_;
  SaturationInNullSpace saturation_;
  PriorityStack stack_;
  FollowSample sample_;
  PathPoint point_;
  Eigen::VectorXd motion_, second_;
  bool accelerations_are_limited_ = false;
  double pace_ = 0.0;  // σ̇
  double waited_ = 0.0, mark_time_ = 0.0, mark_error_ = 0.0;
};

}  // namespace sinew
