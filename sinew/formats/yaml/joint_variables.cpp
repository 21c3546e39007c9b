// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/joint_variables.h"

#include <algorithm>
#include <optional>

#include "sinew/model/structure.h"

namespace sinew {
namespace {

/// The joint that moves this one: itself, or the last leader of a mimic joint; nothing where there is no such joint.
template <Scalar P>
std::optional<std::size_t> mover_of(const RobotDescription<P>& robot, const std::map<std::string, std::size_t>& by_name,
                                    std::size_t joint) {
  for (std::size_t steps = 0; steps <= robot.joints.size(); ++steps) {
    if (!robot.joints[joint].mimic) return joint;
    const auto leader = by_name.find(robot.joints[joint].mimic->leader);
    if (leader == by_name.end()) return std::nullopt;
    joint = leader->second;
  }
  return std::nullopt;  // they follow each other in a circle, which the model's checks refuse
}

/// For each joint its coordinate's number, from 1 at the base; 0 for a joint without one of its own.
template <Scalar P>
std::vector<std::size_t> coordinate_numbers(const RobotDescription<P>& robot, const Tree& tree) {
  std::vector<std::size_t> numbers(robot.joints.size(), 0);
  std::size_t count = 0;
  for (const int j : tree.joint_order) {
    const JointDescription<P>& joint = robot.joints[static_cast<std::size_t>(j)];
    if (joint.kind != JointKind::Fixed && !joint.mimic) numbers[static_cast<std::size_t>(j)] = ++count;
  }
  return numbers;
}

}  // namespace

bool JointVariables::is_numbered(const std::string& variable) {
  return variable.size() > 1 && variable.front() == 'q' &&
         std::all_of(variable.begin() + 1, variable.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void JointVariables::note(const std::string& variable, std::size_t joint, bool of_one_link, SourceLine source) {
  uses_.push_back({variable, joint, of_one_link, source});
}

template <Scalar P>
void JointVariables::check(const RobotDescription<P>& robot, Diagnostics& diagnostics) const {
  if (uses_.empty()) return;
  std::map<std::string, std::size_t> by_name;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) by_name.emplace(robot.joints[j].name, j);
  Diagnostics ignored(robot.file);  // what is wrong with the tree, its own check says
  const std::optional<Tree> tree = diagnostics.has_errors() ? std::nullopt : find_tree(robot, ignored);
  const std::vector<std::size_t> numbers = tree ? coordinate_numbers(robot, *tree) : std::vector<std::size_t>();

  std::map<std::string, std::size_t> joint_of;
  for (const Use& use : uses_) {
    if (use.of_one_link && is_nameless(use.variable)) continue;
    const std::optional<std::size_t> mover = mover_of(robot, by_name, use.joint);
    if (!mover) continue;
    const auto [first, is_new] = joint_of.emplace(use.variable, *mover);
    const std::string& own = robot.joints[use.joint].name;
    if (!is_new) {
      const std::string& other = robot.joints[first->second].name;
      if (first->second != *mover)
        diagnostics.error(use.source,
                          "the joint variable " + use.variable + " stands for two joints, " + in_quotes(other) +
                              " and " + in_quotes(own),
                          "give each joint a variable of its own; if they move as one, let " + in_quotes(own) +
                              " follow: `joint: {mimic: {joint: " + other + "}}`");
      continue;
    }
    if (numbers.empty() || !is_numbered(use.variable)) continue;
    const std::string right = "q" + std::to_string(numbers[*mover]);
    if (use.variable != right)
      diagnostics.error(use.source,
                        "the joint variable " + use.variable + " belongs to joint " + in_quotes(own) +
                            ", whose coordinate is " + right + ": they are counted from the base outwards",
                        "write " + right + ", or a name without a number such as q_" + robot.joints[use.joint].child);
  }
}

template void JointVariables::check(const RobotDescription<double>&, Diagnostics&) const;
template void JointVariables::check(const RobotDescription<Expr>&, Diagnostics&) const;

}  // namespace sinew
