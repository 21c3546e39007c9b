// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/equations/document.h"

namespace sinew {

/// The same document with its decimals to be printed to so many significant digits, in a graph of its own, `graph`. Values
/// are not rounded: what is worked out from its expressions is as exact as before.
EquationDocument with_digits(const EquationDocument& document, int digits, ExprGraph& graph);

}  // namespace sinew
