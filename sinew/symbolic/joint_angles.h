// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// A joint's angle with the sign that it has in a sum.
struct SignedJoint {
  int joint = 0;  ///< from 0
  int sign = 1;
};

/// The joints of ±q1 ± q2 …, the positive ones first, each in order; nothing for any other expression.
std::optional<std::vector<SignedJoint>> signed_joints(const Expr& angle);

/// By which the symbols that a `Program` makes for its steps are known: c12 is cos(q1 + q2) there, too.
inline constexpr int rank_of_steps = 1000;

/// Is there a symbol of that name which is no step of a program, such as a length c2?
bool has_meaning_of_its_own(const ExprGraph& graph, const std::string& name);

/// What stands behind the c of cos(q1 + q2) in its short form: "12", and "1-2" for a difference. Nothing where that
/// could be misread: for a joint number of two digits, for −q1.
std::optional<std::string> short_angle(const Expr& angle);

}  // namespace sinew
