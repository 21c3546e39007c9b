// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/process.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <new>
#include <string_view>

#include "apps/cli/exit.h"

namespace sinew::cli {
namespace {

/// A file that we open must never become stdin, stdout or stderr because the caller has closed those: each gets a stand-in
/// that can be neither read nor written.
void keep_standard_streams_apart() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace

void prepare_process() {
  keep_standard_streams_apart();
  std::signal(SIGPIPE, SIG_DFL);
  // beyond the limit on their size, writing to files then fails instead
  std::signal(SIGXFSZ, SIG_IGN);
  // streams would swallow the exception, and take what was read until then for all there is
  std::set_new_handler(stop_out_of_memory);
}

void stop_out_of_memory() {
  constexpr std::string_view message =
      "sinew: out of memory; raise the limit (`ulimit -v`), close other programs, or ask for less at a time\n";
  [[maybe_unused]] const ssize_t wrote = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(static_cast<int>(Exit::BadInput));
}

}  // namespace sinew::cli
