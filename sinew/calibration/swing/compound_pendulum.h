// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/calibration/swing/uncertain.h"

namespace sinew {

/// The acceleration of free fall where nobody has said which [m/s²].
inline constexpr double standard_gravity = 9.80665;

/// A part that swings freely about a fixed horizontal axis: a compound pendulum, in SI.
struct PendulumSwing {
  UncertainNumber mass;       ///< [kg]
  UncertainNumber distance;   ///< of the centre of mass from the pivot [m]
  UncertainNumber period;     ///< of a full swing, there and back [s]
  UncertainNumber amplitude;  ///< of this swing, on either side [rad]; zero: so small that it does not count
  UncertainNumber gravity = {standard_gravity, 0.0};  ///< [m/s²]
};

/// Moments of inertia about the pivot and about the parallel axis through the centre of mass [kg·m²].
struct PendulumInertia {
  UncertainResult about_pivot, about_centre;
};

/// The moments of inertia that make the part swing so:
///
///     I_pivot = m·g·d·T₀²/(4π²),    T₀ = T·agm(1, cos(θ₀/2)),    I_centre = I_pivot − m·d²
///
/// T₀ is the period of infinitely small swings. The period at the amplitude θ₀ is T = 4·K(sin(θ₀/2))·√(I/(m·g·d)) with
/// the complete elliptic integral K, and Gauss' K(k) = π/(2·agm(1, √(1 − k²))) makes T₀ of it for every amplitude below
/// half a turn (M. B. Villarino, "The AGM simple pendulum", arXiv:1202.2782). Air and friction are left out.
///
/// Throws InputError for inputs that no pendulum has, and where I_centre would not be positive.
PendulumInertia compound_pendulum_inertia(const PendulumSwing& swing);

}  // namespace sinew
