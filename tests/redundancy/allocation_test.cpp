// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "sinew/redundancy/priority_stack.h"
#include "sinew/redundancy/saturation.h"
#include "tests/redundancy/random_tasks.h"
#include "tests/support/allocation_count.h"

namespace {

using namespace sinew_test;
using sinew::SaturationVariant;

#ifndef SINEW_SANITIZED
TEST(TheCount, SeesEigen) {
  const long before = allocation_count();
  const Eigen::VectorXd room = Eigen::VectorXd::Zero(1000);
  EXPECT_GT(allocation_count(), before) << room.size();
}
#endif

TEST(NoSolver, AllocatesOnceItIsMade) {
  RandomProblems random(5);
  sinew::SaturationInNullSpace saturation(9, 4, 3);
  sinew::PriorityStack stack(9, 4, 3);
  for (int n = 0; n < 300; ++n) {
    const RandomTasks problem = random.next(9, 3, 4);
    const auto tasks = problem.tasks();
    const Eigen::VectorXd preferred = random.vector(9);
    const long before = allocation_count();
    for (const auto variant : {SaturationVariant::Basic, SaturationVariant::Fast, SaturationVariant::Optimal})
      saturation.solve(tasks, problem.bounds, variant, &preferred);
    stack.solve(tasks, {}, &preferred);
    stack.solve(tasks, {sinew::Damping::Kind::Variable, 0.1, 10.0});
    ASSERT_EQ(allocation_count(), before) << n;
  }
}

}  // namespace
