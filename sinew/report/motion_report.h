// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/print/figures.h"
#include "sinew/report/coordinates.h"

/// What `pose` and `jacobian` answer, for programs (data) and for people (text).
namespace sinew {

/// Where a frame is, and how it moves if that was asked for.
struct PlacedFrame {
  std::string name;
  Pose<double> X_WF;
  std::optional<FrameMotion> motion;
  std::optional<Eigen::Vector3d> point = std::nullopt;  ///< where the point asked about is, in W
};

std::vector<Datum> pose_data(const std::vector<PlacedFrame>& frames);
/// All frames in one table.
std::string pose_text(const std::vector<PlacedFrame>& frames, const Showing& showing);
/// One frame with everything about it, its matrix included.
std::string pose_details(const PlacedFrame& frame, const Showing& showing);

/// "the world's", "its own", "link2's": whose axes numbers are in.
std::string axes_text(const Axes& axes);

/// For JSON: which frame, which point of it, whose axes and which rows a Jacobian's numbers belong to.
std::vector<std::string> frame_members(const std::string& frame, const Eigen::Vector3d& point, const Axes& axes,
                                       const std::vector<std::string>& rows);
/// For JSON: poses are in the world's axes, motions are those of `point` in `axes`.
std::vector<std::string> pose_members(const Eigen::Vector3d& point, const Axes& axes, bool moves);

/// A Jacobian and what it is of.
struct JacobianReport {
  std::string title;              ///< "tip, in the base's axes"
  std::vector<std::string> rows;  ///< "ωx" to "vz", or angles
  std::vector<Dimension> row_dimensions;
  Labels row_keys;  ///< the same for programs: "wx"
  Eigen::MatrixXd J;
  std::optional<Eigen::MatrixXd> J_rate;
  JacobianAnalysis analysis;
};
/// The names and dimensions of the rows asked for. `angles`: rates of Euler angles stand on top.
void name_rows(JacobianReport& report, const Rows& rows, const std::optional<EulerAngles>& angles);

std::vector<Datum> jacobian_data(const Coordinates& of, const JacobianReport& report);
std::string jacobian_text(const Coordinates& of, const JacobianReport& report, const Showing& showing);

}  // namespace sinew
