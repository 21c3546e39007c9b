// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace sinew {

/// A question that makes no sense as it is asked, whatever the robot's file says: a field that does nothing, two fields that
/// contradict each other, a word that is none of the choices. `field` is the field's name, or that of the command.
struct UsageError : std::runtime_error {
  UsageError(std::string of_field, const std::string& what) : std::runtime_error(what), field(std::move(of_field)) {}
  std::string field;
};

}  // namespace sinew
