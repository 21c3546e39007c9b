// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// How an expression is written down.
enum class Language {
  Text,     ///< plain ASCII that a robot's file and SymPy read back: m2*l2^2/3
  Unicode,  ///< for a terminal: m₂·l₂²·q̈₁/3
  Latex,    ///< with amsmath
  MathMl,   ///< a presentation fragment, one <mrow>
  C,
  Cpp,
  Python,
  Matlab,
};

/// Sines and cosines of joint angles where people and not compilers read: c₁₂, or cos(q₁ + q₂).
enum class Angles { Short, Full };

/// Sums and products stand in their order; what divides goes behind a single bar.
///
/// Code names each symbol by itself, which the caller declares. Its constants are quotients of exact doubles: the
/// compiler's division gives the nearest double. Throws std::domain_error for a constant that no double can hold.
///
/// Decimals that a file gives stay as they are; those that have no exact form, cos 40°, are rounded to 6 digits for people,
/// to 15 in plain text, and not at all in code. See `rounded_for_print` for another number of them.
std::string printed(const Expr& x, Language language, Angles angles = Angles::Short);

/// The same number, to be printed with so many significant digits where it is printed as a decimal. Its value stays.
Rational rounded_for_print(const Rational& x, int digits);

/// A symbol's name alone: q̇₁ for qd1, I₂xx, α₁, τₑₓₜ. In code, one that the language keeps for itself gets a `_`.
std::string printed_name(const std::string& symbol_name, Language language);

}  // namespace sinew
