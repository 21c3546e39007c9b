// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>

#include "sinew/motion/trajectory/path.h"
#include "sinew/symbolic/expr.h"

namespace sinew {

/// q(t) by formulas of the time, one per joint, from `start` to `start + duration`; the path's s is the time since the
/// start. Derivatives are exact. Where the argument of a sign, an absolute value or a choice changes its sign, the path has
/// a knot.
///
/// InputError where a formula has no finite value or velocity at some time; the message names the joint, counted from 1,
/// and the time. `time` is the symbol of t; the formulas have no other.
std::shared_ptr<const Path> formula_path(std::span<const Expr> formulas, const Expr& time, double start,
                                         double duration);

}  // namespace sinew
