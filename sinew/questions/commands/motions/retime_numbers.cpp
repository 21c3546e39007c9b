// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/motions/retime_numbers.h"

#include <algorithm>
#include <vector>

#include "sinew/analysis/matrices.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

Dimension dimension_of(PaceLimit kind, const Dimension& velocity, const Dimension& effort) {
  switch (kind) {
    case PaceLimit::Velocity:
      return velocity;
    case PaceLimit::Acceleration:
      return velocity / dimension::time;
    case PaceLimit::Jerk:
      return velocity / dimension::time.to_the(2);
    case PaceLimit::Torque:
      break;
  }
  return effort;
}

}  // namespace

Eigen::VectorXd efforts_given(const char* option, const std::string& text) {
  const std::vector<std::string> parts = list_parts(text);
  Eigen::VectorXd efforts(static_cast<Eigen::Index>(parts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Quantity<double> read = value_of(option, [&] { return quantity_of_any_kind(parts[i]); });
    if (!dimension::torque.accepts(read.dimension) && !dimension::force.accepts(read.dimension))
      refuse(option, in_quotes(parts[i]) + " is in " + read.dimension.si_text(), "give a torque or a force: 20Nm, 35N");
    efforts[static_cast<Eigen::Index>(i)] = read.value;
  }
  return efforts;
}

void set_limits(const Model<double>& model, const char* option, const std::string& text, PaceLimit kind,
                Eigen::VectorXd& limits) {
  const std::vector<StateNumber> velocities = state_numbers(model, StatePart::Velocity),
                                 efforts = state_numbers(model, StatePart::Effort);
  const std::vector<std::string> parts = list_parts(text);
  const bool named =
      std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part.find('=') != std::string::npos; });
  if (!named && parts.size() != velocities.size())
    refuse(option,
           "has " + std::to_string(parts.size()) + (parts.size() == 1 ? " value" : " values") + ", and there " +
               (velocities.size() == 1 ? "is " : "are ") + std::to_string(velocities.size()) +
               (velocities.size() == 1 ? " joint" : " joints"),
           "give one each, in their order, or by name");
  std::vector<std::string> names;
  for (const StateNumber& number : velocities) names.push_back(number.name);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::size_t joint = i, equals = parts[i].rfind('=');
    if (named) {
      if (equals == std::string::npos)
        refuse(option, in_quotes(parts[i]) + " has no name, and others have", "name all");
      const std::string name(trimmed(parts[i].substr(0, equals)));
      joint = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      if (joint == names.size()) refuse(option, "there is no joint " + in_quotes(name), suggestion(name, names));
    }
    const std::string number = named ? parts[i].substr(equals + 1) : parts[i];
    const Dimension wanted = dimension_of(kind, velocities[joint].dimension, efforts[joint].dimension);
    const double value = value_of(option, [&] { return quantity(number, wanted); });
    if (!(value > 0.0))
      refuse(option, "the limit of " + in_quotes(names[joint]) + " is " + shown(value), "give limits above zero");
    limits[static_cast<Eigen::Index>(joint)] = value;
  }
}

std::pair<Eigen::VectorXd, Eigen::VectorXd> configurations_given(const Model<double>& model, const std::string& text) {
  std::size_t arrow = text.find("->"), length = 2;
  if (arrow == std::string::npos) {
    arrow = text.find("→");
    length = std::string("→").size();
  }
  if (arrow == std::string::npos || text.find("->", arrow + length) != std::string::npos)
    throw UsageError("between", "wants two configurations with an arrow between, such as \"0,0 -> 90deg,45deg\", not " +
                                    in_quotes(text));
  const auto read = [&](const std::string& part) {
    if (trimmed(part).empty())
      throw UsageError("between", "has nothing on one side of the arrow; give a configuration");
    return Eigen::VectorXd(vector(positions_given(model, "--between", part)));
  };
  return {read(text.substr(0, arrow)), read(text.substr(arrow + length))};
}

}  // namespace sinew
