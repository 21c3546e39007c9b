// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "sinew/motion/trajectory/clock.h"
#include "sinew/motion/trajectory/path.h"

namespace sinew {

/// What the joints do at one time: made by `Trajectory::sample`, with the memory that evaluations need.
struct MotionSample {
  double t = 0.0;
  Eigen::VectorXd q, qd, qdd, qddd;  ///< positions, velocities, accelerations, jerks

 private:
  friend class Trajectory;
  explicit MotionSample(int joints) : q(Eigen::VectorXd::Zero(joints)), qd(q), qdd(q), qddd(q) {}
  std::vector<PathSample> paths_;  ///< one per segment that needs working memory, behind one for all others
};

/// A path with a clock, or several of them one after the other. Everything over time reads this one type: plots, retiming,
/// simulation, following.
class Trajectory {
 public:
  struct Segment {
    std::shared_ptr<const Path> path;
    Clock clock;
    double start = 0.0;    ///< [s], set by the trajectory
    std::size_t work = 0;  ///< which of a sample's memories it uses; set by the trajectory
  };

  /// InputError for no segments, or for segments of different numbers of joints or whose clock ends elsewhere than the path.
  explicit Trajectory(std::vector<Segment> segments);
  Trajectory(std::shared_ptr<const Path> path, Clock clock);

  int joint_count() const noexcept { return joints_; }
  double duration() const noexcept { return duration_; }
  const std::vector<Segment>& segments() const noexcept { return segments_; }

  MotionSample sample() const;
  /// At a time that belongs to two segments, the later one counts. Before the start the joints stand at the start, after the
  /// end at the end. Allocates nothing.
  void at(double t, MotionSample& sample) const noexcept;
  /// The same within one segment, which also has its end: what is there just before the next one starts.
  void at(std::size_t segment, double t, MotionSample& sample) const noexcept;

  /// Every time at which a derivative may jump, the start and the end included, rising.
  std::vector<double> knots() const;

  /// The same motion that takes `duration` seconds.
  Trajectory stretched_to(double duration) const;

 private:
  std::vector<Segment> segments_;
  int joints_ = 0;
  double duration_ = 0.0;
};

}  // namespace sinew
