// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "bench/summary.h"

namespace sinew_bench {

/// One thing that was timed: a question to a robot, and who answered it: one of our modes, or a peer.
struct Timed {
  std::string question, robot, who;

  std::string name() const { return question + '/' + robot + '/' + who; }
  friend bool operator<(const Timed& a, const Timed& b) {
    return std::tie(a.question, a.robot, a.who) < std::tie(b.question, b.robot, b.who);
  }
};

/// Medians, in nanoseconds.
using Times = std::map<Timed, double>;

/// Our modes, in the order of the table.
inline constexpr const char* modes[] = {"plain", "avx2"};

std::vector<Row> rows_of(const Times& times, const std::vector<std::string>& robots);

std::string table(const std::vector<Row>& rows);

}  // namespace sinew_bench
