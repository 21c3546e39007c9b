// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "sinew/calibration/measurements/measurement.h"

namespace sinew {

/// One place: its name, what it is, and where, if that is known or to begin with:
///
///     tracker frame
///     anchor point at 1,0,0 known
///     table plane at {xyz: [0, 0, 20mm], rpy: [1deg, 0, 0]}
///     block cube 100mm
///     ball sphere 25mm                 its radius; or sphere radius 25mm, sphere diameter 50mm
///
/// A pose is written as in `parse_pose`, in the frame of the robot's base; of a plane the z axis is the normal. Throws
/// FormulaError.
MeasuringPlace parse_measuring_place(std::string_view text);

/// Places with semicolons or line ends between them. Throws FormulaError, also where two have one name.
std::vector<MeasuringPlace> parse_measuring_places(std::string_view text);

/// Distances between points that are known apart from the robot, with commas or semicolons between them:
/// "socket0-socket1=50mm+-0.1mm, ball-anchor=1.2m". The deviation is 0.1 mm where none is given. Names may have hyphens
/// of their own if they are among `points`; other names are refused unless `points` is empty. Throws FormulaError.
std::vector<KnownDistance> parse_known_distances(std::string_view text, const std::vector<std::string>& points = {});

}  // namespace sinew
