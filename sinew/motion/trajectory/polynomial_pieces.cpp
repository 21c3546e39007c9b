// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/polynomial_pieces.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sinew {

namespace {

constexpr Eigen::Index powers = 8;
/// Of the largest coefficient of a joint, all taken as over one whole piece: a smaller one is round-off.
constexpr double round_off = 1e-12;
/// Of the largest coefficient: how well a polynomial must fit to be one.
constexpr double fits = 1e-10;

/// The same with 13 digits where these say it as well: 0.75 for 0.7500000000000002.
double without_round_off(double x) {
  if (x == 0.0) return x;
  const double decimals = 12.0 - std::floor(std::log10(std::abs(x))), scale = std::pow(10.0, std::abs(decimals));
  const double rounded = decimals > 0.0 ? std::round(x * scale) / scale : std::round(x / scale) * scale;
  return std::abs(rounded - x) <= 4e-15 * std::abs(x) ? rounded : x;
}

/// Positions, velocities, accelerations and jerks in the middle, by powers of u from −1 to 1 over the piece. The jerk has
/// the fourth degree, so five of its values give the higher coefficients.
class Piece {
 public:
  Piece(const Trajectory& trajectory, double start, double end)
      : trajectory_(trajectory),
        middle_(0.5 * (start + end)),
        half_(0.5 * (end - start)),
        sample_(trajectory.sample()) {}

  Eigen::MatrixXd coefficients() {
    constexpr std::array<double, 5> places{-0.9, -0.5, 0.0, 0.5, 0.9};
    const Eigen::Index joints = trajectory_.joint_count();
    Eigen::Matrix<double, 5, 5> V;
    Eigen::MatrixXd jerks(5, joints);
    for (Eigen::Index i = 0; i < 5; ++i) {
      const double u = places[static_cast<std::size_t>(i)];
      for (Eigen::Index k = 0; k < 5; ++k) V(i, k) = std::pow(u, static_cast<double>(k));
      see(u);
      jerks.row(i) = half_ * half_ * half_ * sample_.qddd.transpose();
    }
    const Eigen::MatrixXd high = V.partialPivLu().solve(jerks);
    Eigen::MatrixXd a(joints, powers);
    for (Eigen::Index k = 3; k < powers; ++k)
      a.col(k) = high.row(k - 3).transpose() / static_cast<double>(k * (k - 1) * (k - 2));
    see(0.0);
    a.col(0) = sample_.q;
    a.col(1) = half_ * sample_.qd;
    a.col(2) = 0.5 * half_ * half_ * sample_.qdd;
    return a;
  }

  /// Is the motion that polynomial everywhere on the piece, with its first two derivatives?
  bool is(const Eigen::MatrixXd& a) {
    constexpr int places = 23;
    for (int i = 0; i < places; ++i) {
      const double u = -0.997 + 1.994 * i / (places - 1);
      see(u);
      for (Eigen::Index j = 0; j < a.rows(); ++j) {
        double q = 0.0, qd = 0.0, qdd = 0.0;
        for (Eigen::Index k = powers; k-- > 0;) {
          qdd = qdd * u + 2.0 * qd;
          qd = qd * u + q;
          q = q * u + a(j, k);
        }
        const double most = fits * std::max(1e-12, a.row(j).lpNorm<Eigen::Infinity>());
        if (!(std::abs(q - sample_.q[j]) <= most) || !(std::abs(qd - half_ * sample_.qd[j]) <= 10.0 * most) ||
            !(std::abs(qdd - half_ * half_ * sample_.qdd[j]) <= 100.0 * most))
          return false;
      }
    }
    return true;
  }

  /// By powers of the time since the piece's start.
  Eigen::MatrixXd from_start(const Eigen::MatrixXd& a) const {
    Eigen::MatrixXd b = a;  // u = v − 1 with v from 0 to 2: Horner's rule, again and again
    for (Eigen::Index i = 0; i < powers; ++i)
      for (Eigen::Index k = powers - 1; k-- > i;) b.col(k) -= b.col(k + 1);
    for (Eigen::Index j = 0; j < b.rows(); ++j) {
      double largest = 0.0;
      for (Eigen::Index k = 0; k < powers; ++k)
        largest = std::max(largest, std::abs(b(j, k)) * std::pow(2.0, static_cast<double>(k)));
      for (Eigen::Index k = 0; k < powers; ++k)
        if (std::abs(b(j, k)) * std::pow(2.0, static_cast<double>(k)) < round_off * largest) b(j, k) = 0.0;
    }
    double scale = 1.0;
    for (Eigen::Index k = 0; k < powers; ++k, scale /= half_)
      for (Eigen::Index j = 0; j < b.rows(); ++j) b(j, k) = without_round_off(b(j, k) * scale);
    return b;
  }

 private:
  void see(double u) { trajectory_.at(middle_ + u * half_, sample_); }

  const Trajectory& trajectory_;
  double middle_, half_;
  MotionSample sample_;
};

}  // namespace

std::optional<std::vector<PolynomialPiece>> polynomial_pieces(const Trajectory& trajectory) {
  std::vector<PolynomialPiece> pieces;
  const std::vector<double> knots = trajectory.knots();
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
    Piece piece(trajectory, knots[k], knots[k + 1]);
    const Eigen::MatrixXd a = piece.coefficients();
    if (!piece.is(a)) return std::nullopt;
    pieces.push_back({knots[k], knots[k + 1], piece.from_start(a)});
  }
  return pieces;
}

}  // namespace sinew
