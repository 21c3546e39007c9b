// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "sinew/formats/smidata/reader.h"
#include "tests/support/differences.h"

/// What the tests of smiData share: a file as smimport writes it, and what was read from it.
namespace sinew::smidata_test {

struct Placed {
  Vec3<double> p;  // m
  double angle = 0.0;
  Vec3<double> axis;

  Pose<double> pose() const {
    return {angle == 0.0 ? Rotation<double>{} : Rotation<double>::about(axis / norm(axis), sincos(angle)), p};
  }
};

/// Writes a file as smimport does, with the lengths in mm.
class SmiFile {
 public:
  SmiFile& transform(const std::string& id, const Placed& at = {}) {
    const int k = ++transforms_;
    text_ += fmt::format(
        "%Translation Method - Cartesian\n"
        "smiData.RigidTransform({0}).translation = [{1:.17g} {2:.17g} {3:.17g}];  % mm\n"
        "smiData.RigidTransform({0}).angle = {4:.17g};  % rad\n"
        "smiData.RigidTransform({0}).axis = [{5:.17g} {6:.17g} {7:.17g}];\n"
        "smiData.RigidTransform({0}).ID = '{8}';\n\n",
        k, 1e3 * at.p.x, 1e3 * at.p.y, 1e3 * at.p.z, at.angle, at.axis.x, at.axis.y, at.axis.z, id);
    return *this;
  }
  SmiFile& weld(const std::string& pair, const Placed& B = {}, const Placed& F = {}) {
    return transform("B" + pair, B).transform("F" + pair, F);
  }
  SmiFile& joint(const std::string& type, const std::string& pair, const Placed& B = {}, const Placed& F = {}) {
    weld(pair, B, F);
    return joint_alone(type, pair);
  }
  SmiFile& joint_alone(const std::string& type, const std::string& id) {
    joints_ += fmt::format("smiData.{}({}).ID = '{}';\n", type, ++count_[type], id);
    return *this;
  }
  SmiFile& cut_joint(const std::string& type, const std::string& pair) {
    joints_ += "%This joint has been chosen as a cut joint. Simscape Multibody treats cut joints as constraints.\n";
    return joint(type, pair);
  }
  SmiFile& solid(const std::string& id, double mass = 1.0, const Vec3<double>& com_mm = {},
                 const Vec3<double>& moments = {1, 1, 1}, const Vec3<double>& products = {}) {
    solids_ += fmt::format(
        "smiData.Solid({0}).mass = {1:.17g};  % kg\n"
        "smiData.Solid({0}).CoM = [{2:.17g} {3:.17g} {4:.17g}];  % mm\n"
        "smiData.Solid({0}).MoI = [{5:.17g} {6:.17g} {7:.17g}];  % kg*m^2\n"
        "smiData.Solid({0}).PoI = [{8:.17g} {9:.17g} {10:.17g}];  % kg*m^2\n"
        "smiData.Solid({0}).color = [1 1 1];\n"
        "smiData.Solid({0}).opacity = 1;\n"
        "smiData.Solid({0}).ID = '{11}';\n\n",
        ++count_["Solid"], mass, com_mm.x, com_mm.y, com_mm.z, moments.x, moments.y, moments.z, products.x, products.y,
        products.z, id);
    return *this;
  }
  std::string text() const { return "%%%VariableName:smiData\n" + text_ + solids_ + joints_; }

 private:
  std::string text_, solids_, joints_;
  int transforms_ = 0;
  std::map<std::string, int> count_;
};

struct Reading {
  RobotDescription<double> robot;
  std::vector<Diagnostic> diagnostics;

  std::vector<Diagnostic> errors() const {
    std::vector<Diagnostic> errors;
    for (const Diagnostic& p : diagnostics)
      if (p.severity == Severity::Error) errors.push_back(p);
    return errors;
  }
  std::string all_text() const {
    std::string text;
    for (const Diagnostic& p : diagnostics) text += p.text() + "\n";
    return text;
  }
};

inline Reading read(const std::string& text, const ReadOptions& options = {}) {
  Diagnostics diagnostics("files/arm.m");
  auto robot = read_smidata({"files/arm.m", text}, options, diagnostics);
  return {std::move(robot), diagnostics.all()};
}
inline Reading read(const SmiFile& file, const ReadOptions& options = {}) { return read(file.text(), options); }

/// The robot of a file without any problem.
inline RobotDescription<double> robot_of(const SmiFile& file, const ReadOptions& options = {}) {
  const Reading reading = read(file, options);
  EXPECT_TRUE(reading.diagnostics.empty()) << reading.all_text();
  return reading.robot;
}

inline const JointDescription<double>& joint_named(const RobotDescription<double>& robot, const std::string& name) {
  for (const auto& joint : robot.joints)
    if (joint.name == name) return joint;
  ADD_FAILURE() << "no joint " << name;
  static const JointDescription<double> none;
  return none;
}

inline std::vector<std::string> link_names(const RobotDescription<double>& robot) {
  std::vector<std::string> names;
  for (const auto& link : robot.links) names.push_back(link.name);
  return names;
}
inline std::vector<std::string> joint_names(const RobotDescription<double>& robot) {
  std::vector<std::string> names;
  for (const auto& joint : robot.joints) names.push_back(joint.name);
  return names;
}
inline const LinkDescription<double>& link_named(const RobotDescription<double>& robot, const std::string& name) {
  for (const auto& link : robot.links)
    if (link.name == name) return link;
  ADD_FAILURE() << "no link " << name;
  static const LinkDescription<double> none;
  return none;
}

inline Pose<double> turn(const Vec3<double>& axis, double q) { return {Rotation<double>::about(axis, sincos(q)), {}}; }
inline Pose<double> slide(const Vec3<double>& axis, double q) { return {{}, q * axis}; }
inline const Vec3<double> x = unit_x<double>(), y = unit_y<double>(), z = unit_z<double>();

/// Where a link is in the root, by the law of JointDescription.
inline Pose<double> pose_of(const RobotDescription<double>& robot, const std::string& link,
                            const std::map<std::string, double>& q = {}) {
  for (const auto& joint : robot.joints)
    if (joint.child == link) {
      const auto found = q.find(joint.name);
      const double at = found == q.end() ? 0.0 : found->second;
      const Pose<double> J = joint.kind == JointKind::Revolute    ? turn(joint.axis, at)
                             : joint.kind == JointKind::Prismatic ? slide(joint.axis, at)
                                                                  : Pose<double>{};
      return pose_of(robot, joint.parent, q) * joint.X_PJ * J * joint.X_JC;
    }
  return {};
}

using sinew_test::difference;

inline Placed anywhere(std::mt19937& random) {
  std::uniform_real_distribution<double> d(-1.0, 1.0);
  return {{d(random), d(random), d(random)}, 3.0 * d(random), {d(random), d(random), d(random)}};
}

inline SmiFile grounded_pair(const std::string& type, const std::string& pair, const Placed& B, const Placed& F) {
  SmiFile file;
  file.transform("RootGround[base-1]").joint(type, pair, B, F).solid("base*:*Default").solid("arm*:*Default");
  return file;
}

}  // namespace sinew::smidata_test
