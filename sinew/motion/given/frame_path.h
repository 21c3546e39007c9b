// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "sinew/motion/cartesian/cartesian_path.h"
#include "sinew/motion/given/motion_reading.h"

namespace sinew {

/// A frame's way through space as a file has it, from the pose `start`:
///
///     line: {to: POSE} or {by: [x, y, z]}
///     arc: {through: [x, y, z], to: POSE, turning: true}
///     circle: {centre: [x, y, z], axis: z, turn: 360deg, turning: true}
///     screw: {to: POSE} or {point: [x, y, z], axis: z, turn: 2 rev, advance: 20 mm}
///     via: [POSE, …], blend: 20 mm
///
/// with `duration` or `speed`, its mean along the way. A POSE is a place [x, y, z], with the orientation of the pose before,
/// or a pose as robot files have them: {xyz: […], quaternion: […]}. What is wrong is noted, and then nothing is returned.
std::shared_ptr<const CartesianPath> read_frame_path(YamlFields& fields, const YamlNode& node,
                                                     const Pose<double>& start, MotionReading& reading);

}  // namespace sinew
