// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/programs/program_check.h"

#include <algorithm>

#include "sinew/redundancy/bounds.h"

namespace sinew {

namespace {

bool ordered_pair(double low, double high) { return low <= high && low < infinity && high > -infinity; }

}  // namespace

bool ordered(const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
  bool all = true;
  for (Eigen::Index i = 0; i < lower.size(); ++i) all &= ordered_pair(lower[i], upper[i]);
  return all;
}

void note_disorder(const std::string& program, const std::string& name, const Eigen::VectorXd& lower,
                   const Eigen::VectorXd& upper, std::vector<Diagnostic>& diagnostics) {
  for (Eigen::Index i = 0; i < std::min(lower.size(), upper.size()); ++i)
    if (!ordered_pair(lower[i], upper[i]))
      diagnostics.push_back(
          {Severity::Error, program, 0,
           name + " " + std::to_string(i) + " is to lie between " + shown(lower[i]) + " and " + shown(upper[i]),
           "give a lower bound that is not above the upper one; infinity where there is none"});
}

}  // namespace sinew
