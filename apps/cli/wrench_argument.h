// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"

namespace sinew::cli {

/// `--wrench`, as often as there are any.
struct WrenchArgument {
  std::vector<std::string> given;

  void declare(CLI::App& app);
  /// Throws InputError for what cannot be read and for links that the robot does not have.
  std::vector<Wrench> wrenches(const Model<double>& model) const;
};

}  // namespace sinew::cli
