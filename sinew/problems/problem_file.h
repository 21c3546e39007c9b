// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/problems/problem_statement.h"
#include "sinew/problems/problem_tasks.h"
#include "sinew/redundancy/resolution.h"

namespace sinew {

/// A problem of a file or of flags with its numbers, ready to be resolved, and what a report has to say of it.
///
/// Every key of the file: docs/guides/redundancy.md.
struct StatedProblem {
  std::string robot;  ///< its name; empty where the problem is of matrices
  RedundancyProblem problem;
  RedundancyMethod method = RedundancyMethod::PseudoInverse;
  std::string because;  ///< why this method, where it was chosen and not named

  /// One per task of `problem`.
  struct Rows {
    std::vector<std::string> names;
    std::vector<Dimension> dimensions;  ///< of what is wanted; plain where nobody knows
    /// Of each row: the frame that it moves, and whose axes it is in; empty where there are none.
    std::vector<std::string> frames = {}, axes = {};
  };
  std::vector<Rows> rows;
  std::vector<Dimension> command_dimensions, effort_dimensions;  ///< per joint; empty where nobody knows

  /// Where each entry stands, for what turns out to be wrong later.
  struct Place {
    std::string key, file;
    int line = 0;
  };
  std::vector<Place> places;

  std::vector<WorkedStep> given;   ///< what the problem begins with, before the method's own steps
  std::vector<std::string> notes;  ///< what is given and does nothing, and what depends on units
};

/// The robot that a problem is about, as its file says it.
struct RobotReference {
  std::string name;  ///< a shipped robot, or a file beside that of the problem
  Diagnostic where;  ///< file and line of the entry, for a message to be made of
};
std::optional<RobotReference> robot_reference(const ProblemStatement& statement);

/// With the robot, or without one for a problem of matrices. Throws InputError with everything that is wrong.
StatedProblem read_problem(const ProblemStatement& statement, const Arm* robot);

/// The given steps first, then the method's; notes before warnings. What is wrong is reported at the entry that it is about.
Resolution resolve(const StatedProblem& stated);

/// The Jacobians of a problem's tasks as functions of some joints (`q2`, or as the robot's file names them) or parameters
/// of the problem, everything else as the problem says. How the tasks are to move need not be said.
struct VaryingJacobians {
  std::vector<std::string> task_names;
  std::vector<Dimension> dimensions;  ///< of the variables; plain where nobody knows
  std::function<std::vector<Eigen::MatrixXd>(const std::vector<double>& values)> at;
};
VaryingJacobians varying_jacobians(const ProblemStatement& statement, const Arm* robot,
                                   const std::vector<std::string>& variables);

}  // namespace sinew
