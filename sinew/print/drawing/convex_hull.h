// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/print/drawing/picture.h"

namespace sinew {

/// The corners of the smallest convex polygon around the points, going round; fewer than three where they are on one
/// line.
std::vector<PicturePoint> convex_hull(std::vector<PicturePoint> points);

}  // namespace sinew
