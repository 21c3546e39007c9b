// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/lower/lower.h"

namespace sinew {
inline int upper() { return 1 + lower(); }
}  // namespace sinew
