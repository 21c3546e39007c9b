// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "sinew/algorithms/trace.h"
#include "sinew/units/units.h"

namespace sinew {

/// One vector of a trace: its names, what it is and how to get it.
struct TraceVector {
  const char* key;     ///< for programs
  const char* symbol;  ///< empty: a part of the acceleration above it
  Dimension dimension;
  const char* meaning;  ///< in a list of all vectors
  const char* title;    ///< by itself: "Coriolis acceleration"
  const char* word;     ///< what people may say in place of the key: "coriolis"
  Vec3<double> (*of)(const LinkTrace<double>&);
};

/// Those of the outward pass: how a link moves and what that takes.
std::span<const TraceVector> outward_vectors();
/// Those of the inward pass: f and n.
std::span<const TraceVector> inward_vectors();

/// A cause of torques.
struct TorqueCause {
  const char* key;
  const char* title;
  double TorqueParts<double>::*part;
};
std::span<const TorqueCause> torque_causes();

}  // namespace sinew
