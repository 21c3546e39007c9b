// SPDX-License-Identifier: BSD-3-Clause
#include "bench/dynamics/summary.h"

#include <fmt/format.h>

#include "bench/dynamics/questions.h"

namespace sinew_bench {

std::vector<Row> rows_of(const Times& times, const std::vector<std::string>& robots) {
  std::vector<Row> rows;
  for (const std::string& robot : robots)
    for (const Question& question : questions())
      for (const char* mode : modes) {
        const auto ours = times.find({question.name, robot, mode});
        if (ours == times.end()) continue;
        const std::string theirs = question.theirs ? question.name : "inverse_dynamics";
        for (const char* peer : {"KDL", "DART", "MuJoCo"}) {
          const bool has_target = std::string(peer) == "KDL";
          const auto other = times.find({theirs, robot, peer});
          if (other == times.end() || (!question.theirs && !has_target)) continue;
          rows.push_back({question.name,
                          robot,
                          mode,
                          ours->second,
                          question.theirs ? peer : fmt::format("{} (inverse_dynamics)", peer),
                          other->second,
                          ours->second / other->second,
                          has_target ? question.target : 0.0,
                          {}});
        }
      }
  return rows;
}

std::string table(const std::vector<Row>& rows) {
  std::string text = fmt::format("{:<29} {:<7} {:<6} {:>6}   ours over theirs\n", "question", "robot", "mode", "ns");
  const auto same = [](const Row& a, const Row& b) {
    return std::tie(a.question, a.robot, a.mode) == std::tie(b.question, b.robot, b.mode);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    if (i == 0 || !same(rows[i - 1], row))
      text += fmt::format("{:<29} {:<7} {:<6} {:>6.0f} ", row.question, row.robot, row.mode, row.ns);
    text += fmt::format("  {:.3f} {}", row.ratio, row.peer);
    if (row.target > 0) text += fmt::format(" (target {:.2f}: {})", row.target, verdict(row));
    if (i + 1 == rows.size() || !same(rows[i + 1], row)) text += '\n';
  }
  return text;
}

}  // namespace sinew_bench
