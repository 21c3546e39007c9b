// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/follow.h"
#include "sinew/motion/follow_watch.h"

namespace sinew {

/// A trajectory as it grows: CSV with the columns that states have, how well the path was followed, and which of the
/// robot's limits each row is beyond.
class TrajectoryCsv {
 public:
  explicit TrajectoryCsv(const Model<double>& model);

  /// t, q.<joint>, qd.<joint>, qdd.<joint>, error.position, error.orientation, scale, beyond_limits.
  const std::string& header() const { return header_; }
  /// `beyond_limits` is empty, or "qd.elbow tau.wrist".
  std::string row(const FollowSample& sample, const std::vector<LimitExcess>& beyond) const;

 private:
  std::string header_;
  std::vector<std::string> joints_;
};

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
  double most_position = 1e-3, most_orientation = 1e-3;  ///< off the path [m], [rad] that are no error

  /// The first sample is where it starts.
  void count(const FollowSample& sample, const std::vector<std::shared_ptr<Objective>>& of);
};

/// "Arrived after 4.3 s …": for people.
std::string follow_text(const Model<double>& model, const FollowSummary& summary);

/// What makes it no success though it may have come to the end: it left the path, or ran into an obstacle.
std::vector<Diagnostic> follow_problems(const FollowSummary& summary);

}  // namespace sinew
