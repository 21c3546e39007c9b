// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/measurement_rows.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "sinew/formats/quantity_text.h"
#include "sinew/units/number_text.h"

namespace sinew {
namespace {

bool is_missing_number(const std::string& cell) {
  if (cell.empty()) return true;
  const NumberText number = leading_number(cell);
  return number.length == cell.size() && std::isnan(number.value);
}

/// The columns that rows of a kind cannot do without, apart from names of places.
std::vector<std::string> needed_columns(RowKind kind) {
  if (kind == RowKind::Pose) return {"x", "y", "z"};
  if (kind == RowKind::Distance) return {"distance"};
  return {};
}

}  // namespace

std::vector<std::string> columns_read_by(RowKind kind) {
  switch (kind) {
    case RowKind::Pose:
      return {"x", "y", "z", "qx", "qy", "qz", "qw", "roll", "pitch", "yaw", "place", "deviation", "angle_deviation"};
    case RowKind::Position:
      return {"x", "y", "z", "place", "deviation"};
    case RowKind::Distance:
      return {"distance", "place", "deviation"};
    case RowKind::Plane:
      return {"height", "plane", "place", "deviation"};
    case RowKind::Socket:
      return {"socket", "place", "deviation"};
    case RowKind::Touch:
      return {"face", "place", "plane", "deviation"};
  }
  return {};
}

std::string set_name(const std::string& file) { return std::filesystem::path(file).stem().string(); }

MeasurementRows::MeasurementRows(const MeasurementColumns& columns, const MeasuredJoints& joints,
                                 const MeasurementReading& reading, std::string file, std::optional<RowKind> kind,
                                 PlaceBook& book, Diagnostics& diagnostics)
    : columns_(columns),
      joints_(joints),
      reading_(reading),
      file_(std::move(file)),
      set_(reading.set.empty() ? set_name(file_) : reading.set),
      kind_(kind),
      book_(book),
      diagnostics_(diagnostics) {
  for (std::size_t i = 0; i < columns.all().size(); ++i) column_of_.emplace(columns.all()[i].name, i);
}

void MeasurementRows::wrong(std::string what, std::string remedy) {
  is_wrong_ = true;
  diagnostics_.error({row_->line}, std::move(what), std::move(remedy));
}

void MeasurementRows::missing(const std::string& title) {
  is_missing_ = true;
  missing_.push_back(title);
}

double MeasurementRows::cell_number(const MeasurementColumn& column, const std::string& cell) {
  if (is_missing_number(cell)) {
    missing(column.title);
    return 0.0;
  }
  try {
    const Quantity<double> read = quantity_of_any_kind(cell);
    if (read.dimension.is_plain()) return read.value * column.factor;
    return quantity(cell, column.dimension);
  } catch (const FormulaError& e) {
    wrong("column " + in_quotes(column.title) + ": " + e.what(), e.remedy);
    return 0.0;
  }
}

double MeasurementRows::number(std::string_view name) {
  const std::size_t column = column_of_.find(name)->second;
  return cell_number(columns_.all()[column], row_->fields[column]);
}

std::string MeasurementRows::text(std::string_view name) const {
  return columns_.has(name) ? row_->fields[column_of_.find(name)->second] : "";
}

bool MeasurementRows::has_all_cells(const CsvRow& row) {
  row_ = &row;
  is_wrong_ = is_missing_ = false;
  missing_.clear();
  if (row.fields.size() == columns_.all().size()) return true;
  wrong("has " + std::to_string(row.fields.size()) + " values under " + std::to_string(columns_.all().size()) +
            " columns",
        "give one value for each column");
  return false;
}

void MeasurementRows::check_cells(const CsvRow& row) {
  if (!has_all_cells(row)) return;
  for (std::size_t i = 0; i < row.fields.size(); ++i) {
    const MeasurementColumn& column = columns_.all()[i];
    if (column.use == MeasurementColumn::Use::Joint || column.use == MeasurementColumn::Use::Number)
      cell_number(column, row.fields[i]);
  }
}

std::optional<Measurement> MeasurementRows::read(const CsvRow& row) {
  if (!has_all_cells(row)) return std::nullopt;
  Measurement m;
  m.file = file_;
  m.line = row.line;
  m.set = text("set").empty() ? set_ : text("set");
  read_joints(m);
  if (const std::optional<RowKind> kind = kind_of_row()) read_figures(*kind, m);
  if (is_wrong_) return std::nullopt;
  if (!is_missing_) return m;
  if (reading_.skip_missing) return ++skipped_, std::nullopt;
  std::string columns;
  for (const std::string& title : missing_) columns += (columns.empty() ? "" : ", ") + in_quotes(title);
  wrong("has no number for " + columns, "give one, or have rows that lack a number skipped");
  return std::nullopt;
}

void MeasurementRows::read_joints(Measurement& m) {
  m.q = Eigen::VectorXd::Zero(joints_.count());
  for (std::size_t i = 0; i < columns_.all().size(); ++i) {
    const MeasurementColumn& column = columns_.all()[i];
    if (column.use != MeasurementColumn::Use::Joint) continue;
    // a joint that the frame does not hang on stands at zero where nobody has read it
    if (!joints_[column.joint].moves_frame && is_missing_number(row_->fields[i])) continue;
    m.q[column.joint] = cell_number(column, row_->fields[i]);
  }
}

std::optional<RowKind> MeasurementRows::kind_of_row() {
  const std::string word = text("kind");
  if (word.empty() && kind_) return kind_;
  const std::optional<RowKind> kind = find_row_kind(word);
  if (kind) return kind;
  const std::vector<std::string> known(row_kind_names.begin(), row_kind_names.end());
  if (word.empty())
    wrong("says no kind of measurement", "write pose, position, distance, plane, socket or touch under 'kind'");
  else
    wrong("there is no kind of measurement " + in_quotes(word), suggestion(word, known));
  return std::nullopt;
}

void MeasurementRows::check_columns_of(RowKind kind) {
  if (const auto known = has_columns_.find(kind); known != has_columns_.end()) {
    is_wrong_ = is_wrong_ || !known->second;  // which was noted
    return;
  }
  const bool was_wrong = std::exchange(is_wrong_, false);
  const std::string what = "a " + std::string(name_of(kind));
  for (const std::string& name : needed_columns(kind))
    if (!columns_.has(name))
      wrong(what + " needs a column " + in_quotes(name) + ", and there is none", columns_.remedy_for_missing(name));
  if (kind == RowKind::Pose && !columns_.has_orientation())
    wrong(what + " needs an orientation, and no column has one", "give qx, qy, qz, qw or roll, pitch, yaw");
  if (kind == RowKind::Position && !columns_.has("x") && !columns_.has("y") && !columns_.has("z"))
    wrong(what + " needs columns x, y, z or some of them, and there are none", columns_.remedy_for_missing("x"));
  has_columns_[kind] = !is_wrong_;
  is_wrong_ = is_wrong_ || was_wrong;
}

void MeasurementRows::read_figures(RowKind kind, Measurement& m) {
  check_columns_of(kind);
  if (!has_columns_.at(kind)) return;
  read_deviations(m);
  switch (kind) {
    case RowKind::Pose:
      m.kind = MeasurementKind::Pose;
      read_pose(m);
      use_place(place_name({"place"}), PlaceKind::Frame, m);
      break;
    case RowKind::Position:
      m.kind = MeasurementKind::Position;
      read_position(m);
      use_place(place_name({"place"}), PlaceKind::Frame, m);
      break;
    case RowKind::Distance:
      m.kind = MeasurementKind::Distance;
      m.distance = number("distance");
      if (m.distance < 0.0) wrong("has the distance " + shown(m.distance) + " m", "give zero or more");
      use_place(place_name({"place"}, "a distance needs the point that it is from"), PlaceKind::Point, m);
      break;
    case RowKind::Plane:
      m.kind = MeasurementKind::Plane;
      if (columns_.has("height")) m.distance = number("height");
      use_place(place_name({"plane", "place"}, "a plane needs a name"), PlaceKind::Plane, m);
      break;
    case RowKind::Socket: {
      m.kind = MeasurementKind::Socket;
      const std::string name = place_name({"socket", "place"});
      use_place(name.empty() ? set_name(file_) : name, PlaceKind::Point, m);
      break;
    }
    case RowKind::Touch:
      read_touch(m);
      break;
  }
}

void MeasurementRows::read_pose(Measurement& m) {
  read_position(m);
  if (columns_.has_angles()) {
    m.X_MF.R = Rotation<double>::from(RollPitchYaw<double>{number("roll"), number("pitch"), number("yaw")});
    return;
  }
  const Quaternion<double> p{number("qx"), number("qy"), number("qz"), number("qw")};
  const double size = std::hypot(std::hypot(p.x, p.y), std::hypot(p.z, p.w));
  constexpr double rounded_to_three_digits = 2e-3;
  if (std::abs(size - 1.0) < rounded_to_three_digits)
    m.X_MF.R = Rotation<double>::from(p);
  else if (!is_missing_ && !is_wrong_)
    wrong("has a quaternion of length " + shown(size), "give one of length 1");
}

void MeasurementRows::read_position(Measurement& m) {
  int axis = 0;
  for (const char* name : {"x", "y", "z"}) {
    m.has_axis[static_cast<std::size_t>(axis)] = columns_.has(name);
    if (columns_.has(name)) m.X_MF.p[axis] = number(name);
    ++axis;
  }
}

void MeasurementRows::read_touch(Measurement& m) {
  const std::string name = place_name({"place", "plane"}, "touched points need the place that was touched");
  const MeasuringPlace* place = book_.find(name);
  if (name.empty()) return;
  if (place == nullptr || (place->kind != PlaceKind::Plane && place->body == TouchedBody::None)) {
    const std::string why = place == nullptr ? " is not among the places" : " has no body that could be touched";
    wrong("the touched place " + in_quotes(name) + why,
          "give it as in \"" + name + " cube 100mm\", \"" + name + " sphere 25mm\" or \"" + name + " plane\"");
    return;
  }
  if (place->body == TouchedBody::Cube) {
    m.kind = MeasurementKind::Position;
    read_face(*place, m);
  } else {
    const bool is_ball = place->body == TouchedBody::Ball;
    m.kind = is_ball ? MeasurementKind::Distance : MeasurementKind::Plane;
    m.distance = reading_.probe_radius + (is_ball ? place->size : 0.0);
  }
  use_place(name, place->kind, m);
}

void MeasurementRows::read_face(const MeasuringPlace& cube, Measurement& m) {
  std::string face = text("face");
  const std::string remedy = "write +x, -x, +y, -y, +z or -z under 'face'";
  if (face.starts_with("−")) face = "-" + face.substr(std::string("−").size());
  if (!columns_.has("face")) return wrong("a touched cube needs a column 'face', and there is none", remedy);
  if (face.empty()) return wrong("does not say which face of the cube was touched", remedy);
  const bool is_face = face.size() == 2 && (face[0] == '+' || face[0] == '-') && face[1] >= 'x' && face[1] <= 'z';
  if (!is_face) return wrong(in_quotes(text("face")) + " is no face of a cube", remedy);
  const int axis = face[1] - 'x';
  m.has_axis = {axis == 0, axis == 1, axis == 2};
  m.X_MF.p[axis] = (face[0] == '+' ? 1.0 : -1.0) * (cube.size / 2 + reading_.probe_radius);
}

void MeasurementRows::read_deviations(Measurement& m) {
  if (reading_.position_deviation) m.position_deviation = *reading_.position_deviation;
  if (reading_.angle_deviation) m.angle_deviation = *reading_.angle_deviation;
  const auto read = [&](const char* name, double& deviation) {
    if (!columns_.has(name)) return;
    const std::size_t missing_before = missing_.size();
    deviation = number(name);
    if (!(deviation > 0.0) && missing_.size() == missing_before && !is_wrong_)
      wrong("the standard deviation is " + shown(deviation), "give more than zero");
  };
  read("deviation", m.position_deviation);
  read("angle_deviation", m.angle_deviation);
}

std::string MeasurementRows::place_name(std::initializer_list<const char*> columns, const char* what) {
  for (const char* column : columns)
    if (const std::string name = text(column); !name.empty()) return name;
  if (reading_.place.empty() && what != nullptr)
    wrong(std::string(what) + ", and there is none",
          "name it in a column 'place', or one for all rows beside the file");
  return reading_.place;
}

void MeasurementRows::use_place(const std::string& name, PlaceKind kind, Measurement& m) {
  // a row that is left out does not bring its place along
  if (name.empty() || is_wrong_ || is_missing_) return;
  m.place = name;
  if (book_.use(name, kind, file_, row_->line, diagnostics_) == nullptr) is_wrong_ = true;
}

}  // namespace sinew
