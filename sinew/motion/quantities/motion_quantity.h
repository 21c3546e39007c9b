// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <variant>

#include "sinew/algorithms/trace.h"
#include "sinew/motion/trajectory/trajectory.h"

namespace sinew {

/// q, q̇, q̈ or the jerks: one number per joint.
struct JointSeries {
  Eigen::VectorXd MotionSample::*of = &MotionSample::q;
};
/// τ: one number per joint.
struct JointTorques {};
/// What one cause has in τ: one number per joint.
struct TorqueShare {
  double TorqueParts<double>::*of = &TorqueParts<double>::gravity;
};
/// A vector of the Newton-Euler passes.
struct LinkVector {
  int link = 0;
  Vec3<double> (*of)(const LinkTrace<double>&) = nullptr;
};
/// One number. The potential energy is that of gravity; the total has the springs as well.
enum class EnergyPart { Kinetic, Potential, Springs, Total };
/// τᵢ·q̇ᵢ: one number per joint.
struct JointPowers {};
/// Σ τᵢ·q̇ᵢ: one number.
struct TotalPower {};
/// Pose and motion of the frame that was asked for.
enum class FramePart {
  Position,
  RollPitchYaw,
  Quaternion,
  AngularVelocity,
  Velocity,
  AngularAcceleration,
  Acceleration
};

/// How large a vector of that frame is: its speed, for one. One number.
struct FrameMagnitude {
  FramePart of = FramePart::Velocity;
};

/// A quantity that a robot has at every time of a motion.
using MotionQuantity = std::variant<JointSeries, JointTorques, TorqueShare, LinkVector, EnergyPart, JointPowers,
                                    TotalPower, FramePart, FrameMagnitude>;

/// How many numbers it is.
int size_of(const MotionQuantity& quantity, const Model<double>& model);

}  // namespace sinew
