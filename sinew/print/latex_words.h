// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// Sentences with Unicode mathematics in them as LaTeX: "q̇² is 5% of τ" is $\dot{q}^{2}$ is 5\% of $\tau$. Everything
/// compiles: a character that plain LaTeX has no sign for is written as its code, [U+95A2].
std::string latex_words(std::string_view sentences);

/// A formula in Unicode as LaTeX for math mode: v̇_C is \dot{v}_{C}, ²ω₂ is {}^{2}\omega_{2}.
std::string latex_math(std::string_view formula);

/// LaTeX of a formula in which only names may hold characters that plain LaTeX does not know: those are replaced.
std::string compiling_latex(std::string_view formula);

/// Text without mathematics, each special character escaped.
std::string latex_text(std::string_view text);

/// Has it a sign of its own in a formula: τ, ᵀ, ₂, ·, a dot above?
bool is_math_character(std::string_view character);
/// The sign that a command stands for, τ of \tau; empty for one that is none.
std::string_view sign_of_command(std::string_view latex);

}  // namespace sinew
