// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/model/structure.h"
#include "sinew/symbolic/expr.h"
#include "sinew/units/units.h"

namespace sinew {

/// A joint that is held where it is, and leaves q. Joints that follow it are held as well.
struct LockedJoint {
  std::string joint;
  double position = 0.0;     ///< rad or m
  Dimension dimension = {};  ///< that the position was given in; a plain number fits every joint
};

/// A body that the robot holds.
struct Payload {
  double mass = 0.0;                ///< kg
  Vec3<double> com = {};            ///< its centre of mass, in the frame [m]
  Symmetric3<double> inertia = {};  ///< about its centre of mass, in the frame's axes [kg·m²]
  std::string frame = {};           ///< a link or frame; empty: where the arm ends
};

/// A frame beyond the end of the arm, which is where the arm ends then.
struct Tool {
  Pose<double> X_FT = {};  ///< the tool in the frame that carries it
  std::string frame = {};  ///< a link or frame; empty: where the arm ended
  std::string name = "tool";
};

/// What is changed about a robot for one question. It becomes another robot, the same that a file written that way gives.
struct RobotChanges {
  std::vector<LockedJoint> locked = {};
  std::optional<Tool> tool = {};
  std::vector<Payload> payloads = {};
  std::optional<Vec3<double>> gravity = {};  ///< m/s², in the base frame
  Without without = {};

  bool any() const;
};

/// Applies the changes in the order: parts left out, gravity, locked joints, tool, payloads. Notes what does not fit the
/// robot, with the robot's name in place of a file's. `tree` is the tree of the robot as it was.
///
/// A locked joint becomes a fixed one. Its motor goes on as a part of the link that carries it: the mass as a point, and
/// the rotor, which no longer spins on its carrier, as the inertia J·a·aᵀ about its axis a. So the other joints need the
/// torques that they needed with this joint at rest. Where the arm ends stays where it was, whatever is locked.
template <Scalar P>
void apply(const RobotChanges& changes, RobotDescription<P>& robot, const Tree& tree, Diagnostics& diagnostics);

extern template void apply(const RobotChanges&, RobotDescription<double>&, const Tree&, Diagnostics&);
extern template void apply(const RobotChanges&, RobotDescription<Expr>&, const Tree&, Diagnostics&);

}  // namespace sinew
