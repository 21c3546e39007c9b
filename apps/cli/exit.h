// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew::cli {

/// How a command ends: 0 done, 1 bad input, 2 bad usage.
enum class Exit : int { Done = 0, BadInput = 1, BadUsage = 2 };

}  // namespace sinew::cli
