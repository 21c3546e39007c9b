// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/calibration/chain/calibration_parameter.h"
#include "sinew/formats/load.h"

namespace sinew {

/// By which numbers the fixed parts of a chain are described.
enum class ChainModel {
  FileParameters,  ///< the named parameters of the robot's file
  StandardDh,      ///< a, d, alpha, theta of each row; beta in place of d where neighbouring axes are nearly parallel
  ModifiedDh,
  Poses  ///< six small displacements of each joint's origin
};

/// What the joints of a measurement were doing.
struct JointReading {
  Eigen::VectorXd q;               ///< as the encoders show it, in the order of the robot's joints [rad, m]
  Eigen::VectorXd gravity_torque;  ///< that the motors hold, for joints that give way; may be empty where none does
};

/// A chain with values put in for its parameters.
class ChainAt {
 public:
  virtual ~ChainAt() = default;
  /// The pose of F, and in column k of `derivatives` (6 × parameters, if it is not null) the rate at which parameter k moves
  /// it: angular velocity over the velocity of Fo, both in W.
  virtual void pose(const JointReading& reading, Pose<double>& X_WF,
                    Eigen::Matrix<double, 6, Eigen::Dynamic>* derivatives) const = 0;
};

/// A robot from its base to one frame F, as a product of displacements that depend on named parameters:
///
///     X_WF = base · fixed₁(ψ) · J₁(q₁) ⋯ fixedₙ(ψ) · Jₙ(qₙ) · tool(ψ),    q_eff = ratio·q + offset − compliance·g(q)
class CalibrationChain {
 public:
  virtual ~CalibrationChain() = default;
  virtual const std::vector<CalibrationParameter>& parameters() const = 0;
  /// By its name or by another name of it: theta4 of a joint that turns is joint4.offset, and `joint4` may be the joint's own
  /// name.
  virtual std::optional<Eigen::Index> find(std::string_view name) const = 0;
  virtual Eigen::VectorXd nominal() const = 0;
  /// The chain with these values in SI, one per parameter.
  virtual std::unique_ptr<ChainAt> at(const Eigen::VectorXd& values) const = 0;
  /// The robot with these values. Its base stays where it is in W: `base.…` is a place, not a part of the robot.
  virtual RobotDescription<double> robot(const Eigen::VectorXd& values) const = 0;
};

}  // namespace sinew
