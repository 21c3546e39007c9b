// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// ∂x/∂symbol. A sign has slope 0 everywhere, its jump included; a choice has that of the branch taken.
Expr derivative(const Expr& x, const Symbol& symbol);

/// x with other expressions in place of the symbols named. What changes is simplified as far as constants, zeros, ones
/// and equal terms go, and keeps its reading order.
Expr substituted(const Expr& x, const std::map<std::string, Expr>& replacements);
/// The same for any part of x: where `replacement` gives nothing, the part stays, and its own parts are looked at.
Expr substituted(const Expr& x, const std::function<std::optional<Expr>(const Expr& part)>& replacement);
/// x with `change` made to every part of it, to the smallest ones first: it sees each part as it has become by then.
Expr rebuilt(const Expr& x, const std::function<Expr(const Expr& part)>& change);

}  // namespace sinew
