// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/generalised_inverse.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/reduced_gradient.h"
#include "sinew/redundancy/task_conflicts.h"
#include "tests/redundancy/random_tasks.h"

namespace {

using namespace sinew_test;
using sinew::Damping;

TEST(PseudoInverse, KeepsAllFourIdentitiesAtAnyRank) {
  RandomProblems random(1);
  for (int n = 0; n < 500; ++n) {
    const int rows = random.whole(1, 6), columns = random.whole(1, 8), rank = random.whole(1, std::min(rows, columns));
    const Eigen::MatrixXd J = random.matrix(rows, rank) * random.matrix(rank, columns);
    const auto inverse = sinew::pseudo_inverse(J, 1e-11);
    EXPECT_EQ(inverse.rank, rank);
    const auto law = sinew::moore_penrose(J, inverse.K);
    EXPECT_LT(std::max({law.jkj, law.kjk, law.jk, law.kj}), 1e-9);
  }
}

TEST(WeightedInverse, KeepsThreeIdentitiesAndMakesTheWeightedNormLeast) {
  RandomProblems random(2);
  for (int n = 0; n < 200; ++n) {
    const Eigen::MatrixXd J = random.matrix(3, 6), A = random.matrix(6, 6);
    const Eigen::MatrixXd W = A * A.transpose() + Eigen::MatrixXd::Identity(6, 6);
    const auto inverse = sinew::weighted_inverse(J, W);
    const auto law = sinew::moore_penrose(J, inverse.K);
    EXPECT_LT(std::max({law.jkj, law.kjk, law.jk}), 1e-9);
    EXPECT_GT(law.kj, 1e-6);
    // no motion in the null space makes it smaller: W·x is a sum of rows of J
    const Eigen::VectorXd y = random.vector(3), Wx = W * inverse.K * y;
    const Eigen::MatrixXd N = Eigen::MatrixXd::Identity(6, 6) - sinew::pseudo_inverse(J).K * J;
    EXPECT_LT((N * Wx).norm(), 1e-9 * Wx.norm());
  }
}

TEST(DampedInverse, IsTheLeastOfErrorAndSpeed) {
  RandomProblems random(3);
  for (int n = 0; n < 200; ++n) {
    const Eigen::MatrixXd J = random.matrix(4, 6);
    const double mu = random.number(0.01, 2.0);
    const Eigen::MatrixXd expected =
        J.transpose() * (J * J.transpose() + mu * mu * Eigen::MatrixXd::Identity(4, 4)).inverse();
    const auto inverse = sinew::damped_inverse(J, {Damping::Kind::Constant, mu, 0.0});
    EXPECT_LT((inverse.K - expected).norm(), 1e-10 * expected.norm());
    // far from a singularity variable damping does nothing
    const auto variable = sinew::damped_inverse(J, {Damping::Kind::Variable, mu, 1e-6});
    EXPECT_LT((variable.K - sinew::pseudo_inverse(J).K).norm(), 1e-9 * variable.K.norm());
  }
}

TEST(DampedInverse, FilteredSlowsOnlyWhatIsBeingLost) {
  const Eigen::MatrixXd J = Eigen::Vector3d(2.0, 1.0, 1e-3).asDiagonal();
  const auto filtered = sinew::damped_inverse(J, {Damping::Kind::Filtered, 0.1, 0.05}).K;
  EXPECT_DOUBLE_EQ(filtered(0, 0), 0.5);
  EXPECT_DOUBLE_EQ(filtered(1, 1), 1.0);
  EXPECT_LT(filtered(2, 2), 0.2);
  const auto variable = sinew::damped_inverse(J, {Damping::Kind::Variable, 0.1, 0.05}).K;
  EXPECT_LT(variable(1, 1), 0.999);
}

TEST(WeightedInverse, RefusesAWeightThatIsNone) {
  const Eigen::MatrixXd J = Eigen::MatrixXd::Ones(1, 2);
  Eigen::MatrixXd W = Eigen::MatrixXd::Identity(2, 2);
  W(0, 1) = 0.5;
  EXPECT_THROW(sinew::weighted_inverse(J, W), sinew::InputError);
  EXPECT_THROW(sinew::weighted_inverse(J, -Eigen::MatrixXd::Identity(2, 2)), sinew::InputError);
  EXPECT_THROW(sinew::weighted_inverse(J, Eigen::MatrixXd::Identity(3, 3)), sinew::InputError);
}

TEST(ReducedGradient, DoesTheTaskAndClimbs) {
  RandomProblems random(4);
  for (int n = 0; n < 300; ++n) {
    const Eigen::MatrixXd J = random.matrix(2, 5);
    const Eigen::VectorXd y = random.vector(2), slope = random.vector(5);
    const auto found = sinew::reduced_gradient(J, y, slope);
    EXPECT_LT((J * found.x - y).norm(), 1e-9 * (1.0 + found.x.norm()));
    EXPECT_EQ(found.minors.size(), 10U);
    // on self-motions it goes uphill: their part of x is the reduced gradient, mapped back
    const auto still = sinew::reduced_gradient(J, Eigen::VectorXd::Zero(2), slope);
    EXPECT_GE(still.x.dot(slope), -1e-12);
    EXPECT_NEAR(still.x.dot(slope), still.gradient.squaredNorm(), 1e-9 * (1.0 + still.gradient.squaredNorm()));
  }
}

TEST(ReducedGradient, LeavesOutRowsThatDependOnOthers) {
  const Eigen::MatrixXd J{{3.0, 1.0, 2.0}, {1.5, 0.5, 1.0}};
  const auto found = sinew::reduced_gradient(J, Eigen::Vector2d(2.0, 1.0), Eigen::Vector3d::Zero());
  EXPECT_EQ(found.rows.size(), 1U);
  EXPECT_LT((J * found.x - Eigen::Vector2d(2.0, 1.0)).norm(), 1e-14);
  EXPECT_EQ(found.independent, std::vector<int>{0});
  EXPECT_THROW(sinew::reduced_gradient(J, Eigen::Vector2d(2.0, 1.0), Eigen::Vector3d::Zero(), {0, 1}),
               sinew::InputError);
}

TEST(Tasks, AreInConflictWhereTheirSumIsOutOfRange) {
  using Task = sinew::RedundancyProblem::Task;
  const Eigen::MatrixXd a{{1.0, 0.0, 0.0}}, b{{2.0, 0.0, 0.0}}, c{{0.0, 1.0, 0.0}};
  const Eigen::VectorXd one = Eigen::VectorXd::Ones(1), two = 2.0 * one;
  const auto agreeing = sinew::task_conflicts({Task{"a", a, one, {}, 1}, Task{"b", b, two, {}, 2}});
  EXPECT_TRUE(agreeing.algorithmic_singularity);
  EXPECT_FALSE(agreeing.conflict);
  EXPECT_FALSE(agreeing.parallel);
  const auto disagreeing = sinew::task_conflicts({Task{"a", a, one, {}, 1}, Task{"b", b, one, {}, 2}});
  EXPECT_TRUE(disagreeing.conflict);
  EXPECT_NEAR(disagreeing.distance, std::sqrt(1.0 / 5.0), 1e-14);  // of (1, 1) from the line (1, 2)
  const auto apart = sinew::task_conflicts({Task{"a", a, one, {}, 1}, Task{"c", c, one, {}, 2}});
  EXPECT_TRUE(apart.parallel);
  EXPECT_FALSE(apart.conflict);
}

}  // namespace
