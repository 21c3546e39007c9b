// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/joint_path.h"

#include <algorithm>

namespace sinew {

std::vector<PathJoint> base_joints(const Model<double>& model) {
  std::vector<PathJoint> joints;
  for (int k = 0; k < 6 && model.floating_base(); ++k) joints.push_back({base_link, k, 1.0, JointKind::Fixed, 0.0});
  return joints;
}

PathJoint joint_of(const Model<double>& model, int link) {
  const Link<double>& joint = model.link(link);
  return {link, joint.velocity_index, joint.follows ? joint.multiplier : 1.0, joint.kind, joint.pitch};
}

std::vector<PathJoint> joints_moving(const Model<double>& model, int link) {
  std::vector<PathJoint> path;
  for (int i = link; i != base_link; i = model.link(i).parent) path.push_back(joint_of(model, i));
  std::reverse(path.begin(), path.end());
  const std::vector<PathJoint> base = base_joints(model);
  path.insert(path.begin(), base.begin(), base.end());
  return path;
}

void add_path_gradient(const std::vector<PathJoint>& path, In<WeightedJoint> joints, Vec3<double>& moment,
                       Out<double> gradient) noexcept {
  // tip to base: what each joint turns
  moment = {};
  for (std::size_t i = path.size(); i-- > 0;) {
    const WeightedJoint& joint = joints[i];
    moment += cross(joint.motion.w, joint.about) + cross(joint.motion.v, joint.along);
    if (!path[i].is_of_base()) gradient[at(path[i].velocity)] += dot(joint.motion.w, moment);
  }
  // base to tip: how far each joint moves the point away from the axes before it
  Vec3<double> before;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const WeightedJoint& joint = joints[i];
    gradient[at(path[i].velocity)] += path[i].is_of_base() ? dot(joint.motion.w, moment) : dot(joint.motion.v, before);
    before += cross(joint.along, joint.motion.w);
  }
}

}  // namespace sinew
