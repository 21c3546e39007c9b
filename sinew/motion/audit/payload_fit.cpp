// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/audit/payload_fit.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>

#include "sinew/analysis/matrices.h"
#include "sinew/model/end_frame.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::Vector4d;
using Eigen::VectorXd;
using Sums = Eigen::Matrix<double, 10, 10>;
using Ten = Eigen::Matrix<double, 10, 1>;

/// m, h and I of a point mass: the parameters of the regressor.
Ten parameters_of(double m, const Vector3d& p) {
  Ten pi;
  pi << m, m * p, m * (p.y() * p.y() + p.z() * p.z()), -m * p.x() * p.y(), -m * p.x() * p.z(),
      m * (p.x() * p.x() + p.z() * p.z()), -m * p.y() * p.z(), m * (p.x() * p.x() + p.y() * p.y());
  return pi;
}

/// Their derivatives by (m, p).
Eigen::Matrix<double, 10, 4> slopes_of(double m, const Vector3d& p) {
  Eigen::Matrix<double, 10, 4> D = Eigen::Matrix<double, 10, 4>::Zero();
  D.col(0) = parameters_of(1.0, p);
  D.block<3, 3>(1, 1) = m * Eigen::Matrix3d::Identity();
  const double x = m * p.x(), y = m * p.y(), z = m * p.z();
  D.block<6, 3>(4, 1) << 0, 2 * y, 2 * z, -y, -x, 0, -z, 0, -x, 2 * x, 0, 2 * z, 0, -z, -y, 2 * x, 2 * y, 0;
  return D;
}

/// What torques say about the ten parameters of one link: χ² = const − 2·b·π + π·S·π.
struct NormalSums {
  Sums S = Sums::Zero();
  Ten b = Ten::Zero();

  double reduction(const Ten& pi) const { return 2.0 * b.dot(pi) - pi.dot(S * pi); }
};

NormalSums sums_of(const Arm& arm, int link, const JointMotions& motion, const UnexplainedTorques& torques) {
  NormalSums sums;
  for (Index k = torques.first; k < torques.first + torques.count; ++k) {
    const VectorXd q = motion.q.col(k), qd = motion.qd.col(k), qdd = motion.qdd.col(k);
    const MatrixXd Y = torques.weights.asDiagonal() * arm.regressor(q, qd, qdd).middleCols(10 * Index{link}, 10);
    const VectorXd y = torques.weights.cwiseProduct(torques.difference.col(k));
    sums.S += Y.transpose() * Y;
    sums.b += Y.transpose() * y;
  }
  return sums;
}

}  // namespace

std::optional<PayloadFit> fitted_payload(const Arm& arm, const JointMotions& motion,
                                         const UnexplainedTorques& torques) {
  const Model<double>& model = arm.model();
  const Frame<double>& end = model.frame(end_frame(model));
  if (end.link == base_link) return std::nullopt;
  const NormalSums sums = sums_of(arm, end.link, motion, torques);
  // the regressor's parameters are in the frame that the file has on the link
  const Pose<double> X_OF = model.own_frame(end.link).inverse() * end.X_LF;
  const Vector3d flange = vector(X_OF.p);
  double m = 0.0;
  Vector3d p = flange;
  PayloadFit best{Vector4d(0.0, 0.0, 0.0, 0.0), Vector4d::Zero(), 0.0};
  constexpr int most_steps = 30;
  double damping = 1e-6;
  // a mass at the end first: its place cannot be told while it is zero
  const Ten unit = parameters_of(1.0, p);
  if (const double square = unit.dot(sums.S * unit); square > 0.0) m = unit.dot(sums.b) / square;
  double reduction = sums.reduction(parameters_of(m, p));
  Eigen::Matrix4d information = Eigen::Matrix4d::Identity();
  for (int k = 0; k < most_steps; ++k) {
    const Eigen::Matrix<double, 10, 4> D = slopes_of(m, p);
    information = D.transpose() * sums.S * D;
    const Vector4d slope = D.transpose() * (sums.b - sums.S * parameters_of(m, p));
    Eigen::Matrix4d damped = information;
    damped.diagonal() += damping * information.diagonal() + Vector4d::Constant(1e-300);
    const Vector4d step = damped.ldlt().solve(slope);
    const double there = sums.reduction(parameters_of(m + step[0], p + step.tail<3>()));
    const bool is_better = step.allFinite() && there > reduction;
    damping *= is_better ? 0.1 : 10.0;
    if (!is_better) continue;
    const bool is_last = there - reduction < 1e-9 * std::abs(there);
    m += step[0];
    p += step.tail<3>();
    reduction = there;
    if (is_last) break;
  }
  const Eigen::Matrix3d R_FO = matrix(X_OF.R).transpose();
  const Eigen::Matrix4d covariance = information.completeOrthogonalDecomposition().pseudoInverse();
  best.parameters << m, R_FO * (p - flange);
  best.deviations << std::sqrt(std::max(covariance(0, 0), 0.0)),
      (R_FO * covariance.bottomRightCorner<3, 3>() * R_FO.transpose()).diagonal().cwiseMax(0.0).cwiseSqrt();
  best.reduction = reduction;
  return best;
}

}  // namespace sinew
