// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/print/drawing/label_placement.h"
#include "sinew/report/drawing/robot_drawing.h"
#include "sinew/report/drawing/symbols.h"

namespace sinew {

/// Outlines and wanted labels of poses that stand in one plane, one behind the other.
struct PaintedPoses {
  Outlines outlines;
  std::vector<WantedLabel> labels;
};

/// The poses from `first` to `last` of the scene, in this plane. With several, captions stand at the ends of the arms.
PaintedPoses painted_poses(const RobotScene& scene, std::size_t first, std::size_t last, const DrawingStyle& style,
                           const DrawingPlane& plane);

/// Every point that the drawing of a pose shows, whatever its symbols look like.
std::vector<Vec3<double>> points_of(const RobotScene& scene, const DrawnPose& pose, const DrawingStyle& style);

}  // namespace sinew
