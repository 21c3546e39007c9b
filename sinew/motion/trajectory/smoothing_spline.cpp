// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/smoothing_spline.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/trajectory/polynomial_path.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

[[noreturn]] void refuse_smoothing(const std::string& what, const std::string& remedy) {
  refuse("smoothing spline", what, remedy);
}

/// Values, first and second derivatives of the smoothing spline at the knots: a row per joint.
struct KnotMotions {
  MatrixXd derivatives[3];
};

/// The least-squares problem behind a smoothing spline. Between two knots, the curve of least ∫ q‴² through both states
/// (q, q̇, q̈) has, for h = 1,
///
///     ∫ q‴² = |L⁻¹·(x₁ − Φ·x₀)|²,    L·Lᵀ = ∫ Φ(u)·b·bᵀ·Φ(u)ᵀ du,  b = (0, 0, 1)
///
/// so the states are the least-squares solution of small equations that couple neighbours alone. They are triangularised
/// knot by knot with Householder's reflections: squaring them would cost half the digits.
class SmoothingEquations {
 public:
  SmoothingEquations(const std::vector<double>& times, const MatrixXd& points)
      : times_(times), points_(points), mean_((times.back() - times.front()) / static_cast<double>(times.size() - 1)) {
    Eigen::Matrix3d Q;
    Q << 1.0 / 20, 1.0 / 8, 1.0 / 6, 1.0 / 8, 1.0 / 3, 1.0 / 2, 1.0 / 6, 1.0 / 2, 1.0;
    whitening_ = Q.llt().matrixL().solve(Eigen::Matrix3d::Identity());
  }

  double mean_step() const noexcept { return mean_; }

  /// `stiffness`: λ/h⁵ for the mean step h.
  KnotMotions solve(double stiffness) const {
    const auto n = static_cast<Index>(times_.size());
    const Index joints = points_.rows();
    std::vector<MatrixXd> triangles;  // of each knot: 3 rows of [R | coupling to the next knot | right side]
    triangles.reserve(static_cast<std::size_t>(n));
    MatrixXd carried = MatrixXd::Zero(0, 3 + joints);
    for (Index k = 0; k + 1 < n; ++k) {
      MatrixXd rows = MatrixXd::Zero(4 + carried.rows(), 6 + joints);
      rows.block(0, 0, 3, 6) = coupling(k, stiffness);
      rows(3, 0) = 1.0;
      rows.block(3, 6, 1, joints) = points_.col(k).transpose();
      rows.block(4, 0, carried.rows(), 3) = carried.leftCols(3);
      rows.block(4, 6, carried.rows(), joints) = carried.rightCols(joints);
      triangularise(rows, 6);
      triangles.emplace_back(rows.topRows(3));
      const Index left = std::min<Index>(3, rows.rows() - 3);
      carried = rows.block(3, 3, left, 3 + joints);
    }
    MatrixXd last = MatrixXd::Zero(carried.rows() + 1, 3 + joints);
    last(0, 0) = 1.0;
    last.block(0, 3, 1, joints) = points_.col(n - 1).transpose();
    last.bottomRows(carried.rows()) = carried;
    triangularise(last, 3);
    return substituted(triangles, last);
  }

 private:
  /// Three equations between the states of knot k and the next one, in units of the mean step.
  Eigen::Matrix<double, 3, 6> coupling(Index k, double stiffness) const {
    const double h = (times_[static_cast<std::size_t>(k + 1)] - times_[static_cast<std::size_t>(k)]) / mean_;
    Eigen::Matrix3d Phi;
    Phi << 1.0, h, h * h / 2.0, 0.0, 1.0, h, 0.0, 0.0, 1.0;
    const Eigen::Matrix3d W = std::sqrt(stiffness) * std::pow(h, -2.5) * whitening_ *
                              Eigen::Vector3d(1.0, h, h * h).asDiagonal().toDenseMatrix();
    Eigen::Matrix<double, 3, 6> rows;
    rows << -W * Phi, W;
    return rows;
  }

  /// Reflects the rows so that the first `columns` columns become upper triangular.
  static void triangularise(MatrixXd& rows, Index columns) {
    VectorXd essential(rows.rows());
    Eigen::RowVectorXd work(rows.cols());
    for (Index c = 0; c < std::min(columns, rows.rows() - 1); ++c) {
      const Index left = rows.rows() - c;
      double tau = 0.0, beta = 0.0;
      auto tail = essential.head(left - 1);
      rows.col(c).tail(left).makeHouseholder(tail, tau, beta);
      rows.block(c, c, left, rows.cols() - c).applyHouseholderOnTheLeft(tail, tau, work.data());
    }
    for (Index c = 0; c < columns; ++c)
      for (Index r = c + 1; r < rows.rows(); ++r) rows(r, c) = 0.0;
  }

  KnotMotions substituted(const std::vector<MatrixXd>& triangles, const MatrixXd& last) const {
    const auto n = static_cast<Index>(times_.size());
    const Index joints = points_.rows();
    KnotMotions motions;
    for (MatrixXd& part : motions.derivatives) part.resize(joints, n);
    MatrixXd state = last.topLeftCorner(3, 3).triangularView<Eigen::Upper>().solve(last.topRightCorner(3, joints));
    for (Index k = n - 1;; --k) {
      for (Index order = 0; order < 3; ++order)
        motions.derivatives[order].col(k) = state.row(order).transpose() * std::pow(mean_, -static_cast<double>(order));
      if (k == 0) return motions;
      const MatrixXd& rows = triangles[static_cast<std::size_t>(k - 1)];
      const MatrixXd right = rows.rightCols(joints) - rows.block(0, 3, 3, 3) * state;
      state = rows.leftCols(3).triangularView<Eigen::Upper>().solve(right);
    }
  }

  const std::vector<double>& times_;
  const MatrixXd& points_;
  double mean_;
  Eigen::Matrix3d whitening_;
};

void check(const std::vector<double>& times, const MatrixXd& points) {
  if (points.cols() < 4) refuse_smoothing("it has " + std::to_string(points.cols()) + " points", "give at least 4");
  if (static_cast<Index>(times.size()) != points.cols())
    refuse_smoothing(
        "it has " + std::to_string(points.cols()) + " points and " + std::to_string(times.size()) + " times",
        "give one time per point");
  for (std::size_t i = 0; i < times.size(); ++i) {
    const std::string which = "point " + std::to_string(i + 1);
    if (!std::isfinite(times[i]) || !points.col(static_cast<Index>(i)).allFinite())
      refuse_smoothing(which + " has a number that is not finite", "give finite numbers");
    if (i > 0 && !(times[i] > times[i - 1]))
      refuse_smoothing(which + " is at " + shown(times[i]) + ", not after the one before at " + shown(times[i - 1]),
                       "let the times rise");
  }
}

/// λ/h⁵ of a cut-off frequency: (ω_c·h)⁻⁶.
double stiffness_of(double cutoff, double step) { return std::pow(2.0 * M_PI * cutoff * step, -6.0); }

double rms(const Eigen::RowVectorXd& errors) {
  return std::sqrt(errors.squaredNorm() / static_cast<double>(errors.size()));
}

/// The lowest cut-off whose curve is within the noise of one joint's points, by bisection of its logarithm.
double cutoff_for(const std::vector<double>& times, const MatrixXd& points, double noise) {
  const SmoothingEquations equations(times, points);
  const double step = equations.mean_step(), whole = times.back() - times.front();
  double low = std::log(1e-2 / whole), high = std::log(1e2 / step);  // from a parabola to a spline through the points
  const auto off = [&](double log_cutoff) {
    const KnotMotions motions = equations.solve(stiffness_of(std::exp(log_cutoff), step));
    return rms(motions.derivatives[0].row(0) - points.row(0));
  };
  if (off(low) <= noise) return std::exp(low);
  if (off(high) > noise) return std::exp(high);
  while (high - low > 1e-3) {
    const double middle = 0.5 * (low + high);
    (off(middle) <= noise ? high : low) = middle;
  }
  return std::exp(high);
}

/// The curve of one cut-off per joint; those of 0 are not smoothed.
SmoothedPath smoothed(const std::vector<double>& times, const MatrixXd& points, const std::vector<double>& cutoffs) {
  const Index joints = points.rows();
  std::vector<MatrixXd> derivatives(3, MatrixXd(joints, points.cols()));
  SmoothedPath result;
  result.cutoffs = cutoffs;
  result.rms = result.most = VectorXd::Zero(joints);
  for (Index j = 0; j < joints; ++j) {
    const MatrixXd row = points.row(j);
    const SmoothingEquations equations(times, row);
    const KnotMotions motions =
        equations.solve(stiffness_of(cutoffs[static_cast<std::size_t>(j)], equations.mean_step()));
    for (std::size_t order = 0; order < 3; ++order) derivatives[order].row(j) = motions.derivatives[order].row(0);
    const Eigen::RowVectorXd errors = derivatives[0].row(j) - points.row(j);
    Index where = 0;
    result.rms[j] = rms(errors);
    result.most[j] = errors.cwiseAbs().maxCoeff(&where);
    result.where.push_back(times[static_cast<std::size_t>(where)]);
  }
  std::vector<double> knots = times;
  for (double& knot : knots) knot -= times.front();
  result.path = hermite_path(std::move(knots), derivatives);
  return result;
}

/// What a cubic through the two neighbours on either side says of the value between them, less that value: its weights.
void neighbour_weights(const double* t, double weights[5]) {
  constexpr int neighbours[4] = {0, 1, 3, 4};
  for (const int i : neighbours) {
    weights[i] = 1.0;
    for (const int k : neighbours)
      if (k != i) weights[i] *= (t[2] - t[k]) / (t[i] - t[k]);
  }
  weights[2] = -1.0;
}

}  // namespace

SmoothedPath smoothed_path(const std::vector<double>& times, const MatrixXd& points, double cutoff) {
  check(times, points);
  if (!(cutoff > 0.0) || !std::isfinite(cutoff))
    refuse_smoothing("its cut-off frequency is " + shown(cutoff) + " Hz", "give one above zero");
  return smoothed(times, points, std::vector<double>(static_cast<std::size_t>(points.rows()), cutoff));
}

SmoothedPath smoothed_path(const std::vector<double>& times, const MatrixXd& points, const VectorXd& noise) {
  check(times, points);
  std::vector<double> cutoffs;
  for (Index j = 0; j < points.rows(); ++j) {
    if (!(noise[j] >= 0.0) || !std::isfinite(noise[j]))
      refuse_smoothing("the noise of joint " + std::to_string(j + 1) + " is " + shown(noise[j]),
                       "give a standard deviation of zero or more");
    cutoffs.push_back(cutoff_for(times, points.row(j), noise[j]));
  }
  return smoothed(times, points, cutoffs);
}

VectorXd estimated_noise(const std::vector<double>& times, const MatrixXd& points) {
  VectorXd noise = VectorXd::Zero(points.rows());
  const auto n = static_cast<Index>(times.size());
  constexpr Index fewest = 12;  // of fewer, nothing can be said
  if (n < fewest) return noise;
  MatrixXd errors(points.rows(), n - 4);
  for (Index i = 0; i + 4 < n; ++i) {
    double weights[5];
    neighbour_weights(times.data() + i, weights);
    double square = 0.0;
    VectorXd error = VectorXd::Zero(points.rows());
    for (Index k = 0; k < 5; ++k) {
      error += weights[k] * points.col(i + k);
      square += weights[k] * weights[k];
    }
    errors.col(i) = error / std::sqrt(square);
  }
  for (Index j = 0; j < points.rows(); ++j) {
    const Eigen::RowVectorXd e = errors.row(j);
    const double power = e.squaredNorm();
    // of noise, neighbouring errors are correlated by −0.8; of a smooth curve, by nearly 1
    const double together = e.head(n - 5).dot(e.tail(n - 5));
    if (power > 0.0 && together < -0.4 * power) noise[j] = std::sqrt(power / static_cast<double>(e.size()));
  }
  return noise;
}

}  // namespace sinew
