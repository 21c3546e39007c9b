// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// The nodes that `roots` are made of, each once: symbols as they were announced, then operands before what is made of them.
std::vector<const Expr::Node*> nodes_of(std::span<const Expr> roots);

}  // namespace sinew
