// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/model/description.h"

namespace sinew {

/// A body as points on its surface, whose convex hull is drawn: exact for boxes, cylinders, cones and ellipsoids
/// (whose curves have 24 corners), and the hull of a mesh.
struct RobotShape {
  std::string link;                  ///< or frame
  std::vector<Vec3<double>> points;  ///< in its frame [m]
};

/// The shapes of the robot's file. Meshes are opened here; those that cannot be read are left out with one warning.
std::vector<RobotShape> robot_shapes(const RobotDescription<double>& robot, Diagnostics& warnings);

}  // namespace sinew
