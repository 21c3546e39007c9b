// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sinew_bench {

/// Ours over theirs.
struct Row {
  std::string question, robot, mode;
  double ns = 0.0;
  std::string peer;  ///< with the question in brackets where it is another one; "target" where it is a time to keep
  double peer_ns = 0.0;
  double ratio = 0.0;
  double target = 0.0;                 ///< of the ratio; zero if there is none
  std::optional<double> peak_bytes{};  ///< where memory was measured, too
};

/// "met" or "MISSED".
const char* verdict(const Row& row);

/// Puts the rows in place of those that the file has to the same questions; other questions stay.
void update_json(const std::vector<Row>& rows, const std::filesystem::path& file);

}  // namespace sinew_bench
