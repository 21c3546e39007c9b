// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/calibration/measurements/measurement_columns.h"
#include "sinew/calibration/measurements/measurement_csv.h"
#include "sinew/calibration/measurements/place_book.h"
#include "sinew/formats/csv.h"

namespace sinew {

/// Makes measurements of the rows of one file.
class MeasurementRows {
 public:
  /// `kind` of rows that do not say it; nothing: every row must. `book` takes the places that the rows name.
  MeasurementRows(const MeasurementColumns& columns, const MeasuredJoints& joints, const MeasurementReading& reading,
                  std::string file, std::optional<RowKind> kind, PlaceBook& book, Diagnostics& diagnostics);

  /// Nothing where the row is wrong, which is noted, or skipped, which is counted.
  std::optional<Measurement> read(const CsvRow& row);
  /// Notes cells that are no numbers and rows of the wrong length, for files whose titles are wrong.
  void check_cells(const CsvRow& row);
  std::size_t skipped() const noexcept { return skipped_; }

 private:
  // each notes what is wrong with the row
  void read_joints(Measurement& m);
  void read_figures(RowKind kind, Measurement& m);
  void read_pose(Measurement& m);
  void read_position(Measurement& m);
  void read_touch(Measurement& m);
  void read_face(const MeasuringPlace& cube, Measurement& m);
  void read_deviations(Measurement& m);
  std::optional<RowKind> kind_of_row();
  void check_columns_of(RowKind kind);

  bool has_all_cells(const CsvRow& row);
  double number(std::string_view name);
  double cell_number(const MeasurementColumn& column, const std::string& cell);
  /// The cell of a column of text; empty where there is no such column.
  std::string text(std::string_view name) const;
  /// The name of the place that the row measures from, from one of these columns or beside the file. Noted where there
  /// is none and `what` needs one.
  std::string place_name(std::initializer_list<const char*> columns, const char* what = nullptr);
  void use_place(const std::string& name, PlaceKind kind, Measurement& m);
  void wrong(std::string what, std::string remedy);
  void missing(const std::string& title);

  const MeasurementColumns& columns_;
  const MeasuredJoints& joints_;
  const MeasurementReading& reading_;
  std::string file_, set_;
  std::optional<RowKind> kind_;
  PlaceBook& book_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::size_t, std::less<>> column_of_;  ///< numbers and texts by name
  std::map<RowKind, bool> has_columns_;                        ///< of each kind that was met
  std::size_t skipped_ = 0;

  // of the row that is being read
  const CsvRow* row_ = nullptr;
  bool is_wrong_ = false, is_missing_ = false;
  std::vector<std::string> missing_;
};

/// The columns that rows of a kind read, apart from joints, `set` and `kind`.
std::vector<std::string> columns_read_by(RowKind kind);

/// The set of a file's rows: its name without folder and ending.
std::string set_name(const std::string& file);

}  // namespace sinew
