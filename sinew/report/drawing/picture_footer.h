// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/print/drawing/picture.h"
#include "sinew/report/drawing/drawing_plane.h"

namespace sinew {

/// The height at the bottom of a picture that its scale and its directions need.
constexpr double footer_height = 62.0;

/// Adds a bar of a round length in m or mm, and the directions of W's axes. In the isometric view the bar is as long
/// as such a length along x, y or z appears.
void add_footer(const DrawingPlane& plane, Picture& picture);

/// The largest of 1, 2, 5, 10, 20, … times a power of ten that is no longer than this.
double round_length(double most);

}  // namespace sinew
