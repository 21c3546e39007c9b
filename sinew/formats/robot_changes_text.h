// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/formats/robot_changes.h"

namespace sinew {

/// Pairs with commas between: "l1=2 m, m2=3 kg". Throws FormulaError.
std::vector<std::pair<std::string, std::string>> parse_pairs(std::string_view text);

/// Joints and where they are held: "elbow=90deg" or "panda_finger_joint1=40mm,panda_joint7=0". Throws FormulaError.
std::vector<LockedJoint> parse_locked_joints(std::string_view text);

/// A body and where it is held: "2.5 kg at 0,0,80mm inertia 0.01,0.01,0.005 on panda_hand", where all but the mass may be
/// left out; or "mass=2.5, at=[0,0,0.08], …". Three numbers of the inertia are Ixx, Iyy, Izz, six go on with Ixy, Ixz, Iyz.
/// Throws FormulaError.
Payload parse_payload(std::string_view text);

/// A pose as robot files have it, "{xyz: [0,0,100mm], rpy: [0,90deg,0]}" or "Tz(100mm) Ry(90deg)"; or with = in place of the
/// colons, "xyz=[0,0,0.1],rpy=[0,90deg,0]"; or its numbers alone: x,y,z, then roll,pitch,yaw or a quaternion qx,qy,qz,qw or
/// neither. Throws FormulaError.
Pose<double> parse_pose(std::string_view text);

/// A pose, and after "on", or as "on=…", the link or frame that it is given in, if that is not where the arm ends. Throws
/// FormulaError.
Tool parse_tool(std::string_view text);

}  // namespace sinew
