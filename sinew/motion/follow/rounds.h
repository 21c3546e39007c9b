// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/motion/cartesian/cartesian_path.h"
#include "sinew/motion/follow/follow_settings.h"
#include "sinew/tasks/task_frame.h"

namespace sinew {

/// How far a path ends from where it began, in the rows that are followed.
struct PathGap {
  double position = 0.0, orientation = 0.0;  ///< [m], [rad]

  /// Within a micrometre and a microradian, as files of poses are.
  bool is_closed() const { return position <= 1e-6 && orientation <= 1e-6; }
};
PathGap gap_of(const CartesianPath& path, const FrameRows& rows);

/// A closed path several times, one round after the other. InputError for fewer than one round, and for several of a
/// path that is not closed.
std::shared_ptr<const CartesianPath> rounds_of(std::shared_ptr<const CartesianPath> path, const FrameRows& rows,
                                               int rounds);

/// How far the joints are from where a round began when the frame is back where it began.
///
/// A method is cyclic on a closed path if the joints come back with the frame. Where the frame's rows leave the
/// joints no choice, every method is, away from singularities. Where there is redundancy, few are: q̇ = J⁺·ṙ depends
/// on the way that the joints have come, and drifts by the same kind of amount round after round, whatever the speed.
struct JointDrift {
  std::vector<Eigen::VectorXd> rounds;  ///< after each, less where the joints were before it [rad or m]
  /// So much is explained by the frame's own distance from the path at the ends of the rounds [rad or m].
  double explained = 0.0;

  bool is_cyclic() const;
  /// Every link is back, though joints may have turned by whole turns: what the path asks of them if it leads round the
  /// base, whatever the method.
  bool is_of_whole_turns(const Model<double>& model) const;
  /// Of any joint in any round.
  double largest() const;
};

/// "joint1 0.0334 rad, joint2 -0.051 rad": the joints that are elsewhere.
std::string drift_text(const Model<double>& model, const Eigen::VectorXd& drift);

/// Sees the samples of a robot that follows a path round after round, and notes the joints whenever a round is over.
class RoundWatch {
 public:
  /// `duration`: of one round in the path's own time [s].
  RoundWatch(double duration, int rounds) : duration_(duration), rounds_(rounds) {}

  /// The first sample is where it starts.
  void see(const FollowSample& sample);
  /// Of the rounds that are over; the last one is once the robot has settled.
  JointDrift drift() const;

 private:
  void note(const FollowSample& sample);

  double duration_;
  int rounds_;
  std::vector<Eigen::VectorXd> q_;  ///< at the start and after each round
  std::vector<double> error_;       ///< of the frame then
};

}  // namespace sinew
