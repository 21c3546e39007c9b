// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/symbolic/print/print.h"

namespace sinew {

/// What the languages differ in. $1, $2, … in a pattern are its arguments.
struct Dialect {
  enum class Numbers {
    Readable,  ///< 3/2, 9.81
    Plain,     ///< 3.0/2.0, but 2
    Floating,  ///< 2.0: a 2 would be an integer
  };

  bool two_dimensional = false;    ///< a bar and a superscript need no brackets
  bool short_angles = false;       ///< c12 for cos(q1 + q2)
  bool has_power_operator = true;  ///< otherwise a call, and x*x
  bool raised_exponents = false;   ///< ² for 2
  Numbers numbers = Numbers::Readable;
  std::string_view times, plus, minus, negation;
  std::string_view bracket, quotient, power, number, scientific;
  std::string_view sin, cos, exp, sgn;      ///< names of functions
  std::string_view call, raised_call = {};  ///< $2($1), and that to the power of $3; empty: as any power
  std::string_view root, raised_root = {};  ///< √$1, and that to the power of $2
  std::string_view magnitude = {};          ///< of √($1²); empty: as any root
  std::string_view root_of_number = {};     ///< √3; empty: as any root
  std::string_view pi = "pi";
  int digits = 17;                           ///< of a number that has no exact form
  std::string_view sign_by_comparison = {};  ///< where there is no sgn
  std::string_view select;                   ///< $1 < $2 ? $3 : $4
  std::string_view whole;                    ///< around an expression
  std::string_view assignment, line_break;   ///< a line of a program, and what stands between two
  std::string_view program;                  ///< around all lines
};

const Dialect& dialect_of(Language language);

/// `pattern` with its arguments in place.
std::string filled(std::string_view pattern, const std::vector<std::string>& arguments);

/// Digits and signs as they stand above or below the line in Unicode.
std::string raised_digits(std::string_view digits);
std::string lowered_digits(std::string_view digits);

/// A letter with digits and minus signs below it: c12, c1-2.
std::string with_subscript(std::string_view letter, std::string_view digits, Language language);

}  // namespace sinew
