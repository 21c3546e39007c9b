// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/equations/document.h"

/// Names of the quantities that equations define.
namespace sinew {

/// A letter with an index below, and where it is a vector of a link, the frame that it is expressed in above on the
/// left, as J. J. Craig writes it: ²ω₂.
/// The velocity terms are c₁(q, q̇), because c₁ alone is short for cos(q₁).
MathName indexed(const std::string& letter, int index);
MathName indexed(const std::string& letter, int row, int column);
MathName in_frame(const std::string& letter, int frame, const std::string& index);
/// A letter alone, or with its arguments: M(q).
MathName named(const std::string& letter, const std::string& arguments = {});

/// A symbol of the equations.
MathName name_of(const Symbol& symbol);

/// An expression in words, as each way of printing writes it.
MathName as_name(const Expr& expr);

/// Digits below the line.
std::string subscript(const std::string& digits);

}  // namespace sinew
