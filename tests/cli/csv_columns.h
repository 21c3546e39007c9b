// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace sinew_test {

/// The numbers of a CSV by the heads of their columns; comment lines are passed over.
inline std::map<std::string, std::vector<double>> columns_of(const std::string& csv) {
  std::map<std::string, std::vector<double>> columns;
  std::vector<std::string> heads;
  std::istringstream in(csv);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream cells(line);
    const bool is_head = heads.empty();
    std::string cell;
    for (std::size_t i = 0; std::getline(cells, cell, ','); ++i)
      is_head ? heads.push_back(cell) : columns[heads.at(i)].push_back(std::strtod(cell.c_str(), nullptr));
  }
  return columns;
}

}  // namespace sinew_test
