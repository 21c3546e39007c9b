// SPDX-License-Identifier: BSD-3-Clause
// Every method by the property that defines it, shown by another route than it was computed: gradients that vanish in all
// directions that the task leaves free, multipliers of the right sign at bounds.
#include "sinew/redundancy/resolution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/programs/quadratic_program.h"
#include "tests/redundancy/random_tasks.h"
#include "tests/support/refusal.h"

namespace {

using namespace sinew_test;
using sinew::CommandLevel;
using sinew::Damping;
using sinew::InputError;
using sinew::RedundancyMethod;
using sinew::RedundancyProblem;
using sinew::Resolution;
using sinew::resolve;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using enum sinew::RedundancyMethod;

constexpr int many = 200;

/// How far v is from Jᵀ·λ for the best λ: zero where v has no part that the task leaves free.
double outside_rows(const Eigen::MatrixXd& J, const Eigen::VectorXd& v) {
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> rows(J.transpose());
  return (v - J.transpose() * rows.solve(v)).norm();
}

Eigen::MatrixXd positive_definite(RandomProblems& random, int n) {
  const Eigen::MatrixXd A = random.matrix(n, n);
  return A * A.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
}

RedundancyProblem::Task task_of(RandomProblems& random, int rows, int n, int priority = 1) {
  return {"task " + std::to_string(priority), random.matrix(rows, n), random.vector(rows), {}, priority};
}

/// One task that can be done, on more joints than it has rows.
RedundancyProblem one_task(RandomProblems& random) {
  RedundancyProblem problem;
  problem.size = random.whole(3, 8);
  problem.tasks = {task_of(random, random.whole(1, problem.size - 1), problem.size)};
  return problem;
}

sinew::Bounds narrow_bounds(RandomProblems& random, int n) {
  return {-random.vector(n).cwiseAbs(), random.vector(n).cwiseAbs()};
}

// ---- inverses

TEST(PseudoInverse, IsOfLeastErrorAndThenOfLeastNorm) {
  RandomProblems random(1);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem;
    problem.size = random.whole(2, 7);
    problem.tasks = {task_of(random, random.whole(1, 9), problem.size)};
    Eigen::MatrixXd& J = problem.tasks[0].J;
    if (i % 2 == 0) J.row(J.rows() - 1) = -0.5 * J.row(0);  // dependent rows
    const Eigen::VectorXd x = resolve(problem, PseudoInverse).x;
    EXPECT_LT((J.transpose() * (J * x - problem.tasks[0].y)).norm(), 1e-9 * (1.0 + x.norm()));
    EXPECT_LT(outside_rows(J, x), 1e-9 * (1.0 + x.norm()));
  }
}

TEST(WeightedInverse, MakesTheWeightedNormLeast) {
  RandomProblems random(2);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = one_task(random);
    problem.weight = positive_definite(random, problem.size);
    const Eigen::VectorXd x = resolve(problem, WeightedInverse).x;
    EXPECT_LT((problem.tasks[0].J * x - problem.tasks[0].y).norm(), 1e-8 * (1.0 + x.norm()));
    EXPECT_LT(outside_rows(problem.tasks[0].J, *problem.weight * x), 1e-7 * (1.0 + x.norm()));
  }
}

TEST(WeightedInverse, MovesAHeavyJointLess) {
  RedundancyProblem problem;
  problem.size = 2;
  problem.tasks = {{"sum", Eigen::RowVector2d(1.0, 1.0), Eigen::VectorXd::Ones(1), {}, 1}};
  problem.weight = Eigen::Vector2d(3.0, 1.0).asDiagonal();
  EXPECT_TRUE(resolve(problem, WeightedInverse).x.isApprox(Eigen::Vector2d(0.25, 0.75), 1e-14));
}

TEST(DampedInverse, SolvesItsOwnLeastSquares) {
  RandomProblems random(3);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = one_task(random);
    const double mu = random.number(0.01, 2.0);
    problem.damping = {Damping::Kind::Constant, mu, 0.0};
    const Eigen::MatrixXd& J = problem.tasks[0].J;
    const Eigen::VectorXd x = resolve(problem, DampedInverse).x;
    EXPECT_LT((J.transpose() * (J * x - problem.tasks[0].y) + mu * mu * x).norm(), 1e-10 * (1.0 + x.norm()));
  }
}

TEST(DampedInverse, OfARegionLeavesAloneWhatIsFarFromASingularity) {
  RandomProblems random(4);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = one_task(random);
    problem.damping = {Damping::Kind::Variable, 0.5, 1e-6};
    EXPECT_LT((resolve(problem, DampedInverse).x - resolve(problem, PseudoInverse).x).norm(), 1e-10);
  }
}

// ---- null space

TEST(ProjectedGradient, DoesTheTaskAsNearAsCanBeToTheMotionPreferred) {
  RandomProblems random(5);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = one_task(random);
    problem.gradient = random.vector(problem.size);
    problem.step = random.number(0.1, 3.0);
    problem.maximise = i % 2 == 0;
    if (i % 3 == 0) problem.weight = positive_definite(random, problem.size);
    const Eigen::VectorXd x0 = (problem.maximise ? 1.0 : -1.0) * problem.step * *problem.gradient;
    const Resolution found = resolve(problem, ProjectedGradient);
    const Eigen::MatrixXd& J = problem.tasks[0].J;
    EXPECT_LT((J * found.x - problem.tasks[0].y).norm(), 1e-8 * (1.0 + found.x.norm()));
    const Eigen::VectorXd away = found.x - x0;
    EXPECT_LT(outside_rows(J, problem.weight ? Eigen::VectorXd(*problem.weight * away) : away),
              1e-7 * (1.0 + away.norm()));
  }
}

TEST(ProjectedGradient, HasNothingToGainWhereTheGradientIsARowOfTheTask) {
  RandomProblems random(6);
  RedundancyProblem problem = one_task(random);
  problem.gradient = 2.0 * problem.tasks[0].J.row(0).transpose();
  EXPECT_LT(*resolve(problem, ProjectedGradient).optimality, 1e-12);
  problem.gradient = random.vector(problem.size);
  EXPECT_GT(*resolve(problem, ProjectedGradient).optimality, 1e-3);
}

TEST(LeastTaskScaling, IsTheLargestThatKeepsTheBounds) {
  RandomProblems random(7);
  int scaled = 0;
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = one_task(random);
    problem.preferred = 0.1 * random.vector(problem.size);
    problem.bounds = {Eigen::VectorXd::Constant(problem.size, -0.6), Eigen::VectorXd::Constant(problem.size, 0.6)};
    const Resolution found = resolve(problem, ProjectedGradient);
    if (!found.within_bounds || found.scale >= 1.0) continue;
    ++scaled;
    RedundancyProblem faster = problem;
    faster.tasks[0].y *= found.scale + 1e-6;
    faster.bounds.reset();
    EXPECT_GT(resolve(faster, ProjectedGradient).x.cwiseAbs().maxCoeff(), 0.6);
    EXPECT_NEAR(found.x.cwiseAbs().maxCoeff(), 0.6, 1e-9);
    EXPECT_LT((problem.tasks[0].J * found.x - found.scale * problem.tasks[0].y).norm(), 1e-9);
  }
  EXPECT_GT(scaled, many / 4);
}

TEST(ReducedGradient, MovesTheFreeJointsAlongTheSlopeThatHHasForThem) {
  RandomProblems random(8);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem;
    problem.size = random.whole(3, 6);
    const int m = random.whole(1, problem.size - 1);
    problem.tasks = {task_of(random, m, problem.size)};
    problem.gradient = random.vector(problem.size);
    problem.maximise = true;
    for (int j = 0; j < m; ++j) problem.independent_columns.push_back(j);
    const Eigen::MatrixXd& J = problem.tasks[0].J;
    const Eigen::VectorXd x = resolve(problem, ReducedGradient).x;
    EXPECT_LT((J * x - problem.tasks[0].y).norm(), 1e-6 * (1.0 + x.norm()));
    // move one free joint alone, let the others follow, and see what H gains
    for (int b = m; b < problem.size; ++b) {
      Eigen::VectorXd direction = Eigen::VectorXd::Zero(problem.size);
      direction[b] = 1.0;
      direction.head(m) = J.leftCols(m).fullPivLu().solve(-J.col(b));
      EXPECT_NEAR(x[b], problem.gradient->dot(direction), 1e-7 * (1.0 + direction.norm()));
    }
  }
}

TEST(ReducedGradient, LeavesTheTaskToTheColumnsOfLargestDeterminant) {
  RedundancyProblem problem;
  problem.size = 3;
  Eigen::MatrixXd J(2, 3);
  J << 1.0, 0.0, 2.0, 0.0, 0.1, 0.5;
  problem.tasks = {{"task", J, Eigen::Vector2d(1.0, 1.0), {}, 1}};
  problem.gradient = Eigen::Vector3d(0.0, 7.0, 0.0);
  problem.maximise = true;
  // det{1,2} = 0.1, det{1,3} = 0.5, det{2,3} = -0.2: joint 2 is free, and its slope is H's own plus those that follow
  EXPECT_NEAR(resolve(problem, ReducedGradient).x[1], 7.0, 1e-12);
}

// ---- priorities

TEST(TaskPriority, SpoilsNoTaskForTheSakeOfALowerOne) {
  RandomProblems random(9);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem;
    problem.size = random.whole(3, 8);
    for (int k = 1; k <= 3; ++k) problem.tasks.push_back(task_of(random, random.whole(1, 3), problem.size, k));
    const Eigen::VectorXd x = resolve(problem, TaskPriority).x;
    // the slope of each task's error is made of rows above it: no motion that they leave free would lessen it
    Eigen::MatrixXd above = Eigen::MatrixXd::Zero(1, problem.size);
    for (const RedundancyProblem::Task& task : problem.tasks) {
      EXPECT_LT(outside_rows(above, task.J.transpose() * (task.J * x - task.y)), 1e-6 * (1.0 + x.norm()));
      Eigen::MatrixXd longer(above.rows() + task.J.rows(), problem.size);
      longer << above, task.J;
      above = longer;
    }
    EXPECT_LT(outside_rows(above, x), 1e-8 * (1.0 + x.norm()));
  }
}

TEST(SaturationInTheNullSpace, KeepsBoundsAndTheDirectionOfEveryTaskThatItDoes) {
  RandomProblems random(10);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem;
    problem.size = random.whole(3, 8);
    for (int k = 1; k <= 2; ++k) problem.tasks.push_back(task_of(random, random.whole(1, 2), problem.size, k));
    problem.bounds = narrow_bounds(random, problem.size);
    double first_scales[3] = {};
    int next = 0;
    for (const RedundancyMethod method : {SnsBasic, SnsFast, SnsOptimal}) {
      const Resolution found = resolve(problem, method);
      EXPECT_TRUE(found.within_bounds);
      for (std::size_t k = 0; k < 2; ++k)
        if (found.tasks[k].executed) {
          EXPECT_LT((found.tasks[k].achieved - found.tasks[k].scale * found.tasks[k].wanted).norm(), 1e-8);
        }
      first_scales[next++] = found.tasks[0].scale;
    }
    EXPECT_LE(first_scales[0], first_scales[2] + 1e-9);
    EXPECT_LE(first_scales[1], first_scales[2] + 1e-9);
  }
}

// ---- quadratic programs

/// A slope is nothing between bounds, pushes upwards at none but an upper one and downwards at none but a lower one.
void expect_no_way_down(const Eigen::VectorXd& slope, const Eigen::VectorXd& x, const sinew::Bounds& bounds,
                        double tolerance) {
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    ASSERT_GE(x[i], bounds.lower[i]);
    ASSERT_LE(x[i], bounds.upper[i]);
    const bool at_lower = x[i] - bounds.lower[i] < 1e-9, at_upper = bounds.upper[i] - x[i] < 1e-9;
    if (!at_lower) {
      EXPECT_LT(slope[i], tolerance) << i;
    }
    if (!at_upper) {
      EXPECT_GT(slope[i], -tolerance) << i;
    }
  }
}

TEST(QuadraticProgram, HasNoWayDownWithinTheBounds) {
  RandomProblems random(11);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem;
    problem.size = random.whole(2, 8);
    for (int k = 0; k < 2; ++k) problem.tasks.push_back(task_of(random, random.whole(1, 4), problem.size));
    problem.bounds = narrow_bounds(random, problem.size);
    const RedundancyProblem::Task all = sinew::stacked(problem.tasks);
    const Eigen::VectorXd x = resolve(problem, QuadraticProgram).x;
    expect_no_way_down(all.J.transpose() * (all.J * x - all.y), x, *problem.bounds, 1e-7);
  }
}

TEST(QuadraticProgram, WeighsInequalitiesThatMayBeBrokenLikeTasks) {
  RandomProblems random(12);
  int broken = 0;
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem;
    problem.size = random.whole(2, 6);
    problem.tasks = {task_of(random, random.whole(1, 4), problem.size)};
    problem.bounds = narrow_bounds(random, problem.size);
    problem.inequality_matrix = random.matrix(3, problem.size);
    problem.inequality_limit = random.vector(3);
    problem.damping = {Damping::Kind::Constant, 0.3, 0.0};
    const Eigen::VectorXd x = resolve(problem, QuadraticProgram).x;
    const Eigen::VectorXd w = (problem.inequality_matrix * x - problem.inequality_limit).cwiseMax(0.0);
    broken += w.norm() > 1e-6;
    const RedundancyProblem::Task& task = problem.tasks[0];
    expect_no_way_down(
        task.J.transpose() * (task.J * x - task.y) + 0.09 * x + problem.inequality_matrix.transpose() * w, x,
        *problem.bounds, 1e-7);
  }
  EXPECT_GT(broken, many / 10);
}

TEST(QuadraticProgram, BreaksNoHardInequalityAndSaysWhichContradictEachOther) {
  RandomProblems random(13);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = one_task(random);
    problem.inequality_matrix = random.matrix(2, problem.size);
    problem.inequality_limit = -random.vector(2).cwiseAbs();
    problem.hard_inequalities = true;
    const Eigen::VectorXd x = resolve(problem, QuadraticProgram).x;
    EXPECT_LT((problem.inequality_matrix * x - problem.inequality_limit).maxCoeff(), 1e-8 * (1.0 + x.norm()));
  }
  RedundancyProblem problem;
  problem.size = 2;
  problem.tasks = {{"task", Eigen::RowVector2d(1.0, 1.0), Eigen::VectorXd::Ones(1), {}, 1}};
  problem.bounds = {Eigen::Vector2d(-1.0, -1.0), Eigen::Vector2d(1.0, 1.0)};
  problem.inequality_matrix = Eigen::RowVector2d(1.0, 0.0);
  problem.inequality_limit = Eigen::VectorXd::Constant(1, -2.0);
  problem.hard_inequalities = true;
  for (const RedundancyMethod method : {QuadraticProgram, HierarchicalProgram}) {
    try {
      resolve(problem, method);
      FAIL() << "q1 ≤ −2 within ±1";
    } catch (const InputError& e) {
      EXPECT_THAT(e.what(), HasSubstr("C"));
      if (method == QuadraticProgram) {
        EXPECT_THAT(e.what(), HasSubstr("the lower bound of q1"));
      }
    }
  }
}

TEST(QuadraticProgram, IsTheInverseItselfWhereNothingIsBounded) {
  RandomProblems random(14);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = one_task(random);
    EXPECT_LT((resolve(problem, QuadraticProgram).x - resolve(problem, PseudoInverse).x).norm(),
              1e-7 * (1.0 + resolve(problem, PseudoInverse).x.norm()));
    problem.damping = {Damping::Kind::Constant, 0.4, 0.0};
    EXPECT_LT((resolve(problem, QuadraticProgram).x - resolve(problem, DampedInverse).x).norm(), 1e-9);
    problem.damping = {};
    problem.preferred = random.vector(problem.size);
    problem.weight = positive_definite(random, problem.size);
    EXPECT_LT((resolve(problem, QuadraticProgram).x - resolve(problem, LinearQuadratic).x).norm(),
              1e-6 * (1.0 + resolve(problem, LinearQuadratic).x.norm()));
  }
}

TEST(HierarchicalProgram, IsTheStackOfPrioritiesWhereNothingIsBounded) {
  RandomProblems random(15);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem;
    problem.size = random.whole(3, 8);
    for (int k = 1; k <= 3; ++k) problem.tasks.push_back(task_of(random, random.whole(1, 3), problem.size, k));
    if (i % 2 == 0) problem.preferred = random.vector(problem.size);
    const Eigen::VectorXd stack = resolve(problem, TaskPriority).x;
    EXPECT_LT((resolve(problem, HierarchicalProgram).x - stack).norm(), 1e-6 * (1.0 + stack.norm()));
  }
}

/// The least |J·x − y| within bounds, where `above`·x stays what it is.
double least_error(const RedundancyProblem::Task& task, const sinew::Bounds& bounds, const Eigen::MatrixXd& above,
                   const Eigen::VectorXd& kept) {
  const auto n = static_cast<int>(task.J.cols()), m = static_cast<int>(task.J.rows());
  const auto k = static_cast<int>(above.rows());
  sinew::QuadraticProgram program(n + m, k + m, 0);
  program.H.setIdentity();
  program.H.topLeftCorner(n, n) *= 1e-10;
  program.g.setZero();
  program.A.setZero();
  program.A.topLeftCorner(k, n) = above;
  program.A.bottomLeftCorner(m, n) = task.J;
  program.A.bottomRightCorner(m, m) = -Eigen::MatrixXd::Identity(m, m);
  program.b << kept, task.y;
  program.bounds.lower.head(n) = bounds.lower;
  program.bounds.upper.head(n) = bounds.upper;
  sinew::QuadraticProgramSolver solver(n + m, k + m, 0);
  return solver.solve(program).x.tail(m).norm();
}

TEST(HierarchicalProgram, MakesEachErrorTheLeastThatThoseAboveAllow) {
  RandomProblems random(16);
  int hard = 0;
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem;
    problem.size = random.whole(3, 8);
    for (int k = 1; k <= 2; ++k) problem.tasks.push_back(task_of(random, random.whole(1, 3), problem.size, k));
    problem.bounds = narrow_bounds(random, problem.size);
    const Resolution found = resolve(problem, HierarchicalProgram);
    EXPECT_TRUE(found.within_bounds);
    const Eigen::MatrixXd none(0, problem.size);
    EXPECT_NEAR(found.tasks[0].error, least_error(problem.tasks[0], *problem.bounds, none, Eigen::VectorXd(0)), 1e-5);
    const Eigen::MatrixXd& first = problem.tasks[0].J;
    EXPECT_NEAR(found.tasks[1].error, least_error(problem.tasks[1], *problem.bounds, first, first * found.x), 1e-5);
    hard += found.tasks[0].error > 1e-3;
  }
  EXPECT_GT(hard, many / 10);
}

// ---- with inertia

RedundancyProblem dynamic_problem(RandomProblems& random) {
  RedundancyProblem problem = one_task(random);
  problem.level = CommandLevel::Acceleration;
  problem.tasks[0].drift = random.vector(static_cast<int>(problem.tasks[0].J.rows()));
  problem.mass_matrix = positive_definite(random, problem.size);
  problem.bias = random.vector(problem.size);
  return problem;
}

TEST(KineticEnergy, IsTheLeastOfAllMotionsThatDoTheTask) {
  RandomProblems random(17);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = one_task(random);
    problem.mass_matrix = positive_definite(random, problem.size);
    const Resolution found = resolve(problem, KineticEnergy);
    const Eigen::MatrixXd& M = *problem.mass_matrix;
    EXPECT_LT(found.tasks[0].error, 1e-8 * (1.0 + found.x.norm()));
    EXPECT_LT(outside_rows(problem.tasks[0].J, M * found.x), 1e-7 * (1.0 + found.x.norm()));
    const Eigen::VectorXd other = resolve(problem, PseudoInverse).x;
    EXPECT_LE(*found.kinetic_energy, 0.5 * other.dot(M * other) * (1.0 + 1e-9));
  }
}

TEST(TorqueNorms, AreLeastInTheirOwnWeight) {
  RandomProblems random(18);
  for (int i = 0; i < many; ++i) {
    const RedundancyProblem problem = dynamic_problem(random);
    const Eigen::MatrixXd &J = problem.tasks[0].J, &M = *problem.mass_matrix;
    const Eigen::LLT<Eigen::MatrixXd> cholesky(M);
    for (const RedundancyMethod method : {MinimumTorque, InverseInertiaTorque, SquaredInverseInertiaTorque}) {
      const Resolution found = resolve(problem, method);
      const Eigen::VectorXd tau = *found.tau;
      EXPECT_LT((M * found.x + problem.bias - tau).norm(), 1e-9 * (1.0 + tau.norm()));
      EXPECT_LT((J * found.x - (problem.tasks[0].y - problem.tasks[0].drift)).norm(), 1e-7 * (1.0 + found.x.norm()));
      // ∂(½·τᵀ·V·τ)/∂q̈ = M·V·τ with V = I, M⁻¹, M⁻²
      const Eigen::VectorXd slope = method == MinimumTorque          ? Eigen::VectorXd(M * tau)
                                    : method == InverseInertiaTorque ? tau
                                                                     : Eigen::VectorXd(cholesky.solve(tau));
      EXPECT_LT(outside_rows(J, slope), 1e-6 * (1.0 + slope.norm()));
    }
  }
}

TEST(TorqueNorms, AreTheirPublishedFormulas) {
  RandomProblems random(19);
  for (int i = 0; i < many; ++i) {
    const RedundancyProblem problem = dynamic_problem(random);
    const Eigen::MatrixXd &J = problem.tasks[0].J, &M = *problem.mass_matrix, Minv = M.inverse(), JMinv = J * Minv;
    const Eigen::VectorXd z = problem.tasks[0].y - problem.tasks[0].drift + JMinv * problem.bias;
    const Eigen::VectorXd least = JMinv.completeOrthogonalDecomposition().solve(z);
    EXPECT_LT((*resolve(problem, MinimumTorque).tau - least).norm(), 1e-6 * (1.0 + least.norm()));
    const Eigen::VectorXd by_inertia = J.transpose() * (J * Minv * J.transpose()).inverse() * z;
    EXPECT_LT((*resolve(problem, InverseInertiaTorque).tau - by_inertia).norm(), 1e-6 * (1.0 + by_inertia.norm()));
    const Eigen::VectorXd squared = M * Eigen::VectorXd(J.completeOrthogonalDecomposition().solve(z));
    EXPECT_LT((*resolve(problem, SquaredInverseInertiaTorque).tau - squared).norm(), 1e-6 * (1.0 + squared.norm()));
  }
}

TEST(DynamicallyConsistent, PutsNothingIntoTheNullSpaceThatTheTaskFeels) {
  RandomProblems random(20);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = dynamic_problem(random);
    const Eigen::VectorXd still = resolve(problem, DynamicallyConsistent).x;
    problem.preferred = random.vector(problem.size);
    const Eigen::VectorXd x = resolve(problem, DynamicallyConsistent).x;
    const Eigen::MatrixXd& J = problem.tasks[0].J;
    EXPECT_LT((J * (x - still)).norm(), 1e-8 * (1.0 + x.norm()));
    // what is left of the preferred motion is what costs the task no force: M·(x − x0) = Jᵀ·f
    EXPECT_LT(outside_rows(J, *problem.mass_matrix * (x - *problem.preferred)), 1e-7 * (1.0 + x.norm()));
  }
}

TEST(LinearQuadratic, IsNearestToX0InTheNormOfW) {
  RandomProblems random(21);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = one_task(random);
    problem.weight = positive_definite(random, problem.size);
    problem.preferred = random.vector(problem.size);
    const Eigen::VectorXd x = resolve(problem, LinearQuadratic).x;
    EXPECT_LT((problem.tasks[0].J * x - problem.tasks[0].y).norm(), 1e-8 * (1.0 + x.norm()));
    EXPECT_LT(outside_rows(problem.tasks[0].J, *problem.weight * (x - *problem.preferred)), 1e-7 * (1.0 + x.norm()));
  }
}

// ---- all of them

TEST(EveryMethod, GivesFiniteNumbersWhereTasksAreSingularRepeatedOrZero) {
  RandomProblems random(22);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem;
    problem.size = random.whole(1, 5);
    problem.level = i % 2 == 0 ? CommandLevel::Velocity : CommandLevel::Acceleration;
    for (int k = 1; k <= 2; ++k) problem.tasks.push_back(task_of(random, random.whole(1, 4), problem.size, k));
    if (i % 3 == 0) problem.tasks[0].J.setZero();
    if (i % 3 == 1) problem.tasks[1].J = problem.tasks[0].J.topRows(1).replicate(problem.tasks[1].J.rows(), 1);
    if (i % 5 == 0) problem.tasks[0].y.setZero();
    problem.bounds = narrow_bounds(random, problem.size);
    if (i % 7 == 0) problem.bounds = {Eigen::VectorXd::Zero(problem.size), Eigen::VectorXd::Zero(problem.size)};
    problem.weight = positive_definite(random, problem.size);
    problem.mass_matrix = positive_definite(random, problem.size);
    problem.gradient = random.vector(problem.size);
    problem.damping = {Damping::Kind::Filtered, 0.1, 0.2};
    for (const sinew::MethodEntry& entry : sinew::redundancy_methods()) {
      const bool torque = entry.method == MinimumTorque || entry.method == InverseInertiaTorque ||
                          entry.method == SquaredInverseInertiaTorque;
      if (torque && problem.level == CommandLevel::Velocity) continue;
      const Resolution found = resolve(problem, entry.method);
      EXPECT_TRUE(found.x.allFinite()) << entry.name << " " << i;
      EXPECT_FALSE(found.steps.empty()) << entry.name;
    }
  }
}

TEST(EveryMethod, HoldsNoJointAtABoundThatIsNotThere) {
  RandomProblems random(24);
  RedundancyProblem problem = one_task(random);
  problem.bounds = {Eigen::VectorXd::Constant(problem.size, -sinew::infinity),
                    Eigen::VectorXd::Constant(problem.size, sinew::infinity)};
  problem.mass_matrix = positive_definite(random, problem.size);
  for (const RedundancyMethod method : {PseudoInverse, SnsBasic, SnsFast, SnsOptimal, QuadraticProgram, KineticEnergy})
    EXPECT_EQ(resolve(problem, method).held, std::vector<int>(static_cast<std::size_t>(problem.size), 0));
}

TEST(EveryMethod, AchievesAccelerationsOfTheTaskAndNotOfTheJointsAlone) {
  RandomProblems random(25);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem = dynamic_problem(random);
    problem.bounds = {Eigen::VectorXd::Constant(problem.size, -1e3), Eigen::VectorXd::Constant(problem.size, 1e3)};
    for (const RedundancyMethod method :
         {PseudoInverse, TaskPriority, SnsOptimal, HierarchicalProgram, MinimumTorque}) {
      const Resolution found = resolve(problem, method);
      EXPECT_EQ(found.tasks[0].wanted, problem.tasks[0].y);
      EXPECT_LT((found.tasks[0].achieved - problem.tasks[0].J * found.x - problem.tasks[0].drift).norm(), 1e-12);
    }
  }
}

TEST(EveryMethod, SaysByHowMuchEachInequalityIsBroken) {
  RedundancyProblem problem;
  problem.size = 2;
  problem.tasks = {{"task", Eigen::RowVector2d(1.0, 0.0), Eigen::VectorXd::Ones(1), {}, 1}};
  problem.bounds = {Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(2.0, 2.0)};
  problem.inequality_matrix = Eigen::Matrix2d::Identity();
  problem.inequality_limit = Eigen::Vector2d(0.5, -1.0);
  // q1 half way between its task and its inequality; q2 as near to −1 as it may be
  const Resolution weighed = resolve(problem, QuadraticProgram);
  EXPECT_LT((weighed.broken_by - Eigen::Vector2d(0.25, 1.0)).norm(), 1e-6);
  EXPECT_THAT(weighed.warnings, Contains(AllOf(HasSubstr("row 1 of C by 0.25"), HasSubstr("row 2 of C by 1"))));
  const Resolution ranked = resolve(problem, HierarchicalProgram);
  EXPECT_LT((ranked.broken_by - Eigen::Vector2d(0.0, 1.0)).norm(), 1e-9);
  EXPECT_THAT(ranked.warnings, Contains(AllOf(HasSubstr("row 2 of C by 1"), Not(HasSubstr("row 1")))));
}

// ---- diagnosis

TEST(TheDiagnosis, LooksAtTasksOfOnePriorityOneByOne) {
  RedundancyProblem problem;
  problem.size = 3;
  problem.tasks = {{"a", Eigen::RowVector3d(1.0, 2.0, 0.0), Eigen::VectorXd::Ones(1), {}, 1},
                   {"b", Eigen::RowVector3d(2.0, 4.0, 0.0), Eigen::VectorXd::Ones(1), {}, 1}};
  const Resolution found = resolve(problem, PseudoInverse);
  EXPECT_TRUE(found.conflicts.algorithmic_singularity);
  EXPECT_EQ(found.conflicts.ranks, (std::vector<int>{1, 1}));
  EXPECT_FALSE(found.conflicts.singular[0] || found.conflicts.singular[1]);
  EXPECT_EQ(found.tasks.size(), 1U);
  EXPECT_EQ(found.tasks[0].rank, 1);
}

TEST(TheDiagnosis, TakesRoundOffForNoConflict) {
  RandomProblems random(26);
  for (int i = 0; i < many; ++i) {
    RedundancyProblem problem;
    problem.size = 3;
    // one direction 1e-9 of the others, more rows than joints, and a y that can be had
    Eigen::MatrixXd J = random.matrix(5, 3);
    J.col(2) = J.col(0) + 1e-9 * J.col(2);
    problem.tasks = {{"task", J, J * random.vector(3), {}, 1}};
    const Resolution found = resolve(problem, PseudoInverse);
    EXPECT_FALSE(found.conflicts.conflict) << found.conflicts.distance;
    EXPECT_THAT(found.warnings, Contains(HasSubstr("near a singularity")));
    problem.tasks[0].y += 1e-3 * random.vector(5);
    EXPECT_TRUE(resolve(problem, PseudoInverse).conflicts.conflict);
  }
}

TEST(TheDiagnosis, IsSilentFarFromASingularity) {
  RandomProblems random(27);
  RedundancyProblem problem;
  problem.size = 3;
  problem.tasks = {{"task", Eigen::Vector3d(1.0, 0.5, 2e-4).asDiagonal(), random.vector(3), {}, 1}};
  EXPECT_TRUE(resolve(problem, PseudoInverse).warnings.empty());
  problem.tasks[0].J(2, 2) = 0.5e-4;
  EXPECT_THAT(resolve(problem, PseudoInverse).warnings, Contains(AllOf(HasSubstr("5e-05"), HasSubstr("damped"))));
}

TEST(SaturationInTheNullSpace, TellsWhatIsOutOfReachFromWhatBoundsForbid) {
  RedundancyProblem problem;
  problem.size = 2;
  problem.tasks = {{"first", Eigen::RowVector2d(1.0, 0.0), Eigen::VectorXd::Ones(1), {}, 1},
                   {"again", Eigen::RowVector2d(1.0, 0.0), Eigen::VectorXd::Zero(1), {}, 2}};
  problem.bounds = {Eigen::Vector2d(-9.0, -9.0), Eigen::Vector2d(9.0, 9.0)};
  for (const RedundancyMethod method : {SnsBasic, SnsFast, SnsOptimal}) {
    const Resolution conflict = resolve(problem, method);
    EXPECT_FALSE(conflict.tasks[1].executed);
    EXPECT_FALSE(conflict.tasks[1].reachable);
    RedundancyProblem narrow = problem;
    narrow.tasks.pop_back();
    narrow.bounds = {Eigen::Vector2d(-0.5, -0.5), Eigen::Vector2d(0.5, 0.5)};
    EXPECT_TRUE(resolve(narrow, method).tasks[0].reachable);
    EXPECT_NEAR(resolve(narrow, method).tasks[0].scale, 0.5, 1e-9);
  }
}

TEST(SaturationInTheNullSpace, ShowsInEachStepWhatIsKnownByThen) {
  RedundancyProblem problem;
  problem.size = 3;
  problem.tasks = {{"first", Eigen::RowVector3d(1.0, 0.0, 0.0), Eigen::VectorXd::Ones(1), {}, 1},
                   {"second", Eigen::RowVector3d(0.0, 1.0, 0.0), Eigen::VectorXd::Constant(1, 2.0), {}, 2}};
  problem.bounds = {Eigen::Vector3d(-9.0, -9.0, -9.0), Eigen::Vector3d(9.0, 9.0, 9.0)};
  for (const RedundancyMethod method : {SnsBasic, SnsFast, SnsOptimal}) {
    const Resolution found = resolve(problem, method);
    std::vector<Eigen::MatrixXd> after;
    for (const sinew::WorkedStep& step : found.steps)
      for (const auto& [name, value] : step.values)
        if (name == "s") after.push_back(step.values.back().second);
    ASSERT_EQ(after.size(), 2U);
    EXPECT_TRUE(after[0].isApprox(Eigen::Vector3d(1.0, 0.0, 0.0), 1e-14));
    EXPECT_TRUE(after[1].isApprox(Eigen::Vector3d(1.0, 2.0, 0.0), 1e-14));
  }
}

TEST(EveryMethod, SaysWhatItMisses) {
  RandomProblems random(23);
  const RedundancyProblem bare = one_task(random);
  const auto missing = [&](RedundancyMethod method) { return refusal([&] { resolve(bare, method); }); };
  EXPECT_THAT(missing(SnsOptimal), HasSubstr("needs bounds"));
  EXPECT_THAT(missing(SnsBasic), HasSubstr("needs bounds"));
  EXPECT_THAT(missing(DampedInverse), HasSubstr("needs damping"));
  EXPECT_THAT(missing(ProjectedGradient), HasSubstr("objective"));
  EXPECT_THAT(missing(ReducedGradient), HasSubstr("objective"));
  for (const RedundancyMethod method :
       {KineticEnergy, MinimumTorque, InverseInertiaTorque, SquaredInverseInertiaTorque, DynamicallyConsistent})
    EXPECT_THAT(missing(method), HasSubstr("needs the mass matrix"));
}

TEST(EveryWish, LeadsToAMethodThatThereIs) {
  for (const sinew::MethodWish& wish : sinew::method_wishes())
    for (const RedundancyMethod method : {wish.at_velocity, wish.at_acceleration})
      EXPECT_EQ(sinew::method_named(sinew::entry_of(method).name), method);
}

}  // namespace
