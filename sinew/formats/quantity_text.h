// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/formats/formula.h"
#include "sinew/spatial/vec3.h"

namespace sinew {

/// A number that may carry a unit, such as `20deg`, `-0.35`, `pi/2` or `300 mm`, in SI. Throws FormulaError if it is
/// none, is not finite, or is of another kind than `wanted`.
double quantity(std::string_view text, const Dimension& wanted);

/// The parts between commas, with or without brackets around the whole: "[300mm, 0, 0]" and "300mm,0,0". Commas
/// inside brackets do not count; spaces around a part go.
std::vector<std::string> list_parts(std::string_view text);

/// Three quantities of one kind: "[300mm, 0, 0]". Throws FormulaError.
Vec3<double> vector_quantity(std::string_view text, const Dimension& wanted);

/// `text` without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

}  // namespace sinew
