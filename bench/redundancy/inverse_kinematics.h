// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace sinew_bench {

/// Inverse kinematics of one arm by us and by KDL's ChainIkSolverPos_LMA: the same random poses that the arm can reach
/// within its limits, the same start in the middle of all ranges, by turns in one process.
struct InverseKinematicsTimes {
  std::string robot;
  double ours_median_ns = 0.0, ours_mean_ns = 0.0;
  double kdl_median_ns = 0.0, kdl_mean_ns = 0.0;  ///< with a tolerance of 1e-8
  double kdl_default_median_ns = 0.0;             ///< with its own, of 1e-5
  /// The part of the poses that came out within 1e-8 m and 1e-8 rad, as KDL's own forward kinematics sees it. Ours is
  /// within the joints' limits, too; KDL knows no limits.
  double ours_success = 0.0, kdl_success = 0.0;
  double kdl_success_within_limits = 0.0;  ///< the part of KDL's that an arm could take
  double kdl_reported = 0.0;               ///< the part that KDL calls solved, with a tolerance of 1e-8
  double kdl_default_reported = 0.0;       ///< and of 1e-5
  double ours_mean_starts = 0.0, ours_mean_iterations = 0.0, kdl_mean_iterations = 0.0;

  double ratio() const { return ours_median_ns / kdl_median_ns; }
};

/// Of panda (its seven arm joints), iiwa14 and ur5.
std::vector<InverseKinematicsTimes> time_inverse_kinematics(int poses);

}  // namespace sinew_bench
