// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/problems/problem_joints.h"
#include "sinew/problems/problem_statement.h"
#include "sinew/redundancy/redundancy_problem.h"
#include "sinew/redundancy/resolution.h"
#include "sinew/tasks/joint_bounds.h"

namespace sinew {

/// Limits of the joints as a problem gives them, `position_limit`, `velocity_limit`, `acceleration_limit`, those of the
/// robot's file where it gives none; and the time over which they are to be kept, `sampling_time`.
struct StatedLimits {
  JointLimits limits;
  std::optional<double> sampling_time;
  Braking braking = Braking::FromNextSample;
};

StatedLimits read_limits(const ProblemStatement& statement, const ProblemJoints& joints, const Symbols<double>& symbols,
                         Diagnostics& diagnostics);

/// What limits let be commanded now.
struct CommandBounds {
  std::optional<Bounds> bounds;  ///< nothing where nothing is bounded
  WorkedStep step;               ///< how they were found
};

/// Without a sampling time only the limit of the command itself counts. Of velocities, `qd` is that of now, or empty where
/// nobody said it: then accelerations are limited in braking alone. Notes limits that cannot all be kept.
CommandBounds command_bounds(const ProblemStatement& statement, const StatedLimits& limits, const ProblemJoints& joints,
                             CommandLevel level, const Eigen::VectorXd& q, const Eigen::VectorXd& qd,
                             Diagnostics& diagnostics);

/// Limits that the problem states and that bound nothing, a sentence each: "position_limit has no say without …".
std::vector<std::string> idle_limit_notes(const ProblemStatement& statement, const StatedLimits& limits,
                                          CommandLevel level, bool joint_range_is_objective);

}  // namespace sinew
