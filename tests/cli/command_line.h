// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.h"

/// The command under test, as a shell runs it.
namespace sinew_test {

/// The source tree.
inline const std::filesystem::path tree = SINEW_SOURCE_DIR;

/// Runs `sinew …` in the source tree, or in another folder.
inline Outcome sinew(const std::string& arguments, const std::filesystem::path& folder = tree) {
  return run("'" SINEW_COMMAND "' " + arguments, folder);
}

/// What `sinew ARGUMENTS FILE` leaves in that file, with at least so many rows, when it is interrupted: after a second, and
/// where sanitizers or other programs slow it down too much for that, after 4, 16 and 64.
inline std::string left_when_stopped(const std::string& arguments, const std::string& file,
                                     const std::filesystem::path& folder, int rows) {
  std::string left;
  for (int seconds = 1; seconds <= 64 && std::count(left.begin(), left.end(), '\n') < rows; seconds *= 4) {
    // in the foreground, for timeout signals its whole group as well, and a second signal ends the command at once
    run("timeout --foreground -s INT " + std::to_string(seconds) + " '" SINEW_COMMAND "' " + arguments + file, folder);
    left = text_of(folder / file);
  }
  return left;
}

/// Its answer as JSON; null if it does not end with the code expected.
inline nlohmann::json json_of(const std::string& arguments, const std::filesystem::path& folder = tree, int code = 0) {
  const Outcome done = sinew(arguments + " --format json", folder);
  EXPECT_EQ(done.code, code) << done.err;
  return done.code == code ? nlohmann::json::parse(done.out) : nlohmann::json();
}

/// A list of numbers in an answer, each as wanted.
inline void expect_near(const nlohmann::json& list, const std::vector<double>& wanted, double tolerance) {
  ASSERT_EQ(list.size(), wanted.size()) << list;
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(list[i].get<double>(), wanted[i], tolerance) << list;
}

}  // namespace sinew_test
