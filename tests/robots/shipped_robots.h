// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "sinew/formats/load.h"

namespace sinew_test {

inline std::string robots_folder() { return std::string(SINEW_SOURCE_DIR) + "/robots/"; }

/// The names of the robots that we ship, that is of their files without the ending.
inline std::vector<std::string> shipped_robots() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(robots_folder()))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

inline sinew::LoadedRobot shipped(const std::string& name) {
  return sinew::load_robot(robots_folder() + name + ".yaml");
}

}  // namespace sinew_test
