// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/tasks/obstacle_distance.h"
#include "sinew/tasks/problem_values.h"

namespace sinew {

/// `shapes`: capsules and balls on the robot's links.
std::vector<LinkShape> read_link_shapes(const YamlNode& node, const ProblemValues& values);
/// `obstacles`: spheres, boxes and planes that stand in W.
std::vector<Obstacle> read_obstacles(const YamlNode& node, const ProblemValues& values);

}  // namespace sinew
