// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sinew/motion/integration/dormand_prince.h"
#include "sinew/motion/integration/gauss_collocation.h"
#include "sinew/motion/integration/linear_solve.h"
#include "sinew/motion/integration/rodas.h"
#include "sinew/motion/integration/runge_kutta_4.h"
#include "tests/support/quad.h"

namespace sinew_test {
namespace {

using sinew::In;
using sinew::Out;

/// x″ = −x³ − x/2 + cos t, and ∫ x·x′ dt as a quadrature: nonlinear and dependent on time.
template <class T>
void oscillator(const T& t, std::span<const T> y, std::span<T> dy) {
  dy[0] = y[1];
  dy[1] = -(y[0] * y[0] * y[0]) - T(0.5) * y[0] + sincos(t).cos;
  if (dy.size() > 2) dy[2] = y[0] * y[1];
}

const auto rate = [](const Quad& t, std::span<const Quad> y, std::span<Quad> dy) { oscillator(t, y, dy); };

/// The end after two seconds by `steps` steps.
template <class Step>
std::vector<Quad> after_two_seconds(int steps, const Step& step) {
  std::vector<Quad> y = {Quad(1.0), Quad(0.5), Quad(0.0)}, first(y), end(y);
  const Quad h = Quad(2.0) / Quad(double(steps));
  for (int k = 0; k < steps; ++k) {
    const Quad t = Quad(double(k)) * h;
    rate(t, y, first);
    step(t, y, first, h, end);
    y = end;
  }
  return y;
}

/// log₂ of how much the error shrinks when the steps are halved: of the state, and of the quadrature.
struct Order {
  double state, quadrature;
};
template <class Step>
Order order_of(int steps, const Step& step) {
  const auto one = after_two_seconds(steps, step), two = after_two_seconds(2 * steps, step),
             four = after_two_seconds(4 * steps, step);
  const auto gap = [](const auto& a, const auto& b, std::size_t i) { return static_cast<double>(a[i] - b[i]); };
  const auto state = [&](const auto& a, const auto& b) { return std::hypot(gap(a, b, 0), gap(a, b, 1)); };
  return {std::log2(state(one, two) / state(two, four)), std::log2(std::abs(gap(one, two, 2) / gap(two, four, 2)))};
}

TEST(Convergence, OfEveryMethodIsAsItsTheorySays) {
  sinew::RungeKutta4<Quad> classical(2, 1);
  const auto by_classical = [&](const Quad& t, auto& y, auto& first, const Quad& h, auto& end) {
    classical.take(rate, t, y, first, h, end);
  };
  sinew::DormandPrince<Quad> prince(2, 1);
  const auto by_prince = [&](const Quad& t, auto& y, auto& first, const Quad& h, auto& end) {
    std::copy(first.begin(), first.end(), prince.first_rate().begin());
    prince.take(rate, t, y, h, end);
  };
  sinew::GaussCollocation<Quad> gauss(2, 1);
  const auto by_gauss = [&](const Quad& t, auto& y, auto& first, const Quad& h, auto& end) {
    ASSERT_TRUE(gauss.take(rate, t, y, first, h, end));
  };
  const Order four = order_of(80, by_classical), eight = order_of(32, by_prince), gauss_eight = order_of(8, by_gauss);
  EXPECT_NEAR(four.state, 4.0, 0.3);
  EXPECT_NEAR(four.quadrature, 4.0, 0.3);
  EXPECT_NEAR(eight.state, 8.0, 0.5);
  EXPECT_NEAR(eight.quadrature, 8.0, 0.8);
  EXPECT_NEAR(gauss_eight.state, 8.0, 0.5);
  EXPECT_NEAR(gauss_eight.quadrature, 8.0, 0.8);
}

TEST(Rodas, HasOrderFourWithTheSecondOrderSolver) {
  sinew::Rodas<Quad> method(2);
  sinew::SecondOrderSolve<Quad> solver(1);
  const auto step = [&](const Quad& t, auto& y, auto& first, const Quad& h, auto& end) {
    solver.A[0] = -(Quad(3.0) * y[0] * y[0]) - Quad(0.5);
    solver.B[0] = Quad(0.0);
    ASSERT_TRUE(solver.factorise(Quad(1.0) / (Quad(0.25) * h)));
    const std::vector<Quad> by_time = {Quad(0.0), -sincos(t).sin};
    method.take(
        rate, [&](Out<Quad> x) { solver.solve(x); }, t, std::span<const Quad>(y).first(2),
        std::span<const Quad>(first).first(2), by_time, h, std::span<Quad>(end).first(2));
  };
  EXPECT_NEAR(order_of(80, step).state, 4.0, 0.3);
}

TEST(Rodas, DampsAStiffModeInOneStep) {
  // x″ = −10¹²·x − 2·10⁶·x′: after a step of 0.1 s nothing may be left
  sinew::Rodas<double> method(2);
  sinew::SecondOrderSolve<double> solver(1);
  solver.A[0] = -1e12;
  solver.B[0] = -2e6;
  ASSERT_TRUE(solver.factorise(1.0 / (0.25 * 0.1)));
  const auto stiff = [](double, In<double> y, Out<double> dy) {
    dy[0] = y[1];
    dy[1] = -1e12 * y[0] - 2e6 * y[1];
  };
  const std::vector<double> y = {1.0, 0.0}, none = {0.0, 0.0};
  std::vector<double> first(2), end(2);
  stiff(0.0, y, first);
  method.take(
      stiff, [&](Out<double> x) { solver.solve(x); }, 0.0, y, first, none, 0.1, end);
  EXPECT_LT(std::abs(end[0]), 1e-3);
}

/// The largest error of dense output over a step of h, against steps that end there.
template <class Take, class Dense>
double dense_error(double h, const Take& take, const Dense& dense) {
  const std::vector<Quad> y = {Quad(1.0), Quad(0.5), Quad(0.0)};
  take(y, Quad(h));
  std::vector<Quad> inside(2), exact(3);
  double worst = 0.0;
  sinew::GaussCollocation<Quad> judge(2, 1);
  for (const double share : {0.1, 0.3, 0.5, 0.77, 1.0}) {
    dense(Quad(share), inside);
    std::vector<Quad> from = y, first(3);
    for (int k = 0; k < 4; ++k) {
      const Quad part = Quad(0.25 * share * h);
      rate(Quad(double(k)) * part, from, first);
      EXPECT_TRUE(judge.take(rate, Quad(double(k)) * part, from, first, part, exact));
      from = exact;
    }
    worst = std::max(worst, std::abs(static_cast<double>(inside[0] - exact[0])));
  }
  return worst;
}

TEST(DenseOutput, OfDormandPrinceHasOrderSeven) {
  sinew::DormandPrince<Quad> method(2, 1);
  std::vector<Quad> from, end(3);
  const auto take = [&](const std::vector<Quad>& y, const Quad& h) {
    from = y;
    rate(Quad(0.0), y, method.first_rate());
    method.take(rate, Quad(0.0), y, h, end);
    method.prepare_dense(rate, y, end);
  };
  const auto dense = [&](const Quad& share, std::vector<Quad>& y) { method.dense(share, y); };
  EXPECT_NEAR(std::log2(dense_error(0.2, take, dense) / dense_error(0.1, take, dense)), 8.0, 0.6);
}

TEST(DenseOutput, OfRodasHasOrderThree) {
  sinew::Rodas<Quad> method(2);
  sinew::SecondOrderSolve<Quad> solver(1);
  std::vector<Quad> end(2), first(3);
  const auto take = [&](const std::vector<Quad>& y, const Quad& h) {
    solver.A[0] = -(Quad(3.0) * y[0] * y[0]) - Quad(0.5);
    ASSERT_TRUE(solver.factorise(Quad(4.0) / h));
    rate(Quad(0.0), y, first);
    const std::vector<Quad> by_time = {Quad(0.0), Quad(0.0)};
    method.take(
        rate, [&](Out<Quad> x) { solver.solve(x); }, Quad(0.0), std::span<const Quad>(y).first(2),
        std::span<const Quad>(first).first(2), by_time, h, end);
  };
  const auto dense = [&](const Quad& share, std::vector<Quad>& y) { method.dense(share, y); };
  EXPECT_NEAR(std::log2(dense_error(0.1, take, dense) / dense_error(0.05, take, dense)), 4.0, 0.5);
}

TEST(GaussCollocation, KeepsAQuadraticInvariantAndRefusesStepsThatDoNotSettle) {
  // a rigid body's turning: ω̇ = I⁻¹·(I·ω × ω) keeps its energy and |I·ω|², both quadratic
  const double I[3] = {1.0, 2.0, 3.5};
  const auto euler = [&](double, In<double> w, Out<double> dw) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t a = (k + 1) % 3, b = (k + 2) % 3;
      dw[k] = (I[a] - I[b]) / I[k] * w[a] * w[b];
    }
  };
  sinew::GaussCollocation<double> method(3, 0);
  std::vector<double> w = {0.1, 2.0, 0.1}, first(3), end(3);
  const auto energy = [&] { return I[0] * w[0] * w[0] + I[1] * w[1] * w[1] + I[2] * w[2] * w[2]; };
  const double before = energy();
  for (int k = 0; k < 5000; ++k) {
    euler(0.0, w, first);
    ASSERT_TRUE(method.take(euler, 0.0, w, first, 0.1, end));
    w = end;
  }
  EXPECT_NEAR(energy() / before, 1.0, 1e-12);
  euler(0.0, w, first);
  EXPECT_FALSE(method.take(euler, 0.0, w, first, 50.0, end));
}

TEST(LinearSolve, SolvesWhatNeedsItsRowsExchanged) {
  sinew::LinearSolve<double> A(3);
  const double rows[3][3] = {{0.0, 2.0, 1.0}, {1.0, 0.0, 3.0}, {4.0, 1.0, 0.0}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) A(i, j) = rows[i][j];
  ASSERT_TRUE(A.factorise());
  std::vector<double> x = {7.0, 10.0, 6.0};  // of 1, 2, 3
  A.solve(x);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(x[sinew::at(i)], i + 1.0, 1e-14);
  sinew::LinearSolve<double> zero(2);
  EXPECT_FALSE(zero.factorise());
}

}  // namespace
}  // namespace sinew_test
