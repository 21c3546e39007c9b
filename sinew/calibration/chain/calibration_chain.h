// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/calibration/chain/calibration_parameter.h"
#include "sinew/calibration/chain/chain_path.h"
#include "sinew/calibration/chain/chain_step.h"
#include "sinew/scalar/instructions.h"
#include "sinew/spatial/motion.h"

namespace sinew {

/// By which numbers the fixed parts of a chain are described.
enum class ChainModel {
  FileParameters,  ///< the named parameters of the robot's file
  StandardDh,  ///< a, d, alpha, theta of each row, and beta in place of d where neighbouring axes are nearly parallel
  ModifiedDh,
  Poses  ///< six small displacements of each joint's origin, in its own axes
};

/// The positions of all joints as the encoders show them [rad, m], and the torques that hold the robot still against
/// gravity [N·m, N], which bend joints that give way; these may be empty where none does.
struct JointReading {
  Eigen::VectorXd q, gravity_torque;
};

using TwistColumns = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// A robot from its base to one frame F, as a product of displacements that depend on named parameters ψ:
///
///     X_WF = base · fixed₁ · J₁ ⋯ fixedₙ · Jₙ · tool,    Jᵢ by ratio·q + change − compliance·g(q)
///
/// Every parameter is a small turn or slide somewhere along the chain, so its derivative is the twist of F that a joint
/// at that place would cause: Φ is a Jacobian with more columns.
class CalibrationChain {
 public:
  struct Parts {
    std::vector<CalibrationParameter> parameters;
    std::vector<std::pair<std::string, Eigen::Index>> other_names;  ///< "elbow.offset" of theta2
    std::vector<ChainStep> steps;
    std::vector<ChainJoint> joints;
    /// Steps that end at the joint's axis, just before it moves, and at the frame of the link that it moves.
    struct LinkPlace {
      std::size_t joint_step = 0, end_step = 0;
      Pose<double> X_EL;  ///< the link's own frame, seen from the frame behind `end_step`
    };
    std::vector<LinkPlace> links;
    std::size_t first_step = 0;  ///< behind those of the base
    std::size_t tool_step = 0;   ///< where those of the tool begin
    ChainPath path;
    RobotDescription<double> description;
    /// The description at other values of the file's own parameters; empty where none of them is free.
    std::function<RobotDescription<double>(const Eigen::VectorXd& values)> reread;
  };

  explicit CalibrationChain(Parts parts);

  const std::vector<CalibrationParameter>& parameters() const noexcept { return parts_.parameters; }
  /// By its name or another name of it.
  std::optional<Eigen::Index> find(std::string_view name) const;
  const Eigen::VectorXd& nominal() const noexcept { return nominal_; }
  const Parts& parts() const noexcept { return parts_; }
  const std::string& frame() const noexcept { return parts_.path.frame; }

  /// The robot with these values, one per parameter in SI. The measured point, where it is not F itself, becomes a
  /// frame of its own. The base stays where it is in W, and gear ratios and compliances are left out: no robot file has
  /// a place for them.
  RobotDescription<double> robot(const Eigen::VectorXd& values) const;

  /// The name of the frame at the measured point.
  static constexpr const char* measured_frame = "measured";

 private:
  Pose<double> product(const Eigen::VectorXd& values, std::size_t begin, std::size_t end) const;
  Pose<double> change_of_joint(const Eigen::VectorXd& values, const ChainJoint& joint) const;
  void place_joints(const Eigen::VectorXd& values, RobotDescription<double>& robot) const;
  void turn_joints(const Eigen::VectorXd& values, RobotDescription<double>& robot) const;
  void add_measured_frame(const Pose<double>& X_FT, RobotDescription<double>& robot) const;
  const std::string& frame_link() const;

  Parts parts_;
  Eigen::VectorXd nominal_;
};

/// A chain with values put in, ready to be asked at many states. It takes what it needs from the chain and allocates
/// nothing when it is asked.
class ChainAt {
 public:
  /// `wanted`: the parameters that derivatives have columns for, in this order.
  ChainAt(const CalibrationChain& chain, const Eigen::VectorXd& values, std::span<const Eigen::Index> wanted);

  Pose<double> pose(const JointReading& reading) const;
  /// The same with the rate at which each wanted parameter moves F: its angular velocity over the velocity of Fo, both
  /// in W.
  Pose<double> pose(const JointReading& reading, TwistColumns& derivatives) const;

 private:
  struct Mover {
    Eigen::Index column = 0;
    Motion<double> twist;  ///< at the end of the segment, in its axes
    bool slides = false;   ///< it turns nothing
  };
  struct Segment {
    Pose<double> X;
    std::vector<Mover> movers;
  };
  struct Joint {
    ChainJoint joint;
    double ratio = 1.0, change = 0.0, compliance = 0.0;
    Eigen::Index change_column = -1, ratio_column = -1, compliance_column = -1;
  };
  Pose<double> motion_of(const Joint& joint, const JointReading& reading, double& position) const;
  Pose<double> walk(const JointReading& reading) const;
  Pose<double> walk(const JointReading& reading, double* derivatives, Eigen::Index count) const;

  Instructions instructions_ = best_instructions();
  std::vector<Segment> segments_;  ///< before each joint, and behind the last
  std::vector<Joint> joints_;
};

/// Options of a chain that is made from a robot.
struct ChainOptions {
  ChainModel model = ChainModel::ModifiedDh;
  /// Only parameters that can be told: Hayati's angle in place of d where neighbouring axes are nearly parallel, and no
  /// a of an axis along which a joint slides, of which only the direction counts.
  bool minimal = true;
};

/// The chain from the base to a frame. Throws InputError where the model does not fit the robot.
/// `source` and `read_options` say how the file is read again for FileParameters.
CalibrationChain make_chain(const LoadedRobot& robot, const std::string& frame, const ChainOptions& options);
/// By the constants of the elementary transforms that a YAML file places its joints by, named by their kinds: Tz1 is
/// the first slide along z, Rx2 the second turn about x. Joints that are placed otherwise stay as they are.
CalibrationChain make_chain_of_transforms(const SourceText& source, const ReadOptions& read_options,
                                          const std::string& frame);
CalibrationChain make_chain_of_file_parameters(const SourceText& source, const ReadOptions& read_options,
                                               const std::string& frame);

}  // namespace sinew
