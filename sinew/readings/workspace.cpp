// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/workspace.h"

namespace sinew {

Instructions best_instructions() noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Instructions::Avx2;
#endif
  return Instructions::Plain;
}

Workspace::Workspace(const Model<double>& model, Instructions use)
    : instructions(use == Instructions::Avx2 ? best_instructions() : use),
      inverse_dynamics(model),
      mass_matrix(model),
      forward_dynamics(model),
      derivatives(model),
      coriolis(model),
      jacobian(model),
      energy(model),
      regressor(model),
      trace(model),
      M(square_size_from_start(model)) {
  for (InverseDynamicsScratch<double>* torques_alone : {&inverse_dynamics, &forward_dynamics.bias})
    torques_alone->with_reactions = false;
  if (instructions != Instructions::Plain) return;
  for (JointPositions<double>* joints :
       {&inverse_dynamics.joints, &mass_matrix.joints, &forward_dynamics.bias.joints,
        &derivatives.inverse.motions.joints, &coriolis.motions.joints, &jacobian.poses.joints, &energy.joints,
        &regressor.motions.joints, &trace.dynamics.joints})
    joints->use_narrow_packs();
}

}  // namespace sinew
