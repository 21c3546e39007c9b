// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/problems/problem_values.h"
#include "sinew/redundancy/redundancy_problem.h"
#include "sinew/tasks/task.h"

namespace sinew {

/// A task with its numbers, and what its rows are called and measured in.
struct StatedTask {
  RedundancyProblem::Task matrices;
  std::vector<std::string> row_names;
  std::vector<Dimension> dimensions;  ///< of y; plain where nobody knows
  std::string frame = {};             ///< that it moves; empty where it moves none
  std::string axes = {};              ///< that its rows are in; empty where they are in none
};

/// What the tasks of a problem are read for.
struct TaskReading {
  const Model<double>* robot = nullptr;  ///< nothing where tasks come as matrices
  Eigen::VectorXd q, qd;                 ///< of the robot
  CommandLevel level = CommandLevel::Velocity;
  /// False where only Jacobians are wanted: then a task need not say how it is to move.
  bool moves = true;
};

/// A task of a problem as it is set up on a robot.
struct RobotTask {
  std::unique_ptr<Task> task;
  std::string name;  ///< "tip position"
};

/// One entry of `tasks`: kind, frame, rows, …; or nothing, and the reasons noted. `number` counts tasks from 1.
std::optional<StatedTask> read_task(const YamlNode& node, int number, const TaskReading& reading,
                                    const ProblemValues& values);

/// The same as a task that can be evaluated anywhere, with its goal; nothing for one that comes as a matrix.
std::optional<RobotTask> read_robot_task(const YamlNode& node, int number, const Model<double>& robot,
                                         const ProblemValues& values);

}  // namespace sinew
