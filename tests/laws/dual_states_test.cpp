// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/everything.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;
using D = sinew::Dual<3>;

/// A state that moves three ways at once: along q̇, and its velocities and what drives it each along a direction.
State<D> moving_state(const Model<double>& model, const State<double>& s) {
  State<D> y = numbers_as<D>(s);
  const auto rate = position_rate<double, double>(model, s.q, s.qd);
  for (std::size_t i = 0; i < y.q.size(); ++i) y.q[i].d[0] = rate[i];
  for (std::size_t i = 0; i < y.qd.size(); ++i) {
    y.qd[i].d[1] = s.qdd[i];
    y.qdd[i].d[2] = s.tau[i];
    y.tau[i].d[2] = s.qd[i];
  }
  return y;
}

State<double> stepped(const Model<double>& model, State<double> s, int direction, double step) {
  const State<double> was = s;
  const auto rate = position_rate<double, double>(model, s.q, s.qd);
  if (direction == 0)
    for (std::size_t i = 0; i < s.q.size(); ++i) s.q[i] += step * rate[i];
  for (std::size_t i = 0; i < s.qd.size(); ++i) {
    if (direction == 1) s.qd[i] += step * was.qdd[i];
    if (direction == 2) s.qdd[i] += step * was.tau[i];
    if (direction == 2) s.tau[i] += step * was.qd[i];
  }
  return s;
}

TEST(DualStates, CarryTheDerivativesOfEveryResult) {
  Worst values(1e-13, "values"), solved_values(1e-11, "solved_values"), slopes(1e-7, "slopes"),
      solved_slopes(1e-6, "solved_slopes");
  for (const auto& whole : robots_for_everything()) {
    // friction's kinks are no place for differences
    auto parts = whole.parts();
    for (auto& link : parts.links) link.friction.table.clear();
    const Model<double> model(std::move(parts));
    Random random(3);
    auto state = random_state(model, random);
    for (double& rate : state.qd) rate += rate < 0.0 ? -0.1 : 0.1;
    const auto expected = everything<double, double>(model, state);
    const auto found = everything<double, D>(model, moving_state(model, state));
    ASSERT_EQ(found.size(), expected.size());
    constexpr double h = 2e-5;
    std::vector<Result<double>> further[3], nearer[3];
    for (int k = 0; k < 3; ++k) {
      further[k] = everything<double, double>(model, stepped(model, state, k, h));
      nearer[k] = everything<double, double>(model, stepped(model, state, k, -h));
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::string where = model.name() + ", " + found[i].name;
      std::vector<double> numbers;
      for (const D& x : found[i].numbers) numbers.push_back(x.value);
      (found[i].solved ? solved_values : values)
          .see(deviation(numbers, expected[i].numbers, size_of(expected, expected[i])), where);
      if (found[i].name == "joint regressor") continue;  // a step function of q̇, among others
      for (int k = 0; k < 3; ++k) {
        std::vector<double> slope, difference;
        for (std::size_t j = 0; j < numbers.size(); ++j) {
          slope.push_back(found[i].numbers[j].d[index(k)]);
          difference.push_back((further[k][i].numbers[j] - nearer[k][i].numbers[j]) / (2 * h));
        }
        const double size = std::max(largest(expected[i].numbers), largest(slope));
        (found[i].solved ? solved_slopes : slopes)
            .see(deviation(slope, difference, size), where + " along " + std::to_string(k));
      }
    }
  }
}

// parameters may be Duals too: how torques depend on a mass is a column of the regressor
TEST(DualParameters, GiveTheColumnsOfTheRegressor) {
  Worst worst(1e-13);
  for (const auto& model : robots_for_everything()) {
    Random random(3);
    const auto s = random_state(model, random);
    using One = sinew::Dual<1>;
    auto parts = numbers_as<One>(model).parts();
    parts.links.back().inertia.m.d[0] = 1.0;
    const Model<One> heavier(std::move(parts));
    const auto t = numbers_as<One>(s);
    const auto slope = rates<double>(body_torques<One, One>(heavier, t.q, t.qd, t.qdd, t.weight()));
    // the mass alone, at the canonical frame's origin, in the user's frame of the link: that is m and h and I
    const auto pi = [&](double m) {
      const auto body = sinew::Inertia<double>{m, {}, {}};
      const auto own = model.own_frame(model.link_count() - 1).inverse() * body;
      return std::vector<double>{own.m,    own.h.x,  own.h.y,  own.h.z,  own.I.xx,
                                 own.I.xy, own.I.xz, own.I.yy, own.I.yz, own.I.zz};
    };
    sinew::RegressorScratch<double> scratch(model);
    const std::size_t columns = index(sinew::regressor_columns(model));
    std::vector<double> Y(n_of(model) * columns), expected(n_of(model), 0.0);
    sinew::regressor<double, double>(model, s.q, s.qd, s.qdd, s.gravity, scratch, Y);
    const auto one = pi(1.0);
    for (std::size_t i = 0; i < expected.size(); ++i)
      for (std::size_t k = 0; k < 10; ++k) expected[i] += Y[i * columns + columns - 10 + k] * one[k];
    const double weight = largest(torques<double, double>(model, s.q, s.qd, s.qdd, s.weight()));
    worst.see(deviation(slope, expected, weight), model.name());
  }
}

}  // namespace
