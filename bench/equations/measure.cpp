// SPDX-License-Identifier: BSD-3-Clause
#include "bench/equations/measure.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace sinew_bench {

namespace {

constexpr std::size_t most_repeats = 15;
constexpr double enough_seconds = 3.0;  // of repeats

/// Children answer with their seconds and the number of characters.
Measured read_answer(const ChildAnswer& answer, const Limits& limits) {
  Measured result{.peak_bytes = answer.peak_bytes};
  if (answer.out_of_time) {
    result.end = Measured::End::OutOfTime;
    result.seconds = limits.seconds;
  } else if (answer.finished && std::sscanf(answer.text.c_str(), "%lf %lf", &result.seconds, &result.characters) == 2) {
    result.end = Measured::End::Answered;
  }
  return result;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void time_and_tell(const Question& question, int out) {
  std::vector<double> seconds;
  std::size_t characters = 0;
  const auto begin = std::chrono::steady_clock::now();
  do {
    const auto start = std::chrono::steady_clock::now();
    characters = answered(question);
    seconds.push_back(seconds_since(start));
  } while (seconds.size() < most_repeats && seconds_since(begin) < enough_seconds);
  std::sort(seconds.begin(), seconds.end());
  dprintf(out, "%.9f %zu\n", seconds[seconds.size() / 2], characters);
}

}  // namespace

Measured measured(const Question& question, const Limits& limits) {
  return read_answer(in_child([&](int out) { time_and_tell(question, out); }, limits), limits);
}

Measured measured_sympy(const std::string& arm, const Limits& limits) {
  const auto become_python = [&](int out) {
    dup2(out, STDOUT_FILENO);
    execl("/usr/bin/python3", "python3", "-B", SINEW_SOURCE_DIR "/bench/equations/sympy_route.py", arm.c_str(),
          nullptr);
    _exit(1);
  };
  return read_answer(in_child(become_python, limits), limits);
}

}  // namespace sinew_bench
