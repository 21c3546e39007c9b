// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/priority_stack.h"

#include <gtest/gtest.h>

#include <limits>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "tests/redundancy/random_tasks.h"

namespace {

using namespace sinew_test;
using sinew::Damping;
using sinew::PriorityStack;
using sinew::ScaledTask;

/// x_k = x_(k−1) + (J_k·P)#·(y_k − J_k·x_(k−1)), by singular values and projectors.
Eigen::VectorXd by_projectors(const RandomTasks& problem, int joints, const Eigen::VectorXd& preferred) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(joints);
  Eigen::MatrixXd P = Eigen::MatrixXd::Identity(joints, joints);
  for (std::size_t k = 0; k < problem.J.size(); ++k) {
    const Eigen::MatrixXd J = problem.J[k], K = sinew::projected_inverse(J, P).K;
    x += K * (problem.y[k] - J * x);
    P -= K * J * P;
  }
  return x + P * preferred;
}

TEST(PriorityStack, IsTheRecursionByProjectors) {
  RandomProblems random(1);
  for (int n = 0; n < 2000; ++n) {
    const int joints = random.whole(2, 12), count = random.whole(1, 4);
    RandomTasks problem = random.next(joints, count, 4);
    if (n % 3 == 0) problem.J.back().row(0) = 2.0 * problem.J.front().row(0);  // an algorithmic singularity
    if (n % 5 == 0) problem.J.front().bottomRows(1) = -problem.J.front().topRows(1);
    PriorityStack stack(joints, 4, count);
    const Eigen::VectorXd preferred = random.vector(joints), expected = by_projectors(problem, joints, preferred);
    const Eigen::VectorXd x = stack.solve(problem.tasks(), {}, &preferred);
    ASSERT_LT((x - expected).norm(), 1e-8 * (1.0 + expected.norm())) << n;
  }
}

TEST(PriorityStack, DoesATaskThatCanBeDoneWhateverComesBelowIt) {
  RandomProblems random(2);
  for (int n = 0; n < 500; ++n) {
    const RandomTasks problem = random.next(8, 4, 3);
    PriorityStack stack(8, 3, 4);
    const auto tasks = problem.tasks();
    const Eigen::VectorXd x = stack.solve(tasks);
    EXPECT_LT((problem.J[0] * x - problem.y[0]).norm(), 1e-10 * (1.0 + x.norm()));
  }
}

TEST(PriorityStack, DampedIsTheDampedInverseOfOneTask) {
  RandomProblems random(3);
  for (int n = 0; n < 200; ++n) {
    const RandomTasks problem = random.next(6, 1, 6);
    const Damping damping{Damping::Kind::Constant, random.number(0.01, 2.0), 0.0};
    PriorityStack stack(6, 6, 1);
    const Eigen::VectorXd expected = sinew::damped_inverse(problem.J[0], damping).K * problem.y[0];
    EXPECT_LT((stack.solve(problem.tasks(), damping) - expected).norm(), 1e-10 * (1.0 + expected.norm()));
  }
}

TEST(PriorityStack, StaysSlowThroughASingularityIfItIsDamped) {
  PriorityStack stack(2, 2, 1);
  const Eigen::Vector2d y(1.0, 0.0);
  double fastest = 0.0;
  for (int i = -1000; i <= 1000; ++i) {
    const double q2 = 1e-3 * i;  // planar 2R through its stretched pose
    const RowMatrix J{{-std::sin(q2), -std::sin(q2)}, {1.0 + std::cos(q2), std::cos(q2)}};
    const ScaledTask task{J, y};
    fastest = std::max(fastest, stack.solve({&task, 1}, {Damping::Kind::Variable, 0.1, 0.3}).norm());
  }
  EXPECT_LT(fastest, 0.5 / 0.1 * 1.5);
  EXPECT_GT(fastest, 1.0);
}

TEST(PriorityStack, RefusesWhatDoesNotFit) {
  PriorityStack stack(3, 2, 1);
  RowMatrix J = RowMatrix::Ones(2, 3);
  const Eigen::VectorXd y = Eigen::VectorXd::Ones(2), short_y = Eigen::VectorXd::Ones(1);
  const RowMatrix narrow = RowMatrix::Ones(2, 2), tall = RowMatrix::Ones(3, 3);
  const Eigen::VectorXd three = Eigen::VectorXd::Ones(3);
  EXPECT_THROW(stack.solve({}), sinew::InputError);
  for (const ScaledTask& task : {ScaledTask{narrow, y}, ScaledTask{J, short_y}, ScaledTask{tall, three}})
    EXPECT_THROW(stack.solve({&task, 1}), sinew::InputError);
  J(1, 1) = std::numeric_limits<double>::quiet_NaN();
  const ScaledTask task{J, y};
  EXPECT_THROW(stack.solve({&task, 1}), sinew::InputError);
}

}  // namespace
