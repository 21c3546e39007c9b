// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/problem.h"

namespace sinew_test {

/// What the user reads, one string per problem.
inline std::vector<std::string> texts(const std::vector<sinew::Problem>& problems) {
  std::vector<std::string> lines;
  for (const sinew::Problem& problem : problems) lines.push_back(problem.text());
  return lines;
}
inline std::vector<std::string> texts(const sinew::Problems& problems) { return texts(problems.all()); }

}  // namespace sinew_test
