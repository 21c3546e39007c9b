// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/formats/dh_table.h"

namespace sinew {

/// A DH table as CSV: convention, joint, kind, theta, d, a, alpha, in rad and m, exact. The joint's own
/// variable is added to theta or d.
std::string dh_csv(const DhTable& table);

}  // namespace sinew
