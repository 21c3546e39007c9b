// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/costs.h"

#include <algorithm>
#include <utility>

namespace sinew::ik {

double Nearness::evaluate(const double* q, double* gradient) {
  double sum = 0.0;
  for (std::size_t i = 0; i < start_.size(); ++i) {
    gradient[i] = (q[i] - start_[i]) / chain_.coordinates()[i].size;
    sum += gradient[i] * gradient[i];
  }
  return 0.5 * sum;
}

double BoxExcess::evaluate(const double* q, double* gradient) {
  double sum = 0.0;
  for (std::size_t i = 0; i < box_.lower.size(); ++i) {
    gradient[i] = (q[i] - std::clamp(q[i], box_.lower[i], box_.upper[i])) / chain_.coordinates()[i].size;
    sum += gradient[i] * gradient[i];
  }
  return 0.5 * sum;
}

WeightedObjectives::WeightedObjectives(const Chain& chain, int velocity_count)
    : chain_(chain), gradient_(at(velocity_count)) {}

void WeightedObjectives::set(std::vector<IkObjective> parts) {
  values_.resize(parts.size());
  parts_ = std::move(parts);
}

double WeightedObjectives::evaluate(const double* x, double* gradient) {
  const std::vector<Coordinate>& coordinates = chain_.coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    q_[at(coordinates[i].position_index)] = x[i];
    gradient[i] = 0.0;
  }
  double sum = 0.0;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    Objective& objective = *parts_[k].objective;
    values_[k] = objective.evaluate(q_, gradient_);
    const double weight = objective.more_is_better() ? -parts_[k].weight : parts_[k].weight;
    sum += weight * values_[k];
    for (std::size_t i = 0; i < coordinates.size(); ++i)
      gradient[i] += weight * gradient_[at(coordinates[i].velocity_index)] * coordinates[i].size;
  }
  return sum;
}

}  // namespace sinew::ik
