// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace sinew {

/// Any text as a string of gnuplot that means this text and nothing else.
///
/// Only single quotes will do: in double quotes, gnuplot runs what stands in backquotes. What would end the line comes
/// escaped. Where the string is drawn, `noenhanced` must keep { _ ^ @ ~ from being mark-up.
std::string gnuplot_text(const std::string& text);

}  // namespace sinew
