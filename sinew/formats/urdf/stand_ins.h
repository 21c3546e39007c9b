// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/model/description.h"

namespace sinew {

/// A link that a URDF has only because URDF has no word for what it stands for. The writer marks it with
/// <sinew stands_for="…"/>: other programs see the same mechanics, and our reader gets back what was meant.
///
///     frame      a massless link on a fixed joint                         a named frame
///     payload    a link on a fixed joint                                  a body held at its parent
///     motor      a point mass on a fixed joint, with joint="…"            the mass of that joint's motor
///     joint_end  a massless link between a joint and a fixed joint        one joint whose X_JC is not 1
///     screw      a massless link between a turning and a sliding joint    one helical joint
///                that mimics it
struct StandIn {
  std::string link;
  std::string stands_for;
  std::string joint;  ///< motor: whose
  SourceLine source;
};

/// Puts back what the marked links stand for. One that has since been changed into something else stays an
/// ordinary link, with a warning.
void replace_stand_ins(RobotDescription<double>& robot, const std::vector<StandIn>& stand_ins,
                       Diagnostics& diagnostics);

}  // namespace sinew
