// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/questions/fields.h"

namespace sinew {

/// `--wrench`, as often as there are any.
struct WrenchChoice {
  std::vector<std::string> wrench;

  void describe(Fields& fields);
  /// Throws InputError for what cannot be read and for links that the robot does not have.
  std::vector<Wrench> wrenches(const Model<double>& model) const;
};

}  // namespace sinew
