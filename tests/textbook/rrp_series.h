// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sinew_test {

/// A published example's arm along q = (sin t, 3·cos 2t, sin 3t), from an independent computation (rrp_test.cpp): columns of
/// numbers over the 101 instants by name, such as `vd2.x`. One that is absent is zero.
class RrpSeries {
 public:
  /// Each file's columns replace those of the ones before.
  explicit RrpSeries(const std::vector<std::string>& files) {
    for (const std::string& file : files) read(std::string(SINEW_SOURCE_DIR) + "/tests/textbook/" + file + ".csv");
  }

  double at(const std::string& name, std::size_t instant) const {
    const auto found = columns_.find(name);
    return found == columns_.end() ? 0.0 : found->second.at(instant);
  }
  /// The numbers called `name` + each of the endings.
  std::vector<double> at(const std::string& name, const std::vector<const char*>& endings, std::size_t instant) const {
    std::vector<double> all;
    for (const char* ending : endings) all.push_back(at(name + ending, instant));
    return all;
  }

 private:
  static std::vector<std::string> split(const std::string& line, char by) {
    std::vector<std::string> parts;
    std::istringstream in(line);
    for (std::string part; std::getline(in, part, by);) parts.push_back(part);
    return parts;
  }

  void read(const std::string& path) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);  // the comment
    std::getline(in, line);
    const std::vector<std::string> heads = split(line, ',');
    std::map<std::string, std::vector<double>> columns;
    std::size_t rows = 0;
    for (; std::getline(in, line); ++rows) {
      const std::vector<std::string> cells = split(line, ',');
      for (std::size_t k = 0; k < heads.size(); ++k)
        for (const std::string& name : split(heads[k], '=')) columns[name].push_back(std::stod(cells.at(k)));
    }
    if (rows != 101) throw std::runtime_error(path + " does not have 101 instants");
    for (auto& [name, values] : columns) columns_[name] = std::move(values);
  }

  std::map<std::string, std::vector<double>> columns_;
};

}  // namespace sinew_test
