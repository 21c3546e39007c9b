// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/readings/numbers.h"

namespace sinew {

/// A joint that is at rest and has dry friction to hold it with.
struct RestingJoint {
  int velocity_index = 0;
  double minus = 0.0, plus = 0.0;  ///< friction holds a push from −minus to plus
  double push = 0.0;               ///< what it would have to hold, with every other joint doing what it does
  bool holds = true;               ///< it stays at rest
};

/// What dry friction does where joints are at rest.
struct Stiction {
  std::vector<RestingJoint> joints;
  Eigen::VectorXd qdd;  ///< the accelerations that come of it
};

/// The joints at rest that have dry friction; `push` and `holds` are not known yet.
std::vector<RestingJoint> resting_joints(const Model<double>& model, In<double> q, In<double> qd);

/// Which of the resting joints stay, from the accelerations without their dry friction and M⁻¹.
///
/// A joint at rest gets the friction f within its band that keeps it there, and the end of the band, against the motion,
/// where none does. Because of M⁻¹ all joints decide together: q̈ = q̈_free + M⁻¹·f makes ½·fᵀM⁻¹f + q̈_freeᵀ·f smallest
/// within the bands, which has one solution. Derivation: docs/math/friction.md.
Stiction stiction(std::vector<RestingJoint> joints, const Eigen::VectorXd& qdd_free, const Eigen::MatrixXd& M_inverse);

/// The f within lower ≤ f ≤ upper that makes ½·fᵀ·A·f + aᵀ·f smallest. A symmetric and positive definite; bounds may be
/// infinite.
Eigen::VectorXd smallest_in_box(const Eigen::MatrixXd& A, const Eigen::VectorXd& a, const Eigen::VectorXd& lower,
                                const Eigen::VectorXd& upper);

}  // namespace sinew
