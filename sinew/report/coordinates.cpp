// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/coordinates.h"

#include <algorithm>

#include "sinew/formats/states_csv.h"

namespace sinew {

Coordinates::Coordinates(const Model<double>& model) {
  const auto named = [&](StatePart part, std::vector<Dimension>& dimensions) {
    std::vector<std::string> names;
    for (const StateNumber& number : state_numbers(model, part)) {
      names.push_back(number.name);
      dimensions.push_back(number.dimension);
    }
    return labels(std::move(names));
  };
  rates = named(StatePart::Velocity, velocity);
  named(StatePart::Acceleration, acceleration);
  efforts = named(StatePart::Effort, effort);
  for (const Dimension& d : velocity) {
    size.push_back({d.length, 0, 0, 0});
    per_size.push_back({-d.length, 0, 0, 0});
  }
  per_position = inverse(times(velocity, dimension::time));
}

const char* Coordinates::effort_name() const {
  const auto is = [&](const Dimension& d) { return std::count(effort.begin(), effort.end(), d) > 0; };
  return !is(dimension::force) ? "torque" : !is(dimension::torque) ? "force" : "torque or force";
}

std::vector<Dimension> times(std::vector<Dimension> dimensions, const Dimension& factor) {
  for (Dimension& d : dimensions) d = d * factor;
  return dimensions;
}

std::vector<Dimension> inverse(std::vector<Dimension> dimensions) {
  for (Dimension& d : dimensions) d = dimension::none / d;
  return dimensions;
}

const Labels& xyz() {
  static const Labels names = labels({"x", "y", "z"});
  return names;
}

}  // namespace sinew
