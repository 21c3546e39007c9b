// SPDX-License-Identifier: BSD-3-Clause
// Columns whose lengths differ by eight orders of magnitude, as joints of very different lever arms or units have them.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/redundancy/resolution.h"
#include "tests/redundancy/bounded_least_squares.h"
#include "tests/redundancy/linear_program.h"
#include "tests/support/random.h"

namespace {

using sinew::Bounds;
using sinew::RedundancyMethod;
using sinew::RedundancyProblem;
using sinew::Resolution;
using sinew_test::Random;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A program and the same in units in which its columns are of about one length.
struct Scaled {
  RowMatrix J, J_of_one_length;
  Eigen::VectorXd y;
  Bounds bounds, bounds_of_one_length;

  RedundancyProblem problem() const {
    RedundancyProblem result;
    result.size = static_cast<int>(J.cols());
    result.tasks.push_back({"task", J, y, {}, 1});
    result.bounds = bounds;
    return result;
  }
};

/// What the bounds of a joint have to do with its column: they undo its scale, nearly so, or not at all.
enum class BoundsThat { Match, NearlyMatch, AreAnything };

Scaled random_program(Random& random, BoundsThat kind, bool all_bounded) {
  const int n = 2 + random.below(4), m = 1 + random.below(std::min(n, 4));
  Scaled p{RowMatrix(m, n), RowMatrix(m, n), Eigen::VectorXd(m), {}, {}};
  for (int i = 0; i < m; ++i) {
    p.y[i] = random.uniform(-3.0, 3.0);
    for (int j = 0; j < n; ++j) p.J_of_one_length(i, j) = random.below(6) == 0 ? 0.0 : random.uniform(-1.0, 1.0);
  }
  p.bounds = p.bounds_of_one_length = {Eigen::VectorXd(n), Eigen::VectorXd(n)};
  for (int j = 0; j < n; ++j) {
    const double scale = std::pow(10.0, random.uniform(-4.0, 4.0));
    p.J.col(j) = scale * p.J_of_one_length.col(j);
    const double width = kind == BoundsThat::AreAnything   ? std::pow(10.0, random.uniform(-4.0, 4.0))
                         : kind == BoundsThat::NearlyMatch ? std::pow(10.0, random.uniform(-2.0, 2.0)) / scale
                                                           : 1.0 / scale;
    const bool no_lower = !all_bounded && random.below(10) == 0, no_upper = !all_bounded && random.below(10) == 0;
    p.bounds.lower[j] = no_lower ? -INFINITY : -width * random.uniform(0.2, 1.5);
    p.bounds.upper[j] = no_upper ? INFINITY : width * random.uniform(0.2, 1.5);
    p.bounds_of_one_length.lower[j] = p.bounds.lower[j] * scale;
    p.bounds_of_one_length.upper[j] = p.bounds.upper[j] * scale;
  }
  return p;
}

bool within(const Eigen::VectorXd& x, const Bounds& bounds) {
  return (x.array() >= bounds.lower.array()).all() && (x.array() <= bounds.upper.array()).all();
}

class BadlyScaledColumns : public testing::TestWithParam<BoundsThat> {};
INSTANTIATE_TEST_SUITE_P(WithBounds, BadlyScaledColumns,
                         testing::Values(BoundsThat::Match, BoundsThat::NearlyMatch, BoundsThat::AreAnything));

TEST_P(BadlyScaledColumns, LeaveNoErrorThatIsNotTheLeast) {
  Random random(81);
  for (int k = 0; k < 1000; ++k) {
    const Scaled p = random_program(random, GetParam(), false);
    const auto least = sinew_test::BoundedLeastSquares(p.J, p.y, p.bounds).error();
    ASSERT_TRUE(least) << k;
    for (const RedundancyMethod method : {RedundancyMethod::QuadraticProgram, RedundancyMethod::HierarchicalProgram}) {
      const Resolution found = sinew::resolve(p.problem(), method);
      EXPECT_NEAR(found.tasks[0].error, *least, 1e-9 * (1.0 + *least)) << entry_of(method).name << ", program " << k;
      EXPECT_TRUE(within(found.x, p.bounds)) << entry_of(method).name << ", program " << k;
    }
  }
}

TEST_P(BadlyScaledColumns, AreScaledByTheLargestScaleThatThereIs) {
  Random random(82);
  for (int k = 0; k < 1000; ++k) {
    const Scaled p = random_program(random, GetParam(), true);
    const sinew::ScaledTask task{p.J_of_one_length, p.y};
    const auto largest = sinew_test::largest_scale({&task, 1}, {}, p.bounds_of_one_length);
    ASSERT_TRUE(largest) << k;
    const Resolution found = sinew::resolve(p.problem(), RedundancyMethod::SnsOptimal);
    EXPECT_NEAR(found.tasks[0].scale, *largest, 1e-8) << k;
    EXPECT_LT((p.J * found.x - found.tasks[0].scale * p.y).norm(), 1e-9) << k;
    EXPECT_TRUE(within(found.x, p.bounds)) << k;
  }
}

/// What of x is left to choose is chosen in x itself: no motion of the null space that the bounds allow makes it shorter.
TEST_P(BadlyScaledColumns, AreMovedAsLittleAsTheTaskAllows) {
  Random random(83);
  int free = 0;
  for (int k = 0; k < 300; ++k) {
    const Scaled p = random_program(random, GetParam(), false);
    const Resolution found = sinew::resolve(p.problem(), RedundancyMethod::HierarchicalProgram);
    const Resolution other = sinew::resolve(p.problem(), RedundancyMethod::QuadraticProgram);
    EXPECT_LT((found.x - other.x).norm(), 1e-6 * (1.0 + found.x.norm())) << k;
    if (found.tasks[0].error > 1e-9) continue;
    const Resolution nearest = sinew::resolve(p.problem(), RedundancyMethod::SnsOptimal);
    EXPECT_LT(std::abs(found.x.norm() - nearest.x.norm()), 1e-6 * (1.0 + nearest.x.norm())) << k;
    ++free;
  }
  EXPECT_GT(free, 50);
}

TEST(ThePublishedFault, OfBadlyScaledColumnsIsRight) {
  RedundancyProblem problem;
  problem.size = 3;
  Eigen::MatrixXd J(2, 3);
  J << 0, -1000, 0.002, 0.001, 1000, -0.003;
  problem.tasks.push_back({"task", J, Eigen::Vector2d(-6, 5), {}, 1});
  problem.bounds = Bounds{Eigen::Vector3d(-1000, -0.001, -1000), Eigen::Vector3d(1000, 0.001, 1000)};
  for (const RedundancyMethod method : {RedundancyMethod::QuadraticProgram, RedundancyMethod::HierarchicalProgram})
    EXPECT_NEAR(sinew::resolve(problem, method).tasks[0].error, 3.0, 1e-12);
}

/// Levels of different scales, one above the other: each is as good as if it were scaled well.
TEST(LevelsOfDifferentScales, AreMetAsWellAsThoseOfOneScale) {
  Random random(84);
  for (int k = 0; k < 300; ++k) {
    const Scaled p = random_program(random, BoundsThat::Match, true);
    const auto n = static_cast<int>(p.J.cols());
    RedundancyProblem bad = p.problem(), good = p.problem();
    good.tasks[0].J = p.J_of_one_length;
    good.bounds = p.bounds_of_one_length;
    RowMatrix second(1, n), second_of_one_length(1, n);
    for (int j = 0; j < n; ++j) {
      second_of_one_length(0, j) = random.uniform(-1.0, 1.0);
      // the scale of the column, from its bounds
      second(0, j) = second_of_one_length(0, j) * p.bounds_of_one_length.upper[j] / p.bounds.upper[j];
    }
    const Eigen::VectorXd y = Eigen::VectorXd::Constant(1, random.uniform(-2.0, 2.0));
    bad.tasks.push_back({"second", second, y, {}, 2});
    good.tasks.push_back({"second", second_of_one_length, y, {}, 2});
    const Resolution one = sinew::resolve(bad, RedundancyMethod::HierarchicalProgram);
    const Resolution other = sinew::resolve(good, RedundancyMethod::HierarchicalProgram);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(one.tasks[i].error, other.tasks[i].error, 1e-8) << "program " << k << ", level " << i + 1;
  }
}

}  // namespace
