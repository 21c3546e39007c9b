// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "sinew/calibration/swing/compound_pendulum.h"
#include "sinew/calibration/swing/uncertain.h"

namespace sinew {

/// A platform that swings on the wires with the part on it, as it swings alone.
struct SwingingPlatform {
  UncertainNumber mass;       ///< [kg]
  UncertainNumber period;     ///< of a full swing without the part [s]
  UncertainNumber amplitude;  ///< [rad]
};

/// A part that hangs on two parallel vertical wires and turns to and fro about the vertical axis midway between them,
/// on which its centre of mass lies: a bifilar pendulum, in SI.
struct BifilarSwing {
  UncertainNumber mass;         ///< of the part, without the platform [kg]
  UncertainNumber wire_length;  ///< [m]
  UncertainNumber spacing;      ///< between the wires [m]
  UncertainNumber period;       ///< of a full swing, there and back, of all that hangs [s]
  UncertainNumber amplitude;    ///< of this swing, on either side [rad]; zero: so small that it does not count
  std::optional<SwingingPlatform> platform;           ///< nothing: the wires hold the part itself
  UncertainNumber gravity = {standard_gravity, 0.0};  ///< [m/s²]
};

/// The same on three wires, which end on a circle about the axis, below as above: a trifilar pendulum.
struct TrifilarSwing {
  UncertainNumber mass;                         ///< of the part, without the platform [kg]
  UncertainNumber wire_length;                  ///< [m]
  UncertainNumber radius;                       ///< of the circle on which the wires end at the platform [m]
  std::optional<UncertainNumber> upper_radius;  ///< of the circle that they hang from; nothing: the wires are vertical
  UncertainNumber period;                       ///< of a full swing, there and back, of all that hangs [s]
  UncertainNumber amplitude;                    ///< [rad]
  std::optional<SwingingPlatform> platform;
  UncertainNumber gravity = {standard_gravity, 0.0};  ///< [m/s²]
};

/// Moment of inertia about the vertical axis [kg·m²], of the part alone. For wires of length ℓ between circles of the
/// radii R below and r above, a turn by θ brings the platform to the depth
///
///     h(θ) = √(ℓ² − R² − r² + 2·R·r·cos θ)
///
/// below the wires' upper ends, and energy is kept: ½·(I + m·h′²)·θ̇² − m·g·h is constant. So the period is
///
///     T = 4·∫₀^θ₀ √((I + m·h′²) / (2·m·g·(h(θ) − h(θ₀)))) dθ,    for small swings I = m·g·R·r·T²/(4π²·h(0))
///
/// The small-angle formula is the usual one (Jardin and Mueller, AIAA 2007-6822, for two wires; du Bois, Lieven and
/// Adhikari, Experimental Mechanics 49, 2009, for three). Here the equation above it is solved for I, so that no angle
/// need be small. What is left out: the mass and stiffness of the wires, air, and swaying. The number of wires does not
/// matter.
///
/// Of a platform the moment of inertia is found from its own swing in the same way and subtracted: the wires' lengths
/// and radii are the same inputs in both, and their uncertainties count so. Throws InputError for inputs that no such
/// pendulum has, and where nothing would be left for the part.
UncertainResult bifilar_inertia(const BifilarSwing& swing);
UncertainResult trifilar_inertia(const TrifilarSwing& swing);

}  // namespace sinew
