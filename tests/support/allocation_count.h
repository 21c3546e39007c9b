// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew_test {

/// Calls of malloc and its kin so far, by whoever: operator new and Eigen come here alike. A program that links
/// sinew_allocation_count counts them; under a sanitizer, which has its own, it stays zero.
long allocation_count();

}  // namespace sinew_test
