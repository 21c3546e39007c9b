// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <vector>

#include "tests/readings/every_call.h"
#include "tests/support/allocation_count.h"

namespace {

using namespace sinew_test;

#ifndef SINEW_SANITIZED
TEST(TheCount, SeesAnAllocation) {
  const long before = allocation_count();
  std::vector<double> room(1000);
  EXPECT_GT(allocation_count(), before) << room.size();
}
#endif

TEST(NoCall, AllocatesOnceThereIsAWorkspace) {
  for (const bool floating : {false, true})
    for (const bool local : {false, true})
      for (const auto use : {sinew::Instructions::Plain, sinew::Instructions::Avx2}) {
        const auto model = a_rich_robot(3, floating, local);
        const EveryCall every(model, use, 1);
        for (const auto& call : every.calls()) {
          const long before = allocation_count();
          call.run();  // the first time already
          EXPECT_EQ(allocation_count(), before) << call.name;
        }
      }
}

}  // namespace
