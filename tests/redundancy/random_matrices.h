// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <random>

namespace sinew_test {

/// Random numbers, and vectors and matrices of normally distributed ones.
class RandomMatrices {
 public:
  explicit RandomMatrices(unsigned seed) : engine_(seed) {}

  double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  /// One of low, ..., high.
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  /// True with the probability p.
  bool chance(double p) { return number(0.0, 1.0) < p; }

  Eigen::VectorXd vector(Eigen::Index size) {
    return Eigen::VectorXd::NullaryExpr(size, [&] { return normal_(engine_); });
  }
  Eigen::MatrixXd matrix(Eigen::Index rows, Eigen::Index columns) {
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal_(engine_); });
  }
  /// Small whole numbers: rows that repeat, depend on each other and meet in one point.
  Eigen::MatrixXd whole_matrix(Eigen::Index rows, Eigen::Index columns) {
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return static_cast<double>(whole(-2, 2)); });
  }

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

}  // namespace sinew_test
