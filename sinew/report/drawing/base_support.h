// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/report/drawing/robot_drawing.h"
#include "sinew/report/drawing/symbols.h"

namespace sinew {

/// What a robot stands on: the ground on a side of its base where no pose of the scene has a link, or a plate for a base that
/// floats.
void add_support(const RobotScene& scene, const PosedRobot& robot, const DrawingPlane& plane, const DrawingTone& tone,
                 Outlines& outlines);

}  // namespace sinew
