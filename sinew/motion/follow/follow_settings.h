// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

#include "sinew/redundancy/resolution.h"
#include "sinew/tasks/joint_bounds.h"
#include "sinew/tasks/objectives/objective.h"

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

}  // namespace sinew
