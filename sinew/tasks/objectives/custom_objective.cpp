// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/objectives/custom_objective.h"

#include <cmath>
#include <utility>

#include "sinew/readings/door.h"

namespace sinew {

CustomObjective::CustomObjective(const Model<double>& model, std::string name, bool more_is_better, Function function)
    : model_(model), name_(std::move(name)), more_is_better_(more_is_better), function_(std::move(function)) {
  if (!function_)
    numbers::refuse(model, "objective " + in_quotes(name_) + " has no function to compute it", "give one");
}

double CustomObjective::evaluate(In<double> q, Out<double> gradient) {
  numbers::expect_position(model_, q);
  numbers::expect_length(model_, "gradient", gradient.size(), at(model_.velocity_count()));
  for (double& g : gradient) g = 0.0;
  const double H = function_(q, gradient);
  if (!std::isfinite(H) || numbers::poison(gradient) != 0.0)
    numbers::refuse(model_, "objective " + in_quotes(name_) + " gives numbers that are not finite here",
                    "look at what its function divides by");
  return H;
}

}  // namespace sinew
