// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/progress.h"

#include <fmt/format.h>

#include <iostream>

namespace sinew::cli {

Progress::~Progress() {
  if (shown_) std::cerr << "\r\033[K";
}

void Progress::show(const std::string& text) {
  const Clock::time_point now = Clock::now();
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
  std::cerr << fmt::format("\r{}, {:.0f} s", text, std::chrono::duration<double>(now - begin_).count());
  std::cerr.flush();
}

}  // namespace sinew::cli
