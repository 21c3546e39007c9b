// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/saturation.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/programs/quadratic_program.h"
#include "tests/redundancy/linear_program.h"
#include "tests/redundancy/random_tasks.h"

namespace {

using sinew::Bounds;
using sinew::SaturationInNullSpace;
using sinew::SaturationVariant;
using sinew::ScaledTask;
using namespace sinew_test;

constexpr std::array variants{SaturationVariant::Basic, SaturationVariant::Fast, SaturationVariant::Optimal};

double residual(const ScaledTask& task, double scale, const Eigen::VectorXd& x) {
  Eigen::VectorXd rest(task.rows());
  task.residual(scale, x.data(), rest.data());
  return rest.lpNorm<Eigen::Infinity>();
}

void expect_within(const Bounds& bounds, const Eigen::VectorXd& x) {
  EXPECT_TRUE(((x - bounds.lower).array() >= 0.0).all()) << x.transpose();
  EXPECT_TRUE(((bounds.upper - x).array() >= 0.0).all()) << x.transpose();
}

TEST(Saturation, OfTenThousandProblemsKeepsBoundsAndTask) {
  RandomProblems random(1);
  int feasible = 0, scaled = 0, basic_short = 0;
  for (int n = 0; n < 10000; ++n) {
    const RandomTasks problem = random.next(random.whole(3, 12), 1, 6);
    const auto joints = static_cast<int>(problem.bounds.lower.size());
    SaturationInNullSpace solver(joints, 6, 1);
    const auto tasks = problem.tasks();
    const auto largest = largest_scale(tasks, {}, problem.bounds);
    ASSERT_TRUE(largest.has_value());
    for (const SaturationVariant variant : variants) {
      const Eigen::VectorXd x = solver.solve(tasks, problem.bounds, variant);
      const auto& level = solver.levels()[0];
      ASSERT_TRUE(level.executed);
      expect_within(problem.bounds, x);
      ASSERT_LT(residual(tasks[0], level.scale, x), 1e-10) << n;
      ASSERT_LE(level.scale, *largest + 1e-8) << n;
      if (variant == SaturationVariant::Optimal)
        ASSERT_NEAR(level.scale, *largest, 1e-8) << "problem " << n << ", " << joints << " joints, " << tasks[0].rows();
      else if (level.scale < *largest - 1e-6)
        ++basic_short;
    }
    (*largest > 1.0 - 1e-9 ? feasible : scaled) += 1;
  }
  EXPECT_GT(feasible, 2000);
  EXPECT_GT(scaled, 2000);
  // one joint more at a time does not always find the best set
  EXPECT_GT(basic_short, 0);
}

/// The x of least norm with J·x = scale·y, and nothing else known.
sinew::QuadraticProgram least_norm_program(const ScaledTask& task, double scale, const Bounds& bounds) {
  sinew::QuadraticProgram program(static_cast<int>(bounds.lower.size()), static_cast<int>(task.rows()), 0);
  program.H.setIdentity();
  program.A = task.J;
  program.b = scale * task.y;
  program.bounds = bounds;
  return program;
}

TEST(Saturation, OfTenThousandProblemsIsWhatAQuadraticProgramFinds) {
  RandomProblems random(1);
  int refuted = 0;
  for (int n = 0; n < 10000; ++n) {
    const RandomTasks problem = random.next(random.whole(3, 12), 1, 6);
    const auto joints = static_cast<int>(problem.bounds.lower.size());
    const auto tasks = problem.tasks();
    SaturationInNullSpace solver(joints, 6, 1);
    const Eigen::VectorXd x = solver.solve(tasks, problem.bounds);
    const double scale = solver.levels()[0].scale;

    sinew::QuadraticProgramSolver programs(joints, static_cast<int>(tasks[0].rows()), 0);
    const auto& same = programs.solve(least_norm_program(tasks[0], scale, problem.bounds));
    ASSERT_EQ(same.status, sinew::QuadraticProgramStatus::Optimal) << n << ", scale " << scale;
    ASSERT_LT((same.x - x).lpNorm<Eigen::Infinity>(), 1e-7) << n << ", scale " << scale;
    if (scale == 1.0) continue;
    const sinew::QuadraticProgram more = least_norm_program(tasks[0], scale + 1e-6, problem.bounds);
    const auto& none = programs.solve(more);
    ASSERT_EQ(none.status, sinew::QuadraticProgramStatus::Infeasible) << n << ", scale " << scale;
    const double farthest = problem.bounds.lower.cwiseAbs().cwiseMax(problem.bounds.upper).norm();
    ASSERT_GT(excluded_radius(more, none.certificate), farthest) << n;
    ++refuted;
  }
  EXPECT_GT(refuted, 2000);
}

TEST(Saturation, BasicAndFastAgree) {
  RandomProblems random(2);
  for (int n = 0; n < 3000; ++n) {
    const RandomTasks problem = random.next(random.whole(3, 12), random.whole(1, 3), 4);
    SaturationInNullSpace solver(static_cast<int>(problem.bounds.lower.size()), 4, 3);
    const auto tasks = problem.tasks();
    const Eigen::VectorXd basic = solver.solve(tasks, problem.bounds, SaturationVariant::Basic);
    const Eigen::VectorXd fast = solver.solve(tasks, problem.bounds, SaturationVariant::Fast);
    ASSERT_LT((basic - fast).lpNorm<Eigen::Infinity>(), 1e-6) << n;
  }
}

TEST(Saturation, OfSeveralTasksKeepsPrioritiesExactly) {
  RandomProblems random(3);
  int executed = 0;
  for (int n = 0; n < 10000; ++n) {
    const int count = random.whole(2, 4);
    const RandomTasks problem = random.next(random.whole(3, 12), count, 3);
    const auto joints = static_cast<int>(problem.bounds.lower.size());
    SaturationInNullSpace solver(joints, 3, count);
    const auto tasks = problem.tasks();
    for (const SaturationVariant variant : variants) {
      const Eigen::VectorXd x = solver.solve(tasks, problem.bounds, variant);
      expect_within(problem.bounds, x);
      std::vector<double> scales;
      for (int k = 0; k < count; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const auto& level = solver.levels()[at];
        if (level.executed) {
          ++executed;
          ASSERT_LT(residual(tasks[at], level.scale, x), 1e-10) << n << ' ' << k << ' ' << static_cast<int>(variant);
        }
        if (variant == SaturationVariant::Optimal) {
          const auto largest = largest_scale(std::span(tasks).first(at + 1), scales, problem.bounds);
          if (level.executed)
            ASSERT_NEAR(level.scale, largest.value_or(-1.0), 1e-8) << n << ' ' << k;
          else
            ASSERT_LT(largest.value_or(-1.0), 1e-8) << n << ' ' << k;
        }
        scales.push_back(level.executed ? level.scale : -1.0);
      }
    }
  }
  EXPECT_GT(executed, 30000);
}

TEST(Saturation, IsThePseudoInverseWhereNoBoundMatters) {
  RandomProblems random(4);
  for (int n = 0; n < 200; ++n) {
    const RandomTasks problem = random.next(7, 1, 6);
    const Bounds wide{Eigen::VectorXd::Constant(7, -1e9), Eigen::VectorXd::Constant(7, 1e9)};
    SaturationInNullSpace solver(7, 6, 1);
    const Eigen::MatrixXd J = problem.J[0];
    const Eigen::VectorXd expected = J.transpose() * (J * J.transpose()).inverse() * problem.y[0];
    for (const SaturationVariant variant : variants)
      EXPECT_LT((solver.solve(problem.tasks(), wide, variant) - expected).norm(), 1e-8 * expected.norm());
  }
}

/// Braking joints: zero is out of bounds for some, and there is drift. What is possible, GLPK knows.
TEST(Saturation, KnowsWhatIsPossibleWhereJointsMustMove) {
  RandomProblems random(6);
  int possible = 0, impossible = 0;
  for (int n = 0; n < 3000; ++n) {
    const int joints = random.whole(3, 9);
    RandomTasks problem = random.next(joints, 1, 4);
    const Eigen::VectorXd middle = 0.7 * random.vector(joints);
    problem.bounds.lower += middle;
    problem.bounds.upper += middle;
    const Eigen::VectorXd drift = 0.5 * random.vector(static_cast<int>(problem.y[0].size()));
    const ScaledTask task{problem.J[0], problem.y[0], drift.data()};
    SaturationInNullSpace solver(joints, 4, 1);
    const auto largest = largest_scale({&task, 1}, {}, problem.bounds);
    for (const SaturationVariant variant : variants) {
      const Eigen::VectorXd x = solver.solve({&task, 1}, problem.bounds, variant);
      const auto& level = solver.levels()[0];
      expect_within(problem.bounds, x);
      if (level.executed) {
        ASSERT_LT(residual(task, level.scale, x), 1e-10) << n;
      }
      if (variant != SaturationVariant::Optimal) continue;
      ASSERT_EQ(level.executed, largest.has_value()) << n;
      if (largest) {
        ASSERT_NEAR(level.scale, *largest, 1e-8) << n;
      }
    }
    (largest ? possible : impossible) += 1;
  }
  EXPECT_GT(possible, 500);
  EXPECT_GT(impossible, 500);
}

/// Small whole numbers: bounds that are met exactly, ties, dependent rows.
TEST(Saturation, IsNotPuzzledByTies) {
  RandomProblems random(7);
  for (int n = 0; n < 5000; ++n) {
    const int joints = random.whole(2, 6), rows = random.whole(1, 3);
    const RowMatrix J = RowMatrix::NullaryExpr(rows, joints, [&] { return random.whole(-1, 1); });
    const Eigen::VectorXd y = Eigen::VectorXd::NullaryExpr(rows, [&] { return random.whole(-3, 3); });
    const Bounds bounds{Eigen::VectorXd::Constant(joints, -1.0), Eigen::VectorXd::Constant(joints, 1.0)};
    const ScaledTask task{J, y};
    SaturationInNullSpace solver(joints, 3, 1);
    const auto largest = largest_scale({&task, 1}, {}, bounds);
    for (const SaturationVariant variant : variants) {
      const Eigen::VectorXd x = solver.solve({&task, 1}, bounds, variant);
      expect_within(bounds, x);
      ASSERT_LT(residual(task, solver.levels()[0].scale, x), 1e-10) << n;
      if (variant == SaturationVariant::Optimal) {
        ASSERT_NEAR(solver.levels()[0].scale, *largest, 1e-8) << n;
      }
    }
  }
}

/// The one self-motion there is hardly moves the joint that is in the way, so that the edge of what is possible lies where
/// the others have come far.
TEST(Saturation, FindsTheEdgeWhereHardlyAnythingIsLeft) {
  RandomProblems random(8);
  for (int n = 0; n < 2000; ++n) {
    const double little = std::pow(10.0, random.number(-7.0, -1.0));
    Eigen::VectorXd still = random.vector(7);
    still[3] = little;
    still.normalize();
    const Eigen::MatrixXd free = Eigen::MatrixXd::Identity(7, 7) - still * still.transpose();
    const RowMatrix J = random.matrix(6, 7) * free;
    const Bounds bounds{Eigen::VectorXd::Constant(7, -2.0), Eigen::VectorXd::Constant(7, 2.0)};
    Eigen::VectorXd x0 = 0.3 * random.vector(7);
    x0[3] = 4.0;
    const Eigen::VectorXd y = J * x0;
    const ScaledTask task{J, y};
    SaturationInNullSpace solver(7, 6, 1);
    const Eigen::VectorXd x = solver.solve({&task, 1}, bounds);
    expect_within(bounds, x);
    ASSERT_TRUE(solver.levels()[0].executed) << n << ' ' << little;
    ASSERT_LT(residual(task, solver.levels()[0].scale, x), 1e-10) << n;
    ASSERT_NEAR(solver.levels()[0].scale, largest_scale({&task, 1}, {}, bounds).value_or(-1.0), 1e-8) << n;
  }
}

/// Two exams of the course Robotics 2 at Sapienza: 5 June 2020, no. 1, and 19 April 2023, no. 1.
TEST(Saturation, SolvesPublishedExercises) {
  SaturationInNullSpace solver(3, 2, 1);
  const double root = std::sqrt(3.0) / 2.0;
  const RowMatrix a{{-1.0, -1.0, -0.5}, {0.5 - root, -root, -root}}, b{{-0.5, -0.5, -0.5}, {1.0, 0.5, 0.0}};
  const Eigen::VectorXd ya = Eigen::Vector2d(2.0, 1.0), yb = Eigen::Vector2d(2.64, 1.0);
  const Bounds speed{Eigen::Vector3d(-1.0, -1.5, -2.0), Eigen::Vector3d(1.0, 1.5, 2.0)};
  const Bounds acceleration{Eigen::Vector3d(-10.0, -10.0, -2.0), Eigen::Vector3d(7.0, 10.0, 10.0)};
  const ScaledTask first{a, ya}, second{b, yb};
  for (const SaturationVariant variant : variants) {
    EXPECT_LT((solver.solve({&first, 1}, speed, variant) - Eigen::Vector3d(-1.0, -1.2679, 0.5359)).norm(), 1e-4);
    EXPECT_EQ(solver.levels()[0].scale, 1.0);
    EXPECT_LT((solver.solve({&second, 1}, acceleration, variant) - Eigen::Vector3d(5.28, -8.56, -2.0)).norm(), 1e-12);
  }
}

TEST(Saturation, RefusesWhatDoesNotFit) {
  SaturationInNullSpace solver(3, 2, 1);
  const RowMatrix J = RowMatrix::Ones(1, 3);
  const Eigen::VectorXd y = Eigen::VectorXd::Ones(1);
  const ScaledTask task{J, y};
  const Eigen::VectorXd one = Eigen::VectorXd::Ones(3), two = Eigen::VectorXd::Ones(2);
  EXPECT_THROW(solver.solve({&task, 1}, {one, -one}), sinew::InputError);
  EXPECT_THROW(solver.solve({&task, 1}, {-two, two}), sinew::InputError);
  EXPECT_THROW(solver.solve({}, {-one, one}), sinew::InputError);
  EXPECT_THROW(solver.solve({&task, 1}, {-one, one * std::numeric_limits<double>::quiet_NaN()}), sinew::InputError);
  EXPECT_THROW(solver.solve({&task, 1}, {-one, one}, SaturationVariant::Fast, &two), sinew::InputError);
}

}  // namespace
