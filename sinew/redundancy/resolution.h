// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sinew/redundancy/redundancy_method.h"
#include "sinew/redundancy/redundancy_problem.h"
#include "sinew/redundancy/task_conflicts.h"

namespace sinew {

/// One step of a worked solution: a sentence, and what came out of it.
struct WorkedStep {
  std::string text;
  std::vector<std::pair<std::string, Eigen::MatrixXd>> values;  ///< "J#", and its numbers
};

/// What became of one priority.
struct TaskOutcome {
  std::string name;
  int priority = 1;
  Eigen::VectorXd wanted;    ///< ṙ or r̈
  Eigen::VectorXd achieved;  ///< J·q̇, or J·q̈ + J̇·q̇
  double error = 0.0;        ///< |wanted − achieved|
  double scale = 1.0;        ///< below one where bounds let only so much of it be done
  bool executed = true;      ///< false where not even a scale of zero was possible
  int rank = 0;              ///< in what the priorities above leave free
  /// False where it was scaled or left out because some of its rows cannot be had, whatever the bounds.
  bool reachable = true;
};

/// A joint command, how well it does, and how it was found.
struct Resolution {
  RedundancyMethod method = RedundancyMethod::PseudoInverse;
  Eigen::VectorXd x;                     ///< q̇ or q̈
  std::optional<Eigen::VectorXd> tau;    ///< where the mass matrix is known, at acceleration level
  std::optional<double> kinetic_energy;  ///< ½·q̇ᵀ·M·q̇ where it is known, at velocity level
  std::vector<TaskOutcome> tasks;
  std::vector<int> held;  ///< per joint: −1 at its lower bound, +1 at its upper, 0 between
  double scale = 1.0;     ///< the smallest of the tasks'
  bool within_bounds = true;
  Eigen::VectorXd inequality_values;  ///< C·x; empty where there are no inequalities
  Eigen::VectorXd broken_by;          ///< of each inequality, C·x − d where that is above zero
  TaskConflicts conflicts;            ///< of the tasks as they are stated
  /// |(I − J#·J)·∇H|, where there is an objective: zero where nothing more is to be gained.
  std::optional<double> optimality;
  std::vector<WorkedStep> steps;
  std::vector<std::string> warnings;
};

/// Everything is checked first: InputError. A method that the problem does not give enough for says what is missing.
Resolution resolve(const RedundancyProblem& problem, RedundancyMethod method);

}  // namespace sinew
