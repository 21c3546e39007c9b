// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <array>

#include "sinew/analysis/cartesian_dynamics.h"
#include "sinew/analysis/matrices.h"
#include "sinew/tasks/objectives/objective.h"

/// What inverse kinematics can be asked.
namespace sinew {

/// What a frame is to reach.
struct IkTarget {
  Pose<double> X_WF;      ///< where the frame's point is to be, and how the frame is to be turned
  Rows rows = all_rows;   ///< what of that counts: wx wy wz vx vy vz
  Rotation<double> R_WA;  ///< the axes that the rows are in; W's own unless said otherwise

  static IkTarget pose(const Pose<double>& X_WF) { return {X_WF, all_rows, {}}; }
  static IkTarget position(const Vec3<double>& p_WF) { return {{{}, p_WF}, linear_rows, {}}; }
  static IkTarget orientation(const Rotation<double>& R_WF) { return {{R_WF, {}}, angular_rows, {}}; }

  /// The same with Eigen's types: an Isometry3d, a vector of three, a matrix.
  template <int mode, int options>
  static IkTarget pose(const Eigen::Transform<double, 3, mode, options>& X_WF) {
    return {{rotation(X_WF.linear()), vec3(X_WF.translation())}, all_rows, {}};
  }
  template <class Derived>
  static IkTarget position(const Eigen::MatrixBase<Derived>& p_WF) {
    return position(vec3(p_WF));
  }
  template <class Derived>
  static IkTarget orientation(const Eigen::MatrixBase<Derived>& R_WF) {
    return orientation(rotation(R_WF));
  }

 private:
  static Rotation<double> rotation(const Eigen::Matrix3d& R) {
    return Rotation<double>::from_rows(vec3(R.row(0)), vec3(R.row(1)), vec3(R.row(2)));
  }
};

struct IkOptions {
  double position_tolerance = 1e-8;     ///< m
  double orientation_tolerance = 1e-8;  ///< rad
  int starts = 100;                     ///< at most, the given one included; if `seconds` are given, at most 20 million
  int iterations = 60;                  ///< at most, per start
  bool limits = true;                   ///< are the joints' limits kept?
  /// Is a failure looked into? That takes longer than the search, and now and then finds a solution at the limits.
  bool explain = true;
  int objective_steps = 200;  ///< at most, in the null space
  /// If above zero, the search goes on until the target is reached or so much time is spent.
  double seconds = 0.0;
  /// What may be left of each row, wx wy wz [rad] and vx vy vz [m], in the axes of the target's rows, `IkTarget::R_WA`; where
  /// it is zero, the tolerances above. Of a turn that is left, by θ about u, 2·asin(|sin(θ/2)·u_i|) counts about axis i: all
  /// of it if it is about this axis. From π on a row does not count at all. Not for `all_solutions`.
  std::array<double, 6> row_tolerances{};

  static constexpr int most_starts = 20'000'000;  ///< that a budget of time is used for
};

/// An objective to be made better in the null space, and what it counts beside the others.
struct IkObjective {
  Objective* objective = nullptr;
  double weight = 1.0;
};

}  // namespace sinew
