// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/motion/follow/follow.h"
#include "sinew/motion/follow/path_deviation.h"
#include "sinew/tasks/link_motions.h"
#include "sinew/tasks/objectives/obstacle_distance.h"

namespace sinew {

enum class WatchedLimit { Position, Velocity, Acceleration, Effort };

/// Where on the way something was largest.
struct FollowPlace {
  double t = 0.0, path_time = 0.0;  ///< [s]; of the nearest place of the path
};

/// The most that a joint was beyond one of its limits.
struct LimitExcess {
  WatchedLimit kind = WatchedLimit::Position;
  int joint = 0;  ///< index in q̇
  double value = 0.0, limit = 0.0;
  double t = 0.0;

  double excess() const { return value > limit ? value - limit : limit - value; }
};

/// The deepest that the robot was in an obstacle.
struct Contact {
  std::string shape, obstacle;
  double depth = 0.0;          ///< [m]
  FollowPlace deepest, first;  ///< when it was deepest; when it began
};

/// What was found on the way.
struct FollowFindings {
  double position = 0.0, orientation = 0.0;  ///< largest distances from the path as a curve [m], [rad]
  FollowPlace position_at, orientation_at;
  std::vector<WatchedLimit> limits;  ///< which kinds of limits the robot has
  std::vector<LimitExcess> excess;   ///< by kind and joint; empty if all were kept
  std::optional<Contact> contact;

  bool is_on_path(double most_position, double most_orientation) const {
    return position <= most_position && orientation <= most_orientation;
  }
};

/// Watches a robot that follows a path, at its samples and between them: how far the frame is off the path, which limits of
/// the robot are exceeded, and whether it runs into an obstacle.
///
/// Between samples joints move as they are commanded, at constant velocity or acceleration. Deviations are looked at where
/// no joint has moved by more than 5 mrad (or mm); obstacles, wherever the distances before and after cannot exclude a contact, to
/// a tenth of a millimetre. Made for one model, which must outlive it.
class FollowWatch {
 public:
  FollowWatch(const Model<double>& model, const FrameMotionChoice& frame, std::shared_ptr<const CartesianPath> path,
              CommandLevel level, const std::vector<std::shared_ptr<Objective>>& objectives);

  /// The next sample; the first is where it starts.
  void see(const FollowSample& sample);
  const FollowFindings& findings() const noexcept { return findings_; }
  /// What the last sample was beyond, by kind and joint.
  const std::vector<LimitExcess>& beyond() const noexcept { return beyond_; }

 private:
  /// The joints at a part of the period that ends with this sample.
  void put(const FollowSample& sample, double part);
  void see_deviation(const Pose<double>& X, double t, double path_time);
  void see_limits(const FollowSample& sample);
  void see_limit(WatchedLimit kind, int joint, double value, double lower, double upper, double t);
  void see_turning_points(const FollowSample& sample);
  void see_obstacles(const FollowSample& sample);
  double see_distance(ObstacleDistance& obstacles, double t, double path_time);
  void search_contact(ObstacleDistance& obstacles, const FollowSample& sample, double from, double to, double before,
                      double after, double way);
  double largest_way(const FollowSample& sample) const;

  const Model<double>& model_;
  std::vector<std::shared_ptr<ObstacleDistance>> obstacles_;
  std::vector<double> distances_;  ///< of each at the last sample
  CommandLevel level_;
  JointLimits limits_;
  std::vector<double> effort_;
  PathDeviation deviation_;
  Frame<double> frame_;
  LinkMotions motions_;
  Workspace work_;
  double radius_ = 0.0;  ///< no point of the robot's shapes is further from any axis [m]
  FollowSample last_;
  Eigen::VectorXd q_, tau_, gradient_;
  bool began_ = false;
  std::vector<LimitExcess> beyond_;
  FollowFindings findings_;
};

}  // namespace sinew
