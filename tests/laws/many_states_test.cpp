// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "sinew/scalar/pack.h"
#include "tests/laws/everything.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;
using Four = sinew::Pack<4>;

template <class Get>
std::vector<Four> packed(const std::vector<State<double>>& states, const Get& get) {
  std::vector<Four> out(get(states.front()).size());
  for (std::size_t i = 0; i < out.size(); ++i)
    for (int k = 0; k < 4; ++k) out[i].set(k, get(states[index(k)])[i]);
  return out;
}

State<Four> packed(const std::vector<State<double>>& states) {
  State<Four> y;
  y.q = packed(states, [](const auto& s) { return s.q; });
  y.qd = packed(states, [](const auto& s) { return s.qd; });
  y.qdd = packed(states, [](const auto& s) { return s.qdd; });
  y.tau = packed(states, [](const auto& s) { return s.tau; });
  const auto vector = [&](const auto& get) {
    sinew::Vec3<Four> v;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 4; ++k) v[i].set(k, get(states[index(k)])[i]);
    return v;
  };
  for (std::size_t i = 0; i < states.front().external.size(); ++i)
    y.external.push_back({vector([&](const auto& s) { return s.external[i].n; }),
                          vector([&](const auto& s) { return s.external[i].f; })});
  y.on_base = {vector([](const auto& s) { return s.on_base.n; }), vector([](const auto& s) { return s.on_base.f; })};
  y.gravity = vector([](const auto& s) { return s.gravity; });
  return y;
}

TEST(FourStatesAtOnce, GiveWhatEachGivesAlone) {
  Worst worst(1e-13), solved(1e-11, "solved");
  for (const auto& model : robots_for_everything()) {
    Random random(5);
    std::vector<State<double>> states;
    for (int k = 0; k < 4; ++k) states.push_back(random_state(model, random));
    const auto found = everything<double, Four>(model, packed(states));
    for (int k = 0; k < 4; ++k) {
      const auto expected = everything<double, double>(model, states[index(k)]);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        std::vector<double> lane;
        for (const Four& x : found[i].numbers) lane.push_back(x[k]);
        (found[i].solved ? solved : worst)
            .see(deviation(lane, expected[i].numbers, size_of(expected, expected[i])),
                 model.name() + ", " + found[i].name);
      }
    }
  }
}

TEST(FourStatesAtOnce, DoNotLookAtEachOther) {
  const auto model = robots_for_everything().back();
  Random random(5);
  std::vector<State<double>> states;
  for (int k = 0; k < 4; ++k) states.push_back(random_state(model, random));
  const auto before = everything<double, Four>(model, packed(states));
  std::swap(states[0], states[3]);
  states[2].q[9] = std::numeric_limits<double>::quiet_NaN();
  const auto after = everything<double, Four>(model, packed(states));
  for (std::size_t i = 0; i < before.size(); ++i)
    for (std::size_t k = 0; k < before[i].numbers.size(); ++k) {
      EXPECT_EQ(before[i].numbers[k][0], after[i].numbers[k][3]) << before[i].name;
      EXPECT_EQ(before[i].numbers[k][3], after[i].numbers[k][0]) << before[i].name;
      EXPECT_EQ(before[i].numbers[k][1], after[i].numbers[k][1]) << before[i].name;
    }
}

}  // namespace
