// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sinew/redundancy/priority_stack.h"
#include "sinew/redundancy/resolution.h"
#include "sinew/redundancy/saturation.h"
#include "sinew/tasks/cartesian_path.h"
#include "sinew/tasks/joint_bounds.h"
#include "sinew/tasks/objective.h"
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
  std::optional<JointLimits> limits;  ///< none: those of the file
  Damping damping;
  std::optional<Eigen::MatrixXd> weight;
  std::vector<std::shared_ptr<Objective>> objectives;  ///< made better in what the path leaves free
  double step = 1.0;                                   ///< along their gradients [1/s]
  double rest = 5.0;                                   ///< K_D of motion in the null space, at acceleration level [1/s]
  double give_up_after = 2.0;                          ///< [s] without getting on
};

/// The robot at one sample of the way.
struct FollowSample {
  double t = 0.0;          ///< [s] since the start
  double path_time = 0.0;  ///< how far along the path's own time: behind t where limits made it slow down
  Eigen::VectorXd q, qd, qdd;
  double position_error = 0.0, orientation_error = 0.0;  ///< [m], [rad], of the rows that are followed
  double scale = 1.0;
  int held = 0;  ///< joints at a bound
};

enum class FollowEnd {
  GoesOn,
  Arrived,
  Stuck  ///< limits or a singularity let nothing more be done
};

/// Follows a Cartesian path with any of the methods, one sample after the other.
///
/// Limits hold at every sample. Where they let only a part of the task be done, the path's own time slows down, so that
/// the way stays the same; what drifts is taken back by feedback. Made for one model, which must outlive it.
class Follower {
 public:
  /// The frame's pose at q should be the path's start; what is missing is taken back on the way.
  Follower(const Model<double>& model, const FrameMotionChoice& frame, std::shared_ptr<const CartesianPath> path,
           FollowSettings settings, Eigen::VectorXd q);

  const FollowSample& sample() const { return sample_; }
  /// Goes on by one period.
  FollowEnd advance();

 private:
  void look(double path_time);
  Eigen::VectorXd gradient_of_objectives();
  Eigen::VectorXd preferred();
  Bounds bounds_now();
  double command(const Bounds& bounds, Eigen::VectorXd& x);

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
  Eigen::VectorXd motion_, second_;
  double pace_ = 1.0, pace_rate_ = 0.0;
  double waited_ = 0.0, settling_ = 0.0;
};

}  // namespace sinew
