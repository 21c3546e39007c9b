// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/readings/numbers.h"

namespace sinew {

/// A wrench from outside: which frame's link it acts on, where, and in which axes its numbers are.
///
/// The frames are named as `reference_frame` takes them. What is given in a frame moves with it: a force in the axes of
/// a link turns with the link, a point of the world is pulled at through whatever of the link is there.
struct Wrench {
  std::string link;                                  ///< a link or frame of the file
  Eigen::Vector3d point = Eigen::Vector3d::Zero();   ///< where it acts [m]
  std::string point_in = {};                         ///< the frame that the point is given in; empty: `link` itself
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< N·m, about the point
  std::string axes = "world";                        ///< of force and moment
};

/// Wrenches as the algorithms take them: on each moving link, and on the base, in canonical frames.
struct ExternalForces {
  std::vector<Force<double>> on_links;
  Force<double> on_base;
};
ExternalForces external_forces(const Model<double>& model, const Eigen::VectorXd& q,
                               const std::vector<Wrench>& wrenches);

/// What wrenches ask of the joints, −Σ Jᵀ·W, and how that changes with q: J and, where it is given in moving frames or
/// at points that do not move with the link, the wrench itself.
struct WrenchTorques {
  Eigen::VectorXd tau;
  Eigen::MatrixXd by_q;  ///< the base's part is by a small turn and shift along its own axes
};
WrenchTorques wrench_torques(const Model<double>& model, const Eigen::VectorXd& q, const std::vector<Wrench>& wrenches);

}  // namespace sinew
