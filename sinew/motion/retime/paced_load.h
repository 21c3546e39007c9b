// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/motion/retime/pace_torque.h"
#include "sinew/motion/trajectory/trajectory.h"
#include "sinew/readings/workspace.h"

namespace sinew {

/// What a motion asks of each joint of a robot at one place, as a function of the pace: `PaceTorque`.
///
/// Dry friction acts against the sense in which a joint moves. At the instant in which a joint turns back its torque jumps, so
/// the sense is given: that of the stretch of time which the instant is an end of. Nothing is allocated after construction.
class PacedLoad {
 public:
  /// The model must outlive it. InputError for a base that floats.
  explicit PacedLoad(const Model<double>& model);

  /// `senses`: −1, 0 or +1 for each joint.
  void at(const MotionSample& motion, const std::vector<int>& senses);
  /// Of the place that `at` was called for last; valid until the next call.
  PaceTorque of(Eigen::Index joint) const;

  /// At the pace 1.
  const Eigen::VectorXd& torque_as_given() const { return as_given_; }
  /// What gravity asks alone.
  const Eigen::VectorXd& gravity() const { return gravity_; }

 private:
  void add_joint_forces(const MotionSample& motion, const std::vector<int>& senses);

  const Model<double>& model_;
  Model<double> bare_;  ///< without friction and springs
  Workspace work_;
  Eigen::VectorXd square_, linear_, constant_, gravity_, as_given_;
  std::vector<FadingTorque> fading_;     ///< joint by joint
  std::vector<std::size_t> fading_end_;  ///< of each joint, in `fading_`
};

}  // namespace sinew
