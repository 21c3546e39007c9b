// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>

#include "sinew/errors/diagnostic.h"
#include "sinew/spatial/inertia.h"

namespace sinew {

/// A flat piece of a surface; seen from outside, its corners go round counter-clockwise [m].
struct Triangle {
  Vec3<double> a, b, c;
};

/// The body of uniform density [kg/m³] that these triangles enclose, in their frame.
///
/// The divergence theorem makes the volume, the first and the second moment sums over the surface; it holds
/// only if the surface is closed and looks outwards. A surface that is open or at odds with itself about
/// which side is out, looks inwards, encloses nothing or has a corner that is not finite is noted in
/// `problems` at `source`, and there is no answer. Corners are the same point only where all their digits
/// agree. A hollow space is a closed surface inside the other one that looks into the hollow.
std::optional<Inertia<double>> inertia_of_mesh(std::span<const Triangle> triangles, double density,
                                               Diagnostics& diagnostics, SourceLine source);

/// The same body by its mass [kg].
std::optional<Inertia<double>> inertia_of_mesh_with_mass(std::span<const Triangle> triangles, double mass,
                                                         Diagnostics& diagnostics, SourceLine source);

/// The body of a mesh at density one, made as dense or as heavy as this. No body stays none.
std::optional<Inertia<double>> with_density(const std::optional<Inertia<double>>& body, double density,
                                            Diagnostics& diagnostics, SourceLine source);
std::optional<Inertia<double>> with_mass(const std::optional<Inertia<double>>& body, double mass,
                                         Diagnostics& diagnostics, SourceLine source);

}  // namespace sinew
