// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/readings/numbers.h"

namespace sinew {

/// How a link and a point of it move, in W's axes: velocities, and the accelerations that are there at q̈ = 0.
struct PointMotion {
  Vec3<double> w, v, wd, a;
};

/// A robot at q with q̇: where every link is and how it moves. Several tasks can read one of them.
///
/// Made for one model, which must outlive it; then nothing is allocated.
class LinkMotions {
 public:
  /// With working memory of its own, or with that which the caller shares between computations, one after the other.
  explicit LinkMotions(const Model<double>& model, Workspace* work = nullptr);
  LinkMotions(const LinkMotions&) = delete;
  LinkMotions& operator=(const LinkMotions&) = delete;

  /// Poses alone: the robot is at rest.
  void read(In<double> q);
  void read(In<double> q, In<double> qd);

  const Model<double>& model() const noexcept { return model_; }
  In<double> q() const noexcept { return q_; }
  In<double> qd() const noexcept { return qd_; }
  bool at_rest() const noexcept { return at_rest_; }

  const Pose<double>& pose(int link) const noexcept { return link == base_link ? X_WB_ : X_WL_[at(link)]; }
  const PointMotion& motion(int link) const noexcept { return link == base_link ? base_ : motions_[at(link)]; }
  /// Of the point of a link that is at p now, p in W.
  PointMotion motion_at(int link, const Vec3<double>& p) const noexcept;

 private:
  void come_to_rest();

  const Model<double>& model_;
  std::unique_ptr<Workspace> own_work_;
  Workspace& work_;
  std::vector<double> q_, qd_;
  std::vector<Pose<double>> X_WL_;
  Pose<double> X_WB_;
  std::vector<PointMotion> motions_;
  PointMotion base_;
  bool at_rest_ = true;
};

inline PointMotion LinkMotions::motion_at(int link, const Vec3<double>& p) const noexcept {
  const PointMotion& u = motion(link);
  const Vec3<double> r = p - pose(link).p, turning = cross(u.w, r);
  return {u.w, u.v + turning, u.wd, u.a + cross(u.wd, r) + cross(u.w, turning)};
}

}  // namespace sinew
