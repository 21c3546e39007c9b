// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/equations/document.h"
#include "sinew/report/equations/values.h"

namespace sinew {

/// A LaTeX file that compiles with no more than LaTeX's base and AMS packages. Lines are broken here, for a text width of
/// 160 mm at 10 pt: nothing stands over the margin. A matrix that is too wide is listed entry by entry.
std::string latex_document(const EquationDocument& document, const EquationValues* values = nullptr);

/// Its sections alone, to be \input into a text that loads amsmath and amssymb.
std::string latex_fragment(const EquationDocument& document, const EquationValues* values = nullptr);

}  // namespace sinew
