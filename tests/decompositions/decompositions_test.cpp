// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <limits>
#include <random>

#include "sinew/decompositions/general.h"
#include "sinew/decompositions/row_reduction.h"
#include "sinew/decompositions/singular_values.h"
#include "sinew/decompositions/symmetric.h"
#include "sinew/decompositions/triangles.h"

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using namespace sinew;

class Dense {
 public:
  explicit Dense(unsigned seed) : engine_(seed) {}
  MatrixXd matrix(Index rows, Index columns) {
    MatrixXd A(rows, columns);
    for (double& a : A.reshaped()) a = normal_(engine_);
    return A;
  }
  /// Of this rank.
  MatrixXd matrix(Index rows, Index columns, Index rank) { return matrix(rows, rank) * matrix(rank, columns); }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

double largest(const MatrixXd& A) { return A.size() == 0 ? 0.0 : A.cwiseAbs().maxCoeff(); }

TEST(UpperTriangle, HasTheSameProductsOfColumns) {
  Dense dense(1);
  for (const Index columns : {1, 2, 3, 7, 31, 32})
    for (const Index rows : {1, 5, 31, 32, 33, 64, 200}) {
      const MatrixXd A = dense.matrix(rows, columns), R = upper_triangle(A);
      EXPECT_EQ(R.rows(), std::min(rows, columns));
      EXPECT_LT(largest(R.transpose() * R - A.transpose() * A), 1e-12 * largest(A.transpose() * A));
      EXPECT_EQ(largest(R.triangularView<Eigen::StrictlyLower>().toDenseMatrix()), 0.0) << rows << "x" << columns;
    }
}

TEST(UpperTriangle, KeepsSmallSingularValues) {
  // a Gram matrix would lose everything below 1e-8
  Dense dense(2);
  for (const double small : {1e-6, 1e-10, 1e-13}) {
    MatrixXd A = dense.matrix(120, 6);
    A.col(5) = A.col(0) - A.col(3) + small * dense.matrix(120, 1);
    const VectorXd whole = singular_values(A, SingularVectors::None).sigma;
    const VectorXd of_R = singular_values(upper_triangle(A), SingularVectors::None).sigma;
    EXPECT_LT((whole - of_R).cwiseAbs().maxCoeff(), 1e-15 * 120 * whole[0]) << small;
  }
}

TEST(UpperTriangle, IsThatOfZeroColumnsAndOfAnyWidth) {
  Dense dense(3);
  MatrixXd A = dense.matrix(77, 9);
  A.col(0).setZero();
  A.col(4).setZero();
  const MatrixXd R = upper_triangle(A);
  EXPECT_EQ(largest(R.col(0)), 0.0);
  EXPECT_EQ(largest(R.col(4)), 0.0);
  EXPECT_LT(largest(R.transpose() * R - A.transpose() * A), 1e-12 * largest(A.transpose() * A));
  RowReduction<2> narrow(9);
  RowReduction<4> wide(9);
  narrow.take(A.data(), 77, 77);
  wide.take(A.data(), 77, 77);
  for (std::ptrdiff_t i = 0; i < 81; ++i) EXPECT_NEAR(narrow.triangle()[i], wide.triangle()[i], 1e-13);
}

TEST(ShortestSolution, IsTheShortestOfTheBest) {
  Dense dense(4);
  for (const Index rank : {1, 3, 5}) {
    const MatrixXd A = dense.matrix(12, 6, rank);
    const VectorXd b = dense.matrix(12, 1);
    const ShortestSolution y = shortest_solution(A, b, 1e-10);
    EXPECT_EQ(y.rank, rank);
    ASSERT_EQ(y.null_space.cols(), 6 - rank);
    EXPECT_LT(largest(A.transpose() * (A * y.x - b)), 1e-12 * largest(A) * largest(A));
    EXPECT_LT(largest(A * y.null_space), 1e-13 * largest(A));
    EXPECT_LT(largest(y.null_space.transpose() * y.null_space - MatrixXd::Identity(6 - rank, 6 - rank)), 1e-14);
    EXPECT_LT(largest(y.null_space.transpose() * y.x), 1e-13 * largest(y.x));
  }
}

TEST(SingularValues, AreTheSameByBothMethods) {
  Dense dense(5);
  for (const Index columns : {3, 15, 16, 31}) {
    const MatrixXd A = dense.matrix(columns, columns, columns - 1);
    const SingularValues one = singular_values(A, SingularVectors::WholeV);
    const SingularValues many = singular_values_of_many(A, SingularVectors::WholeV);
    EXPECT_LT((one.sigma - many.sigma).cwiseAbs().maxCoeff(), 1e-13 * one.sigma[0]);
    for (const SingularValues& svd : {one, many}) {
      EXPECT_EQ(svd.rank(1e-10), columns - 1);
      EXPECT_LT(largest(A * svd.V.rightCols(1)), 1e-12 * svd.sigma[0]);
      EXPECT_LT(largest(svd.V.transpose() * svd.V - MatrixXd::Identity(columns, columns)), 1e-13);
    }
  }
}

TEST(Across, IsOrthogonalToTheColumns) {
  Dense dense(6);
  const MatrixXd A = dense.matrix(20, 5, 3), B = dense.matrix(20, 4), C = across(A, B);
  EXPECT_LT(largest(A.transpose() * C), 1e-12);
  EXPECT_LT(largest(across(A, B - C)), 1e-12) << "what was taken away is in the span of A";
}

TEST(Solutions, SolveTheirEquations) {
  Dense dense(7);
  const MatrixXd A = dense.matrix(8, 8), B = dense.matrix(8, 3), S = A * A.transpose();
  EXPECT_LT(largest(A * *solve_if_regular(A, B) - B), 1e-12);
  EXPECT_LT(largest(A * inverse_of(A) - MatrixXd::Identity(8, 8)), 1e-12);
  EXPECT_LT(largest(S * solve_symmetric(S, B) - B), 1e-10);
  EXPECT_FALSE(solve_if_regular(dense.matrix(8, 8, 7), B).has_value());
  const Cholesky cholesky(S);
  ASSERT_TRUE(cholesky.is_positive_definite());
  EXPECT_LT(largest(S * cholesky.solve(B) - B), 1e-10);
  EXPECT_FALSE(Cholesky(-S).is_positive_definite());
  const SymmetricAxes axes = symmetric_axes(S);
  EXPECT_LT(largest(axes.V * axes.values.asDiagonal() * axes.V.transpose() - S), 1e-12 * largest(S));
  EXPECT_LT(largest(symmetric_eigenvalues(S) - axes.values), 1e-12 * largest(S));
  const MatrixXd R = upper_triangle(A);
  EXPECT_LT(largest(R * solve_upper(R, B) - B), 1e-12);
  EXPECT_LT(largest(R.transpose() * solve_upper_transposed(R, B) - B), 1e-12);
}

TEST(Nothing, IsTakenApartIntoNothing) {
  for (const auto& [rows, columns] : {std::pair{0, 0}, std::pair{4, 0}, std::pair{0, 4}}) {
    const MatrixXd A(rows, columns);
    const SingularValues whole = singular_values(A, SingularVectors::WholeBoth);
    EXPECT_EQ(whole.sigma.size(), 0);
    EXPECT_EQ(whole.rank(1e-9), 0);
    EXPECT_EQ(whole.V, MatrixXd::Identity(columns, columns));
    EXPECT_EQ(whole.U, MatrixXd::Identity(rows, rows));
    EXPECT_EQ(singular_values_of_many(A, SingularVectors::ThinV).V.rows(), columns);
    EXPECT_EQ(upper_triangle(A).rows(), 0);
    EXPECT_EQ(columns_by_pivots(A).size(), columns);
    EXPECT_EQ(shortest_solution(A, VectorXd::Ones(rows), 1e-9).x, VectorXd::Zero(columns));
    EXPECT_EQ(across(A, MatrixXd::Ones(rows, 2)), MatrixXd::Ones(rows, 2));
  }
  EXPECT_EQ(symmetric_axes(MatrixXd(0, 0)).values.size(), 0);
  EXPECT_EQ(symmetric_eigenvalues(MatrixXd(0, 0)).size(), 0);
}

}  // namespace
