// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/workspace.h"

namespace sinew {
namespace {

/// Packs of two for the JointPositions of a scratch, wherever it or a scratch inside it has them.
template <class Scratch>
void use_narrow_packs(Scratch& scratch) {
  constexpr bool has_joints = requires { scratch.joints; };
  constexpr bool has_motions = requires { scratch.motions; };
  constexpr bool has_poses = requires { scratch.poses; };
  constexpr bool has_bias_and_mass = requires { scratch.bias, scratch.mass; };
  constexpr bool has_inverse = requires { scratch.inverse; };
  constexpr bool has_dynamics = requires { scratch.dynamics; };
  static_assert(has_joints || has_motions || has_poses || has_bias_and_mass || has_inverse || has_dynamics,
                "say here which member of this scratch has its JointPositions");
  if constexpr (has_joints) scratch.joints.use_narrow_packs();
  if constexpr (has_motions) use_narrow_packs(scratch.motions);
  if constexpr (has_poses) use_narrow_packs(scratch.poses);
  if constexpr (has_bias_and_mass) {
    use_narrow_packs(scratch.bias);
    use_narrow_packs(scratch.mass);
  }
  if constexpr (has_inverse) use_narrow_packs(scratch.inverse);
  if constexpr (has_dynamics) use_narrow_packs(scratch.dynamics);
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
  // Every member of a Workspace has a name here, and a new one does not compile without: none can be forgotten.
  auto& [own_instructions, torques, masses, accelerations, slopes, products, columns, energies, parameters, passes,
         mass_numbers, jacobian_numbers] = *this;
  const auto narrow = [](auto&... scratches) { (use_narrow_packs(scratches), ...); };
  narrow(torques, masses, accelerations, slopes, products, columns, energies, parameters, passes);
}

}  // namespace sinew
