// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>

namespace sinew_test {

/// Is this `make soak`, which runs random suites in their long form?
inline bool is_soak() { return std::getenv("SINEW_SOAK") != nullptr; }

/// How many cases a suite takes: few in `make test`, where more rarely tell more, and many in `make soak`.
template <class Count>
Count case_count(Count in_test, Count in_soak) {
  return is_soak() ? in_soak : in_test;
}

}  // namespace sinew_test
