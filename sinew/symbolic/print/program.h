// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "sinew/symbolic/expr.h"
#include "sinew/symbolic/operation_count.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {

/// name = value
struct Assignment {
  std::string name;
  Expr value;
};

/// Expressions as straight-line code: each step is made of symbols and of the steps before it.
///
/// A subexpression that is used more than once is a step, and so is each sine and cosine of joint angles and whatever
/// would make a line too long to read. A step is a symbol of the graph: s2, c23, q23 after the joints, else t1, t2, …
struct Program {
  std::vector<Assignment> steps;
  std::vector<std::pair<std::string, Expr>> results;
  OperationCount count;
};

struct ProgramOptions {
  std::size_t most_operations = 12;  ///< in a line; only a product of more factors has more
};

/// No step has the name of a symbol of the graph, nor of a result. Steps of one program may have those of another: they
/// are the same symbols then, and mean what the program that is being read says.
Program program(ExprGraph& graph, const std::vector<std::pair<std::string, Expr>>& results,
                const ProgramOptions& options = {});

OperationCount operation_count(const Program& program);

/// Steps, then results, a line each. In C, constants of type double; in LaTeX an align* of its own; in MathML an
/// <mtable>.
std::string printed(const Program& program, Language language);

}  // namespace sinew
