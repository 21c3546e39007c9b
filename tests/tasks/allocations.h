// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew_test {

/// How often this program has asked for memory so far.
long allocations();

}  // namespace sinew_test
