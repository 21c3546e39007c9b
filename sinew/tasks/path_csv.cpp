// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/path_csv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sstream>
#include <string_view>

#include "sinew/errors/problem.h"
#include "sinew/formats/quantity_text.h"

namespace sinew {

namespace {

using namespace std::string_literals;

constexpr std::array<std::string_view, 11> path_columns{"t",  "x",  "y",    "z",     "qx", "qy",
                                                        "qz", "qw", "roll", "pitch", "yaw"};

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t from = 0;
  for (;;) {
    const std::size_t comma = line.find(',', from);
    cells.emplace_back(trimmed(std::string_view(line).substr(from, comma - from)));
    if (comma == std::string::npos) return cells;
    from = comma + 1;
  }
}

Dimension dimension_of(std::string_view column) {
  if (column == "t") return dimension::time;
  if (column == "x" || column == "y" || column == "z") return dimension::length;
  if (column == "roll" || column == "pitch" || column == "yaw") return dimension::angle;
  return {};
}

}  // namespace

PathTable read_path_csv(const std::string& text, const std::string& file, const Rotation<double>& start) {
  Problems problems(file);
  PathTable table;
  std::istringstream in(text);
  std::string line;
  int number = 0;
  std::vector<std::string> columns;
  std::map<std::string, double> row;
  bool quaternions = false, angles = false;
  while (std::getline(in, line)) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (trimmed(line).empty() || trimmed(line).front() == '#') continue;
    const std::vector<std::string> cells = cells_of(line);
    if (columns.empty()) {
      columns = cells;
      const auto has = [&](const char* name) {
        return std::find(columns.begin(), columns.end(), name) != columns.end();
      };
      for (const std::string& column : columns)
        if (std::find(path_columns.begin(), path_columns.end(), column) == path_columns.end())
          problems.error({number}, "has a column " + in_quotes(column),
                         "name them x, y, z, then qx, qy, qz, qw or roll, pitch, yaw or neither, and t for times");
        else if (std::count(columns.begin(), columns.end(), column) > 1)
          problems.error({number}, "has the column " + in_quotes(column) + " more than once", "leave one out");
      for (const char* name : {"x", "y", "z"})
        if (!has(name)) problems.error({number}, "has no column "s + name, "a path needs x, y and z");
      quaternions = has("qx") || has("qy") || has("qz") || has("qw");
      angles = has("roll") || has("pitch") || has("yaw");
      if (quaternions && angles)
        problems.error({number}, "has orientations twice", "give a quaternion or roll, pitch, yaw");
      if (quaternions && !(has("qx") && has("qy") && has("qz") && has("qw")))
        problems.error({number}, "has a part of a quaternion", "give qx, qy, qz and qw");
      if (angles && !(has("roll") && has("pitch") && has("yaw")))
        problems.error({number}, "has some of three angles", "give roll, pitch and yaw");
      problems.throw_if_errors();
      continue;
    }
    if (cells.size() != columns.size()) {
      problems.error(
          {number}, "has " + std::to_string(cells.size()) + " cells for " + std::to_string(columns.size()) + " columns",
          "give one each");
      continue;
    }
    bool good = true;
    for (std::size_t i = 0; i < cells.size(); ++i) try {
        row[columns[i]] = quantity(cells[i], dimension_of(columns[i]));
      } catch (const FormulaError& e) {
        problems.error({number}, columns[i] + ": " + e.what(), e.remedy);
        good = false;
      }
    if (!good) continue;
    Pose<double> X{start, {row["x"], row["y"], row["z"]}};
    if (quaternions) {
      const Quaternion<double> p{row["qx"], row["qy"], row["qz"], row["qw"]};
      const double size = std::hypot(std::hypot(p.x, p.y), std::hypot(p.z, p.w));
      if (std::abs(size - 1.0) > 1e-3) {
        problems.error({number}, "has a quaternion of length " + shown(size), "give one of length 1");
        continue;
      }
      X.R = Rotation<double>::from(p);
    } else if (angles) {
      X.R = Rotation<double>::from(RollPitchYaw<double>{row["roll"], row["pitch"], row["yaw"]});
    }
    if (row.contains("t")) table.times.push_back(row["t"]);
    table.poses.push_back(X);
  }
  if (columns.empty()) problems.error({}, "is empty", "give a line of column names and a pose per line");
  problems.throw_if_errors();
  return table;
}

}  // namespace sinew
