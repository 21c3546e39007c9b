// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include "tests/readings/every_call.h"

/// Sixteen threads on one model, each with a workspace of its own. Compiled with -fsanitize=thread, which ends the
/// program with an error where two of them touch the same memory.
int main() {
  const auto model = sinew_test::a_rich_robot(4, true);
  std::atomic<int> different{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([&] {
      const sinew_test::EveryCall every(model, sinew::best_instructions(), 1);
      for (const auto& call : every.calls()) {
        call.run();
        const auto once = call.given();
        call.run();
        if (call.given() != once) ++different;
      }
      if (model.find_frame("link1") == nullptr || !model.find_joint(model.link(0).joint_name)) ++different;
    });
  for (std::thread& thread : threads) thread.join();
  std::printf("%d of %zu threads differ\n", different.load(), threads.size());
  return different.load() == 0 ? 0 : 1;
}
