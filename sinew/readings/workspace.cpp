// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/workspace.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace sinew {
namespace {

/// Packs of two for the JointPositions of a scratch, wherever it or a scratch inside it has them.
template <class Scratch>
void use_narrow_packs(Scratch& scratch) {
  constexpr bool has_joints = requires { scratch.joints; };
  constexpr bool has_motions = requires { scratch.motions; };
  constexpr bool has_poses = requires { scratch.poses; };
  constexpr bool has_bias = requires { scratch.bias; };
  constexpr bool has_mass = requires { scratch.mass; };
  constexpr bool has_inverse = requires { scratch.inverse; };
  constexpr bool has_dynamics = requires { scratch.dynamics; };
  static_assert(has_joints || has_motions || has_poses || has_bias || has_mass || has_inverse || has_dynamics,
                "say here which member of this scratch has its JointPositions");
  if constexpr (has_joints) scratch.joints.use_narrow_packs();
  if constexpr (has_motions) use_narrow_packs(scratch.motions);
  if constexpr (has_poses) use_narrow_packs(scratch.poses);
  if constexpr (has_bias) use_narrow_packs(scratch.bias);
  if constexpr (has_mass) use_narrow_packs(scratch.mass);
  if constexpr (has_inverse) use_narrow_packs(scratch.inverse);
  if constexpr (has_dynamics) use_narrow_packs(scratch.dynamics);
}
void use_narrow_packs(Instructions&) {}
void use_narrow_packs(std::vector<double>&) {}

/// The size of a struct that has these members, in this order.
template <class... Members>
constexpr std::size_t size_of_struct_of() {
  std::size_t size = 0;
  const auto round_up = [&](std::size_t alignment) { size = (size + alignment - 1) / alignment * alignment; };
  ((round_up(alignof(Members)), size += sizeof(Members)), ...);
  round_up(std::max({alignof(Members)...}));
  return size;
}

}  // namespace

Workspace::Workspace(const Model<double>& model, Instructions use)
    : instructions(available(use)),
      inverse_dynamics(model),
      mass_matrix(model),
      forward_dynamics(model),
      derivatives(model),
      coriolis(model),
      jacobian(model),
      energy(model),
      regressor(model),
      trace(model),
      M(square_size_from_start(model)),
      J(6 * at(model.velocity_count())) {
  for (InverseDynamicsScratch<double>* torques_alone : {&inverse_dynamics, &forward_dynamics.bias})
    torques_alone->with_reactions = false;
  if (pack_width(instructions) != 2) return;
  // All members, for a scratch that is left out would keep its packs of four unnoticed.
  const auto narrow = [](auto&... members) {
    static_assert(size_of_struct_of<std::remove_reference_t<decltype(members)>...>() == sizeof(Workspace),
                  "give narrow() every member of Workspace, in the order in which they are declared");
    (use_narrow_packs(members), ...);
  };
  narrow(instructions, inverse_dynamics, mass_matrix, forward_dynamics, derivatives, coriolis, jacobian, energy,
         regressor, trace, M, J);
}

}  // namespace sinew
