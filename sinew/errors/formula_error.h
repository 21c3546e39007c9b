// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace sinew {

/// Why a formula, a quantity or a unit cannot be read or has no value. Whoever knows the file and line makes an InputError
/// of it.
struct FormulaError : std::runtime_error {
  FormulaError(const std::string& what, std::string what_to_do)
      : std::runtime_error(what), remedy(std::move(what_to_do)) {}
  std::string remedy;
};

}  // namespace sinew
