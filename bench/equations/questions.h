// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sinew/equations/equation_book.h"

namespace sinew_bench {

enum class Form {
  Closed,        ///< multiplied out and collected, as a textbook prints it
  Intermediate,  ///< straight-line code, as the recursions compute it
};

/// What is asked: the robot's text in, its equations' text out.
struct Question {
  std::string robot;
  sinew::SourceText source;
  sinew::SymbolChoice symbols;
  std::vector<sinew::EquationPart> parts;
  Form form = Form::Closed;
};

/// Reads, derives by Newton and Euler, prints; returns how many characters that were.
std::size_t answered(const Question& question);

/// One of the arms that SymPy derives as well, every inertial parameter of every link a symbol: τ, M, V, G.
Question arm_question(const std::string& arm);

/// M, V and G of the Puma 560 with symbols for its inertial parameters, lengths and gravity; for those that are zero, too,
/// if all ten of each link are wanted.
Question puma_question(bool all_ten);

/// τ, M, V and G of an arm like the iiwa 14, cut off or not: axes by turns along and across the arm, figures drawn at
/// random.
Question chain_question(int joint_count, Form form);

}  // namespace sinew_bench
