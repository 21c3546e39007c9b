// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/formats/source_text.h"
#include "sinew/problems/problem_values.h"
#include "sinew/tasks/objectives/obstacle_distance.h"

namespace sinew {

/// `shapes`: capsules on the robot's links, and balls, which are capsules without `from` and `to`. Without a robot nobody
/// looks whether there are such links.
std::vector<LinkShape> read_link_shapes(const YamlNode& node, const Model<double>* robot, const ProblemValues& values);
/// `obstacles`: spheres, boxes and planes that stand in W.
std::vector<Obstacle> read_obstacles(const YamlNode& node, const ProblemValues& values);
/// The distance between the shapes and the obstacles of a problem file, whatever else is in it. Throws InputError with
/// everything that is wrong with them, and if there are none.
std::unique_ptr<ObstacleDistance> read_obstacle_distance(const SourceText& file, const Model<double>& model);

}  // namespace sinew
