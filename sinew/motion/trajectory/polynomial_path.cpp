// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/polynomial_path.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/errors/diagnostic.h"

namespace sinew {

using Eigen::Index;
using Eigen::MatrixXd;

PolynomialPath::PolynomialPath(std::vector<double> knots, MatrixXd coefficients, int degree)
    : knots_(std::move(knots)), coefficients_(std::move(coefficients)), degree_(degree) {
  const auto pieces = static_cast<Index>(knots_.size()) - 1;
  if (degree_ < 0 || pieces < 1 || knots_.front() != 0.0 || coefficients_.cols() != pieces * (degree_ + 1) ||
      !std::is_sorted(knots_.begin(), knots_.end()) || !coefficients_.allFinite())
    refuse("path", "its polynomials do not fit its knots",
           "give finite coefficients for each piece, and knots that rise from 0");
}

void PolynomialPath::at(double s, PathSample& y) const noexcept {
  Index piece = 0;
  if (knots_.size() > 2) piece = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, s) - knots_.begin() - 1;
  const double u = s - knots_[static_cast<std::size_t>(piece)];
  const Index n = coefficients_.rows();
  const double* a = coefficients_.data() + (piece * (degree_ + 1) + degree_) * n;
  double *q = y.q.data(), *d1 = y.d1.data(), *d2 = y.d2.data(), *d3 = y.d3.data();
  for (Index j = 0; j < n; ++j) {
    q[j] = a[j];
    d1[j] = d2[j] = d3[j] = 0.0;
  }
  for (int k = degree_ - 1; k >= 0; --k) {
    a -= n;
    for (Index j = 0; j < n; ++j) {
      d3[j] = d3[j] * u + d2[j];
      d2[j] = d2[j] * u + d1[j];
      d1[j] = d1[j] * u + q[j];
      q[j] = q[j] * u + a[j];
    }
  }
  for (Index j = 0; j < n; ++j) {
    d2[j] *= 2.0;
    d3[j] *= 6.0;
  }
}

MatrixXd hermite_coefficients(int free) {
  const int size = 2 * free + 2;
  MatrixXd ends_of_powers = MatrixXd::Zero(size, size);
  for (int k = 0; k <= free; ++k)
    for (int j = k; j < size; ++j) {
      double ratio = 1.0;  // j!/(j − k)!
      for (int i = 0; i < k; ++i) ratio *= j - i;
      if (j == k) ends_of_powers(k, j) = ratio;
      ends_of_powers(free + 1 + k, j) = ratio;
    }
  return ends_of_powers.partialPivLu().inverse();
}

std::shared_ptr<const PolynomialPath> hermite_path(std::vector<double> knots,
                                                   const std::vector<MatrixXd>& derivatives) {
  const int orders = static_cast<int>(derivatives.size()), size = 2 * orders;
  const Index pieces = static_cast<Index>(knots.size()) - 1, joints = derivatives.front().rows();
  const MatrixXd hermite = hermite_coefficients(orders - 1);
  MatrixXd coefficients(joints, pieces * size), data(joints, size);
  for (Index p = 0; p < pieces; ++p) {
    const double h = knots[static_cast<std::size_t>(p + 1)] - knots[static_cast<std::size_t>(p)];
    for (int side = 0; side < 2; ++side)
      for (int order = 0; order < orders; ++order)
        data.col(side * orders + order) =
            derivatives[static_cast<std::size_t>(order)].col(p + side) * std::pow(h, order);
    for (int j = 0; j < size; ++j) coefficients.col(p * size + j) = data * hermite.row(j).transpose() * std::pow(h, -j);
  }
  return std::make_shared<const PolynomialPath>(std::move(knots), std::move(coefficients), size - 1);
}

}  // namespace sinew
