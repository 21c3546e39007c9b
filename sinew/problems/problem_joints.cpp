// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_joints.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include "sinew/formats/states_csv.h"

namespace sinew {
namespace {

Model<double> joints_alone(const std::vector<std::string>& names) {
  Model<double>::Parts parts;
  parts.name = "problem";
  for (std::size_t i = 0; i < names.size(); ++i) {
    Link<double> link;
    link.parent = static_cast<int>(i) - 1;
    link.position_index = link.velocity_index = static_cast<int>(i);
    link.name = "link of " + names[i];
    link.joint_name = names[i];
    parts.links.push_back(std::move(link));
  }
  return Model<double>(std::move(parts));
}

void take(const Model<double>& model, StatePart part, std::vector<std::string>* names,
          std::vector<Dimension>& dimensions) {
  for (const StateNumber& number : state_numbers(model, part)) {
    if (names) names->push_back(number.name);
    dimensions.push_back(number.dimension);
  }
}

}  // namespace

ProblemJoints::ProblemJoints(const Arm& robot) : robot_(&robot) {
  take(robot.model(), StatePart::Position, &position_names_, position_);
  take(robot.model(), StatePart::Velocity, &names_, velocity_);
  take(robot.model(), StatePart::Effort, nullptr, effort_);
}

ProblemJoints::ProblemJoints(int count, std::vector<std::string> names) : names_(std::move(names)) {
  for (int i = static_cast<int>(names_.size()); i < count; ++i)
    names_.push_back(std::string("q").append(std::to_string(i + 1)));
  position_names_ = names_;
  alone_ = std::make_shared<const Model<double>>(joints_alone(names_));
}

std::vector<Dimension> ProblemJoints::dimensions(int derivative) const {
  std::vector<Dimension> result = velocity_;
  for (Dimension& d : result) d = d * dimension::time.to_the(1 - derivative);
  return result;
}

std::vector<Dimension> ProblemJoints::effort_dimensions() const { return effort_; }

Eigen::VectorXd ProblemJoints::zero_position() const {
  const State zero = zero_state(model());
  return Eigen::VectorXd::Map(zero.q.data(), static_cast<Eigen::Index>(zero.q.size()));
}

Eigen::VectorXd ProblemJoints::read_position(const YamlNode& node, const ProblemValues& values) const {
  return read(node, "q", position_names_, position_, zero_position(), values);
}

Eigen::VectorXd ProblemJoints::read_velocity(const YamlNode& node, const ProblemValues& values) const {
  return read(node, "qd", names_, velocity_, Eigen::VectorXd::Zero(count()), values);
}

Eigen::VectorXd ProblemJoints::read(const YamlNode& node, const char* what, const std::vector<std::string>& names,
                                    const std::vector<Dimension>& dimensions, Eigen::VectorXd start,
                                    const ProblemValues& values) const {
  const auto dimension_of = [&](std::size_t i) {
    return dimensions.empty() ? std::vector<Dimension>() : std::vector<Dimension>{dimensions[i]};
  };
  const auto set = [&](std::size_t i, const YamlNode& value) {
    if (const auto x = values.vector(value, 1, std::string(what) + " of " + names[i], dimension_of(i)))
      start[static_cast<Eigen::Index>(i)] = (*x)[0];
  };
  if (node.is(YamlNode::Kind::Map)) {
    for (const YamlNode::Entry& entry : node.entries) {
      const auto found = std::find(names.begin(), names.end(), entry.key);
      if (found == names.end())
        values.diagnostics().error(
            entry.source.or_else(node.source),
            std::string(what) + " has a value for " + in_quotes(entry.key) + ", which is no joint",
            suggestion(entry.key, names));
      else
        set(static_cast<std::size_t>(found - names.begin()), *entry.value);
    }
    return start;
  }
  const std::size_t given = node.is(YamlNode::Kind::Sequence) ? node.items.size() : 1;
  // of a floating base one may give the joints alone
  const auto joints = static_cast<std::size_t>(model().independent_count());
  const std::size_t first = given == joints ? names.size() - joints : 0;
  if (given + first != names.size()) {
    std::string listed;
    for (const std::string& name : names) listed += (listed.empty() ? "" : ", ") + name;
    values.diagnostics().error(node.source,
                               std::string(what) + " has " + std::to_string(given) +
                                   (given == 1 ? " value" : " values") + " for " + std::to_string(names.size()) + ": " +
                                   listed,
                               "give one each, in this order, or by name");
    return start;
  }
  for (std::size_t i = 0; i < given; ++i) set(first + i, node.is(YamlNode::Kind::Sequence) ? *node.items[i] : node);
  return start;
}

std::optional<Eigen::VectorXd> ProblemJoints::read_each(const YamlNode& node, const std::string& what,
                                                        const std::vector<Dimension>& dimensions, double otherwise,
                                                        const ProblemValues& values) const {
  if (!node.is(YamlNode::Kind::Map)) return values.vector(node, count(), what, dimensions);
  Eigen::VectorXd result = Eigen::VectorXd::Constant(count(), otherwise);
  bool whole = true;
  for (const YamlNode::Entry& entry : node.entries) {
    YamlNode name;
    name.text = entry.key;
    name.source = entry.source.or_else(node.source);
    const int i = velocity_index(name, values);
    whole = whole && i >= 0;
    if (i < 0) continue;
    const auto own =
        dimensions.empty()
            ? std::vector<Dimension>()
            : std::vector<Dimension>{dimensions[std::min(static_cast<std::size_t>(i), dimensions.size() - 1)]};
    const auto value = values.vector(*entry.value, 1, what + " of " + names_[static_cast<std::size_t>(i)], own);
    whole = whole && value.has_value();
    if (value) result[i] = (*value)[0];
  }
  if (!whole) return std::nullopt;
  return result;
}

int ProblemJoints::velocity_index(const YamlNode& node, const ProblemValues& values) const {
  const auto found = std::find(names_.begin(), names_.end(), node.text);
  if (found != names_.end()) return static_cast<int>(found - names_.begin());
  // 2 and q2 are the second joint, those of a floating base not counted
  const std::string_view text = node.text;
  const std::string_view digits = text.starts_with('q') ? text.substr(1) : text;
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc() && end == digits.data() + digits.size() && number >= 1 &&
      number <= model().independent_count())
    return static_cast<int>(count()) - model().independent_count() + number - 1;
  values.diagnostics().error(node.source, "there is no joint " + in_quotes(node.text), suggestion(node.text, names_));
  return -1;
}

}  // namespace sinew
