// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/questions/fields.h"
#include "sinew/tasks/objectives/objective.h"

namespace sinew {

/// What a redundant arm makes better with the freedom that its task leaves: `--objective`, `--obstacles`.
struct ObjectiveChoice {
  std::vector<std::string> objective;
  std::string obstacles;

  /// `when` begins the help, as a sentence.
  void describe(Fields& fields, const std::string& when);
  /// Refuses obstacles that nobody looks at.
  void check(const Fields& fields) const;
  /// The model must outlive them. Manipulability is that of the frame's position.
  std::vector<std::shared_ptr<Objective>> made(const Model<double>& model, const std::string& frame) const;
};

}  // namespace sinew
