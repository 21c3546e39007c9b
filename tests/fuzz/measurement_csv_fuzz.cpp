// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/calibration/measurements/measurement_csv.h"
#include "sinew/calibration/measurements/place_text.h"
#include "sinew/errors/formula_error.h"
#include "tests/fuzz/small_robots.h"

namespace {

using namespace sinew;

PlaceKind kind_of_place(MeasurementKind kind) {
  if (kind == MeasurementKind::Distance || kind == MeasurementKind::Socket) return PlaceKind::Point;
  return kind == MeasurementKind::Plane ? PlaceKind::Plane : PlaceKind::Frame;
}

/// Every measurement is whole, and the place that it names is there and of its kind.
void check(const MeasurementTable& table, Eigen::Index joint_count) {
  if (table.measurements.rows.empty()) std::abort();
  for (const Measurement& m : table.measurements.rows) {
    if (m.q.size() != joint_count || !m.q.allFinite() || !std::isfinite(m.distance) || m.line < 1) std::abort();
    if (!(m.position_deviation > 0.0) || !(m.angle_deviation > 0.0)) std::abort();
    if (!m.has_axis[0] && !m.has_axis[1] && !m.has_axis[2]) std::abort();
    for (int i = 0; i < 3; ++i) {
      if (!std::isfinite(m.X_MF.p[i])) std::abort();
      for (int j = 0; j < 3; ++j)
        if (!(std::abs(m.X_MF.R(i, j)) < 1.0 + 1e-9)) std::abort();
    }
    bool found = m.place.empty();
    for (const MeasuringPlace& place : table.measurements.places)
      found = found || (place.name == m.place && place.kind == kind_of_place(m.kind));
    if (!found) std::abort();
  }
}

void check_places(const std::string& text) {
  try {
    for (const MeasuringPlace& place : parse_measuring_places(text))
      if (place.name.empty() || !std::isfinite(place.size) || (place.is_known && !place.X_WM)) std::abort();
    for (const KnownDistance& known : parse_known_distances(text))
      if (known.from == known.to || !(known.distance > 0.0) || !(known.deviation > 0.0)) std::abort();
  } catch (const FormulaError&) {
    return;
  }
}

}  // namespace

/// Any bytes as a file of measurements, and as places: refused, or whole.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  static const Model<double> model = sinew_test::planar_arm();
  static const std::vector<MeasuringPlace> places = parse_measuring_places(
      "tracker frame; block cube 100mm; ball sphere 25mm; anchor point at 1,0,0 known; top plane");
  static const MeasurementReading readings[] = {
      {},
      {.kind = RowKind::Socket, .skip_missing = true},
      {.kind = RowKind::Touch, .place = "ball", .probe_radius = 3e-3},
      {.columns = "q1,q2,x,y,z", .units = "mm,deg"},
  };
  for (const MeasurementReading& reading : readings) try {
      check(read_measurement_csv(text, "fuzz.csv", model, reading, places), model.position_count());
    } catch (const InputError&) {
      continue;
    }
  check_places(text);
  return 0;
}
