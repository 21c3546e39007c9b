// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/motion/simulation/robot_equations.h"

namespace sinew {

/// Decides which of the joints at rest stay there: those with q̇ = 0 that have dry friction or rest at a stop.
///
/// Friction holds within its static band, a stop pushes without bound but never pulls, and M⁻¹ couples all of them: the
/// efforts f make ½·fᵀ·M⁻¹·f + q̈_freeᵀ·f smallest within their bounds, see docs/math/friction.md. A joint that the
/// ends of its bounds do not hold starts to move; it then rubs with its sliding friction, which may be less than static
/// friction, so the others are asked again.
///
/// `conditions.slides` names the directions of the joints that move already. `slips`, if not negative, is a joint that
/// is known to break away in the direction given.
void decide_rest(RobotEquations& equations, Conditions& conditions, double t, In<double> q, In<double> qd,
                 int slips = -1, int direction = 0);

/// Joints hit their stops: impulses λ ≥ 0 away from the stops, along which all velocities jump by M⁻¹·λ, so that each
/// joint that hits with speed v leaves with at least r·v, and those that rest at a stop do not enter it (Newton's law
/// with complementarity). `towards` has −1 or +1 for joints at their lower or upper stop and 0 for the others;
/// `restitution` one number per velocity. Adds to `lost` the energy that each joint's impulse takes.
void resolve_impacts(RobotEquations& equations, In<double> q, In<int> towards, In<double> restitution, Out<double> qd,
                     Out<double> lost);

/// The joints with a 1 in `resting` come to rest all together, by inelastic impulses of either sign, at their stops or
/// where friction holds them (then the sign in `towards` means nothing); the other joints at stops do not enter them.
/// The velocities become the nearest ones of that kind, as kinetic energy measures the distance: it never rises.
void bring_to_rest(RobotEquations& equations, In<double> q, In<int> towards, In<int> resting, Out<double> qd,
                   Out<double> lost);

}  // namespace sinew
