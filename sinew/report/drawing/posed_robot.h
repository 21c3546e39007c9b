// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"

namespace sinew {

using SpacePath = std::vector<Vec3<double>>;

/// A joint where it is: its parent carries it at `origin`, and what it moves begins at `end`, which a slide of q
/// pushes along the axis. For a joint that only turns the two are one point.
struct PosedJoint {
  std::string name;
  JointKind kind = JointKind::Revolute;
  Vec3<double> origin, axis, end;
  bool on_base = false;  ///< the root link carries it

  /// Where its symbol is.
  const Vec3<double>& place() const { return kind == JointKind::Prismatic ? origin : end; }
};

/// A moving link as a stick figure.
struct PosedLink {
  std::string name;
  std::vector<SpacePath> paths;   ///< from its joint to all that it carries, or to its end
  std::vector<SpacePath> stalks;  ///< from there to frames that are beside it
  bool carries_another = false;
  double mass = 0.0;
  Vec3<double> com;
};

struct PosedFrame {
  std::string name;
  int link = base_link;
  Pose<double> X_WF;
};

/// Where everything is that a drawing of a robot may show, in W [m].
struct PosedRobot {
  Pose<double> X_WB;               ///< the root link
  std::vector<SpacePath> to_base;  ///< from the root link's frame to the joints that it carries
  std::vector<PosedJoint> joints;  ///< one per moving link, motors of elastic joints apart
  std::vector<PosedLink> links;
  std::vector<PosedFrame> frames;
  Vec3<double>
      end;  ///< of the arm: the farthest frame of the link where it ends, or the end frame of one that carries others
};

/// The robot at q. Between two joints a link runs along the one axis, then along the shortest way between the axes,
/// then along the other one, as the parameters of Denavit and Hartenberg do; straight where the axes are nearly
/// parallel and that way would be a detour.
PosedRobot posed_robot(const Arm& arm, const Eigen::VectorXd& q);

/// Null where there is none of that name.
const PosedFrame* frame_named(const PosedRobot& robot, const std::string& name);

/// A wrench as it acts on the robot at q.
struct PosedWrench {
  Vec3<double> point, force, moment;
};
PosedWrench posed_wrench(const Model<double>& model, const PosedRobot& robot, const Wrench& wrench);

}  // namespace sinew
