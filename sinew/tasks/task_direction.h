// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

#include "sinew/tasks/joint_path.h"
#include "sinew/tasks/task.h"

namespace sinew {

/// A direction of W, of any length but zero.
struct AlongDirection {
  Vec3<double> direction;
};

/// A point of W, looked at from a point of the frame.
struct AtPoint {
  Vec3<double> point;
  Vec3<double> from{};
};

/// An axis of a frame that is to point along a direction of W, or at a point of W.
///
/// Two rows, because a turn about the axis itself is free. With d the wanted direction as the frame F sees it, a the axis
/// and b₁, b₂ orthonormal to it, all in F, and θ the angle between a and d:
///
///     r = θ/sin θ · [b₁·d, b₂·d]       d = R_FW·direction   or   d = (point − p) seen from F, made a unit vector
///
/// the map of the sphere round a that keeps angles θ true: r = 0 where the axis points as wanted, |r| = θ, and the goal is
/// r = 0. Both rows are independent but for θ = π, where the way back has no direction: there they stay finite, and r is
/// π·[1, 0]. Where the frame is at the point that it is to look at, r, J and drift are zero.
class DirectionTask : public Task {
 public:
  /// `axis`: in the frame, of any length. Throws InputError for zero, and for a frame that is not there.
  DirectionTask(const Model<double>& model, const std::string& frame, const Vec3<double>& axis,
                const AlongDirection& to, Workspace* work = nullptr);
  DirectionTask(const Model<double>& model, const std::string& frame, const Vec3<double>& axis, const AtPoint& to,
                Workspace* work = nullptr);

  /// Another direction or point, of the same kind.
  void set_target(const Vec3<double>& target);

 private:
  enum class Target { Direction, Point };
  DirectionTask(const Model<double>& model, const std::string& frame, const Vec3<double>& axis, Target kind,
                const Vec3<double>& target, const Vec3<double>& from, Workspace* work);

  /// r as a function of the wanted direction s, of any length, with its derivatives.
  struct Map {
    std::array<double, 2> r{};
    std::array<Vec3<double>, 2> slope;  ///< ∂r/∂s
    // what ∂²r/∂s² is made of
    Vec3<double> d;
    double length = 1.0, df = 0.0, ddf = 0.0;
    std::array<double, 2> u{};
    std::array<Vec3<double>, 2> steepest;  ///< of f·u in space
  };
  Map map_of(const Vec3<double>& s) const;
  /// ∂²r/∂s²·x, of one row.
  Vec3<double> curvature(const Map& map, std::size_t row, const Vec3<double>& x) const;
  Vec3<double> normalised(const char* what, const Vec3<double>& v) const;

  void compute(const LinkMotions& motions, TaskState& state) override;
  void add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) override;
  /// How a unit of a joint's q̇ moves what is looked at, against F, in W's axes.
  Vec3<double> passing(const PathJoint& joint, const LinkMotions& motions) const;

  Target kind_;
  int link_ = base_link;
  Pose<double> X_LF_;
  Vec3<double> axis_;
  std::array<Vec3<double>, 2> across_;
  Vec3<double> target_;
  std::vector<PathJoint> path_;
  struct Passing {
    Vec3<double> w, e, weight;
  };
  std::vector<Passing> passing_;
};

}  // namespace sinew
