// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/problem/measured_residual.h"

#include <cmath>

namespace sinew {
namespace {

Eigen::Vector3d column(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& e) {
  Eigen::Matrix3d E;
  E << 0, -e.z(), e.y(), e.z(), 0, -e.x(), -e.y(), e.x(), 0;
  return E;
}

/// J_r(e)⁻¹, with k = 1/θ² − (1 + cos θ)/(2θ·sin θ) by its series where θ is small.
Eigen::Matrix3d rate_of_rotation_vector(const Eigen::Vector3d& e) {
  const double angle = e.norm();
  const Eigen::Matrix3d E = cross_matrix(e);
  const double k =
      angle < 1e-2 ? 1.0 / 12.0 + angle * angle / 720.0 : (1.0 - 0.5 * angle / std::tan(0.5 * angle)) / (angle * angle);
  return Eigen::Matrix3d::Identity() + 0.5 * E + k * E * E;
}

/// Rows of one measurement as they are filled.
class Filling {
 public:
  Filling(const Eigen::Ref<Eigen::VectorXd>& residual, ResidualSlopes* slopes) : residual_(residual), slopes_(slopes) {
    if (slopes_) slopes_->setZero(residual_.size(), 6);
  }

  /// A length that grows by `direction`·v.
  void add(double value, const Eigen::Vector3d& direction) {
    residual_[row_] = value;
    if (slopes_) slopes_->row(row_).tail<3>() = direction.transpose();
    ++row_;
  }

  void add_rotation(const Eigen::Vector3d& e, const Rotation<double>& R_MF) {
    residual_.segment<3>(row_) = e;
    if (slopes_) {
      Eigen::Matrix3d R_FM;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) R_FM(i, j) = R_MF(j, i);
      slopes_->block<3, 3>(row_, 0) = rate_of_rotation_vector(e) * R_FM;
    }
    row_ += 3;
  }

 private:
  Eigen::Ref<Eigen::VectorXd> residual_;
  ResidualSlopes* slopes_;
  Eigen::Index row_ = 0;
};

Eigen::Vector3d rotation_vector(const Rotation<double>& R) {
  const AxisAngle<double> turn = axis_angle(R);
  return turn.angle * column(turn.axis);
}

bool has_position(MeasurementKind kind) {
  return kind == MeasurementKind::Pose || kind == MeasurementKind::Position || kind == MeasurementKind::Socket;
}

}  // namespace

std::vector<ResidualRow> residual_rows(const Measurement& m) {
  std::vector<ResidualRow> rows;
  if (m.kind == MeasurementKind::Distance) return {{"distance", m.position_deviation, false}};
  if (m.kind == MeasurementKind::Plane) return {{"height", m.position_deviation, false}};
  constexpr const char* axes[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < 3; ++i)
    if (m.kind != MeasurementKind::Position || m.has_axis[i]) rows.push_back({axes[i], m.position_deviation, false});
  if (m.kind == MeasurementKind::Pose)
    for (const char* axis : {"rx", "ry", "rz"}) rows.push_back({axis, m.angle_deviation, true});
  return rows;
}

void measured_residual(const Measurement& m, const Pose<double>& X_MF, const Eigen::Ref<Eigen::VectorXd>& residual,
                       ResidualSlopes* slopes) {
  Filling filling(residual, slopes);
  const Eigen::Vector3d p = column(X_MF.p);
  if (has_position(m.kind)) {
    const Eigen::Vector3d read = m.kind == MeasurementKind::Socket ? Eigen::Vector3d::Zero() : column(m.X_MF.p);
    for (int i = 0; i < 3; ++i)
      if (m.kind != MeasurementKind::Position || m.has_axis[static_cast<std::size_t>(i)])
        filling.add(p[i] - read[i], Eigen::Vector3d::Unit(i));
    if (m.kind == MeasurementKind::Pose) filling.add_rotation(rotation_vector(m.X_MF.R.inverse() * X_MF.R), X_MF.R);
  } else if (m.kind == MeasurementKind::Distance) {
    const double length = p.norm();
    filling.add(length - m.distance, length > 0.0 ? Eigen::Vector3d(p / length) : Eigen::Vector3d::Zero());
  } else {
    filling.add(p.z() - m.distance, Eigen::Vector3d::UnitZ());
  }
}

}  // namespace sinew
