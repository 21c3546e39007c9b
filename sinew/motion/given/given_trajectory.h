// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/trajectory/trajectory.h"
#include "sinew/symbolic/expr.h"

namespace sinew {

/// Formulas of the time that all joints follow from the start to the end of a motion.
struct JointFormulas {
  std::shared_ptr<ExprGraph> graph;  ///< keeps the expressions alive
  Expr t;                            ///< the symbol of the time [s]
  std::vector<Expr> q;               ///< of each joint [rad or m]
};

/// A motion of the joints as somebody gave it, in a file or in one of the short forms of the command line.
struct GivenTrajectory {
  std::string name;  ///< for titles: what the file says, or the name of the file
  std::shared_ptr<const Trajectory> trajectory;
  double start = 0.0;                     ///< [s] what the giver's clock shows at the trajectory's t = 0
  std::optional<JointFormulas> formulas;  ///< where the whole motion is given by one formula per joint
  std::vector<Diagnostic> remarks;        ///< jumps of position, velocity, acceleration; what was smoothed
};

}  // namespace sinew
