// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/questions/question.h"

namespace sinew {

/// The example of a command, which is a command line, as a request in JSON.
std::string example_request(const Command& command);

}  // namespace sinew
