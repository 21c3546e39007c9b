// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/terminal_door.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace sinew::cli {
namespace {

/// Only a terminal shows colours, and only one that can; NO_COLOR turns them off (no-color.org).
bool shows_colors() {
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == '\0') && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

}  // namespace

TerminalDoor::TerminalDoor(VisibleStream* page)
    : page_(page), watched_(::isatty(STDERR_FILENO) != 0), progress_(watched_) {}

void TerminalDoor::write(std::string_view text) {
  std::cout.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void TerminalDoor::write_colored(const ColoredPage& page) {
  if (page_ != nullptr && shows_colors())
    page_->pass_unchanged(terminal_text(page));
  else
    write(plain_text(page));
}

int TerminalDoor::columns() const {
  winsize size{};
  const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : Door::columns();
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
