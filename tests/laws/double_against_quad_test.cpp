// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;

std::vector<double> plain_numbers(const std::vector<Quad>& x) {
  std::vector<double> y;
  for (const Quad& value : x) y.push_back(plain(value));
  return y;
}

/// What doubles lose: each vector or matrix against the same in 34 digits, from the description on, relative to its own
/// largest entry. Where one is zero but for round-off (no gravity, no velocity terms) it is measured by a hundredth of M.
struct Losses {
  Worst tau, M, c, g, C, qdd;
  explicit Losses(double allowed)
      : tau(allowed, "tau"), M(allowed, "M"), c(allowed, "c"), g(allowed, "g"), C(allowed, "C"), qdd(allowed, "qdd") {}

  void see(const Model<double>& model, const Model<Quad>& exact, const State<double>& s, const std::string& where) {
    const State<Quad> x = numbers_as<Quad>(s);
    const auto M_d = mass_matrix_of<double, double>(model, s.q);
    const auto compare = [&](Worst& worst, const std::vector<double>& found, const std::vector<Quad>& expected_quad,
                             const char* what) {
      const auto expected = plain_numbers(expected_quad);
      worst.see(deviation(found, expected, std::max(largest(expected), 1e-2 * largest(M_d))), where + what);
    };
    compare(tau, torques<double, double>(model, s.q, s.qd, s.qdd, s.weight()),
            torques<Quad, Quad>(exact, x.q, x.qd, x.qdd, x.weight()), ", tau");
    compare(M, M_d, mass_matrix_of<Quad, Quad>(exact, x.q), ", M");
    compare(c, coriolis_torques<double, double>(model, s.q, s.qd), coriolis_torques<Quad, Quad>(exact, x.q, x.qd),
            ", c");
    compare(g, gravity_torques<double, double>(model, s.q, s.gravity),
            gravity_torques<Quad, Quad>(exact, x.q, x.gravity), ", g");
    compare(C, coriolis_matrix_of<double, double>(model, s.q, s.qd), coriolis_matrix_of<Quad, Quad>(exact, x.q, x.qd),
            ", C");
    const auto a = accelerations<double, double>(model, s.q, s.qd, s.tau, s.weight());
    const auto a_q = plain_numbers(accelerations<Quad, Quad>(exact, x.q, x.qd, x.tau, x.weight()));
    qdd.see(deviation(a, a_q), where + ", qdd");
  }
};

TEST(Doubles, AreRightToThirteenDigitsOnEveryShippedRobot) {
  Losses losses(1e-13);
  for (const LawRobot& robot : shipped_law_robots()) {
    const auto exact = sinew::build_model(numbers_as<Quad>(robot.description));
    Random random(29);
    for (int k = 0; k < 20; ++k) losses.see(robot.model, exact, random_state(robot.model, random), robot.name);
  }
}

TEST(Doubles, AreRightToThirteenDigitsOnRandomTrees) {
  Losses losses(1e-13);
  for (const LawRobot& robot : invertible_trees()) {
    const auto exact = sinew::build_model(numbers_as<Quad>(robot.description));
    Random random(robot.seed);
    losses.see(robot.model, exact, random_state(robot.model, random), robot.name);
  }
}

}  // namespace
