// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/dh_row.h"
#include "sinew/model/description.h"

namespace sinew {

/// What Universal Robots' factory has measured of one arm: its file `calibration.conf`, which the controller keeps in
/// `.urcontrol`, and whose figures it adds to the standard DH parameters of the arm's type (published in
/// `urcontrol.conf`):
///
///     [mounting]
///     delta_theta = [ 2.6e-08, -0.2319, 6.5022, 0.0129, -6.8e-08, -7.1e-07]          rad
///     delta_a = [ 0.000143, 0.01116, -7.3e-05, 0.000191, 1.5e-06, 0]                 m
///     delta_d = [ 0.000229, -204.0771, 203.3923, 0.6853, -0.000125, -0.000131]       m
///     delta_alpha = [ 0.000261, 0.000479, 0.00738, 0.000252, 0.001845, 0]            rad
///     joint_checksum = [ 0xb84e3393, 0xb858ac7b, 0x3948d4db, 0xa6e947f5, 0xa6e1a65c, 0xa6fdfb5d]
///     calibration_status = 2 # 0 == notInitialized / 1 == notLinearised / 2 == Linearised
///
/// The figures of d are so large because the axes of joints 2, 3 and 4 are nearly parallel: the common normal of two
/// such axes may stand hundreds of metres away. They cancel on the way from joint 2 to joint 4.
struct UrCalibration {
  std::string file;
  std::array<DhRow<double>, 6> changes;
  std::vector<std::string>
      joint_checksums;        ///< six, as the file writes them, or none: by them an arm can be recognised
  std::optional<int> status;  ///< 2: the arm has been calibrated
  std::vector<Diagnostic> warnings;
};

/// Throws InputError with the line of everything that is wrong.
UrCalibration read_ur_calibration(const std::string& text, const std::string& file);
UrCalibration load_ur_calibration(const std::string& path);

/// The robot, which must be a Universal Robots arm with the dimensions of its type, as the factory has measured it.
///
/// The forward kinematics are those of the type's DH parameters with the changes added. The links stay on their axes
/// (`LinkPlacement::OnAxes`), so that bodies, motors and frames on them are where they were, within the millimetres of
/// the calibration. `flange` is a frame or link that stands where the last row ends, on the axis of the last joint;
/// empty: the one called tool0, else the end of the arm. Throws InputError for any other robot, and for one that is
/// calibrated already.
RobotDescription<double> with_ur_calibration(const RobotDescription<double>& description,
                                             const UrCalibration& calibration, const std::string& flange = {});

}  // namespace sinew
