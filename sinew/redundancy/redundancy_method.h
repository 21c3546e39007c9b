// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace sinew {

/// Ways from tasks to one joint command.
enum class RedundancyMethod {
  PseudoInverse,
  WeightedInverse,
  DampedInverse,
  ProjectedGradient,
  ReducedGradient,
  TaskPriority,
  SnsBasic,
  SnsFast,
  SnsOptimal,
  QuadraticProgram,
  HierarchicalProgram,
  LinearQuadratic,
  KineticEnergy,
  MinimumTorque,
  InverseInertiaTorque,
  SquaredInverseInertiaTorque,
  DynamicallyConsistent,
};

/// What people call them, and what they do.
struct MethodEntry {
  RedundancyMethod method;
  std::string_view name;     ///< on the command line and in files: "projected-gradient"
  std::string_view formula;  ///< "x = J#·y + (I − J#·J)·x0"
  std::string_view answers;  ///< one line
};
std::span<const MethodEntry> redundancy_methods();
const MethodEntry& entry_of(RedundancyMethod method);
std::optional<RedundancyMethod> method_named(std::string_view name);

/// "What do you want to make small?", and the method for it.
struct MethodWish {
  std::string_view wish;  ///< "kinetic energy"
  RedundancyMethod at_velocity, at_acceleration;
  std::string_view because;
};
std::span<const MethodWish> method_wishes();
const MethodWish* wish_named(std::string_view wish);

}  // namespace sinew
