// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/workspace.h"

namespace sinew {

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
  for (JointPositions<double>* joints :
       {&inverse_dynamics.joints, &mass_matrix.joints, &forward_dynamics.bias.joints,
        &derivatives.inverse.motions.joints, &coriolis.motions.joints, &jacobian.poses.joints, &energy.joints,
        &regressor.motions.joints, &trace.dynamics.joints})
    joints->use_narrow_packs();
}

}  // namespace sinew
