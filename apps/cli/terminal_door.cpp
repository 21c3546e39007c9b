// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/terminal_door.h"

#include <unistd.h>

#include <iostream>

namespace sinew::cli {

TerminalDoor::TerminalDoor() : watched_(::isatty(STDERR_FILENO) != 0), progress_(watched_) {}

void TerminalDoor::write(std::string_view text) {
  std::cout.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void TerminalDoor::flush() { std::cout.flush(); }

bool TerminalDoor::is_open() const { return std::cout.good(); }

void TerminalDoor::warn(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) std::cerr << diagnostic.text() << '\n';
}

void TerminalDoor::remark(std::string_view text) { std::cerr << text; }

bool TerminalDoor::progress(const std::function<std::string()>& text) {
  if (progress_.is_due()) progress_.show(text());
  return watched_;
}

Door::Stop TerminalDoor::stop() {
  if (!stops_) stops_.emplace();
  switch (interrupted_by()) {
    case 0:
      return Stop::GoOn;
    case SIGTERM:
      // whoever terminates it gets the old file back; Ctrl-C keeps what there is
      return Stop::Discard;
    default:
      return Stop::Keep;
  }
}

}  // namespace sinew::cli
