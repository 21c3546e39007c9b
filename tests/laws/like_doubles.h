// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/laws/everything.h"
#include "tests/laws/robots.h"

namespace sinew_test {

/// Runs everything on T and on doubles; `unit` is the coarser of the two's precision.
template <class T>
void expect_like_doubles(double unit) {
  Worst worst(1e3 * unit), solved(2e4 * unit, "solved");
  for (const auto& model : robots_for_everything()) {
    Random random(3);
    const auto state = random_state(model, random);
    const auto expected = everything<double, double>(model, state);
    const auto found = everything<T, T>(numbers_as<T>(model), numbers_as<T>(state));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::vector<double> numbers;
      for (const T& x : found[i].numbers) numbers.push_back(plain(x));
      (found[i].solved ? solved : worst)
          .see(deviation(numbers, expected[i].numbers, size_of(expected, expected[i])),
               model.name() + ", " + found[i].name);
    }
  }
}

}  // namespace sinew_test
