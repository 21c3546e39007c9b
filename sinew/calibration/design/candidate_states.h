// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "sinew/tasks/objectives/obstacle_distance.h"

namespace sinew {

/// Which states of the joints may be measured at.
struct CandidateStates {
  int count = 300;
  unsigned seed = 1;
  ObstacleDistance* obstacles = nullptr;  ///< of the same robot; null where there are none
  double clearance = 0.0;                 ///< no shape of the robot is nearer to an obstacle [m]
  /// Whether the frame can be seen there, for example; empty: every state may be measured at.
  std::function<bool(const Eigen::VectorXd& q)> is_admissible;
};

/// States that may be measured at, and how many others there were.
struct FoundStates {
  std::vector<Eigen::VectorXd> states;
  long tried = 0;
  long near_obstacles = 0;  ///< of those that were tried, nearer to an obstacle than the clearance
};

/// Random positions of the joints, even between their limits; turning joints without limits are anywhere in ±π. The
/// same for the same seed.
///
/// Throws InputError for a joint that slides without limits, for limits that contradict each other, for a floating
/// base, and where fewer than one state in a thousand may be measured at; the message says what was in the way.
FoundStates candidate_states(const Model<double>& model, const CandidateStates& question);

}  // namespace sinew
