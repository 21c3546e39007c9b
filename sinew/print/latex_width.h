// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace sinew {

/// About how wide a formula becomes, in points, when LaTeX sets it in Computer Modern at 10 pt: each glyph by its class,
/// indices smaller, a fraction as its wider half. Never much too small, so that what is found to fit does.
double latex_width(std::string_view formula);

/// The same of words.
double latex_text_width(std::string_view text);

}  // namespace sinew
