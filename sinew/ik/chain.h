// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/ik/lanes.h"
#include "sinew/model/model.h"
#include "sinew/scalar/pack.h"
#include "sinew/tasks/joint_limits.h"

namespace sinew::ik {

/// One joint on the way from the base to the frame, ready to be walked over.
struct ChainJoint {
  Lanes p_PJ;
  Columns R_PJ;  ///< used where `turn` is Any or AboutX
  Turn turn = Turn::None;
  JointKind kind = JointKind::Revolute;
  bool shifted = false;
  bool shares = false;  ///< its coordinate moves a joint before it, too
  int coordinate = 0;   ///< which of the chain's coordinates moves it
  double multiplier = 1.0;
  double turn_rate = 1.0, turn_at_zero = 0.0;    ///< its angle is turn_rate·q + turn_at_zero
  double slide_rate = 0.0, slide_at_zero = 0.0;  ///< and it slides along its axis by as much
  bool slides = false;                           ///< slide_rate is not zero
  double pitch = 0.0;
  double scale = 1.0;  ///< its own motion per unit of its coordinate over that one's size
};

/// A number of q that moves the frame.
struct Coordinate {
  int position_index = 0, velocity_index = 0;
  double lower = 0.0, upper = 0.0;  ///< its own and those of every joint that follows it
  bool slides = false;
  bool wraps = false;  ///< a whole turn changes nothing
  double size = 1.0;   ///< one for an angle; for a slide the chain's length, so that steps compare
};

/// What a number of q may be and does, whether it moves the frame or not; `size` is one.
Coordinate coordinate_of(const Model<double>& model, const JointLimits& limits, int position_index);

/// The part of a robot that decides where a frame is: the joints between it and the base.
///
/// Everything is seen from C, the place of the first joint on its parent: there the chain begins with a plain turn.
class Chain {
 public:
  /// Throws InputError where a joint and those that follow it leave each other no room.
  Chain(const Model<double>& model, int link, const Vec3<double>& p_LF);

  const std::vector<ChainJoint>& joints() const noexcept { return joints_; }
  const std::vector<Coordinate>& coordinates() const noexcept { return coordinates_; }
  int size() const noexcept { return static_cast<int>(coordinates_.size()); }
  /// Where C is on the base: X_BC.
  const Pose<double>& beginning() const noexcept { return X_BC_; }
  /// The frame's point on the last link: p_LF.
  const Lanes& point() const noexcept { return p_LF_; }
  /// All offsets one after the other, and how far the slides go: no point of the chain is further from its beginning.
  double length() const noexcept { return length_; }

 private:
  void add_joint(const Model<double>& model, const JointLimits& limits, int link);

  Lanes p_LF_;
  Pose<double> X_BC_;
  double length_ = 0.0;
  std::vector<ChainJoint> joints_;
  std::vector<Coordinate> coordinates_;
};

/// Where a chain is for one q: the axes and origins of its joints, its last link and the frame's point, in C.
class ChainPlace {
 public:
  explicit ChainPlace(const Chain& chain);

  /// `q` has one number per coordinate.
  void put(const Chain& chain, const double* q) noexcept {
    const std::size_t count = chain.joints().size();
    const ChainJoint* const joints = chain.joints().data();
    for (std::size_t k = 0; k < count; ++k)
      angle_[k] = joints[k].turn_rate * q[joints[k].coordinate] + joints[k].turn_at_zero;
    sincos_of_each<4>(angle_.data(), count, sin_.data(), cos_.data());
    Columns R{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    Lanes p;
    for (std::size_t k = 0; k < count; ++k) {
      const ChainJoint& joint = joints[k];
      if (joint.shifted) p += R * joint.p_PJ;
      switch (joint.turn) {
        case Turn::None:
          break;
        case Turn::QuarterX: {
          const Lanes was_y = R.y;
          R.y = R.z;
          R.z = -was_y;
          break;
        }
        case Turn::MinusQuarterX: {
          const Lanes was_y = R.y;
          R.y = -R.z;
          R.z = was_y;
          break;
        }
        default:
          R = R * joint.R_PJ;
      }
      const Lanes x = R.x;
      R.x = x * cos_[k] + R.y * sin_[k];
      R.y = R.y * cos_[k] - x * sin_[k];
      if (joint.slides) p += R.z * (joint.slide_rate * q[joint.coordinate] + joint.slide_at_zero);
      axes_[k] = {R.z, p};
    }
    R_CL_ = R;
    p_CF_ = p + R * chain.point();
  }

  /// Of the last link, R_CL.
  const Columns& rotation() const noexcept { return R_CL_; }
  /// The frame's, p_CF.
  const Lanes& point() const noexcept { return p_CF_; }

  /// Of joint k, through its origin.
  struct Axis {
    Lanes z, origin;
  };
  const Axis& axis(std::size_t k) const noexcept { return axes_[k]; }

  /// What a unit of joint k's own motion does to the frame, at its point: angular and linear.
  Lanes angular(const ChainJoint& joint, std::size_t k) const noexcept {
    return joint.kind == JointKind::Prismatic ? Lanes() : axes_[k].z;
  }
  Lanes linear(const ChainJoint& joint, std::size_t k) const noexcept {
    if (joint.kind == JointKind::Prismatic) return axes_[k].z;
    const Lanes v = cross(axes_[k].z, p_CF_ - axes_[k].origin);
    return joint.kind == JointKind::Helical ? v + axes_[k].z * joint.pitch : v;
  }

 private:
  std::vector<double> angle_, sin_, cos_;
  std::vector<Axis> axes_;
  Columns R_CL_;
  Lanes p_CF_;
};

}  // namespace sinew::ik
