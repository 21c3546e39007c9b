// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "sinew/equations/document.h"

namespace sinew {

/// A section of the robot's equations as functions of the time: each expression is what `along` makes of it, and M(q)
/// becomes M(t). Coriolis and centrifugal terms are added up, because along a motion both are functions of the time
/// alone.
Section section_along(const Section& section, const ExprGraph& graph, const std::function<Expr(const Expr&)>& along);

/// M(q), c(q, q̇) and q as M(t), c(t) and q(t).
MathName over_time(const MathName& name);

/// The expressions of a block in order; those of a sum as one.
std::vector<Expr> expressions_of(const Block& block);
/// Puts others in their place.
void put_expressions(Block& block, const std::vector<Expr>& all);

}  // namespace sinew
