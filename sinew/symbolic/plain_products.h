// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/symbolic/expr.h"

namespace sinew {

/// x with its products made plain, in reading order: a bracket gives up the number and the sign that its terms share, powers
/// of products are opened, and exponentials become one:
///
///     a·(−2·b − 12·c) = −2·a·(b + 6·c)        (a·exp(−t))²·exp(t) = a²·exp(−t)
Expr with_plain_products(const Expr& x);

}  // namespace sinew
