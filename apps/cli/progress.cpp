// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/progress.h"

#include <fmt/format.h>

#include <cstdio>

namespace sinew::cli {

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::show(const std::string& text) {
  const Clock::time_point now = Clock::now();
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
  // past std::cerr, which would show the carriage return
  fmt::print(stderr, "\r{}, {:.0f} s", text, std::chrono::duration<double>(now - begin_).count());
  std::fflush(stderr);
}

}  // namespace sinew::cli
