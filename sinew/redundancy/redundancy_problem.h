// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/redundancy/bounds.h"
#include "sinew/redundancy/damping.h"

namespace sinew {

enum class CommandLevel { Velocity, Acceleration };

/// What is asked of redundant joints, in matrices: x = q̇ at velocity level, x = q̈ at acceleration level.
struct RedundancyProblem {
  CommandLevel level = CommandLevel::Velocity;
  int size = 0;                          ///< joints
  std::vector<std::string> joint_names;  ///< one per joint; q1, q2, … where there are none

  struct Task {
    std::string name;
    Eigen::MatrixXd J;
    Eigen::VectorXd y;      ///< ṙ or r̈
    Eigen::VectorXd drift;  ///< J̇·q̇; empty for none
    int priority = 1;       ///< 1 comes first; tasks of one priority are one task, row under row
    /// What the square of an error of 1 is worth in each row, against the other rows of its priority; empty for 1.
    Eigen::VectorXd weight = {};

    /// What J·x has to be: y − J̇·q̇.
    Eigen::VectorXd wanted() const { return drift.size() == 0 ? y : Eigen::VectorXd(y - drift); }
  };
  std::vector<Task> tasks;

  std::optional<Bounds> bounds;           ///< of x
  std::optional<Eigen::MatrixXd> weight;  ///< W of the joints
  Damping damping;
  double rank_tolerance = 0.0;  ///< relative; 0 for epsilon times the larger size

  /// What the joints would like: x₀ itself, or ∇H with a step and a sign: x₀ = ±α·∇H, − to make H small.
  std::optional<Eigen::VectorXd> preferred;
  std::optional<Eigen::VectorXd> gradient;
  bool maximise = false;
  double step = 1.0;
  /// At acceleration level, x₀ = ±α·∇H − K_D·q̇.
  Eigen::VectorXd damping_gain_times_qd;  ///< K_D·q̇; empty for none

  /// Of the reduced gradient: which columns make J_a; none to take the minor of largest determinant.
  std::vector<int> independent_columns;

  /// τ = M·q̈ + n.
  std::optional<Eigen::MatrixXd> mass_matrix;
  Eigen::VectorXd bias;  ///< n = c + g; empty for zero

  /// C·x − w ≤ d, w as small as possible; of the quadratic program.
  Eigen::MatrixXd inequality_matrix;
  Eigen::VectorXd inequality_limit;
  bool hard_inequalities = false;  ///< w = 0

  std::string joint_name(int i) const;
};

/// InputError with everything that does not fit together: sizes, numbers that are none, lower above upper, no task.
void check(const RedundancyProblem& problem);

/// The same problem with every row multiplied by the square root of its weight: least |J·x − y|² is then least Σ w·e².
RedundancyProblem with_weighted_rows(const RedundancyProblem& problem);

/// Tasks of one priority, row under row, in order.
std::vector<RedundancyProblem::Task> by_priority(const RedundancyProblem& problem);
/// All of them in one.
RedundancyProblem::Task stacked(const std::vector<RedundancyProblem::Task>& tasks);

/// x₀, by whichever of the ways it is given; zero if by none.
Eigen::VectorXd preferred_motion(const RedundancyProblem& problem);

}  // namespace sinew
