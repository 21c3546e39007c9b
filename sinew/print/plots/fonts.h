// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace sinew {

/// `text` with every letter that no installed font has as its number, \u65e5. In PNG and PDF such a letter would not be
/// left out but drawn as a black area over the picture. `fc-list`, which comes with gnuplot's fonts, knows the fonts.
std::string with_known_letters(const std::string& text);

}  // namespace sinew
