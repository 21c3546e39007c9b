// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

namespace sinew::cli {

/// A line on stderr that says how far long work is, from its first second on and if someone watches.
class Progress {
 public:
  explicit Progress(bool watched) : watched_(watched) {}
  /// Takes the line away.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Is it time to `show` again? Five times a second.
  bool is_due() const { return watched_ && std::chrono::steady_clock::now() >= next_; }
  /// "`text`, 12 s"
  void show(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;

  bool watched_;
  bool shown_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_ + std::chrono::seconds(1);
};

}  // namespace sinew::cli
