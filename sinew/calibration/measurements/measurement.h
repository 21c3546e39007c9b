// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sinew/spatial/pose.h"

namespace sinew {

/// What a row of measurements tells about the measured frame F, or about its origin Fo, at one state of the joints.
enum class MeasurementKind {
  Pose,      ///< place and orientation of F
  Position,  ///< place of Fo, some or all of x, y, z
  Distance,  ///< between Fo and a point: a draw wire, a bar, the surface of a ball
  Plane,     ///< Fo lies on a plane, at a distance along its normal
  Socket     ///< Fo lies at a point whose place is not known
};

/// How a place is described that measurements are made from.
enum class PlaceKind {
  Frame,  ///< a tracker, six numbers
  Point,  ///< a socket, the end of a wire, the centre of a ball: three numbers
  Plane   ///< a normal and its distance from the base's origin: three numbers
};

/// A body at a place, as far as a touch probe can tell.
enum class TouchedBody {
  None,
  Cube,  ///< centred at a frame, its faces across the axes of the frame
  Ball   ///< about a point
};

/// Something that stands still while the robot is measured from it or against it.
struct MeasuringPlace {
  std::string name;  ///< "tracker", "socket0"
  PlaceKind kind = PlaceKind::Frame;
  /// Where it stands, in the base's frame, if that is known or to begin with: of a point and a plane the origin counts,
  /// and the plane's normal is the z axis. Nothing: found from the measurements and the nominal robot.
  std::optional<Pose<double>> X_WM;
  bool is_known = false;  ///< it is where X_WM says, and no unknown of the calibration
  TouchedBody body = TouchedBody::None;
  double size = 0.0;  ///< edge of a cube, radius of a ball [m]
};

/// One measurement: where the joints were, and what was read.
struct Measurement {
  MeasurementKind kind = MeasurementKind::Position;
  Eigen::VectorXd q;  ///< as the encoders show it, in the order of the robot's joints [rad, m]
  std::string place;  ///< the name of a MeasuringPlace; empty: the base's frame W
  Pose<double> X_MF;  ///< of a pose and a position, in the place's frame
  std::array<bool, 3> has_axis = {true, true, true};  ///< of a position: which of x, y, z were measured
  double distance = 0.0;                              ///< [m] of a distance and a plane
  double position_deviation = 1e-3;                   ///< standard deviation of each length [m]
  double angle_deviation = 1e-3;                      ///< standard deviation of each angle of a pose [rad]
  std::string set;                                    ///< what it belongs to, to be left out together: a file's name
  std::string file;
  int line = 0;
};

/// What is known of two points apart from the robot, such as sockets in one block.
struct KnownDistance {
  std::string from, to;                     ///< places that are points
  double distance = 0.0, deviation = 1e-4;  ///< [m]
};

/// All that was measured.
struct Measurements {
  std::vector<Measurement> rows;
  std::vector<MeasuringPlace> places;
  std::vector<KnownDistance> distances;
};

}  // namespace sinew
