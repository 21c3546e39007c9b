// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/readings/numbers.h"

namespace sinew {

/// What a small push does to a robot at rest.
enum class Stability {
  Stable,    ///< it stays near: no pole to the right of the imaginary axis, and none at zero
  Unstable,  ///< it goes away: a pole to the right
  Marginal   ///< the linear model does not tell: a pole at zero, as of a joint that nothing drives back
};

const char* name_of(Stability stability);

/// A configuration in which the robot stays under the given torques. Where others are connected with it, all of which
/// are equilibria, `free_directions` span the directions to them.
struct Equilibrium {
  Eigen::VectorXd q;
  double potential_energy = 0.0;  ///< of gravity and springs [J]
  Stability stability = Stability::Marginal;
  bool settles = false;             ///< stable, and friction brings it to rest there
  Eigen::MatrixXd free_directions;  ///< n×k, orthonormal; k = 0 for one that stands alone
};

struct EquilibriumSearch {
  int starts = 0;  ///< 0: 100 for each joint, at most 800
  unsigned seed = 1;
};

/// The equilibria g(q) + springs(q) = τ within the limits of the joints, or one turn of those that turn without
/// limits: damped Newton steps from random starts, so that rare ones may be missed. Sorted by potential energy.
/// Angles that differ by whole turns count once, and so does each continuum.
///
/// Friction, which holds joints anywhere, is left out. InputError for a floating base, which falls or drifts.
std::vector<Equilibrium> equilibria(const Model<double>& model, const Eigen::VectorXd& tau, Workspace& work,
                                    const EquilibriumSearch& search = {});

}  // namespace sinew
