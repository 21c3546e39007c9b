// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/support/hostile.h"

namespace sinew_test {
inline double plain(const Hostile& x) { return x.value(); }
}  // namespace sinew_test

#include "tests/laws/everything.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;

static_assert(!std::is_convertible_v<HostileTruth, bool> && !std::is_constructible_v<bool, HostileTruth>);

// it does not convert to bool, and remembers who never set it: no algorithm branches on a state, or reads room that
// it did not write
TEST(AHostileNumber, RunsEveryAlgorithmAndIsNeverReadUnset) {
  Worst worst(1e-13), solved(1e-11, "solved");
  for (const auto& model : robots_for_everything()) {
    Random random(3);
    const auto state = random_state(model, random);
    const auto expected = everything<double, double>(model, state);
    const auto hostile_model = numbers_as<Hostile>(model);
    const auto hostile_state = numbers_as<Hostile>(state);
    const int before = Hostile::poisoned_reads();
    const auto found = everything<Hostile, Hostile>(hostile_model, hostile_state);
    EXPECT_EQ(Hostile::poisoned_reads(), before) << model.name();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::vector<double> numbers;
      for (const Hostile& x : found[i].numbers) {
        EXPECT_FALSE(x.poisoned()) << model.name() << ", " << found[i].name;
        numbers.push_back(x.value());
      }
      (found[i].solved ? solved : worst)
          .see(deviation(numbers, expected[i].numbers, size_of(expected, expected[i])),
               model.name() + ", " + found[i].name);
    }
  }
}

// scratch is never an input: what an earlier call left there does not show
TEST(AHostileNumber, ShowsThatScratchIsNoInput) {
  const auto robots = robots_for_everything();
  const auto model = numbers_as<Hostile>(robots.back());
  Random random(3);
  const auto s = numbers_as<Hostile>(random_state(robots.back(), random));
  sinew::ForwardDynamicsScratch<Hostile> used(model), fresh(model);
  std::vector<Hostile> a(n_of(model)), b(n_of(model));
  sinew::forward_dynamics<Hostile, Hostile>(model, s.q, s.qd, s.tau, s.loads(), fresh, a);
  const auto other = numbers_as<Hostile>(random_state(robots.back(), random));
  sinew::forward_dynamics<Hostile, Hostile>(model, other.q, other.qd, other.tau, other.loads(), used, b);
  sinew::forward_dynamics<Hostile, Hostile>(model, s.q, s.qd, s.tau, s.loads(), used, b);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].value(), b[i].value());
}

}  // namespace
