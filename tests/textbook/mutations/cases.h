// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/model/model.h"

/// The reference torques, apart from the recursion: compiled once, linked to every mutant.
namespace sinew_test {

struct MutantCase {
  std::string arm;
  sinew::Model<double> model;
  std::vector<double> q, qd, qdd, tau;
};

/// With gravity and without it.
std::vector<MutantCase> mutant_cases();

/// Whether four decimals tell the two apart.
bool differ(double value, double printed);

}  // namespace sinew_test
