// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// MathML of the LaTeX that names are made of: letters, signs, indices, accents, fractions, brackets, words. What it does
/// not know it shows as it is typed.
std::string mathml_of_latex(std::string_view latex);

/// Text with the characters that HTML reads escaped.
std::string html_text(std::string_view text);

}  // namespace sinew
