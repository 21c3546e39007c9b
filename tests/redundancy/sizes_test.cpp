// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <limits>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/bounded_minimum_norm.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "sinew/redundancy/reduced_gradient.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

const MatrixXd two_by_three = (MatrixXd(2, 3) << 1, 2, 3, 0, 1, 1).finished();

TEST(MatricesOfTheWrongSize, AreRefused) {
  for (const int size : {0, 1, 2, 4, 50}) {
    EXPECT_THROW(projected_inverse(two_by_three, MatrixXd::Identity(size, size)), InputError) << size;
    EXPECT_THROW(weighted_inverse(two_by_three, MatrixXd::Identity(size, size)), InputError) << size;
    EXPECT_THROW(moore_penrose(two_by_three, MatrixXd::Ones(size, 2)), InputError) << size;
    EXPECT_THROW(reduced_gradient(two_by_three, VectorXd::Ones(2), VectorXd::Ones(size)), InputError) << size;
  }
  for (const int size : {0, 1, 3, 50})
    EXPECT_THROW(reduced_gradient(two_by_three, VectorXd::Ones(size), VectorXd::Ones(3)), InputError) << size;
  EXPECT_THROW(reduced_gradient(two_by_three, VectorXd::Ones(2), VectorXd::Ones(3), {0, 3}), InputError);
  EXPECT_THROW(reduced_gradient(two_by_three, VectorXd::Ones(2), VectorXd::Ones(3), {-1, 0}), InputError);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(projected_inverse(two_by_three, MatrixXd::Constant(3, 3, nan)), InputError);
  EXPECT_THROW(reduced_gradient(two_by_three, VectorXd::Constant(2, nan), VectorXd::Ones(3)), InputError);
  EXPECT_NO_THROW(reduced_gradient(two_by_three, VectorXd::Ones(2), VectorXd::Ones(3), {0, 1}));
}

TEST(BoundsOfTheWrongSize, AreRefused) {
  BoundedMinimumNorm search(3);
  for (const int size : {0, 1, 2, 4, 50}) {
    RowBasis basis(3);
    VectorXd x = VectorXd::Zero(3), other = VectorXd::Zero(size);
    const Bounds right{VectorXd::Constant(3, -1.0), VectorXd::Ones(3)};
    EXPECT_THROW(search.solve({VectorXd::Constant(size, -1.0), VectorXd::Ones(3)}, basis, x), InputError) << size;
    EXPECT_THROW(search.solve({VectorXd::Constant(3, -1.0), VectorXd::Ones(size)}, basis, x), InputError) << size;
    EXPECT_THROW(search.solve(right, basis, other), InputError) << size;
  }
}

}  // namespace
}  // namespace sinew
