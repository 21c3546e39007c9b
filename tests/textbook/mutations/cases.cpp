// SPDX-License-Identifier: BSD-3-Clause
#include "tests/textbook/mutations/cases.h"

#include <cmath>

#include "tests/textbook/reference.h"

namespace sinew_test {

std::vector<MutantCase> mutant_cases() {
  std::vector<MutantCase> cases;
  for (const TorqueCase& c : torque_cases()) {
    const sinew::Model<double> model = shipped_robot(c.robot).model;
    cases.push_back({c.arm, model, c.q, c.qd, c.qdd, c.printed(true)});
    cases.push_back({c.arm, sinew::without(model, {.gravity = true}), c.q, c.qd, c.qdd, c.printed(false)});
  }
  return cases;
}

bool differ(double value, double printed) { return !(std::abs(value - printed) <= half_of_fourth_decimal); }

}  // namespace sinew_test
