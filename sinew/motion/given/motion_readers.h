// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "sinew/motion/given/motion_reading.h"

namespace sinew {

/// One motion of a file: formulas, via points, a move, a hold, samples or a Cartesian path, as its keys tell. What is wrong
/// is noted, and then nothing is returned.
std::optional<ReadMotion> read_motion(YamlFields& fields, const YamlNode& node, MotionReading& reading);

/// `q1: sin(t)`, or names of joints; `from`, `until` or `duration`.
std::optional<ReadMotion> read_formulas(YamlFields& fields, const YamlNode& node, MotionReading& reading);
/// `via` with `times` or `durations` or `duration`; `spline`, `ends`.
std::optional<ReadMotion> read_via_points(YamlFields& fields, const YamlNode& node, MotionReading& reading);
/// `to`, perhaps `from`; `with` a profile; `duration` or `limits`.
std::optional<ReadMotion> read_move(YamlFields& fields, const YamlNode& node, MotionReading& reading);
/// `hold`: a time at rest.
std::optional<ReadMotion> read_hold(YamlFields& fields, const YamlNode& node, MotionReading& reading);
/// `samples`: a CSV file, or rows with `columns`; `spline` and `ends`, or `smooth`.
std::optional<ReadMotion> read_samples(YamlFields& fields, const YamlNode& node, MotionReading& reading);
/// `path`: a frame's way through space, turned into joints.
std::optional<ReadMotion> read_cartesian(YamlFields& fields, const YamlNode& node, MotionReading& reading);

}  // namespace sinew
