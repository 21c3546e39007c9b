// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/motion/retime/instant_scaling.h"
#include "sinew/report/retime_report.h"

/// `retime --explain`: how the numbers were found, with the numbers put in, as a lecturer writes it on the board.
namespace sinew {

/// Of torques at one instant: k of each joint, and the new duration where there is one.
std::vector<WorkedStep> instant_steps(const InstantTorques& torques, const Eigen::VectorXd& limit,
                                      const RetimeAnswer& answer, int digits);

/// Of a motion: where it is worst, and what the limit there gives.
std::vector<WorkedStep> scaling_steps(const TimeScaling& scaling, const PaceLimits& limits, const RetimeAnswer& answer,
                                      int digits);

/// Of a profile between two configurations.
std::vector<WorkedStep> minimum_time_steps(const ProfileMotion& asked, const MinimumTime& found,
                                           const PaceLimits& limits, const RetimeAnswer& answer, int digits);

/// Of another duration: what it makes of torques.
std::vector<WorkedStep> demand_steps(const RetimeAnswer& answer, int digits);

}  // namespace sinew
