// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/joint_limits.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/readings/door.h"
#include "sinew/tasks/joint_names.h"

namespace sinew {

JointLimits JointLimits::none(const Model<double>& model) {
  const std::vector<double> above(at(model.velocity_count()), Limits::none);
  const std::vector<double> below(at(model.velocity_count()), -Limits::none);
  return {below, above, below, above, below, above};
}

JointLimits JointLimits::of(const Model<double>& model) {
  JointLimits y = none(model);
  for (const Link<double>& link : model.links()) {
    const std::size_t i = at(link.velocity_index);
    const double k = link.follows ? link.multiplier : 1.0, offset = link.follows ? link.offset : 0.0;
    if (k == 0.0) continue;  // it follows no one
    const double one = (link.limits.lower - offset) / k, other = (link.limits.upper - offset) / k;
    const double speed = link.limits.velocity / std::abs(k), acceleration = link.limits.acceleration / std::abs(k);
    y.lower[i] = std::max(y.lower[i], std::min(one, other));
    y.upper[i] = std::min(y.upper[i], std::max(one, other));
    y.velocity_lower[i] = std::max(y.velocity_lower[i], -speed);
    y.velocity_upper[i] = std::min(y.velocity_upper[i], speed);
    y.acceleration_lower[i] = std::max(y.acceleration_lower[i], -acceleration);
    y.acceleration_upper[i] = std::min(y.acceleration_upper[i], acceleration);
  }
  return y;
}

void JointLimits::check(const Model<double>& model) const {
  const auto name_of = [&](std::size_t i) {
    const std::size_t first = model.floating_base() ? 6 : 0;
    if (i < first) return "velocity " + std::to_string(i + 1) + " of the base";
    return "joint " + in_quotes(model.link(independent_joints(model)[i - first]).joint_name);
  };
  const auto check_pair = [&](const char* what, const std::vector<double>& low, const std::vector<double>& high) {
    for (const std::vector<double>* x : {&low, &high})
      if (x->size() != at(model.velocity_count()))
        numbers::refuse(model, std::string("there are ") + std::to_string(x->size()) + " " + what + " limits",
                        "give " + std::to_string(model.velocity_count()) + ", one per velocity");
    for (std::size_t i = 0; i < low.size(); ++i) {
      if (std::isnan(low[i]) || std::isnan(high[i]))
        numbers::refuse(model, std::string("a ") + what + " limit of " + name_of(i) + " is nan",
                        "give a number, or infinity for none");
      if (low[i] > high[i] || low[i] == Limits::none || high[i] == -Limits::none)
        numbers::refuse(
            model,
            std::string("the ") + what + " limits of " + name_of(i) + " are " + shown(low[i]) + " to " + shown(high[i]),
            "give the lower one first");
    }
  };
  check_pair("position", lower, upper);
  check_pair("velocity", velocity_lower, velocity_upper);
  check_pair("acceleration", acceleration_lower, acceleration_upper);
}

}  // namespace sinew
