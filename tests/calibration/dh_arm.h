// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <numbers>
#include <string>
#include <vector>

#include "sinew/calibration/identifiability/sensitivity.h"

/// An arm by modified Denavit-Hartenberg rows, and how the place of its end answers to errors of them: written by
/// twists, and with nothing of Sinew's own kinematics, so that the tests stand on their own.
namespace sinew_test {

/// X = Rx(alpha)·Tx(a)·Rz(theta + q)·Tz(d).
struct DhArmRow {
  double a = 0.0, alpha = 0.0, d = 0.0, theta = 0.0;
};

struct DhArm {
  std::vector<DhArmRow> rows;
  Eigen::Vector3d tool = Eigen::Vector3d::Zero();
  bool has_base = false;  ///< are the six numbers of the base unknown as well?
  bool has_tool = false;

  Eigen::Vector3d place(const Eigen::VectorXd& q) const { return Pass(*this, q).end; }

  std::vector<sinew::CalibrationParameter> unknowns(double length_error = 1e-3, double angle_error = 1e-3) const {
    std::vector<sinew::CalibrationParameter> y;
    const auto add = [&](const std::string& name, bool is_angle) {
      y.push_back({name, is_angle ? sinew::dimension::angle : sinew::dimension::length, 0.0,
                   is_angle ? angle_error : length_error});
    };
    if (has_base)
      for (const char* axis : {"x", "y", "z", "rx", "ry", "rz"}) add(std::string("base.") + axis, axis[0] == 'r');
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string number = std::to_string(i + 1);
      add("a" + number, false);
      add("alpha" + number, true);
      add("d" + number, false);
      add("theta" + number, true);
    }
    if (has_tool)
      for (const char* axis : {"x", "y", "z"}) add(std::string("tool.") + axis, false);
    return y;
  }

  /// ∂(place)/∂(unknowns), 3 × unknowns, in SI.
  Eigen::MatrixXd derivative(const Eigen::VectorXd& q) const {
    const Pass pass(*this, q);
    std::vector<Eigen::Vector3d> columns;
    const auto turn = [&](const Eigen::Vector3d& axis, const Eigen::Vector3d& through) {
      columns.emplace_back(axis.cross(pass.end - through));
    };
    if (has_base) {
      for (int k = 0; k < 3; ++k) columns.emplace_back(Eigen::Vector3d::Unit(k));
      for (int k = 0; k < 3; ++k) turn(Eigen::Vector3d::Unit(k), Eigen::Vector3d::Zero());
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Eigen::Vector3d x = pass.before[i].linear().col(0), z = pass.after[i].linear().col(2);
      columns.push_back(x);
      turn(x, pass.before[i].translation());
      columns.push_back(z);
      turn(z, pass.after[i].translation());
    }
    if (has_tool)
      for (int k = 0; k < 3; ++k) columns.emplace_back(pass.after.back().linear().col(k));
    Eigen::MatrixXd J(3, static_cast<Eigen::Index>(columns.size()));
    for (std::size_t c = 0; c < columns.size(); ++c) J.col(static_cast<Eigen::Index>(c)) = columns[c];
    return J;
  }

  /// Of positions measured with one standard deviation, at these states.
  sinew::Sensitivity sensitivity(const std::vector<Eigen::VectorXd>& states, double deviation = 1e-4,
                                 double length_error = 1e-3, double angle_error = 1e-3) const {
    sinew::Sensitivity y;
    y.unknowns = unknowns(length_error, angle_error);
    y.Phi.resize(static_cast<Eigen::Index>(3 * states.size()), static_cast<Eigen::Index>(y.unknowns.size()));
    for (std::size_t i = 0; i < states.size(); ++i) {
      Eigen::MatrixXd J = derivative(states[i]);
      for (Eigen::Index c = 0; c < J.cols(); ++c)
        J.col(c) *= y.unknowns[static_cast<std::size_t>(c)].typical_error / deviation;
      y.Phi.middleRows(static_cast<Eigen::Index>(3 * i), 3) = J;
      y.measurements.push_back({std::to_string(i + 1), {"x", "y", "z"}});
    }
    return y;
  }

 private:
  struct Pass {
    std::vector<Eigen::Isometry3d> before, after;  ///< each row
    Eigen::Vector3d end;

    Pass(const DhArm& arm, const Eigen::VectorXd& q) {
      Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
      for (std::size_t i = 0; i < arm.rows.size(); ++i) {
        const DhArmRow& row = arm.rows[i];
        before.push_back(X);
        const double angle =
            row.theta + (static_cast<Eigen::Index>(i) < q.size() ? q[static_cast<Eigen::Index>(i)] : 0.0);
        X = X * Eigen::AngleAxisd(row.alpha, Eigen::Vector3d::UnitX()) * Eigen::Translation3d(row.a, 0, 0) *
            Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()) * Eigen::Translation3d(0, 0, row.d);
        after.push_back(X);
      }
      end = X * arm.tool;
    }
  };
};

/// The Franka Emika Panda with the frame panda_hand, in the rows that its maker publishes; the hand is 0.107 m along
/// joint 7.
inline DhArm panda_arm() {
  constexpr double quarter = std::numbers::pi / 2;
  DhArm arm;
  arm.rows = {{0, 0, 0.333, 0},        {0, -quarter, 0, 0},           {0, quarter, 0.316, 0},
              {0.0825, quarter, 0, 0}, {-0.0825, -quarter, 0.384, 0}, {0, quarter, 0, 0},
              {0.088, quarter, 0, 0}};
  arm.tool = {0, 0, 0.107};
  return arm;
}

}  // namespace sinew_test
