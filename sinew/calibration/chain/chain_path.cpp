// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/chain/chain_path.h"

#include <algorithm>
#include <utility>

#include "sinew/model/structure.h"

namespace sinew {
namespace {

std::size_t place_of(int i) { return static_cast<std::size_t>(i); }

/// Where F is given: as a frame of the description, or as a link.
struct NamedEnd {
  int link = -1;   ///< in the description
  int frame = -1;  ///< −1: F is the link's own frame
};

NamedEnd find_end(const RobotDescription<double>& robot, const std::string& name) {
  NamedEnd end;
  std::vector<std::string> names;
  std::string link = name;
  for (std::size_t i = 0; i < robot.frames.size(); ++i) {
    names.push_back(robot.frames[i].name);
    if (robot.frames[i].name != name) continue;
    end.frame = static_cast<int>(i);
    link = robot.frames[i].link;
  }
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    names.push_back(robot.links[i].name);
    if (robot.links[i].name == link) end.link = static_cast<int>(i);
  }
  if (end.link < 0) refuse(robot.file, "there is no frame " + in_quotes(name), suggestion(name, names));
  return end;
}

}  // namespace

ChainPath path_to_frame(const LoadedRobot& loaded, const std::string& frame) {
  const RobotDescription<double>& robot = loaded.description;
  if (robot.floating_base)
    refuse(robot.file, "the base floats, and calibration is about a robot that is bolted down",
           "leave out --floating-base or floating_base");
  const NamedEnd end = find_end(robot, frame);
  Diagnostics diagnostics(robot.file);
  const std::optional<Tree> tree = find_tree(robot, diagnostics);
  diagnostics.throw_if_errors();

  std::vector<int> joints;
  for (int link = end.link; tree->joint_of_link[place_of(link)] >= 0;) {
    const int joint = tree->joint_of_link[place_of(link)];
    joints.push_back(joint);
    link = tree->parent_link[place_of(joint)];
  }
  std::reverse(joints.begin(), joints.end());  // they were met from the tip

  ChainPath path;
  path.frame = frame;
  Pose<double> X_LP;  // over the fixed joints since the last moving link
  for (const int number : joints) {
    const JointDescription<double>& joint = robot.joints[place_of(number)];
    path.end_kind = joint.kind == JointKind::Fixed ? ChainPath::EndKind::FixedJoint : ChainPath::EndKind::LastJoint;
    path.end = number;
    if (joint.kind == JointKind::Fixed) {
      X_LP = X_LP * joint.X_PJ * joint.X_JC;
      path.fixed.push_back(number);
      continue;
    }
    const Link<double>& link = loaded.model.link(*loaded.model.find_joint(joint.name));
    path.joints.push_back({number, std::exchange(path.fixed, {}), X_LP, link.position_index, link.velocity_index,
                           link.multiplier, link.offset});
    X_LP = {};
  }
  if (path.joints.empty())
    refuse(robot.file, "no joint moves the frame " + in_quotes(frame), "measure a frame that moves with the robot");
  path.X_LF = X_LP;
  if (end.frame >= 0) {
    path.X_LF = X_LP * robot.frames[place_of(end.frame)].X_LF;
    path.end_kind = ChainPath::EndKind::Frame;
    path.end = end.frame;
  }
  return path;
}

RobotDescription<double> description_of_path(const RobotDescription<double>& robot, const ChainPath& path) {
  RobotDescription<double> chain;
  chain.name = robot.name;
  chain.file = robot.file;
  chain.gravity = robot.gravity;
  const std::string& root = robot.joints[place_of(path.joints.front().joint)].parent;
  chain.links.push_back({.name = root, .inertia = {}, .source = {}, .inertia_source = {}});
  for (const ChainPath::MovingJoint& moving : path.joints) {
    JointDescription<double> joint = robot.joints[place_of(moving.joint)];
    joint.parent = chain.links.back().name;
    joint.X_PJ = moving.X_LP * joint.X_PJ;
    joint.mimic.reset();
    joint.motor.reset();
    joint.spring.reset();
    joint.transmission.reset();
    chain.links.push_back({.name = joint.child, .inertia = {}, .source = {}, .inertia_source = {}});
    chain.joints.push_back(std::move(joint));
  }
  return chain;
}

}  // namespace sinew
