// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/equations/document.h"
#include "sinew/report/equations/values.h"

namespace sinew {

/// One HTML page with all it needs inside: MathML, which browsers set themselves, and a style for light, dark and paper.
/// Sums wrap at their terms as the page gets narrower; what cannot wrap scrolls in its own box.
std::string html_document(const EquationDocument& document, const EquationValues* values = nullptr);

}  // namespace sinew
