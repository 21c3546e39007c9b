// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

namespace sinew_bench {

struct Limits {
  double seconds = 60.0;
  double bytes = 4.0 * 1024 * 1024 * 1024;  ///< of address space
};

struct ChildAnswer {
  std::string text;          ///< what it wrote
  bool finished = false;     ///< of its own accord, and with exit code 0
  bool out_of_time = false;  ///< stopped by us
  double peak_bytes = 0.0;   ///< of memory that it really had
};

/// Runs `work` in a process of its own, so that its memory can be measured and its time limited. It is given a file
/// descriptor to write its answer to.
ChildAnswer in_child(const std::function<void(int out)>& work, const Limits& limits);

}  // namespace sinew_bench
