// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/coriolis_matrix.h"
#include "sinew/algorithms/energy.h"
#include "sinew/algorithms/forward_dynamics.h"
#include "sinew/algorithms/forward_dynamics_derivatives.h"
#include "sinew/algorithms/jacobian.h"
#include "sinew/algorithms/regressor.h"
#include "sinew/algorithms/trace.h"
#include "sinew/scalar/instructions.h"

namespace sinew {

/// Everything that the algorithms need to work in, for one robot and one thread: made once, then nothing is allocated.
/// Only a robot of more than 200 velocities gets its square matrices from the first call that needs them.
struct Workspace {
  explicit Workspace(const Model<double>& model, Instructions use = best_instructions());

  Instructions instructions;
  InverseDynamicsScratch<double> inverse_dynamics;
  MassMatrixScratch<double> mass_matrix;
  ForwardDynamicsScratch<double> forward_dynamics;
  ForwardDynamicsDerivativesScratch<double> derivatives;
  CoriolisMatrixScratch<double> coriolis;
  JacobianScratch<double> jacobian;
  EnergyScratch<double> energy;
  RegressorScratch<double> regressor;
  TraceScratch<double> trace;
  std::vector<double> M;
  std::vector<double> J;  ///< 6×n
};

}  // namespace sinew
