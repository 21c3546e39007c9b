// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/problems/problem_statement.h"
#include "sinew/problems/problem_values.h"

namespace sinew {

/// Reads one entry of a problem, if it is there, by `read(node, values)`; what is wrong with it is noted under its own
/// file or flag.
template <class Read>
void read_entry(const ProblemStatement::Entry* entry, const Symbols<double>& symbols, Diagnostics& diagnostics,
                const Read& read) {
  if (!entry) return;
  Diagnostics own(entry->origin);
  read(*entry->value, ProblemValues(symbols, own));
  for (Diagnostic& problem : own.all()) diagnostics.add(std::move(problem));
}

}  // namespace sinew
