// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/cartesian/path_csv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/csv.h"
#include "sinew/formats/quantity_text.h"

namespace sinew {

namespace {

using namespace std::string_literals;

constexpr std::array<std::string_view, 11> path_columns{"t",  "x",  "y",    "z",     "qx", "qy",
                                                        "qz", "qw", "roll", "pitch", "yaw"};

Dimension dimension_of(std::string_view column) {
  if (column == "t") return dimension::time;
  if (column == "x" || column == "y" || column == "z") return dimension::length;
  if (column == "roll" || column == "pitch" || column == "yaw") return dimension::angle;
  return {};
}

/// What the line of names says: which numbers a row has, and what they mean.
class PathColumns {
 public:
  PathColumns(const CsvRow& names, Diagnostics& diagnostics) : names_(names.fields), line_{names.line} {
    check_names(diagnostics);
    for (const char* name : {"x", "y", "z"})
      if (!has(name)) diagnostics.error(line_, "has no column "s + name, "a path needs x, y and z");
    quaternions_ = has("qx") || has("qy") || has("qz") || has("qw");
    angles_ = has("roll") || has("pitch") || has("yaw");
    if (quaternions_ && angles_)
      diagnostics.error(line_, "has orientations twice", "give a quaternion or roll, pitch, yaw");
    if (quaternions_ && !(has("qx") && has("qy") && has("qz") && has("qw")))
      diagnostics.error(line_, "has a part of a quaternion", "give qx, qy, qz and qw");
    if (angles_ && !(has("roll") && has("pitch") && has("yaw")))
      diagnostics.error(line_, "has some of three angles", "give roll, pitch and yaw");
  }

  bool has(std::string_view name) const { return std::find(names_.begin(), names_.end(), name) != names_.end(); }

  /// The numbers of a row by their columns' names, or nothing where one is wrong.
  using Numbers = std::map<std::string, double, std::less<>>;
  std::optional<Numbers> numbers(const CsvRow& row, Diagnostics& diagnostics) const {
    if (row.fields.size() != names_.size()) {
      diagnostics.error(
          {row.line},
          "has " + std::to_string(row.fields.size()) + " cells for " + std::to_string(names_.size()) + " columns",
          "give one each");
      return std::nullopt;
    }
    Numbers numbers;
    bool good = true;
    for (std::size_t i = 0; i < names_.size(); ++i) try {
        numbers[names_[i]] = quantity(row.fields[i], dimension_of(names_[i]));
      } catch (const FormulaError& e) {
        diagnostics.error({row.line}, names_[i] + ": " + e.what(), e.remedy);
        good = false;
      }
    return good ? std::optional(numbers) : std::nullopt;
  }

  /// The orientation that a row says, `start` where the file has none, or nothing where it is wrong.
  std::optional<Rotation<double>> rotation(Numbers& row, const Rotation<double>& start, int line,
                                           Diagnostics& diagnostics) const {
    if (angles_) return Rotation<double>::from(RollPitchYaw<double>{row["roll"], row["pitch"], row["yaw"]});
    if (!quaternions_) return start;
    const Quaternion<double> p{row["qx"], row["qy"], row["qz"], row["qw"]};
    const double size = std::hypot(std::hypot(p.x, p.y), std::hypot(p.z, p.w));
    if (std::abs(size - 1.0) > 1e-3) {
      diagnostics.error({line}, "has a quaternion of length " + shown(size), "give one of length 1");
      return std::nullopt;
    }
    return Rotation<double>::from(p);
  }

 private:
  void check_names(Diagnostics& diagnostics) const {
    std::map<std::string_view, int> count;
    for (const std::string& name : names_)
      if (std::find(path_columns.begin(), path_columns.end(), name) == path_columns.end())
        diagnostics.error(line_, "has a column " + in_quotes(name),
                          "name them x, y, z, then qx, qy, qz, qw or roll, pitch, yaw or neither, and t for times");
      else if (++count[name] == 2)
        diagnostics.error(line_, "has the column " + in_quotes(name) + " more than once", "leave one out");
  }

  std::vector<std::string> names_;
  SourceLine line_;
  bool quaternions_ = false, angles_ = false;
};

}  // namespace

PathTable read_path_csv(const std::string& text, const std::string& file, const Rotation<double>& start) {
  Diagnostics diagnostics(file);
  std::istringstream in(text);
  CsvReader rows(in, file);
  CsvRow row;
  if (!rows.next(row)) refuse(file, "is empty", "give a line of column names and a pose per line");
  const PathColumns columns(row, diagnostics);
  diagnostics.throw_if_errors();
  PathTable table;
  table.has_orientation = columns.has("qx") || columns.has("roll");
  while (rows.next(row, diagnostics)) {
    std::optional<PathColumns::Numbers> numbers = columns.numbers(row, diagnostics);
    if (!numbers) continue;
    const std::optional<Rotation<double>> R = columns.rotation(*numbers, start, row.line, diagnostics);
    if (!R) continue;
    if (columns.has("t")) table.times.push_back((*numbers)["t"]);
    table.lines.push_back(row.line);
    table.poses.push_back({*R, {(*numbers)["x"], (*numbers)["y"], (*numbers)["z"]}});
  }
  diagnostics.throw_if_errors();
  return table;
}

}  // namespace sinew
