// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/calibration/chain/calibration_chain.h"

namespace sinew {

/// Puts a chain together from its base to its tool, and names its parameters.
class ChainBuilder {
 public:
  ChainBuilder(const LoadedRobot& robot, const std::string& frame);

  const ChainPath& path() const noexcept { return parts_.path; }
  const RobotDescription<double>& description() const noexcept { return parts_.description; }
  const JointDescription<double>& joint(std::size_t i) const {
    return parts_.description.joints[static_cast<std::size_t>(parts_.path.joints[i].joint)];
  }

  void add(ChainStep step) { parts_.steps.push_back(std::move(step)); }
  void add_fixed(const Pose<double>& X);
  /// Returns its number.
  int new_parameter(CalibrationParameter parameter);
  /// A turn or slide by a new parameter; `group` names its kind. Returns the parameter's number.
  int add_parameter(ChainStep::Kind kind, std::string name, double nominal, std::string group, std::string joint);
  /// Six small displacements, "base.x" to "base.rz", in the axes that the chain has reached.
  void add_displacement(const std::string& stem, const std::string& group, const std::string& joint);

  /// The i-th joint, with its gear ratio and its compliance. `change` is the parameter that is added to its position;
  /// −1 makes a new one, the joint's offset.
  void add_joint(std::size_t i, int change);
  /// `other`, and the same with joint4 for the name of the fourth joint, mean this parameter as well.
  void also_called(const std::string& of_joint, std::size_t i, int parameter);
  /// The frame of the link that the last joint moves is here, but for X_EL.
  void end_link(const Pose<double>& X_EL);

  /// The tool behind the last link, and the chain.
  CalibrationChain finish(const Pose<double>& X_EF);

  CalibrationChain::Parts& parts() noexcept { return parts_; }

 private:
  CalibrationChain::Parts parts_;
};

}  // namespace sinew
