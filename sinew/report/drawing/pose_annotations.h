// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/report/drawing/pose_painter.h"

namespace sinew {

constexpr double small_lettering = 11.5;

/// What is drawn beside the robot itself: frames, wrenches, and all names. Of a pale pose, the wrenches alone.
void annotate(const DrawnPose& pose, const DrawingStyle& style, const DrawingPlane& plane, bool is_main,
              PaintedPoses& into);

}  // namespace sinew
