// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace sinew {

/// Defines what `gnuplot_text` needs; a script begins with it.
inline constexpr const char* gnuplot_text_definitions = "apostrophe = \"\\047\"\n";

/// Any text as an expression of gnuplot that means this text and nothing else.
///
/// Only single quotes will do: in double quotes, gnuplot runs what stands in backquotes. A single quote in the text is
/// a variable, because gnuplot reads a doubled one at the beginning of a string as its end. What would end the line
/// comes escaped. Where the string is drawn, `noenhanced` must keep { _ ^ @ ~ from being mark-up.
std::string gnuplot_text(const std::string& text);

}  // namespace sinew
