// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "sinew/equations/document.h"

namespace sinew {

/// What short names in a document's equations stand for, by the simplest of those that are in it:
/// "s₂ = sin(q₂), c₁₂ = cos(q₁ + q₂)." Nothing where there are none.
std::optional<Paragraph> legend_of_angles(const EquationDocument& document);

/// The same for formulas that are typed, which write sines out: "qd1 and qdd1 are the first and second derivative of q1
/// with respect to time."
std::optional<Paragraph> legend_of_rates(const EquationDocument& document);

}  // namespace sinew
