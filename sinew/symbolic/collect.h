// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/symbolic/readable_term.h"

namespace sinew {

/// A sum with what its terms have in common written once: (m1 + m2)·l1²·q̈1, (q̇1 + q̇2)². A sine, a cosine or a rate that
/// all terms share stands in front.
Expr collected(ExprGraph& graph, std::vector<ReadableTerm> terms);
/// The same with all that they share in front, parameters too: (m2·d2 + m3·l2)·g.
Expr factored(ExprGraph& graph, std::vector<ReadableTerm> terms);

}  // namespace sinew
