// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "bench/equations/child_process.h"
#include "bench/equations/questions.h"

namespace sinew_bench {

struct Measured {
  enum class End { Answered, OutOfTime, Failed };
  End end = End::Failed;
  double seconds = 0.0;     ///< median of several; where time ran out, the limit: it would take longer
  double characters = 0.0;  ///< of the answer
  double peak_bytes = 0.0;

  bool is_answered() const { return end == End::Answered; }
};

Measured measured(const Question& question, const Limits& limits);

/// The same arm by SymPy's own route, sympy_route.py: once.
Measured measured_sympy(const std::string& arm, const Limits& limits);

}  // namespace sinew_bench
