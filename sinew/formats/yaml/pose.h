// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "sinew/formats/yaml/fields.h"
#include "sinew/spatial/pose.h"

namespace sinew {

/// A pose: a chain of constant transforms (`Tz(l1) Rx(90deg)`), or a map of `xyz` and one of `rpy`,
/// `quaternion` [x, y, z, w], `axis` with `angle`, or `matrix` (three rows).
template <Scalar P>
std::optional<Pose<P>> read_pose(const YamlNode& node, const std::string& what, const YamlValues<P>& values);

extern template std::optional<Pose<double>> read_pose(const YamlNode&, const std::string&, const YamlValues<double>&);
extern template std::optional<Pose<Expr>> read_pose(const YamlNode&, const std::string&, const YamlValues<Expr>&);

}  // namespace sinew
