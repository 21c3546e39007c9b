// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/measurements_choice.h"

#include "sinew/calibration/measurements/measurement_checks.h"
#include "sinew/calibration/measurements/place_text.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"

namespace sinew {
namespace {

double positive_quantity(const char* option, const std::string& text, const Dimension& wanted) {
  const double value = value_of(option, [&] { return quantity(text, wanted); });
  if (!(value > 0.0)) refuse(option, "is " + shown(value), "give a number above zero");
  return value;
}

}  // namespace

void MeasurementsChoice::describe(Fields& fields) {
  fields
      .add(
          "data", &data,
          "CSV files of measurements. The columns are q.<joint> and what was measured: x, y, z, with qx, qy, qz, qw or "
          "roll, pitch, yaw for a pose; distance from a point; height above a plane; or nothing but the joints where a "
          "ball sat in a socket. Units stand in the titles, as in x [mm]. `--template` writes an empty file.")
      .of("FILE")
      .positional()
      .input();
  fields
      .add("kind", &kind,
           "What the rows tell, where the columns leave it open: pose, position, distance, plane, socket (each file is "
           "a "
           "socket of its own unless a column names it) or touch (a probe touched the body at its place).")
      .one_of({"pose", "position", "distance", "plane", "socket", "touch"});
  fields
      .add("columns", &columns,
           "The columns of files without a line of titles: q1,q2,q3,x,y,z. A minus sign by itself is a column to leave "
           "alone.")
      .of("NAME,...");
  fields
      .add("data_units", &data_units,
           "The units of columns that name none in their titles, such as mm,deg. They are m and rad if it is left out.")
      .of("UNIT,...");
  fields
      .add(
          "place", &place,
          "A place that is measured from or touched: \"tracker frame\", \"anchor point at 1,0,0 known\", \"table "
          "plane\", \"block cube 100mm\", \"ball sphere 25mm\". A pose behind `at` is where the search begins, or with "
          "`known` where the place is. The option can be repeated.")
      .of("PLACE");
  fields
      .add("measured_from", &measured_from,
           "The place that rows without a column `place` are measured from. It is the base of the robot if it is left "
           "out.")
      .of("NAME");
  fields
      .add("known_distance", &known_distance,
           "A distance between two points that is known apart from the robot: \"socket0-socket1=50mm+-0.1mm\". The "
           "option can be repeated.")
      .of("A-B=LENGTH");
  fields
      .add("deviation", &deviation,
           "The standard deviation of measured lengths in rows without a column `deviation`. It is 1 mm if it is left "
           "out.")
      .of("LENGTH");
  fields
      .add("angle_deviation", &angle_deviation,
           "The standard deviation of measured angles. It is 1 mrad if it is left out.")
      .of("ANGLE");
  fields
      .add("probe_radius", &probe_radius,
           "The radius of the ball at the end of a touch probe, whose centre is measured.")
      .of("LENGTH");
  fields.add("skip_missing", &skip_missing,
             "Leave out rows in which a number is missing, and say how many. They are refused otherwise.");
}

Measurements MeasurementsChoice::read(const std::vector<std::string>& files, const Model<double>& model,
                                      const std::string& frame, Door& door) const {
  MeasurementReading reading{.frame = frame, .columns = columns, .units = data_units, .place = measured_from};
  if (!kind.empty()) reading.kind = find_row_kind(kind);
  if (!deviation.empty()) reading.position_deviation = positive_quantity("--deviation", deviation, dimension::length);
  if (!angle_deviation.empty())
    reading.angle_deviation = positive_quantity("--angle-deviation", angle_deviation, dimension::angle);
  if (!probe_radius.empty())
    reading.probe_radius = positive_quantity("--probe-radius", probe_radius, dimension::length);
  reading.skip_missing = skip_missing;
  std::vector<MeasuringPlace> places;
  for (const std::string& text : place)
    places.push_back(value_of("--place", [&] { return parse_measuring_place(text); }));

  std::vector<MeasurementFile> all;
  for (const std::string& file : files) all.push_back({file, reading});
  MeasurementTable table = load_measurements(all, model, places);
  std::vector<std::string> points;
  for (const MeasuringPlace& known : table.measurements.places)
    if (known.kind == PlaceKind::Point) points.push_back(known.name);
  for (const std::string& text : known_distance)
    for (KnownDistance& one : value_of("--known-distance", [&] { return parse_known_distances(text, points); }))
      table.measurements.distances.push_back(std::move(one));
  if (table.skipped_rows > 0)
    table.warnings.push_back({Severity::Warning, files.front(), 0,
                              std::to_string(table.skipped_rows) + " rows lack a number and were left out",
                              "look at them"});
  door.warn(table.warnings);
  return std::move(table.measurements);
}

}  // namespace sinew
