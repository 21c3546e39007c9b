// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/measurement_csv.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "sinew/calibration/measurements/measurement_checks.h"
#include "sinew/calibration/measurements/measurement_columns.h"
#include "sinew/calibration/measurements/measurement_rows.h"
#include "sinew/calibration/measurements/place_book.h"
#include "sinew/formats/csv.h"
#include "sinew/formats/source_text.h"
#include "sinew/units/number_text.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

void check_reading(const MeasurementReading& reading, Diagnostics& diagnostics) {
  const auto check = [&](const char* what, double value, bool may_be_zero) {
    if (std::isfinite(value) && (value > 0.0 || (may_be_zero && value == 0.0))) return;
    diagnostics.error({}, std::string("the ") + what + " is " + shown(value),
                      may_be_zero ? "give zero or more" : "give more than zero");
  };
  if (reading.position_deviation) check("standard deviation of positions", *reading.position_deviation, false);
  if (reading.angle_deviation) check("standard deviation of angles", *reading.angle_deviation, false);
  check("radius of the probe", reading.probe_radius, true);
}

/// The kind of all rows that do not say it, or nothing where that was refused or every row must say it.
std::optional<RowKind> kind_of_file(const MeasurementReading& reading, const MeasurementColumns& columns,
                                    Diagnostics& diagnostics) {
  if (reading.kind || columns.has("kind")) return reading.kind;
  const std::vector<RowKind> likely = columns.likely_kinds();
  if (likely.size() == 1) return likely.front();
  if (likely.empty()) {
    diagnostics.error(columns.line(), "has joint positions alone, and does not say what was measured",
                      "say the kind socket where a ball sat in one, touch where a probe touched something; else add "
                      "columns such as x, y, z or distance");
    return std::nullopt;
  }
  std::string kinds;
  for (const RowKind kind : likely) kinds += (kinds.empty() ? "" : " or ") + std::string(name_of(kind));
  diagnostics.error(columns.line(), "has columns of several kinds of measurements: " + kinds,
                    "say which one it is, or which one each row is in a column 'kind'");
  return std::nullopt;
}

void warn_of_unread_columns(RowKind kind, const MeasurementColumns& columns, Diagnostics& diagnostics) {
  const std::vector<std::string> read = columns_read_by(kind);
  std::string unread;
  for (const MeasurementColumn& column : columns.all()) {
    const bool is_figure = column.use == MeasurementColumn::Use::Number || column.use == MeasurementColumn::Use::Text;
    if (!is_figure || column.name == "set" || column.name == "kind") continue;
    if (std::find(read.begin(), read.end(), column.name) == read.end())
      unread += (unread.empty() ? "" : ", ") + in_quotes(column.title);
  }
  if (!unread.empty())
    diagnostics.warning(columns.line(), "a " + std::string(name_of(kind)) + " has no use for the columns " + unread,
                        "leave them out, or say another kind");
}

/// Titles are said beside the file, and its first row is a line of titles all the same.
bool has_needless_titles(const CsvRow& row, const MeasurementColumns& columns) {
  if (row.fields.size() != columns.all().size()) return false;
  for (std::size_t i = 0; i < row.fields.size(); ++i)
    if (columns.all()[i].use == MeasurementColumn::Use::Joint && leading_number(row.fields[i]).length > 0) return false;
  return true;
}

/// Reads the rows behind the titles. Where the titles are wrong the cells are checked alone, so that all problems are
/// told.
void read_rows(CsvReader& in, CsvRow row, bool has_row, MeasurementRows& rows, bool titles_are_good,
               std::vector<Measurement>& measured, Diagnostics& found) {
  for (bool more = has_row || in.next(row, found); more; more = in.next(row, found)) {
    if (!titles_are_good)
      rows.check_cells(row);
    else if (std::optional<Measurement> m = rows.read(row))
      measured.push_back(*std::move(m));
  }
}

/// One file into `table` and its places into `book`.
void read_file(const SourceText& source, const MeasuredJoints& joints, const MeasurementReading& reading,
               PlaceBook& book, MeasurementTable& table, Diagnostics& found) {
  check_reading(reading, found);
  const DefaultUnits units = parse_default_units(reading.units, found);
  std::istringstream text(source.text);
  CsvReader in(text, source.file);
  CsvRow row;
  const bool has_titles = reading.columns.empty();
  if (!in.next(row, found))
    return found.error({}, "is empty",
                       "begin with a line that names the columns, such as q." + joints[0].name + ",x,y,z");
  const MeasurementColumns columns(has_titles ? row.fields : list_parts(reading.columns), {has_titles ? row.line : 0},
                                   joints, units, found);
  if (columns.all().empty()) return;
  if (!has_titles && has_needless_titles(row, columns))
    return found.error({row.line}, "this line names columns, which are named beside the file as well",
                       "leave the names beside the file out");
  std::optional<RowKind> kind;
  if (!found.has_errors()) kind = kind_of_file(reading, columns, found);
  if (kind && !columns.has("kind")) warn_of_unread_columns(*kind, columns, found);
  MeasurementRows rows(columns, joints, reading, source.file, kind, book, found);
  std::vector<Measurement> measured;
  read_rows(in, row, !has_titles, rows, !found.has_errors(), measured, found);
  if (!found.has_errors() && measured.empty())
    found.error({}, rows.skipped() > 0 ? "has no row without a missing number" : "has no measurements",
                "add rows of numbers");
  if (!found.has_errors()) warn_of_unlikely_units(measured, columns, joints, found);
  table.skipped_rows += rows.skipped();
  table.measurements.rows.insert(table.measurements.rows.end(), measured.begin(), measured.end());
}

/// Measurements of several files, with what is wrong with them file by file.
class TableOfFiles {
 public:
  TableOfFiles(const Model<double>& model, const std::vector<MeasuringPlace>& places) : model_(model), book_(places) {}

  void add(const SourceText& source, const MeasurementReading& reading) {
    Diagnostics found(source.file);
    read_file(source, MeasuredJoints(model_, reading.frame), reading, book_, table_, found);
    note(found.all());
  }
  void note(const std::vector<Diagnostic>& diagnostics) {
    noted_.insert(noted_.end(), diagnostics.begin(), diagnostics.end());
  }

  MeasurementTable finished() {
    const auto is_error = [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::Error; };
    if (std::any_of(noted_.begin(), noted_.end(), is_error)) throw InputError(noted_);
    Diagnostics lonely("places");
    book_.warn_of_lonely_places(lonely);
    note(lonely.all());
    table_.measurements.places = book_.all();
    table_.warnings = noted_;
    return std::move(table_);
  }

 private:
  const Model<double>& model_;
  PlaceBook book_;
  MeasurementTable table_;
  std::vector<Diagnostic> noted_;
};

}  // namespace

MeasurementTable read_measurement_csv(const std::string& text, const std::string& file, const Model<double>& model,
                                      const MeasurementReading& reading, const std::vector<MeasuringPlace>& places) {
  TableOfFiles files(model, places);
  files.add({file, text}, reading);
  return files.finished();
}

MeasurementTable load_measurements(const std::vector<MeasurementFile>& files, const Model<double>& model,
                                   const std::vector<MeasuringPlace>& places) {
  TableOfFiles all(model, places);
  for (const MeasurementFile& file : files) try {
      all.add(read_source_text(file.path), file.reading);
    } catch (const InputError& e) {
      all.note(e.diagnostics());
    }
  return all.finished();
}

}  // namespace sinew
