// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <map>

#include "sinew/algorithms/inverse_dynamics.h"
#include "tests/textbook/mutations/cases.h"

/// Counts the reference torques that the recursion in front of it on the include path gets wrong: one line per arm,
/// `arm: off of all`. The exit code is 0 if none is, 1 otherwise.
int main() {
  std::map<std::string, std::pair<int, int>> count;
  bool sound = true;
  for (const sinew_test::MutantCase& c : sinew_test::mutant_cases()) {
    sinew::InverseDynamicsScratch<double> scratch(c.model);
    std::vector<double> tau(c.tau.size());
    sinew::inverse_dynamics<double, double>(c.model, c.q, c.qd, c.qdd, scratch, tau);
    for (std::size_t i = 0; i < tau.size(); ++i) {
      const bool off = sinew_test::differ(tau[i], c.tau[i]);
      count[c.arm].first += off ? 1 : 0;
      count[c.arm].second += 1;
      sound = sound && !off;
    }
  }
  for (const auto& [arm, values] : count) std::printf("%s: %d of %d\n", arm.c_str(), values.first, values.second);
  return sound ? 0 : 1;
}
