// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/tasks/link_motions.h"

namespace sinew {

/// One velocity's part in the motion of a link: a joint on the way to it, or one of the six of a floating base.
struct PathJoint {
  int link = base_link;
  int velocity = 0;
  double multiplier = 1.0;
  JointKind kind = JointKind::Revolute;
  double pitch = 0.0;

  bool is_of_base() const noexcept { return link == base_link; }
  friend bool operator==(const PathJoint&, const PathJoint&) = default;

  /// What one unit of q̇ gives the point of the carried bodies that is at p, in W's axes.
  Motion<double> motion_at(const LinkMotions& motions, const Vec3<double>& p) const noexcept {
    const Pose<double>& X = motions.pose(link);
    if (is_of_base()) {
      const Vec3<double> axis = X.R.column(velocity % 3);
      return velocity < 3 ? Motion<double>{axis, cross(axis, p - X.p)} : Motion<double>{{}, axis};
    }
    const Vec3<double> z = multiplier * X.R.column(2);
    if (kind == JointKind::Prismatic) return {{}, z};
    const Vec3<double> v = cross(z, p - X.p);
    return {z, kind == JointKind::Helical ? v + pitch * z : v};
  }
};

/// What a base that floats has of them, else nothing.
std::vector<PathJoint> base_joints(const Model<double>& model);
PathJoint joint_of(const Model<double>& model, int link);

/// The joints that move a link, from the base on. Nothing moves W.
std::vector<PathJoint> joints_moving(const Model<double>& model, int link);

/// What stands before a path's joint in ⟨W, J⟩ = Σ (about·w + along·v), w and v of `motion`.
struct WeightedJoint {
  Motion<double> motion;      ///< of the joint, at the task's point
  Vec3<double> about, along;  ///< the weights, in W's axes
};

/// ∂/∂q of Σ (about·w + along·v) over the joints of a path to a point, the weights held: added to `gradient`.
///
/// A joint k before i turns i's motion as a whole; a joint behind it moves the point alone:
///
///     ∂w_i/∂q_k = w_k × w_i,  ∂v_i/∂q_k = w_k × v_i    k before i, or both of the base, whose axes turn with it
///     ∂w_i/∂q_k = 0,          ∂v_i/∂q_k = w_i × v_k    k behind i
///
/// so that two sums along the path do for all pairs. `moment` becomes Σ (w × about + v × along).
void add_path_gradient(const std::vector<PathJoint>& path, In<WeightedJoint> joints, Vec3<double>& moment,
                       Out<double> gradient) noexcept;

}  // namespace sinew
