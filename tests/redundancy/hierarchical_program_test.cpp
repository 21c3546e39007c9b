// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/programs/hierarchical_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "sinew/redundancy/bounds.h"
#include "tests/redundancy/random_matrices.h"
#include "tests/support/allocation_count.h"
#include "tests/support/refusal.h"

namespace {

using Eigen::MatrixXd, Eigen::VectorXd, Eigen::Index;
using namespace sinew;
using namespace sinew_test;
using testing::HasSubstr;

struct HierarchyShape {
  int variables;
  std::vector<int> rows;
  bool degenerate = false;
};

HierarchyShape random_hierarchy_shape(RandomMatrices& random, int most_variables, int most_levels, int most_rows) {
  HierarchyShape shape{random.whole(1, most_variables), {}, random.chance(0.5)};
  const int levels = random.whole(1, most_levels);
  for (int k = 0; k < levels; ++k) shape.rows.push_back(random.whole(0, most_rows));
  return shape;
}

/// Levels of equalities, of rows with one side and of rows with two, on variables some of which are bounded.
HierarchicalProgram random_program(RandomMatrices& random, const HierarchyShape& shape) {
  const int n = shape.variables;
  HierarchicalProgram p(n, shape.rows);
  const auto some = [&](Index rows, Index columns) {
    return shape.degenerate ? random.whole_matrix(rows, columns) : random.matrix(rows, columns);
  };
  for (HierarchicalLevel& level : p.levels) {
    const Index m = level.A.rows();
    level.A = some(m, n);
    const VectorXd target = some(m, 1), width = some(m, 1).cwiseAbs();
    for (Index i = 0; i < m; ++i) {
      const int kind = random.whole(0, 3);
      if (kind != 1) level.lower[i] = target[i];
      if (kind != 2) level.upper[i] = target[i] + (kind == 0 ? 0.0 : width[i]);
    }
  }
  const VectorXd middle = some(n, 1), width = some(n, 1).cwiseAbs();
  for (Index i = 0; i < n; ++i) {
    if (random.chance(0.4)) p.bounds.lower[i] = middle[i] - width[i];
    if (random.chance(0.4)) p.bounds.upper[i] = middle[i] + width[i];
  }
  return p;
}

std::vector<int> rows_of(const HierarchicalProgram& p) {
  std::vector<int> rows;
  for (const HierarchicalLevel& level : p.levels) rows.push_back(static_cast<int>(level.A.rows()));
  return rows;
}

HierarchicalProgramSolver solver_for(const HierarchicalProgram& p, const HierarchicalOptions& options = {}) {
  return {static_cast<int>(p.bounds.lower.size()), rows_of(p), options};
}

HierarchicalSolution solution_of(const HierarchicalProgram& p) { return solver_for(p).solve(p); }

/// What is missing at x, row by row.
VectorXd slack_at(const HierarchicalLevel& level, const VectorXd& x) {
  const VectorXd value = level.A * x;
  return value - value.cwiseMax(level.lower).cwiseMin(level.upper);
}

/// Rows that x must keep where they are, N·x = value, or between bounds.
struct Kept {
  MatrixXd N;
  VectorXd lower, upper;

  void add(const VectorXd& row, double low, double high) {
    const Index m = N.rows();
    N.conservativeResize(m + 1, row.size());
    N.row(m) = row.transpose();
    lower.conservativeResize(m + 1);
    upper.conservativeResize(m + 1);
    lower[m] = low;
    upper[m] = high;
  }
  /// What a level that is met as at x leaves to those below.
  void add(const HierarchicalLevel& level, const VectorXd& x, double tolerance) {
    const VectorXd slack = slack_at(level, x), value = level.A * x;
    for (Index i = 0; i < level.A.rows(); ++i) {
      const bool broken = std::abs(slack[i]) > tolerance;
      add(level.A.row(i).transpose(), broken ? value[i] : level.lower[i], broken ? value[i] : level.upper[i]);
    }
  }
};

Kept bounds_of(const HierarchicalProgram& p) {
  const Index n = p.bounds.lower.size();
  Kept kept{MatrixXd(0, n), VectorXd(0), VectorXd(0)};
  for (Index i = 0; i < n; ++i) kept.add(VectorXd::Unit(n, i), p.bounds.lower[i], p.bounds.upper[i]);
  return kept;
}

/// A#, where singular values up to `zero` are none.
MatrixXd pseudo_inverse(const MatrixXd& A, double zero) {
  if (A.rows() == 0) return MatrixXd::Zero(A.cols(), 0);
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VectorXd inverse = svd.singularValues().unaryExpr([&](double s) { return s > zero ? 1.0 / s : 0.0; });
  return svd.matrixV() * inverse.asDiagonal() * svd.matrixU().transpose();
}

/// The x of least cost, and of these the shortest, by trying every set of rows that could hold it: the level's as rows
/// whose slack is squared or as rows that are met, the kept ones as met or free.
VectorXd best_of_all_active_sets(const Kept& kept, const HierarchicalLevel& level) {
  const Index n = kept.N.cols(), m = level.A.rows(), all = kept.N.rows() + m;
  MatrixXd N(all, n);
  N << kept.N, level.A;
  VectorXd low(all), high(all);
  low << kept.lower, level.lower;
  high << kept.upper, level.upper;
  VectorXd best;
  double least = infinity;
  const auto feasible = [&](const VectorXd& x) {
    const VectorXd value = kept.N * x;
    return ((value - kept.upper).array() <= 1e-8).all() && ((kept.lower - value).array() <= 1e-8).all();
  };
  std::vector<std::pair<Index, double>> hold, count;
  const auto visit = [&](const auto& self, Index row) -> void {
    if (row == all) {
      const Index h = static_cast<Index>(hold.size()), c = static_cast<Index>(count.size());
      MatrixXd E(h, n), F(c, n);
      VectorXd e(h), f(c);
      for (Index i = 0; i < h; ++i) {
        E.row(i) = N.row(hold[static_cast<std::size_t>(i)].first);
        e[i] = hold[static_cast<std::size_t>(i)].second;
      }
      for (Index i = 0; i < c; ++i) {
        F.row(i) = N.row(count[static_cast<std::size_t>(i)].first);
        f[i] = count[static_cast<std::size_t>(i)].second;
      }
      const MatrixXd E_inverse = pseudo_inverse(E, 1e-9), P = MatrixXd::Identity(n, n) - E_inverse * E;
      VectorXd x = E_inverse * e;
      x += pseudo_inverse(F * P, 1e-9) * (f - F * x);
      if (!feasible(x)) return;
      const double cost = slack_at(level, x).squaredNorm();
      if (cost < least - 1e-12 || (cost < least + 1e-12 && x.norm() < best.norm())) {
        least = std::min(least, cost);
        best = x;
      }
      return;
    }
    if (!(low[row] == high[row])) self(self, row + 1);
    for (const double bound : {low[row], high[row]}) {
      if (!std::isfinite(bound)) continue;
      hold.emplace_back(row, bound);
      self(self, row + 1);
      hold.pop_back();
      if (row >= kept.N.rows()) {
        count.emplace_back(row, bound);
        self(self, row + 1);
        count.pop_back();
      }
      if (low[row] == high[row]) break;
    }
  };
  visit(visit, 0);
  return best;
}

TEST(EqualitiesAlone, GiveTheRecursionOfPseudoInverses) {
  RandomMatrices random(1);
  for (int trial = 0; trial < 500; ++trial) {
    const HierarchyShape shape = random_hierarchy_shape(random, 10, 4, 6);
    HierarchicalProgram p = random_program(random, shape);
    const Index n = shape.variables;
    p.bounds = {VectorXd::Constant(n, -infinity), VectorXd::Constant(n, infinity)};
    VectorXd x = VectorXd::Zero(n);
    MatrixXd stacked(0, n), P = MatrixXd::Identity(n, n);
    std::vector<VectorXd> slack;
    for (HierarchicalLevel& level : p.levels) {
      const Index m = level.A.rows();
      level.lower = level.upper = random.vector(m);
      x += pseudo_inverse(level.A * P, 1e-9) * (level.lower - level.A * x);
      stacked.conservativeResize(stacked.rows() + m, n);
      stacked.bottomRows(m) = level.A;
      P = MatrixXd::Identity(n, n) - pseudo_inverse(stacked, 1e-9) * stacked;
      slack.push_back(level.A * x - level.lower);
    }
    const HierarchicalSolution s = solution_of(p);
    ASSERT_EQ(s.status, HierarchicalStatus::Optimal);
    ASSERT_LT((s.x - x).norm(), 1e-9 * (1.0 + x.norm())) << trial;
    int rank = s.rank_left;
    for (std::size_t k = 0; k < p.levels.size(); ++k) {
      ASSERT_LT((s.levels[k].slack - slack[k]).norm(), 1e-9 * (1.0 + x.norm())) << trial;
      rank += s.levels[k].rank;
    }
    EXPECT_EQ(rank, n);
  }
}

TEST(EveryLevel, IsMetAsWellAsTryingEveryActiveSetShows) {
  RandomMatrices random(2);
  int broken = 0;
  for (int trial = 0; trial < 400; ++trial) {
    HierarchyShape shape{random.whole(1, 3), {}, random.chance(0.5)};
    int left = 4;
    for (int k = 0; k < 3; ++k) {
      shape.rows.push_back(random.whole(0, std::min(left, 2)));
      left -= shape.rows.back();
    }
    HierarchicalProgram p = random_program(random, shape);
    for (Index i = 1; i < shape.variables; ++i) {
      p.bounds.lower[i] = -infinity;
      p.bounds.upper[i] = infinity;
    }
    const HierarchicalSolution s = solution_of(p);
    ASSERT_EQ(s.status, HierarchicalStatus::Optimal) << trial;
    Kept kept = bounds_of(p);
    for (std::size_t k = 0; k < p.levels.size(); ++k) {
      const VectorXd slack = slack_at(p.levels[k], best_of_all_active_sets(kept, p.levels[k]));
      ASSERT_NEAR(s.levels[k].slack_norm, slack.norm(), 1e-7) << trial << ": level " << k;
      ASSERT_LT((s.levels[k].slack - slack).norm(), 1e-6) << trial << ": level " << k;
      kept.add(p.levels[k], s.x, 1e-9);
      broken += s.levels[k].slack_norm > 1e-6;
    }
    const VectorXd x = best_of_all_active_sets(kept, HierarchicalProgram(shape.variables, {0}).levels[0]);
    ASSERT_LT((s.x - x).norm(), 1e-6) << trial;
  }
  EXPECT_GT(broken, 100);
}

/// The point of the kept rows that a level pulls x to from where it stands, ½·|slack|² + ½·|x − from|², by the dual solver:
/// x itself if and only if x is best for the level (a fixed point of the proximal map).
VectorXd pulled(const Kept& kept, const HierarchicalLevel& level, const VectorXd& from) {
  const Index n = from.size(), m = level.A.rows(), h = kept.N.rows();
  QuadraticProgram q(static_cast<int>(n + m), 0, static_cast<int>(h + m));
  q.H.setIdentity();
  q.g.head(n) = -from;
  q.C.topLeftCorner(h, n) = kept.N;
  q.C.bottomLeftCorner(m, n) = level.A;
  q.C.bottomRightCorner(m, m) = -MatrixXd::Identity(m, m);
  q.row_bounds.lower << kept.lower, level.lower;
  q.row_bounds.upper << kept.upper, level.upper;
  QuadraticProgramSolver solver(static_cast<int>(n + m), 0, static_cast<int>(h + m));
  const QuadraticProgramSolution& s = solver.solve(q);
  EXPECT_EQ(s.status, QuadraticProgramStatus::Optimal);
  return s.x.head(n);
}

/// How far the levels, one after the other, still pull at the solution, and at last the wish for a short one.
double pull_left(const HierarchicalProgram& p, const HierarchicalSolution& s) {
  const double size = 1.0 + s.x.norm();
  double most = 0.0;
  Kept kept = bounds_of(p);
  for (const HierarchicalLevel& level : p.levels) {
    most = std::max(most, (pulled(kept, level, s.x) - s.x).norm() / size);
    kept.add(level, s.x, 1e-9 * size);
  }
  const HierarchicalLevel nothing = HierarchicalProgram(static_cast<int>(s.x.size()), {0}).levels[0];
  return std::max(most, (pulled(kept, nothing, VectorXd::Zero(s.x.size())) - s.x).norm() / size);
}

TEST(EveryLevel, PullsNowhereAnyMore) {
  RandomMatrices random(3);
  int broken = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const HierarchicalProgram p = random_program(random, random_hierarchy_shape(random, 10, 4, 6));
    const HierarchicalSolution s = solution_of(p);
    ASSERT_EQ(s.status, HierarchicalStatus::Optimal) << trial;
    ASSERT_LT(pull_left(p, s), 1e-8) << trial;
    for (const HierarchicalLevelSolution& level : s.levels) broken += level.slack_norm > 1e-6;
  }
  EXPECT_GT(broken, 2000);
}

TEST(ARowOfZeros, CannotHoldAnythingFast) {
  HierarchicalProgram p(3, {2, 2, 1});
  p.levels[0].A << 2.0, 0.0, -1.0, 1.0, 2.0, -2.0;
  p.levels[0].lower << 2.0, -1.0;
  p.levels[0].upper << infinity, 0.0;
  p.levels[1].A << -2.0, 1.0, 2.0, 0.0, 0.0, 0.0;
  p.levels[1].lower << 0.0, -2.0;
  p.levels[1].upper << infinity, -1.0;
  p.levels[2].A << 1.0, 2.0, -1.0;
  p.levels[2].lower = p.levels[2].upper = VectorXd::Constant(1, -1.0);
  EXPECT_LT(pull_left(p, solution_of(p)), 1e-12);
}

TEST(ALevel, CostsThoseAboveItNothing) {
  RandomMatrices random(4);
  for (int trial = 0; trial < 1000; ++trial) {
    HierarchicalProgram p = random_program(random, random_hierarchy_shape(random, 10, 4, 6));
    const HierarchicalSolution all = solution_of(p);
    while (!p.levels.empty()) {
      p.levels.pop_back();
      const HierarchicalSolution fewer = solution_of(p);
      for (std::size_t k = 0; k < p.levels.size(); ++k)
        ASSERT_LT((fewer.levels[k].slack - all.levels[k].slack).norm(), 1e-9 * (1.0 + all.x.norm() + fewer.x.norm()))
            << trial << ": level " << k;
    }
  }
}

TEST(Bounds, HoldExactlyWhateverTheLevelsAsk) {
  RandomMatrices random(5);
  for (int trial = 0; trial < 500; ++trial) {
    const HierarchicalProgram p = random_program(random, random_hierarchy_shape(random, 8, 3, 6));
    const VectorXd x = solution_of(p).x;
    ASSERT_TRUE((x.array() >= p.bounds.lower.array()).all() && (x.array() <= p.bounds.upper.array()).all()) << trial;
  }
}

TEST(Slacks, AreWhatTheRowsMiss) {
  RandomMatrices random(6);
  for (int trial = 0; trial < 500; ++trial) {
    const HierarchicalProgram p = random_program(random, random_hierarchy_shape(random, 8, 3, 6));
    const HierarchicalSolution s = solution_of(p);
    for (std::size_t k = 0; k < p.levels.size(); ++k) {
      ASSERT_LT((s.levels[k].slack - slack_at(p.levels[k], s.x)).norm(), 1e-10 * (1.0 + s.x.norm())) << trial;
      ASSERT_EQ(s.levels[k].slack_norm, s.levels[k].slack.norm());
    }
  }
}

TEST(AStart, FromTheSolutionItselfTakesOneStepForEachLevel) {
  RandomMatrices random(7);
  for (int trial = 0; trial < 500; ++trial) {
    const HierarchicalProgram p = random_program(random, {random.whole(2, 10), {3, 2, 3}});
    HierarchicalProgramSolver solver = solver_for(p);
    const VectorXd cold = solver.solve(p).x;
    const HierarchicalSolution& warm = solver.solve(p, solver.solution());
    ASSERT_LE(warm.iterations, 4) << trial;
    ASSERT_LT((warm.x - cold).norm(), 1e-9 * (1.0 + cold.norm())) << trial;
  }
}

TEST(AStart, FromAnywhereGivesTheSameSolution) {
  RandomMatrices random(8);
  for (int trial = 0; trial < 1000; ++trial) {
    const HierarchicalProgram p = random_program(random, random_hierarchy_shape(random, 8, 3, 5));
    HierarchicalProgramSolver solver = solver_for(p);
    const HierarchicalSolution cold = solver.solve(p);
    HierarchicalSolution start = cold;
    start.x = 3.0 * random.vector(start.x.size());
    for (ActiveSide& side : start.bounds) side = static_cast<ActiveSide>(random.whole(0, 3));
    for (HierarchicalLevelSolution& level : start.levels)
      for (ActiveSide& side : level.active) side = static_cast<ActiveSide>(random.whole(0, 3));
    const HierarchicalSolution& warm = solver.solve(p, start);
    ASSERT_EQ(warm.status, HierarchicalStatus::Optimal) << trial;
    ASSERT_LT((warm.x - cold.x).norm(), 1e-8 * (1.0 + cold.x.norm())) << trial;
  }
}

TEST(AStart, FromAProgramNearbySavesSteps) {
  RandomMatrices random(9);
  int cold_steps = 0, warm_steps = 0;
  for (int trial = 0; trial < 50; ++trial) {
    HierarchicalProgram p = random_program(random, {8, {4, 4, 6}});
    HierarchicalProgramSolver warm = solver_for(p), cold = solver_for(p);
    warm.solve(p);
    for (int step = 0; step < 20; ++step) {
      for (HierarchicalLevel& level : p.levels) {
        const VectorXd shift = 0.01 * random.vector(level.lower.size());
        level.lower += shift;
        level.upper += shift;
      }
      cold.solve(p);
      warm.solve(p, warm.solution());
      ASSERT_LT((warm.solution().x - cold.solution().x).norm(), 1e-8 * (1.0 + cold.solution().x.norm()));
      cold_steps += cold.solution().iterations;
      warm_steps += warm.solution().iterations;
    }
  }
  EXPECT_LT(3 * warm_steps, 2 * cold_steps);
}

/// One level for each row.
HierarchicalProgram stack(const std::vector<std::tuple<std::vector<double>, double, double>>& rows) {
  const int n = static_cast<int>(std::get<0>(rows[0]).size());
  HierarchicalProgram p(n, std::vector<int>(rows.size(), 1));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto& [row, low, high] = rows[k];
    for (int i = 0; i < n; ++i) p.levels[k].A(0, i) = row[static_cast<std::size_t>(i)];
    p.levels[k].lower[0] = low;
    p.levels[k].upper[0] = high;
  }
  return p;
}

TEST(AnInequality, AboveAnEqualityLetsItComeAsNearAsItMay) {
  const HierarchicalSolution s = solution_of(stack({{{1.0}, 1.0, infinity}, {{1.0}, 0.25, 0.25}}));
  EXPECT_NEAR(s.x[0], 1.0, 1e-15);
  EXPECT_EQ(s.levels[0].slack_norm, 0.0);
  EXPECT_NEAR(s.levels[1].slack[0], 0.75, 1e-15);
  EXPECT_EQ(s.levels[0].active[0], ActiveSide::Lower);
}

TEST(AnInequality, BelowAnEqualityGivesWay) {
  const HierarchicalSolution s = solution_of(stack({{{1.0}, 0.25, 0.25}, {{1.0}, 1.0, infinity}}));
  EXPECT_NEAR(s.x[0], 0.25, 1e-15);
  EXPECT_NEAR(s.levels[1].slack[0], -0.75, 1e-15);
  EXPECT_EQ(s.levels[1].active[0], ActiveSide::Lower);
}

TEST(Rows, OfOneLevelThatCannotAllBeMetMeetHalfWay) {
  HierarchicalProgram p(1, {2, 1});
  p.levels[0].A << 1.0, 1.0;
  p.levels[0].lower << 2.0, -infinity;
  p.levels[0].upper << infinity, 1.0;
  p.levels[1].A << 1.0;
  p.levels[1].lower << 5.0;
  const HierarchicalSolution s = solution_of(p);
  EXPECT_NEAR(s.x[0], 1.5, 1e-15);
  EXPECT_NEAR(s.levels[0].slack[0], -0.5, 1e-15);
  EXPECT_NEAR(s.levels[0].slack[1], 0.5, 1e-15);
  EXPECT_NEAR(s.levels[1].slack[0], -3.5, 1e-15);
  EXPECT_EQ(s.rank_left, 0);
}

TEST(WhatNoLevelAsksFor, StaysZero) {
  const HierarchicalSolution s = solution_of(stack({{{1.0, 1.0, 0.0}, 2.0, 2.0}, {{1.0, 0.0, 0.0}, -infinity, 0.5}}));
  EXPECT_LT((s.x - Eigen::Vector3d(0.5, 1.5, 0.0)).norm(), 1e-15);
  EXPECT_EQ(s.rank_left, 1 + 1);  // the second level is met at its bound and takes nothing
}

TEST(TheIterationLimit, OfAHierarchyIsKeptAndSaid) {
  RandomMatrices random(10);
  const HierarchicalProgram p = random_program(random, {8, {4, 4, 6}});
  ASSERT_GT(solution_of(p).iterations, 4);
  const HierarchicalSolution s = solver_for(p, {.most_iterations = 3}).solve(p);
  EXPECT_EQ(s.status, HierarchicalStatus::IterationLimit);
  EXPECT_EQ(s.iterations, 3);
}

#ifndef SINEW_SANITIZED
TEST(Solving, AHierarchyAllocatesNothing) {
  RandomMatrices random(11);
  HierarchicalProgramSolver solver(7, {3, 6, 4, 7});
  for (int trial = 0; trial < 100; ++trial) {
    const HierarchicalProgram p = random_program(random, {7, {3, 6, 4, 7}, trial % 2 == 0});
    const long before = allocation_count();
    solver.solve(p);
    solver.solve(p, solver.solution());
    ASSERT_EQ(allocation_count(), before);
  }
}
#endif

TEST(BadHierarchies, AreRefusedWithAllThatIsWrong) {
  HierarchicalProgram p(2, {1, 2});
  EXPECT_EQ(refusal([&] { check(p); }), "");
  p.levels[0].A(0, 1) = std::numeric_limits<double>::quiet_NaN();
  p.levels[1].lower[1] = 2.0;
  p.levels[1].upper[1] = 1.0;
  p.bounds.upper[0] = -infinity;
  const std::string said = refusal([&] { check(p); });
  EXPECT_THAT(said, HasSubstr("level 0: A(0, 1) is nan"));
  EXPECT_THAT(said, HasSubstr("level 1: row 1 is to lie between 2 and 1"));
  EXPECT_THAT(said, HasSubstr("variable 0 is to lie between -inf and -inf"));
  p = HierarchicalProgram(2, {1});
  p.levels[0].A = MatrixXd::Zero(1, 3);
  p.levels[0].upper = VectorXd::Zero(2);
  EXPECT_THAT(refusal([&] { check(p); }), HasSubstr("a row of level 0 has the size 3; make it 2"));
  EXPECT_THAT(refusal([&] { check(p); }), HasSubstr("upper of level 0 has the size 2; make it 1"));
}

TEST(AHierarchySolver, RefusesWhatItWasNotMadeFor) {
  HierarchicalProgramSolver solver(2, {1});
  EXPECT_THAT(refusal([&] { solver.solve(HierarchicalProgram(2, {2})); }), HasSubstr("make a solver with as many"));
  EXPECT_THAT(refusal([&] { solver.solve(HierarchicalProgram(2, {1}), HierarchicalSolution{}); }),
              HasSubstr("the solution to start from"));
  EXPECT_THAT(refusal([] { HierarchicalProgramSolver(0, {}); }), HasSubstr("one variable at least"));
  EXPECT_THAT(refusal([] { HierarchicalProgramSolver(1, {-1}); }), HasSubstr("no negative number of rows"));
  EXPECT_THAT(refusal([] { HierarchicalProgramSolver(1, {1}, {.tolerance = -1.0}); }), HasSubstr("tolerance is -1"));
}

}  // namespace
