// SPDX-License-Identifier: BSD-3-Clause
#include "bench/equations/child_process.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <exception>
#include <system_error>

namespace sinew_bench {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void work_and_exit(const std::function<void(int)>& work, int out, const Limits& limits) {
  const auto bytes = static_cast<rlim_t>(limits.bytes);
  const rlimit room{bytes, bytes};
  setrlimit(RLIMIT_AS, &room);
  try {
    work(out);
  } catch (const std::exception&) {
    _exit(1);
  }
  _exit(0);
}

/// All that comes until the other end is closed; false where time ran out first.
bool read_all(int in, Clock::time_point deadline, std::string& text) {
  std::array<char, 4096> buffer{};
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{in, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left, 0))) == 0) return false;
    const ssize_t count = read(in, buffer.data(), buffer.size());
    if (count <= 0) return true;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

ChildAnswer in_child(const std::function<void(int)>& work, const Limits& limits) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const auto deadline = Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(1000 * limits.seconds));
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    close(ends[0]);
    work_and_exit(work, ends[1], limits);
  }
  close(ends[1]);
  ChildAnswer answer;
  answer.out_of_time = !read_all(ends[0], deadline, answer.text);
  close(ends[0]);
  if (answer.out_of_time) kill(child, SIGKILL);
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  answer.finished = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  answer.peak_bytes = 1024.0 * static_cast<double>(used.ru_maxrss);
  return answer;
}

}  // namespace sinew_bench
