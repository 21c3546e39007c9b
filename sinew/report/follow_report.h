// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/follow/follow_run.h"

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

/// "Arrived after 4.3 s …": for people.
std::string follow_text(const Model<double>& model, const FollowSummary& summary);

/// What makes it no success though it may have come to the end: it left the path, or ran into an obstacle.
std::vector<Diagnostic> follow_problems(const FollowSummary& summary);

}  // namespace sinew
