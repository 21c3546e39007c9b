// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/errors/diagnostic.h"

namespace sinew_test {

/// All that is said where a call is refused, one problem a line; empty if it is not refused.
std::string refusal(const auto& call) {
  try {
    call();
  } catch (const sinew::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace sinew_test
