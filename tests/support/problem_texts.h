// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"

namespace sinew_test {

/// What the user reads, one string per problem.
inline std::vector<std::string> texts(const std::vector<sinew::Diagnostic>& diagnostics) {
  std::vector<std::string> lines;
  for (const sinew::Diagnostic& diagnostic : diagnostics) lines.push_back(diagnostic.text());
  return lines;
}
inline std::vector<std::string> texts(const sinew::Diagnostics& diagnostics) { return texts(diagnostics.all()); }

}  // namespace sinew_test
