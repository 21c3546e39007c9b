// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/objectives/joint_range.h"

#include <cmath>

#include "sinew/readings/door.h"
#include "sinew/tasks/joint_names.h"

namespace sinew {

JointRange::JointRange(const Model<double>& model) : JointRange(model, JointLimits::of(model)) {}

JointRange::JointRange(const Model<double>& model, const JointLimits& limits) : model_(model) {
  limits.check(model);
  for (const int link : independent_joints(model)) {
    const std::size_t i = at(model.link(link).velocity_index);
    const double width = limits.upper[i] - limits.lower[i];
    if (std::isfinite(width) && width > 0.0)
      ranges_.push_back({at(model.link(link).position_index), i, limits.lower[i] + 0.5 * width, 1.0 / width});
  }
  if (ranges_.empty())
    numbers::refuse(model, "no joint has a range to be in the middle of", "give a joint both position limits");
}

double JointRange::evaluate(In<double> q, Out<double> gradient) {
  numbers::expect_position(model_, q);
  numbers::expect_length(model_, "gradient", gradient.size(), at(model_.velocity_count()));
  for (double& g : gradient) g = 0.0;
  const double count = static_cast<double>(ranges_.size());
  double sum = 0.0;
  for (const Range& range : ranges_) {
    const double off = (q[range.position] - range.middle) * range.scale;
    sum += off * off;
    gradient[range.velocity] = off * range.scale / count;
  }
  return sum / (2.0 * count);
}

}  // namespace sinew
