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

namespace {

/// The polynomials of one piece, at one place.
struct Terms {
  const double* a;  ///< of one power after the other, a number per joint
  Index joints;
  int degree;
  double u;
};

/// Horner's rule for so many joints side by side, all of it in registers.
template <int Count>
void evaluate(const Terms& terms, Index joint, PathSample& y) noexcept {
  using Numbers = Eigen::Array<double, Count, 1>;
  using Given = Eigen::Map<const Numbers>;
  const double u = terms.u;
  const double* a = terms.a + terms.degree * terms.joints + joint;
  Numbers q = Given(a), d1 = Numbers::Zero(), d2 = d1, d3 = d1;  // d2 and d3 without the factors 2 and 6
  for (int k = terms.degree; k > 0; --k) {
    a -= terms.joints;
    d3 = d3 * u + d2;
    d2 = d2 * u + d1;
    d1 = d1 * u + q;
    q = q * u + Given(a);
  }
  Eigen::Map<Numbers>(y.q.data() + joint) = q;
  Eigen::Map<Numbers>(y.d1.data() + joint) = d1;
  Eigen::Map<Numbers>(y.d2.data() + joint) = 2.0 * d2;
  Eigen::Map<Numbers>(y.d3.data() + joint) = 6.0 * d3;
}

}  // namespace

PolynomialPath::PolynomialPath(std::vector<double> knots, MatrixXd coefficients, int degree)
    : knots_(std::move(knots)), coefficients_(std::move(coefficients)), degree_(degree) {
  const auto pieces = static_cast<Index>(knots_.size()) - 1;
  if (degree_ < 0 || pieces < 1 || knots_.front() != 0.0 || coefficients_.cols() != pieces * (degree_ + 1) ||
      !std::is_sorted(knots_.begin(), knots_.end()) || !coefficients_.allFinite())
    refuse("path", "its polynomials do not fit its knots",
           "give finite coefficients for each piece, and knots that rise from 0");
  pieces_per_s_ = static_cast<double>(pieces) / knots_.back();
}

Index PolynomialPath::piece_at(double s) const noexcept {
  const auto pieces = static_cast<Index>(knots_.size()) - 1;
  if (pieces == 1) return 0;
  // knots are often evenly spaced
  const double guess = s * pieces_per_s_;
  const auto near = static_cast<std::size_t>(std::clamp(guess, 0.0, static_cast<double>(pieces - 1)));
  if (knots_[near] <= s && s < knots_[near + 1]) return static_cast<Index>(near);
  return std::upper_bound(knots_.begin() + 1, knots_.end() - 1, s) - knots_.begin() - 1;
}

void PolynomialPath::at(double s, PathSample& sample) const noexcept {
  const Index piece = piece_at(s), n = coefficients_.rows();
  const Terms terms{coefficients_.data() + piece * (degree_ + 1) * n, n, degree_,
                    s - knots_[static_cast<std::size_t>(piece)]};
  Index joint = 0;
  for (; joint + 4 <= n; joint += 4) evaluate<4>(terms, joint, sample);
  for (; joint + 2 <= n; joint += 2) evaluate<2>(terms, joint, sample);
  if (joint < n) evaluate<1>(terms, joint, sample);
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
