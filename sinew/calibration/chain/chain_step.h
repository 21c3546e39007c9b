// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "sinew/model/joint.h"
#include "sinew/spatial/motion.h"

namespace sinew {

class FormulaPose;

/// One factor of a chain X_WF = step₁ · step₂ ⋯: a turn or a slide by a number that may change, a displacement that
/// stays, or the motion of a joint.
struct ChainStep {
  enum class Kind { TurnX, TurnY, TurnZ, SlideX, SlideY, SlideZ, Fixed, Formula, Joint };

  Kind kind = Kind::Fixed;
  int parameter = -1;  ///< of a turn or a slide: the parameter that it is by; −1: by `value`, which stays
  double value = 0.0;
  Pose<double> X;                                ///< of Fixed
  std::shared_ptr<const FormulaPose> formula{};  ///< of Formula
  int joint = -1;                                ///< of Joint: which one of the chain

  static ChainStep fixed(const Pose<double>& X) { return {.kind = Kind::Fixed, .X = X}; }
  static ChainStep by(Kind kind, int parameter) { return {.kind = kind, .parameter = parameter}; }
  static ChainStep of(Kind kind, double value) { return {.kind = kind, .value = value}; }
  static ChainStep moving(int joint) { return {.kind = Kind::Joint, .joint = joint}; }

  bool is_elementary() const { return kind < Kind::Fixed; }
};

/// How a joint of a chain moves: by ratio·(multiplier·q + offset) + change − compliance·g about or along z.
struct ChainJoint {
  JointKind kind = JointKind::Revolute;
  double pitch = 0.0;
  int position = 0, velocity = 0;
  double multiplier = 1.0, offset = 0.0;
  int change = -1, ratio = -1, compliance = -1;  ///< parameters; −1: none
};

constexpr bool is_turn(ChainStep::Kind kind) {
  return kind == ChainStep::Kind::TurnX || kind == ChainStep::Kind::TurnY || kind == ChainStep::Kind::TurnZ;
}

/// The twist of the frame behind a turn or slide for each unit of it, in that frame.
inline Motion<double> unit_twist(ChainStep::Kind kind) {
  using Kind = ChainStep::Kind;
  const int axis = static_cast<int>(kind) - static_cast<int>(is_turn(kind) ? Kind::TurnX : Kind::SlideX);
  Motion<double> twist;
  (is_turn(kind) ? twist.w : twist.v)[axis] = 1.0;
  return twist;
}

/// A turn by `amount` about, or a slide along, one axis.
template <Scalar T>
Pose<T> elementary_pose(ChainStep::Kind kind, const T& amount) {
  using Kind = ChainStep::Kind;
  switch (kind) {
    case Kind::TurnX:
      return {Rotation<T>::about_x(sincos_of_constant(amount)), {}};
    case Kind::TurnY:
      return {Rotation<T>::about_y(sincos_of_constant(amount)), {}};
    case Kind::TurnZ:
      return {Rotation<T>::about_z(sincos_of_constant(amount)), {}};
    case Kind::SlideX:
      return translation(Vec3<T>{amount, T(0.0), T(0.0)});
    case Kind::SlideY:
      return translation(Vec3<T>{T(0.0), amount, T(0.0)});
    case Kind::SlideZ:
      return translation(Vec3<T>{T(0.0), T(0.0), amount});
    default:
      return {};
  }
}

}  // namespace sinew
