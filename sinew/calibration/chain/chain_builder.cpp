// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/chain/chain_builder.h"

#include <array>
#include <utility>

namespace sinew {
namespace {

using StepKind = ChainStep::Kind;

// what a robot that was built with care is off by, about: changes of this size weigh alike
constexpr double typical_length = 1e-3;      // m
constexpr double typical_angle = 1e-3;       // rad
constexpr double typical_ratio = 1e-3;       // of 1
constexpr double typical_compliance = 1e-5;  // rad/(N·m), m/N

constexpr Dimension rotary_compliance{-2, -1, 2, 1};
constexpr Dimension linear_compliance{0, -1, 2, 0};

}  // namespace

ChainBuilder::ChainBuilder(const LoadedRobot& robot, const std::string& frame) {
  parts_.path = path_to_frame(robot, frame);
  parts_.description = robot.description;
  add_displacement("base", "base", {});
  for (CalibrationParameter& parameter : parts_.parameters) parameter.of_robot = false;
  parts_.first_step = parts_.steps.size();
}

int ChainBuilder::new_parameter(CalibrationParameter parameter) {
  for (const CalibrationParameter& other : parts_.parameters)
    if (other.name == parameter.name)
      refuse(parts_.description.file, "two parameters would be called " + in_quotes(parameter.name),
             "rename the joint " + in_quotes(parameter.joint) + ", or use the parameters of a DH table");
  parts_.parameters.push_back(std::move(parameter));
  return static_cast<int>(parts_.parameters.size()) - 1;
}

void ChainBuilder::add_fixed(const Pose<double>& X) {
  if (!is_identity(X)) add(ChainStep::fixed(X));
}

int ChainBuilder::add_parameter(StepKind kind, std::string name, double nominal, std::string group, std::string joint) {
  const bool turn = is_turn(kind);
  const int parameter = new_parameter({.name = std::move(name),
                                       .dimension = turn ? dimension::angle : dimension::length,
                                       .nominal = nominal,
                                       .typical_error = turn ? typical_angle : typical_length,
                                       .group = std::move(group),
                                       .joint = std::move(joint)});
  add(ChainStep::by(kind, parameter));
  return parameter;
}

void ChainBuilder::add_displacement(const std::string& stem, const std::string& group, const std::string& joint) {
  constexpr std::array<std::pair<StepKind, const char*>, 6> steps = {{{StepKind::SlideX, ".x"},
                                                                      {StepKind::SlideY, ".y"},
                                                                      {StepKind::SlideZ, ".z"},
                                                                      {StepKind::TurnX, ".rx"},
                                                                      {StepKind::TurnY, ".ry"},
                                                                      {StepKind::TurnZ, ".rz"}}};
  for (const auto& [kind, name] : steps) add_parameter(kind, stem + name, 0.0, group, joint);
}

void ChainBuilder::also_called(const std::string& of_joint, std::size_t i, int parameter) {
  const std::string by_number = "joint" + std::to_string(i + 1) + of_joint;
  for (const std::string& name : {joint(i).name + of_joint, by_number})
    if (name != parts_.parameters[static_cast<std::size_t>(parameter)].name)
      parts_.other_names.emplace_back(name, parameter);
}

void ChainBuilder::add_joint(std::size_t i, int change) {
  const JointDescription<double>& described = joint(i);
  const ChainPath::MovingJoint& moving = parts_.path.joints[i];
  const bool turn = turns(described.kind);
  ChainJoint chain_joint{.kind = described.kind,
                         .pitch = described.kind == JointKind::Helical ? described.pitch : 0.0,
                         .position = moving.position,
                         .velocity = moving.velocity,
                         .multiplier = moving.multiplier,
                         .offset = moving.offset};
  if (change < 0) {
    chain_joint.change = new_parameter({.name = described.name + ".offset",
                                        .dimension = turn ? dimension::angle : dimension::length,
                                        .typical_error = turn ? typical_angle : typical_length,
                                        .group = "offset",
                                        .joint = described.name});
    change = chain_joint.change;
  }
  also_called(".offset", i, change);
  chain_joint.ratio = new_parameter({.name = described.name + ".ratio",
                                     .dimension = dimension::none,
                                     .nominal = 1.0,
                                     .typical_error = typical_ratio,
                                     .group = "ratio",
                                     .joint = described.name});
  also_called(".ratio", i, chain_joint.ratio);
  chain_joint.compliance = new_parameter({.name = described.name + ".compliance",
                                          .dimension = turn ? rotary_compliance : linear_compliance,
                                          .typical_error = typical_compliance,
                                          .group = "compliance",
                                          .joint = described.name});
  also_called(".compliance", i, chain_joint.compliance);
  parts_.links.push_back({.joint_step = parts_.steps.size()});
  add(ChainStep::moving(static_cast<int>(i)));
  parts_.joints.push_back(chain_joint);
}

void ChainBuilder::end_link(const Pose<double>& X_EL) {
  parts_.links.back().end_step = parts_.steps.size();
  parts_.links.back().X_EL = X_EL;
}

CalibrationChain ChainBuilder::finish(const Pose<double>& X_EF) {
  add_fixed(X_EF);
  parts_.tool_step = parts_.steps.size();
  add_displacement("tool", "tool", {});
  return CalibrationChain(std::move(parts_));
}

}  // namespace sinew
