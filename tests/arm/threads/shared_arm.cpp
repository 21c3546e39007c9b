// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <cstdio>
#include <thread>

#include "tests/arm/every_arm_call.h"

/// Sixteen threads ask one const Arm everything at once, each about states of its own; every answer must be the one that the
/// thread gets from an Arm of its own, to the bit. Compiled with -fsanitize=thread, which ends the program with an error
/// where two of them touch the same memory.
int main(int, char** arguments) {
  const sinew::Arm shared = sinew::load(arguments[1]);
  std::atomic<int> calls{0}, different{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      const sinew::Arm copy = shared;  // shares the robot and its working memory
      const sinew::Arm own(sinew::Model<double>(shared.model().parts()));
      const sinew_test::ArmArguments a = sinew_test::some_arguments(shared, t);
      for (const sinew_test::ArmCall& call : sinew_test::every_arm_call()) {
        const std::vector<double> right = call.run(own, a);
        for (int k = 0; k < 50; ++k) {
          ++calls;
          if (call.run(k % 2 == 0 ? shared : copy, a) != right) ++different;
        }
      }
    });
  for (std::thread& thread : threads) thread.join();
  std::printf("%d of %d answers differ\n", different.load(), calls.load());
  return different.load() == 0 ? 0 : 1;
}
