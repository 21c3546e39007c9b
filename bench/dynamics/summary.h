// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

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

/// Ours over theirs.
struct Row {
  std::string question, robot, mode;
  double ns;
  std::string peer;  ///< with the question in brackets where it is another one
  double peer_ns;
  double ratio;
  double target;  ///< of the ratio; zero if there is none
};

std::vector<Row> rows_of(const Times& times, const std::vector<std::string>& robots);

std::string table(const std::vector<Row>& rows);
void write_json(const std::vector<Row>& rows, const std::filesystem::path& file);

}  // namespace sinew_bench
