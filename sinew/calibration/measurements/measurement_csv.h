// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sinew/calibration/measurements/measurement.h"
#include "sinew/calibration/measurements/row_kind.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/model/model.h"

namespace sinew {

/// What a file of measurements does not say itself.
struct MeasurementReading {
  std::string frame;  ///< that was measured; empty: the end of the arm. Joints that it does not hang on need no column
  std::optional<RowKind> kind;  ///< of rows without a `kind`; nothing: the columns tell
  std::string columns;          ///< "q1,q2,q3,x,y,z" of a file whose first line is numbers; - is left alone
  std::string units;            ///< "mm,deg", of numbers without a unit of their own; SI where none is named
  std::string place;            ///< that rows without one are measured from
  std::string set;              ///< that rows without one belong to; empty: the file's name, without folder and ending
  std::optional<double> position_deviation, angle_deviation;  ///< of rows without one [m], [rad]
  double probe_radius = 0.0;  ///< of the ball that touches, whose centre is measured [m]
  bool skip_missing = false;  ///< leave rows out that lack a number (an empty cell, nan), and count them
};

/// Measurements and what seemed odd about their files.
struct MeasurementTable {
  Measurements measurements;
  std::size_t skipped_rows = 0;
  std::vector<Diagnostic> warnings;
};

/// A file and how it is read.
struct MeasurementFile {
  std::string path;
  MeasurementReading reading;
};

/// Reads measurements from CSV, one a row. Columns in any order, each with its unit in the heading if it is not in m or
/// rad: `q.elbow [deg]`, `x (mm)`, `y mm`, `z_mm`; a cell may have its own as well.
///
///     q.<joint>, <joint>, q1, q2, …    where the joints are
///     x, y, z                          the place of the frame, all or some of them
///     qx,qy,qz,qw or roll,pitch,yaw    with x, y, z: its pose
///     distance                         of the frame's origin from a point
///     height                           of the frame's origin above a plane, along its normal
///     place, plane, socket             names of the place that is measured from, or that a ball sits in
///     face                             +x, −x, … of a touched cube
///     deviation, angle_deviation       standard deviations
///     set, kind, t                     what the row belongs to; what it tells, where rows differ; the time is not read
///
/// A row of kind `touch` says that a probe touched the body of its place: on a plane its ball is one radius high, on a
/// ball as far from the centre as both radii, on the face of a cube half an edge and a radius from the middle, along
/// one axis. Rows of kind `socket` need no figures; without a name they are of the socket that is called as the file.
///
/// Throws InputError with every problem of the file: headings that are missing, misspelt or of another robot, rows of
/// the wrong length, cells that are empty or no numbers. Nothing is guessed: numbers that look like other units are
/// warned of.
MeasurementTable read_measurement_csv(const std::string& text, const std::string& file, const Model<double>& model,
                                      const MeasurementReading& reading = {},
                                      const std::vector<MeasuringPlace>& places = {});

/// The same of several files that share their places, with the problems of all of them.
MeasurementTable load_measurements(const std::vector<MeasurementFile>& files, const Model<double>& model,
                                   const std::vector<MeasuringPlace>& places = {});

}  // namespace sinew
