// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/chain/calibration_chain.h"

#include "sinew/calibration/chain/formula_pose.h"
#include "sinew/calibration/chain/joint_placement.h"

namespace sinew {
CalibrationChain::CalibrationChain(Parts parts) : parts_(std::move(parts)) {
  nominal_.resize(static_cast<Eigen::Index>(parts_.parameters.size()));
  for (Eigen::Index k = 0; k < nominal_.size(); ++k)
    nominal_[k] = parts_.parameters[static_cast<std::size_t>(k)].nominal;
}

std::optional<Eigen::Index> CalibrationChain::find(std::string_view name) const {
  for (std::size_t k = 0; k < parts_.parameters.size(); ++k)
    if (parts_.parameters[k].name == name) return static_cast<Eigen::Index>(k);
  for (const auto& [other, k] : parts_.other_names)
    if (other == name) return k;
  return std::nullopt;
}

Pose<double> CalibrationChain::product(const Eigen::VectorXd& values, std::size_t begin, std::size_t end) const {
  Pose<double> X;
  std::vector<FormulaPose::Mover> movers;
  for (std::size_t s = begin; s < end; ++s) {
    const ChainStep& step = parts_.steps[s];
    if (step.kind == ChainStep::Kind::Fixed)
      X = X * step.X;
    else if (step.kind == ChainStep::Kind::Formula)
      X = X * step.formula->at(values, movers);
    else if (step.is_elementary())
      X = X * elementary_pose(step.kind, step.parameter < 0 ? step.value : values[step.parameter]);
  }
  return X;
}

Pose<double> CalibrationChain::change_of_joint(const Eigen::VectorXd& values, const ChainJoint& joint) const {
  if (joint.change < 0) return {};
  const double change = values[joint.change];
  if (!turns(joint.kind)) return elementary_pose(ChainStep::Kind::SlideZ, change);
  return elementary_pose(ChainStep::Kind::TurnZ, change) *
         elementary_pose(ChainStep::Kind::SlideZ, joint.pitch * change);
}

void CalibrationChain::place_joints(const Eigen::VectorXd& values, RobotDescription<double>& robot) const {
  // the chain has A·J_z(q)·B between the frames of two links
  std::size_t begin = parts_.first_step;
  Pose<double> X_EL;
  for (std::size_t i = 0; i < parts_.links.size(); ++i) {
    const Parts::LinkPlace& place = parts_.links[i];
    const ChainPath::MovingJoint& moving = parts_.path.joints[i];
    JointDescription<double>& joint = robot.joints[static_cast<std::size_t>(moving.joint)];
    const auto behind = [&](const Eigen::VectorXd& at) {
      return product(at, place.joint_step + 1, place.end_step) * place.X_EL;
    };
    const Pose<double> A = X_EL.inverse() * product(values, begin, place.joint_step);
    place_joint(moving.X_LP.inverse() * A * change_of_joint(values, parts_.joints[i]), behind(values), behind(nominal_),
                joint);
    begin = place.end_step;
    X_EL = place.X_EL;
  }
}

void CalibrationChain::turn_joints(const Eigen::VectorXd& values, RobotDescription<double>& robot) const {
  for (std::size_t i = 0; i < parts_.links.size(); ++i) {
    JointDescription<double>& joint = robot.joints[static_cast<std::size_t>(parts_.path.joints[i].joint)];
    const Pose<double> X_JZ{rotation_taking_z_along<double>(joint.axis), {}};
    joint.X_PJ = joint.X_PJ * X_JZ * change_of_joint(values, parts_.joints[i]) * X_JZ.inverse();
  }
}

RobotDescription<double> CalibrationChain::robot(const Eigen::VectorXd& values) const {
  RobotDescription<double> robot = parts_.reread ? parts_.reread(values) : parts_.description;
  if (parts_.reread)
    turn_joints(values, robot);
  else
    place_joints(values, robot);
  const Pose<double> tool = product(values, parts_.tool_step, parts_.steps.size());
  if (!is_identity(tool)) add_measured_frame(tool, robot);
  return robot;
}

void CalibrationChain::add_measured_frame(const Pose<double>& X_FT, RobotDescription<double>& robot) const {
  FrameDescription<double> frame{measured_frame, frame_link(), X_FT, {}};
  if (parts_.path.end_kind == ChainPath::EndKind::Frame)
    frame.X_LF = robot.frames[static_cast<std::size_t>(parts_.path.end)].X_LF * X_FT;
  std::erase_if(robot.frames, [](const FrameDescription<double>& old) { return old.name == measured_frame; });
  robot.frames.push_back(std::move(frame));
}

const std::string& CalibrationChain::frame_link() const {
  const ChainPath& path = parts_.path;
  return path.end_kind == ChainPath::EndKind::Frame
             ? parts_.description.frames[static_cast<std::size_t>(path.end)].link
             : parts_.description.joints[static_cast<std::size_t>(path.end)].child;
}

}  // namespace sinew
