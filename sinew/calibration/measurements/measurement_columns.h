// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/calibration/measurements/measured_joints.h"
#include "sinew/calibration/measurements/row_kind.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/formats/csv.h"

namespace sinew {

/// Units of numbers that have none of their own.
struct DefaultUnits {
  Unit length{1.0, dimension::length, 0, 1};
  Unit angle{1.0, dimension::angle, 0, 1};
};

/// From words such as "mm,deg"; what is not named is in m and rad. What is wrong is noted under the name "units".
DefaultUnits parse_default_units(std::string_view text, Diagnostics& diagnostics);

/// What a column of a file of measurements holds.
struct MeasurementColumn {
  enum class Use { Joint, Number, Text, LeftAlone };

  std::string title;  ///< with its unit, as the file has it
  std::string name;   ///< without: "x", "socket"; of a joint its own name
  Use use = Use::LeftAlone;
  int joint = -1;
  Dimension dimension;
  double factor = 1.0;    ///< of a number without a unit of its own
  bool has_unit = false;  ///< the title says it
};

/// The columns of one file, in its order: what the line of names says, or the caller in its place.
class MeasurementColumns {
 public:
  /// Notes every title that is wrong: units that do not fit, slips, joints of another robot, what stands there twice or
  /// half, joints that are missing.
  MeasurementColumns(const std::vector<std::string>& titles, SourceLine line, const MeasuredJoints& joints,
                     const DefaultUnits& units, Diagnostics& diagnostics);

  const std::vector<MeasurementColumn>& all() const noexcept { return columns_; }
  bool has(std::string_view name) const { return names_.contains(name); }
  bool has_orientation() const { return has_quaternion() || has_angles(); }
  bool has_quaternion() const;
  bool has_angles() const;
  SourceLine line() const noexcept { return line_; }

  /// What to do about a column that is missing: the heading that may be meant, or to add one.
  std::string remedy_for_missing(const std::string& name) const;
  /// The kinds that these columns could mean, of those that a column tells.
  std::vector<RowKind> likely_kinds() const;

 private:
  MeasurementColumn read_title(const std::string& title, Diagnostics& diagnostics) const;
  std::optional<MeasurementColumn> known_column(const std::string& name) const;
  void note_unknown(const MeasurementColumn& column, Diagnostics& diagnostics);
  void check_whole(Diagnostics& diagnostics) const;
  void check_joints(Diagnostics& diagnostics) const;
  std::vector<std::string> known_names() const;

  SourceLine line_;
  const MeasuredJoints& joints_;
  DefaultUnits units_;
  std::vector<MeasurementColumn> columns_;
  std::set<std::string, std::less<>> names_;
  std::vector<std::string> unknown_;
};

}  // namespace sinew
