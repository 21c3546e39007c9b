// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/fit/bounded_step.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>

#include "sinew/redundancy/programs/quadratic_program.h"
#include "tests/redundancy/random_matrices.h"

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using namespace sinew;
using namespace sinew_test;

/// Random rows, an x within bounds and often at them.
struct RandomStep {
  explicit RandomStep(RandomMatrices& random) {
    const Index n = random.whole(1, 12), m = n + random.whole(0, 20);
    J = random.matrix(m, n);
    if (random.chance(0.5) && n > 1) J.col(1) = J.col(0) + 1e-5 * random.vector(m);  // R is kept
    r = random.vector(m);
    D = random.vector(n).cwiseAbs().array() + 0.2;
    x = random.vector(n);
    bounds = {VectorXd::Constant(n, -infinity), VectorXd::Constant(n, infinity)};
    const auto room = [&] { return random.chance(0.3) ? 0.0 : random.number(0.0, 0.5); };
    for (Index k = 0; k < n; ++k) {
      if (random.chance(0.7)) bounds.lower[k] = x[k] - room();
      if (random.chance(0.7)) bounds.upper[k] = x[k] + room();
    }
  }
  StepModel model() const {
    StepModel model(1e-10);
    model.load(J, r, r.norm());
    return model;
  }
  MatrixXd J;
  VectorXd r, D, x;
  Bounds bounds;
};

TEST(BoundedSteps, AreTheQuadraticProgramsSolution) {
  RandomMatrices random(3);
  int triangular = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const RandomStep step(random);
    const double damping = random.chance(0.5) ? 0.0 : std::exp(random.number(-10.0, 3.0));
    StepModel model = step.model();
    triangular += model.is_triangular() ? 1 : 0;
    const BoundedStep found = bounded_step(model, step.x, step.bounds, damping, step.D);
    const auto n = static_cast<int>(step.x.size());
    QuadraticProgram program(n, 0, 0);
    program.H = step.J.transpose() * step.J;
    program.H.diagonal() += damping * step.D.cwiseAbs2();
    program.g = step.J.transpose() * step.r;
    program.bounds = {step.bounds.lower - step.x, step.bounds.upper - step.x};
    const QuadraticProgramSolution expected = QuadraticProgramSolver(n, 0, 0).solve(program);
    ASSERT_EQ(expected.status, QuadraticProgramStatus::Optimal);
    // the program has the square of the condition number of J
    const double tolerance = model.is_triangular() ? 1e-4 : 1e-9;
    EXPECT_LT((found.p - expected.x).norm(), tolerance * (1.0 + expected.x.norm())) << trial;
    EXPECT_NEAR(model.decrease(found.p), -(program.g.dot(found.p) + 0.5 * (step.J * found.p).squaredNorm()),
                1e-10 * step.r.squaredNorm());
    for (Index k = 0; k < n; ++k) {
      EXPECT_TRUE(found.x[k] >= step.bounds.lower[k] && found.x[k] <= step.bounds.upper[k]);
      EXPECT_NEAR(found.x[k], step.x[k] + found.p[k], 1e-14 * (1.0 + std::abs(step.x[k])));
    }
  }
  EXPECT_GT(triangular, 100);
}

TEST(BoundedSteps, StayWithinTheRadiusWithTheLeastDamping) {
  RandomMatrices random(4);
  int damped = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const RandomStep step(random);
    StepModel model = step.model();
    const BoundedStep undamped = bounded_step(model, step.x, step.bounds, 0.0, step.D);
    const double whole = step.D.cwiseProduct(undamped.p).norm();
    if (whole < 1e-12) continue;
    const double radius = whole * std::exp(random.number(-6.0, 1.0));
    const double before = random.chance(0.5) ? 0.0 : std::exp(random.number(-6.0, 6.0));
    const BoundedStep found = step_within(model, step.x, step.bounds, step.D, radius, undamped, before);
    const double length = step.D.cwiseProduct(found.p).norm();
    EXPECT_LE(length, 1.1 * radius * (1.0 + 1e-12)) << trial;
    if (found.damping == 0.0) {
      EXPECT_EQ(found.p, undamped.p);
      continue;
    }
    ++damped;
    EXPECT_GE(length, 0.9 * radius) << trial;
    EXPECT_EQ(found.p, bounded_step(model, step.x, step.bounds, found.damping, step.D).p);
  }
  EXPECT_GT(damped, 200);
}

TEST(StepModels, OfBothKindsAgree) {
  RandomMatrices random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = random.whole(2, 10), m = n + random.whole(0, 30);
    const MatrixXd J = random.matrix(m, n);
    const VectorXd r = random.vector(m), D = VectorXd::Ones(n);
    MatrixXd with_more(m, n + 1);  // a column that depends on the others, and that is held
    with_more << J, J.rowwise().sum();
    StepModel normal(1e-10), triangular(1e-10);
    normal.load(J, r, r.norm());
    triangular.load(with_more, r, r.norm());
    ASSERT_TRUE(triangular.is_triangular());
    if (normal.is_triangular()) continue;
    Indices free(static_cast<std::size_t>(n));
    for (std::size_t k = 0; k < free.size(); ++k) free[k] = static_cast<Index>(k);
    for (const double damping : {0.0, 0.1, 10.0}) {
      VectorXd p = VectorXd::Zero(n), q = VectorXd::Zero(n + 1);
      const VectorXd D_more = VectorXd::Ones(n + 1);
      EXPECT_EQ(normal.minimise(free, damping, D, p), triangular.minimise(free, damping, D_more, q));
      EXPECT_LT((p - q.head(n)).norm(), 1e-8 * (1.0 + p.norm()));
      EXPECT_NEAR(normal.length(p), (J * p).norm(), 1e-10 * r.norm());
      EXPECT_NEAR(triangular.length(q), (J * p).norm(), 1e-9 * r.norm());
      if (damping == 0.0) continue;
      EXPECT_NEAR(normal.inverse_form(p), triangular.inverse_form(p), 1e-9 * p.squaredNorm());
    }
  }
}

}  // namespace
