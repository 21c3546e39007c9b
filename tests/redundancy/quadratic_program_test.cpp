// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/programs/quadratic_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/bounds.h"
#include "tests/redundancy/random_matrices.h"
#include "tests/support/allocation_count.h"
#include "tests/support/refusal.h"

namespace {

using Eigen::MatrixXd, Eigen::VectorXd, Eigen::Index;
using namespace sinew;
using namespace sinew_test;
using testing::HasSubstr;

struct ProgramShape {
  int variables, equalities, rows;
  bool degenerate = false;
};

/// A program that is met at some point, by equalities some of which may be implied, and by rows and bounds many of which
/// hold there with nothing to spare if it is degenerate.
QuadraticProgram feasible_program(RandomMatrices& random, const ProgramShape& shape) {
  const int n = shape.variables;
  QuadraticProgram p(n, shape.equalities, shape.rows);
  const MatrixXd B = random.matrix(n, n);
  p.H = B.transpose() * B + random.number(0.01, 1.0) * MatrixXd::Identity(n, n);
  p.g = random.number(0.1, 10.0) * random.vector(n);
  p.A = shape.degenerate ? random.whole_matrix(shape.equalities, n) : random.matrix(shape.equalities, n);
  p.C = shape.degenerate ? random.whole_matrix(shape.rows, n) : random.matrix(shape.rows, n);
  const VectorXd inside = shape.degenerate ? VectorXd(random.whole_matrix(n, 1)) : random.vector(n);
  p.b = p.A * inside;
  const auto room = [&] { return shape.degenerate && random.chance(0.6) ? 0.0 : std::abs(random.number(-1.0, 1.0)); };
  const auto surround = [&](const VectorXd& value, double some, Bounds& bounds) {
    for (Index i = 0; i < value.size(); ++i) {
      if (random.chance(some)) bounds.lower[i] = value[i] - room();
      if (random.chance(some)) bounds.upper[i] = value[i] + room();
      if (random.chance(0.05)) bounds.lower[i] = bounds.upper[i] = value[i];
    }
  };
  surround(p.C * inside, 0.7, p.row_bounds);
  surround(inside, 0.4, p.bounds);
  return p;
}

ProgramShape random_program_shape(RandomMatrices& random, int most_variables) {
  const int n = random.whole(1, most_variables);
  return {n, random.whole(0, n / 2), random.whole(0, 3 * n), random.chance(0.5)};
}

QuadraticProgramSolver solver_for(const QuadraticProgram& p, const QuadraticProgramOptions& options = {}) {
  return {static_cast<int>(p.g.size()), static_cast<int>(p.b.size()), static_cast<int>(p.C.rows()), options};
}

QuadraticProgramSolution solution_of(const QuadraticProgram& p, const QuadraticProgramOptions& options = {}) {
  return solver_for(p, options).solve(p);
}

double size_of(const VectorXd& x) { return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff(); }

/// The largest of what is left of the conditions of Karush, Kuhn and Tucker, relative to the numbers in them. Where x is
/// zero, a thousandth of the minimum without constraints stands for its size.
double kkt_error(const QuadraticProgram& p, const QuadraticProgramSolution& s) {
  const double x_size = std::max(s.x.norm(), 1e-3 * p.H.ldlt().solve(p.g).norm());
  const ConstraintMultipliers& y = s.multipliers;
  const VectorXd Hx = p.H * s.x, Ay = p.A.transpose() * y.equalities, Cy = p.C.transpose() * y.rows;
  const double forces = 1e-300 + std::max({size_of(p.H.cwiseAbs() * s.x.cwiseAbs()), size_of(p.g), size_of(y.bounds),
                                           size_of(p.A.cwiseAbs().transpose() * y.equalities.cwiseAbs()),
                                           size_of(p.C.cwiseAbs().transpose() * y.rows.cwiseAbs())});
  double error = size_of(Hx + p.g + Ay + Cy + y.bounds) / forces;
  const auto row_error = [&](double value, double size, double low, double high, double multiplier) {
    const double scale = 1e-300 + size;
    error = std::max({error, (low - value) / (scale + std::abs(low)), (value - high) / (scale + std::abs(high))});
    if (multiplier > 0.0) error = std::max(error, std::abs(value - high) / scale);
    if (multiplier < 0.0) error = std::max(error, std::abs(value - low) / scale);
  };
  for (Index i = 0; i < p.b.size(); ++i)
    row_error(p.A.row(i).dot(s.x), p.A.row(i).norm() * x_size, p.b[i], p.b[i], y.equalities[i]);
  for (Index i = 0; i < p.C.rows(); ++i)
    row_error(p.C.row(i).dot(s.x), p.C.row(i).norm() * x_size, p.row_bounds.lower[i], p.row_bounds.upper[i], y.rows[i]);
  for (Index i = 0; i < s.x.size(); ++i) row_error(s.x[i], x_size, p.bounds.lower[i], p.bounds.upper[i], y.bounds[i]);
  return error;
}

/// The best point by trying every set of constraints that could hold it; nothing if none is feasible. Constraints are
/// independent of the solver: equalities of the KKT system, by a rank-revealing LU.
std::optional<VectorXd> best_of_all_active_sets(const QuadraticProgram& p) {
  const Index n = p.g.size(), e = p.b.size();
  MatrixXd N(p.C.rows() + n, n);
  N << p.C, MatrixXd::Identity(n, n);
  VectorXd low(N.rows()), high(N.rows());
  low << p.row_bounds.lower, p.bounds.lower;
  high << p.row_bounds.upper, p.bounds.upper;
  const auto feasible = [&](const VectorXd& x) {
    const double tolerance = 1e-8 * (1.0 + x.norm());
    return (p.A * x - p.b).cwiseAbs().sum() <= tolerance && ((N * x - high).array() <= tolerance).all() &&
           ((low - N * x).array() <= tolerance).all();
  };
  std::optional<VectorXd> best;
  double least = infinity;
  std::vector<int> side(static_cast<std::size_t>(N.rows()), 0);
  std::vector<Index> chosen;
  const auto visit = [&](const auto& self, Index row) -> void {
    if (row == N.rows()) {
      const Index m = e + static_cast<Index>(chosen.size());
      MatrixXd K = MatrixXd::Zero(n + m, n + m);
      VectorXd right(n + m);
      K.topLeftCorner(n, n) = p.H;
      K.block(n, 0, e, n) = p.A;
      right.head(n) = -p.g;
      right.segment(n, e) = p.b;
      for (Index k = 0; k < m - e; ++k) {
        const Index i = chosen[static_cast<std::size_t>(k)];
        K.block(n + e + k, 0, 1, n) = N.row(i);
        right[n + e + k] = side[static_cast<std::size_t>(i)] > 0 ? high[i] : low[i];
      }
      K.topRightCorner(n, m) = K.bottomLeftCorner(m, n).transpose();
      const VectorXd x = K.completeOrthogonalDecomposition().solve(right).head(n);
      const double cost = x.dot(0.5 * p.H * x + p.g);
      if (cost < least && feasible(x)) {
        least = cost;
        best = x;
      }
      return;
    }
    self(self, row + 1);
    if (static_cast<Index>(chosen.size()) == n) return;
    chosen.push_back(row);
    for (const int s : {-1, 1}) {
      if (!std::isfinite(s > 0 ? high[row] : low[row]) || (s > 0 && low[row] == high[row])) continue;
      side[static_cast<std::size_t>(row)] = s;
      self(self, row + 1);
    }
    chosen.pop_back();
  };
  visit(visit, 0);
  return best;
}

class QuadraticPrograms : public testing::TestWithParam<bool> {
 protected:
  QuadraticProgramOptions options{.wide_instructions = GetParam()};
};

INSTANTIATE_TEST_SUITE_P(ForBothInstructionSets, QuadraticPrograms, testing::Bool(),
                         [](const auto& wide) { return wide.param ? "Wide" : "Narrow"; });

TEST_P(QuadraticPrograms, SatisfyTheKktConditions) {
  RandomMatrices random(1);
  int held = 0, degenerate = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const ProgramShape shape = random_program_shape(random, 20);
    const QuadraticProgram p = feasible_program(random, shape);
    const QuadraticProgramSolution s = solution_of(p, options);
    ASSERT_EQ(s.status, QuadraticProgramStatus::Optimal) << trial;
    ASSERT_LT(kkt_error(p, s), 1e-9) << trial;
    ASSERT_NEAR(s.objective, s.x.dot(0.5 * p.H * s.x + p.g), 1e-11 * (1.0 + std::abs(s.objective))) << trial;
    held += s.iterations > 0;
    degenerate += shape.degenerate;
  }
  EXPECT_GT(held, 2000);
  EXPECT_GT(degenerate, 1000);
}

TEST_P(QuadraticPrograms, AreSolvedAsByTryingEveryActiveSet) {
  RandomMatrices random(2);
  int infeasible = 0, feasible = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const int n = random.whole(1, 3);
    QuadraticProgram p = feasible_program(random, {n, random.whole(0, 1), random.whole(0, 4), random.chance(0.5)});
    if (random.chance(0.4))  // and one more that need not agree with the others
      for (Index i = 0; i < p.C.rows(); ++i) {
        const double shift = random.whole(-2, 2);
        p.row_bounds.lower[i] += shift;
        p.row_bounds.upper[i] += shift;
      }
    const QuadraticProgramSolution s = solution_of(p, options);
    const std::optional<VectorXd> best = best_of_all_active_sets(p);
    ASSERT_EQ(s.status, best ? QuadraticProgramStatus::Optimal : QuadraticProgramStatus::Infeasible) << trial;
    if (best) {
      ASSERT_LT((s.x - *best).norm(), 1e-7 * (1.0 + best->norm())) << trial;
      ++feasible;
    } else {
      ASSERT_GT(excluded_radius(p, s.certificate), 1e6) << trial;
      ++infeasible;
    }
  }
  EXPECT_GT(infeasible, 50);
  EXPECT_GT(feasible, 300);
}

TEST_P(QuadraticPrograms, ThatNobodyCanSolveComeWithAProof) {
  RandomMatrices random(3);
  for (int trial = 0; trial < 1000; ++trial) {
    ProgramShape shape = random_program_shape(random, 15);
    shape.rows = std::max(shape.rows, 2);
    QuadraticProgram p = feasible_program(random, shape);
    // the last row is a sum of others with weights that turn it against them
    VectorXd weight = random.vector(shape.rows - 1).cwiseAbs();
    VectorXd row = VectorXd::Zero(shape.variables);
    double most = 0.0;
    for (Index i = 0; i + 1 < shape.rows; ++i) {
      if (std::isfinite(p.row_bounds.upper[i])) {
        row += weight[i] * p.C.row(i).transpose();
        most += weight[i] * p.row_bounds.upper[i];
      } else if (std::isfinite(p.row_bounds.lower[i])) {
        row -= weight[i] * p.C.row(i).transpose();
        most -= weight[i] * p.row_bounds.lower[i];
      }
    }
    p.C.row(shape.rows - 1) = row.transpose();
    p.row_bounds.lower[shape.rows - 1] = most + random.number(0.001, 1.0) * (1.0 + std::abs(most));
    p.row_bounds.upper[shape.rows - 1] = infinity;
    const QuadraticProgramSolution s = solution_of(p, options);
    ASSERT_EQ(s.status, QuadraticProgramStatus::Infeasible) << trial;
    ASSERT_GT(excluded_radius(p, s.certificate), 1e6) << trial;
  }
}

TEST_P(QuadraticPrograms, TakeNoNoticeOfUnits) {
  RandomMatrices random(4);
  for (int trial = 0; trial < 300; ++trial) {
    const QuadraticProgram p = feasible_program(random, random_program_shape(random, 10));
    const Index n = p.g.size();
    const auto scales = [&](Index size, double decades) {
      return VectorXd(VectorXd::NullaryExpr(size, [&] { return std::pow(10.0, random.number(-decades, decades)); }));
    };
    const VectorXd x_unit = scales(n, 4.0), a = scales(p.b.size(), 12.0), c = scales(p.C.rows(), 12.0);
    const double cost = scales(1, 12.0)[0];
    QuadraticProgram q = p;
    q.H = cost * (x_unit.asDiagonal() * p.H * x_unit.asDiagonal());
    q.g = cost * x_unit.asDiagonal() * p.g;
    q.A = a.asDiagonal() * p.A * x_unit.asDiagonal();
    q.b = a.asDiagonal() * p.b;
    q.C = c.asDiagonal() * p.C * x_unit.asDiagonal();
    q.row_bounds = {c.cwiseProduct(p.row_bounds.lower), c.cwiseProduct(p.row_bounds.upper)};
    q.bounds = {p.bounds.lower.cwiseQuotient(x_unit), p.bounds.upper.cwiseQuotient(x_unit)};
    const QuadraticProgramSolution s = solution_of(p, options), t = solution_of(q, options);
    ASSERT_EQ(s.status, QuadraticProgramStatus::Optimal);
    ASSERT_EQ(t.status, QuadraticProgramStatus::Optimal);
    ASSERT_LT((x_unit.asDiagonal() * t.x - s.x).norm(), 1e-9 * (1.0 + s.x.norm())) << trial;
  }
}

TEST_P(QuadraticPrograms, StartedFromTheirOwnActiveSetNeedNoIteration) {
  RandomMatrices random(5);
  for (int trial = 0; trial < 500; ++trial) {
    const QuadraticProgram p = feasible_program(random, random_program_shape(random, 12));
    QuadraticProgramSolver solver = solver_for(p, options);
    const QuadraticProgramSolution cold = solver.solve(p);
    const QuadraticProgramSolution& warm = solver.solve(p, solver.solution().active);
    ASSERT_EQ(warm.status, QuadraticProgramStatus::Optimal);
    ASSERT_EQ(warm.iterations, 0) << trial;
    ASSERT_LT((warm.x - cold.x).norm(), 1e-10 * (1.0 + cold.x.norm())) << trial;
  }
}

TEST_P(QuadraticPrograms, StartedFromAProgramNearbyNeedAFewIterations) {
  RandomMatrices random(6);
  int cold_iterations = 0, warm_iterations = 0;
  for (int trial = 0; trial < 100; ++trial) {
    QuadraticProgram p = feasible_program(random, {random.whole(5, 15), 2, 30});
    QuadraticProgramSolver warm = solver_for(p, options), cold = solver_for(p, options);
    warm.solve(p);
    for (int step = 0; step < 20; ++step) {
      p.g += 0.02 * p.g.norm() * random.vector(p.g.size());
      cold.solve(p);
      warm.solve(p, warm.solution().active);
      ASSERT_EQ(warm.solution().status, QuadraticProgramStatus::Optimal);
      ASSERT_LT((warm.solution().x - cold.solution().x).norm(), 1e-10 * (1.0 + cold.solution().x.norm()));
      cold_iterations += cold.solution().iterations;
      warm_iterations += warm.solution().iterations;
    }
  }
  EXPECT_LT(4 * warm_iterations, cold_iterations);
}

TEST_P(QuadraticPrograms, StartedFromAnyActiveSetHaveTheSameSolution) {
  RandomMatrices random(7);
  for (int trial = 0; trial < 500; ++trial) {
    const QuadraticProgram p = feasible_program(random, random_program_shape(random, 10));
    QuadraticProgramSolver solver = solver_for(p, options);
    const QuadraticProgramSolution cold = solver.solve(p);
    ActiveSet start = cold.active;
    for (auto* part : {&start.equalities, &start.rows, &start.bounds})
      for (ActiveSide& side : *part) side = static_cast<ActiveSide>(random.whole(0, 3));
    const QuadraticProgramSolution& warm = solver.solve(p, start);
    ASSERT_EQ(warm.status, QuadraticProgramStatus::Optimal) << trial;
    ASSERT_LT((warm.x - cold.x).norm(), 1e-9 * (1.0 + cold.x.norm())) << trial;
  }
}

TEST_P(QuadraticPrograms, FindTheSameOnceMore) {
  RandomMatrices random(8);
  const QuadraticProgram p = feasible_program(random, {7, 2, 12}), other = feasible_program(random, {7, 2, 12, true});
  QuadraticProgramSolver solver = solver_for(p, options);
  const VectorXd first = solver.solve(p).x;
  solver.solve(other);
  EXPECT_EQ(solver.solve(p).x, first);
}

TEST(Multipliers, AreWhatTheCostFallsByWhenABoundIsRaised) {
  RandomMatrices random(9);
  for (int trial = 0; trial < 50; ++trial) {
    const QuadraticProgram p = feasible_program(random, {6, 1, 8});
    const QuadraticProgramSolution s = solution_of(p);
    const double h = 1e-6;
    const auto slope = [&](auto& q, double& bound) {
      const double middle = bound;
      bound = middle + h;
      const double high = solution_of(q).objective;
      bound = middle - h;
      const double low = solution_of(q).objective;
      bound = middle;
      return (high - low) / (2.0 * h);
    };
    QuadraticProgram q = p;
    EXPECT_NEAR(slope(q, q.b[0]), -s.multipliers.equalities[0], 1e-4);
    for (Index i = 0; i < p.C.rows(); ++i) {
      const double multiplier = s.multipliers.rows[i];
      if (multiplier == 0.0 || p.row_bounds.lower[i] == p.row_bounds.upper[i]) continue;
      EXPECT_NEAR(slope(q, (multiplier > 0.0 ? q.row_bounds.upper : q.row_bounds.lower)[i]), -multiplier, 1e-4);
    }
  }
}

TEST(ACornerOfASquare, IsTheNearestPointToOneBeyondIt) {
  QuadraticProgram p(2, 0, 0);
  p.H.setIdentity();
  p.g << -3.0, -2.0;
  p.bounds.upper << 1.0, 1.0;
  const QuadraticProgramSolution s = solution_of(p);
  EXPECT_NEAR(s.x[0], 1.0, 1e-15);
  EXPECT_NEAR(s.x[1], 1.0, 1e-15);
  EXPECT_NEAR(s.multipliers.bounds[0], 2.0, 1e-15);
  EXPECT_NEAR(s.multipliers.bounds[1], 1.0, 1e-15);
  EXPECT_NEAR(s.objective, -4.0, 1e-15);
  EXPECT_EQ(s.active.bounds, std::vector<ActiveSide>(2, ActiveSide::Upper));
}

TEST(Equalities, ThatOthersImplyAreLeftOut) {
  QuadraticProgram p(3, 4, 0);
  p.H.setIdentity();
  p.A << 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 1.0, -1.0, 0.0, 3.0, 1.0, 2.0;
  p.b << 3.0, 6.0, 0.0, 6.0;
  const QuadraticProgramSolution s = solution_of(p);
  ASSERT_EQ(s.status, QuadraticProgramStatus::Optimal);
  EXPECT_LT((s.x - VectorXd::Ones(3)).norm(), 1e-14);
  EXPECT_EQ(std::count(s.active.equalities.begin(), s.active.equalities.end(), ActiveSide::Equal), 2);
}

TEST(Equalities, ThatContradictEachOtherAreProvedTo) {
  QuadraticProgram p(3, 3, 0);
  p.H.setIdentity();
  p.A << 1.0, 1.0, 1.0, 1.0, -1.0, 0.0, 3.0, 1.0, 2.0;
  p.b << 3.0, 0.0, 6.001;
  const QuadraticProgramSolution s = solution_of(p);
  ASSERT_EQ(s.status, QuadraticProgramStatus::Infeasible);
  EXPECT_GT(excluded_radius(p, s.certificate), 1e9);
  EXPECT_NEAR(p.b.dot(s.certificate.equalities), -1.0, 1e-9);
}

TEST(Equalities, MayComeAsRowsAndBoundsWithEqualSides) {
  QuadraticProgram p(2, 0, 1);
  p.H.setIdentity();
  p.C << 1.0, 1.0;
  p.row_bounds = {VectorXd::Constant(1, 5.0), VectorXd::Constant(1, 5.0)};
  p.bounds.lower[0] = p.bounds.upper[0] = -1.0;
  const QuadraticProgramSolution s = solution_of(p);
  ASSERT_EQ(s.status, QuadraticProgramStatus::Optimal);
  EXPECT_NEAR(s.x[0], -1.0, 1e-15);
  EXPECT_NEAR(s.x[1], 6.0, 1e-14);
  EXPECT_EQ(s.active.rows[0], ActiveSide::Equal);
  EXPECT_NEAR(s.multipliers.rows[0], -6.0, 1e-14);
  EXPECT_NEAR(s.multipliers.bounds[0], 7.0, 1e-14);
}

TEST(ARowOfZeros, IsMetByAllOrByNone) {
  QuadraticProgram p(2, 1, 1);
  p.H.setIdentity();
  p.row_bounds.lower[0] = -1.0;
  p.row_bounds.upper[0] = 0.0;
  EXPECT_EQ(solution_of(p).status, QuadraticProgramStatus::Optimal);
  p.row_bounds.upper[0] = -1e-16;
  EXPECT_EQ(solution_of(p).status, QuadraticProgramStatus::Optimal) << "round-off of no row at all";
  p.row_bounds.upper[0] = -1e-13;
  const QuadraticProgramSolution s = solution_of(p);
  ASSERT_EQ(s.status, QuadraticProgramStatus::Infeasible);
  EXPECT_EQ(excluded_radius(p, s.certificate), infinity);
  p.row_bounds.upper[0] = 0.0;
  p.b[0] = 1e-13;
  EXPECT_EQ(solution_of(p).status, QuadraticProgramStatus::Infeasible);
}

TEST(Rows, OfAnySizeThatDoublesHaveAreMet) {
  for (const double size : {1e-290, 1e-160, 1e160, 1e290}) {
    QuadraticProgram p(2, 0, 1);
    p.H.setIdentity();
    p.C << 3.0 * size, 4.0 * size;
    p.row_bounds.lower[0] = 10.0 * size;
    const QuadraticProgramSolution s = solution_of(p);
    ASSERT_EQ(s.status, QuadraticProgramStatus::Optimal) << size;
    EXPECT_NEAR(s.x[0], 1.2, 1e-14) << size;
    EXPECT_NEAR(s.x[1], 1.6, 1e-14) << size;
  }
}

TEST(Bounds, AreKeptHoweverFarAwayTheMinimumIs) {
  QuadraticProgram p(2, 0, 0);
  p.H.setIdentity();
  p.g << -1e9, -2e9;
  p.bounds = {VectorXd::Constant(2, -1e-3), VectorXd::Constant(2, 1e-3)};
  const QuadraticProgramSolution s = solution_of(p);
  ASSERT_EQ(s.status, QuadraticProgramStatus::Optimal);
  EXPECT_NEAR(s.x[0], 1e-3, 1e-12);
  EXPECT_NEAR(s.x[1], 1e-3, 1e-12);
}

TEST(NumbersBeyondDoubles, AreNotPassedOffAsASolution) {
  QuadraticProgram p(1, 0, 0);
  p.H(0, 0) = 1e-200;
  p.g[0] = 1e200;
  EXPECT_THROW(solution_of(p), InputError);
}

TEST(AnIllConditionedCost, StillGivesTheKktConditions) {
  RandomMatrices random(10);
  for (int trial = 0; trial < 200; ++trial) {
    QuadraticProgram p = feasible_program(random, {8, 1, 12, random.chance(0.5)});
    const MatrixXd J = random.matrix(5, 8);
    p.H = J.transpose() * J + 1e-8 * MatrixXd::Identity(8, 8);
    const QuadraticProgramSolution s = solution_of(p);
    ASSERT_EQ(s.status, QuadraticProgramStatus::Optimal);
    ASSERT_LT(kkt_error(p, s), 1e-9) << trial;
  }
}

TEST(RowsThatNearlyRepeat, MakeNoProgramInfeasible) {
  RandomMatrices random(13);
  for (const double difference : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13, 1e-15})
    for (int trial = 0; trial < 200; ++trial) {
      const ProgramShape shape = random_program_shape(random, 10);
      QuadraticProgram p = feasible_program(random, shape);
      const auto nearly_repeat = [&](MatrixXd& rows) {
        for (Index i = 1; i < rows.rows(); ++i)
          if (random.chance(0.4))
            rows.row(i) = random.number(0.5, 2.0) * rows.row(random.whole(0, static_cast<int>(i) - 1)) +
                          difference * random.vector(rows.cols()).transpose();
      };
      nearly_repeat(p.A);
      nearly_repeat(p.C);
      const VectorXd inside = random.vector(shape.variables);
      p.b = p.A * inside;
      const auto around = [&](const VectorXd& value, Bounds& bounds) {
        for (Index i = 0; i < value.size(); ++i) {
          const double low = random.chance(0.5) ? 0.0 : 1.0, high = random.chance(0.5) ? 0.0 : 1.0;
          if (std::isfinite(bounds.lower[i])) bounds.lower[i] = value[i] - low;
          if (std::isfinite(bounds.upper[i])) bounds.upper[i] = value[i] + high;
        }
      };
      around(p.C * inside, p.row_bounds);
      around(inside, p.bounds);
      ASSERT_EQ(solution_of(p).status, QuadraticProgramStatus::Optimal) << difference << ": " << trial;
    }
}

TEST(RoundOff, InPlaceOfZeroIsNoContradiction) {
  QuadraticProgram p(2, 2, 1);
  p.H.setIdentity();
  p.A << 1.0, 1.0, 1.0, 1.0;
  p.b << 1e-17, -2e-17;
  p.C << -1.0, -1.0;
  p.row_bounds.lower[0] = 3e-17;
  const QuadraticProgramSolution s = solution_of(p);
  ASSERT_EQ(s.status, QuadraticProgramStatus::Optimal);
  EXPECT_LT(s.x.norm(), 1e-15);
}

TEST(ACertificate, ThatProvesNothingExcludesNothing) {
  QuadraticProgram p(1, 0, 2);
  p.H.setIdentity();
  p.C << 1.0, 1.0;
  p.row_bounds.lower << 2.0, -infinity;
  p.row_bounds.upper << infinity, 1.0;
  ConstraintMultipliers y = solution_of(p).certificate;
  EXPECT_NEAR(y.rows[0], -1.0, 1e-14);
  EXPECT_NEAR(y.rows[1], 1.0, 1e-14);
  EXPECT_GT(excluded_radius(p, y), 1e12);
  y.rows[0] = -0.5;  // 0.5·x ≤ 0 is no contradiction, but what it says excludes x near 0 only
  EXPECT_LT(excluded_radius(p, y), 1e-12);
  y.rows << 1.0, 1.0;  // leans on a bound that is infinite
  EXPECT_EQ(excluded_radius(p, y), 0.0);
  y.rows << 0.0, 0.0;
  EXPECT_EQ(excluded_radius(p, y), 0.0);
}

TEST(TheIterationLimit, IsKeptAndSaid) {
  RandomMatrices random(11);
  const QuadraticProgram p = feasible_program(random, {10, 0, 20});
  ASSERT_GT(solution_of(p).iterations, 3);
  const QuadraticProgramSolution s = solution_of(p, {.most_iterations = 3});
  EXPECT_EQ(s.status, QuadraticProgramStatus::IterationLimit);
  EXPECT_EQ(s.iterations, 3);
}

#ifndef SINEW_SANITIZED
TEST(Solving, AllocatesNothing) {
  RandomMatrices random(12);
  for (const bool wide : {false, true}) {
    QuadraticProgramSolver solver(9, 3, 14, {.wide_instructions = wide});
    for (int trial = 0; trial < 50; ++trial) {
      QuadraticProgram p = feasible_program(random, {9, 3, 14, trial % 2 == 0});
      QuadraticProgram impossible = p;
      impossible.C.row(1) = impossible.C.row(0);
      impossible.row_bounds.lower[0] = impossible.row_bounds.lower[1] = 1.0;
      impossible.row_bounds.upper[0] = infinity;
      impossible.row_bounds.upper[1] = 1.0;
      impossible.row_bounds.lower[0] = 2.0;
      const long before = allocation_count();
      solver.solve(p);
      solver.solve(p, solver.solution().active);
      const QuadraticProgramStatus status = solver.solve(impossible).status;
      ASSERT_EQ(allocation_count(), before);
      ASSERT_EQ(status, QuadraticProgramStatus::Infeasible);
    }
  }
}
#endif

class BadPrograms : public testing::Test {
 protected:
  BadPrograms() { p.H.setIdentity(); }

  std::string refusal() const {
    QuadraticProgramSolver solver(2, 1, 1);
    const std::string by_check = sinew_test::refusal([&] { check(p); });
    const std::string by_solver = sinew_test::refusal([&] { solver.solve(p); });
    EXPECT_EQ(by_check, by_solver);
    return by_check;
  }

  QuadraticProgram p{2, 1, 1};
  const double nan = std::numeric_limits<double>::quiet_NaN();
};

TEST_F(BadPrograms, AreNotSoundOnes) { EXPECT_EQ(refusal(), ""); }
TEST_F(BadPrograms, HaveNumbersThatAreNone) {
  p.H(1, 0) = nan;
  p.g[1] = infinity;
  p.A(0, 1) = nan;
  p.b[0] = -infinity;
  p.C(0, 0) = nan;
  for (const char* what : {"H(1, 0) is nan", "g(1, 0) is inf", "A(0, 1) is nan", "b(0, 0) is -inf", "C(0, 0) is nan"})
    EXPECT_THAT(refusal(), HasSubstr(what));
}
TEST_F(BadPrograms, HaveBoundsThatLeaveNothing) {
  p.row_bounds.lower[0] = 1.0;
  p.row_bounds.upper[0] = 0.5;
  p.bounds.lower[1] = nan;
  EXPECT_THAT(refusal(), HasSubstr("row 0 is to lie between 1 and 0.5; give a lower bound that is not above"));
  EXPECT_THAT(refusal(), HasSubstr("variable 1 is to lie between nan and inf"));
  p = QuadraticProgram(2, 1, 1);
  p.H.setIdentity();
  p.bounds.lower[0] = infinity;
  EXPECT_THAT(refusal(), HasSubstr("variable 0 is to lie between inf and inf"));
}
TEST_F(BadPrograms, HaveSizesThatDisagree) {
  p.H = MatrixXd::Identity(3, 2);
  p.A = MatrixXd::Zero(1, 3);
  p.C = MatrixXd::Zero(2, 2);
  p.bounds.upper = VectorXd::Zero(1);
  for (const char* what : {"H is 3×2; make it 2×2", "A is 1×3", "C is 2×2; make it 1×2", "bounds.upper is 1×1"})
    EXPECT_THAT(refusal(), HasSubstr(what));
}
TEST_F(BadPrograms, HaveACostThatIsNotSymmetric) {
  p.H(0, 1) = 0.25;
  EXPECT_THAT(refusal(), HasSubstr("H(1, 0) is 0 and H(0, 1) is 0.25"));
}
TEST_F(BadPrograms, HaveACostThatIsNotDefinite) {
  p.H << 1.0, 1.0, 1.0, 1.0;
  EXPECT_THAT(refusal(), HasSubstr("H is not positive definite, as variable 1 shows"));
  p.H << 1.0, 0.0, 0.0, 0.0;
  EXPECT_THAT(refusal(), HasSubstr("as variable 1 shows"));
  p.H << -1.0, 0.0, 0.0, 1.0;
  EXPECT_THAT(refusal(), HasSubstr("as variable 0 shows"));
}

TEST(ASolver, RefusesProgramsAndStartsOfOtherSizes) {
  QuadraticProgramSolver solver(2, 0, 1);
  QuadraticProgram p(2, 0, 2);
  p.H.setIdentity();
  EXPECT_THAT(refusal([&] { solver.solve(p); }), HasSubstr("make a solver for these sizes"));
  p = QuadraticProgram(2, 0, 1);
  p.H.setIdentity();
  EXPECT_THAT(refusal([&] { solver.solve(p, {{}, {}, {}}); }), HasSubstr("the active set to start from has 0 rows"));
  EXPECT_THAT(refusal([&] { excluded_radius(p, {}); }), HasSubstr("the certificate has 0, 0 and 0 multipliers"));
}

TEST(ASolver, RefusesSizesAndOptionsThatMakeNoSense) {
  EXPECT_THAT(refusal([] { QuadraticProgramSolver(0, 0, 0); }), HasSubstr("one variable at least"));
  EXPECT_THAT(refusal([] { QuadraticProgramSolver(1, -1, 0); }), HasSubstr("-1 equalities"));
  EXPECT_THAT(refusal([] { QuadraticProgramSolver(1, 0, 0, {.tolerance = 0.0}); }), HasSubstr("tolerance is 0"));
  EXPECT_THAT(refusal([] { QuadraticProgramSolver(1, 0, 0, {.most_iterations = -1}); }), HasSubstr("-1 iterations"));
}

}  // namespace
