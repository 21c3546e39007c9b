// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/identifiability/sensitivity.h"

#include <cmath>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/scalar/index.h"

namespace sinew {

std::vector<int> Sensitivity::first_rows() const {
  std::vector<int> first = {0};
  for (const SensitivityRows& measurement : measurements)
    first.push_back(first.back() + static_cast<int>(measurement.names.size()));
  return first;
}

Sensitivity Sensitivity::of(const std::vector<int>& chosen) const {
  const std::vector<int> first = first_rows();
  Sensitivity part;
  part.unknowns = unknowns;
  int rows = 0;
  for (const int number : chosen) {
    if (number < 0 || at(number) >= measurements.size())
      refuse("there is no measurement number " + std::to_string(number),
             "give numbers from 0 to " + std::to_string(static_cast<int>(measurements.size()) - 1));
    part.measurements.push_back(measurements[at(number)]);
    rows += first[at(number) + 1] - first[at(number)];
  }
  part.Phi.resize(rows, Phi.cols());
  rows = 0;
  for (const int number : chosen) {
    const int count = first[at(number) + 1] - first[at(number)];
    part.Phi.middleRows(rows, count) = Phi.middleRows(first[at(number)], count);
    rows += count;
  }
  return part;
}

void Sensitivity::check() const {
  Diagnostics problems("");
  if (unknowns.empty()) problems.error({}, "there are no unknowns", "name at least one parameter to find");
  if (Phi.cols() != static_cast<Eigen::Index>(unknowns.size()))
    problems.error({}, "the matrix of sensitivities has " + std::to_string(Phi.cols()) + " columns",
                   "give one for each of the " + std::to_string(unknowns.size()) + " unknowns");
  if (const int rows = first_rows().back(); Phi.rows() != rows)
    problems.error({}, "the matrix of sensitivities has " + std::to_string(Phi.rows()) + " rows",
                   "give the " + std::to_string(rows) + " that the measurements name");
  for (const CalibrationParameter& unknown : unknowns)
    if (!(unknown.typical_error > 0.0) || !std::isfinite(unknown.typical_error))
      problems.error({}, "the typical error of " + in_quotes(unknown.name) + " is " + shown(unknown.typical_error),
                     "give a positive number");
  if (!Phi.allFinite())
    problems.error({}, "the matrix of sensitivities has an entry that is not finite",
                   "look for measurements at which the robot's pose has no derivative");
  problems.throw_if_errors();
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace sinew
