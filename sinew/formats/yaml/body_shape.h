// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "sinew/formats/yaml/fields.h"
#include "sinew/model/description.h"

namespace sinew {

/// The surface of a body whose `shape` was read without a fault, in the body's own frame; nothing for one that has
/// none, such as a point or a thin rod.
std::optional<ShapeDescription> body_shape(const std::string& shape, YamlFields& fields,
                                           const YamlValues<double>& values);

}  // namespace sinew
