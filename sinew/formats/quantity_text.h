// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "sinew/formats/formula.h"
#include "sinew/spatial/vec3.h"

namespace sinew {

/// A number that may carry a unit, such as `20deg`, `-0.35`, `pi/2` or `300 mm`, in SI. Throws FormulaError if it is
/// none, is not finite, or is of another kind than `wanted`.
double quantity(std::string_view text, const Dimension& wanted);

/// The same of any kind, with its dimension: for whoever learns only later what kind is wanted.
Quantity<double> quantity_of_any_kind(std::string_view text);

/// Three quantities of one kind: "[300mm, 0, 0]". Throws FormulaError.
Vec3<double> vector_quantity(std::string_view text, const Dimension& wanted);

}  // namespace sinew
