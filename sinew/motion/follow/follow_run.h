// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/motion/follow/follow.h"
#include "sinew/motion/follow/follow_watch.h"
#include "sinew/motion/follow/rounds.h"

namespace sinew {

/// What became of an objective on the way.
struct ObjectiveCourse {
  std::string name;
  bool more_is_better = false;
  double at_start = 0.0, at_end = 0.0, worst = 0.0;
};

/// What can be said when it is over.
struct FollowSummary {
  std::string frame, path;  ///< which followed what: CartesianPath::text
  FollowEnd end = FollowEnd::GoesOn;
  double time = 0.0, duration = 0.0;                               ///< [s] taken; and of the path
  std::optional<double> at_path_end;                               ///< [s] when the path's end was reached
  double path_time = 0.0;                                          ///< how far along the path it came
  double position_error = 0.0, orientation_error = 0.0;            ///< largest on the way
  double last_position_error = 0.0, last_orientation_error = 0.0;  ///< at the end
  double last_speed = 0.0;                                         ///< of the fastest joint at the end
  double slowest = 1.0;                                            ///< scale, before the path's end
  int samples = 0, slowed = 0;                                     ///< of which behind the path's own speed
  std::vector<ObjectiveCourse> objectives;
  FollowFindings findings;
  std::string method;                                    ///< by which it was followed: "pseudo-inverse"
  std::optional<JointDrift> drift;                       ///< of a closed path, of the rounds that are over
  double most_position = 1e-3, most_orientation = 1e-3;  ///< off the path [m], [rad] that are no error

  /// The first sample is where it starts.
  void count(const FollowSample& sample, const std::vector<std::shared_ptr<Objective>>& of);
};

/// A robot that follows a path, or a closed one several times, and is watched on its way. Made for one model, which must
/// outlive it.
class FollowRun {
 public:
  FollowRun(const Model<double>& model, const FrameMotionChoice& frame,
            const std::shared_ptr<const CartesianPath>& path, const FollowSettings& settings, const Eigen::VectorXd& q,
            int rounds = 1);

  /// Off the path that is no error [m], [rad].
  void allow_deviation(std::optional<double> position, std::optional<double> orientation);

  bool goes_on() const noexcept { return summary_.end == FollowEnd::GoesOn; }
  void advance();
  /// How much of the path is done, from 0 to 1.
  double done() const { return sample().path_time / summary_.duration; }

  const FollowSample& sample() const { return follower_.sample(); }
  /// The limits that the sample is beyond.
  const std::vector<LimitExcess>& beyond() const noexcept { return watch_.beyond(); }
  /// Of everything so far.
  FollowSummary summary() const;

 private:
  FollowRun(const Model<double>& model, const FrameMotionChoice& frame, const CartesianPath& one_round, int rounds,
            const std::shared_ptr<const CartesianPath>& path, const FollowSettings& settings, const Eigen::VectorXd& q);
  void note();

  std::vector<std::shared_ptr<Objective>> objectives_;
  Follower follower_;
  FollowWatch watch_;
  std::optional<RoundWatch> rounds_;  ///< of a closed path
  FollowSummary summary_;
};

}  // namespace sinew
