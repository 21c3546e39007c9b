// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "apps/cli/interruption.h"
#include "apps/cli/progress.h"
#include "apps/cli/visible_stream.h"
#include "sinew/questions/choices/robots.h"
#include "sinew/questions/door.h"

namespace sinew::cli {

/// Answers go to stdout, everything else to stderr. While it lives, Ctrl-C ends long work where that is safe.
class TerminalDoor final : public Door {
 public:
  /// `page` is the stream through which the answer goes to people; null where it goes to programs.
  explicit TerminalDoor(VisibleStream* page = nullptr);

  void write(std::string_view text) override;
  void write_colored(const ColoredPage& page) override;
  int columns() const override;
  void flush() override;
  bool is_open() const override;
  void warn(const std::vector<Diagnostic>& diagnostics) override;
  void remark(std::string_view text) override;
  bool progress(const std::function<std::string()>& text) override;
  /// From the first call on, signals wait until it is safe to end; before it, they end the program as usual.
  Stop stop() override;
  Robots& robots() override { return robots_; }

 private:
  VisibleStream* page_;
  Robots robots_;
  bool watched_;
  Progress progress_;
  std::optional<StopsWhereItIsSafe> stops_;
};

}  // namespace sinew::cli
