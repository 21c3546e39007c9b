// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

/// What inverse kinematics answers.
namespace sinew {

/// Why a target was not reached, as far as that can be told.
///
/// Only distances are proven, see IkFailure::proven. All else says what a search has found and what it has not.
enum class IkCause {
  BeyondReach,  ///< it is further from the base than the frame's point gets
  Limits,       ///< a q was found without the joints' limits, and none within them
  Position,     ///< no q was found that takes the point there, however the frame is turned
  Orientation,  ///< a q was found that takes the point there, and none that turns the frame so as well
  Unknown       ///< it was not looked into
};

struct IkFailure {
  IkCause cause = IkCause::Unknown;
  bool proven = false;  ///< no q, within limits if they are kept, reaches it: the target is beyond `reach_bound`
  /// Of the target from the base's origin [m]; nothing unless the whole position counts.
  std::optional<double> target_distance;
  double largest_reach =
      0.0;  ///< of the frame's point from there, as far as was found [m]; infinite if a slide has no end
  double reach_bound = 0.0;  ///< provably no such q takes the frame's point further from there [m]
  double position_gap =
      0.0;  ///< what is left of the position where orientation does not count, as far as was found [m]
  bool solved_without_limits = false;  ///< a q beyond the limits was found
  /// How many q were found without limits; each was moved towards the limits with the frame held, and none got inside.
  int solutions_beyond_limits = 0;
  int more_starts = 0;  ///< that looking into it took, with limits and without
};

/// A joint that stands at one of its limits.
struct AtLimit {
  int position_index = 0;  ///< in q
  bool upper = false;
};

/// What an objective was worth before and after the arm moved in the null space.
struct ObjectiveChange {
  double before = 0.0, after = 0.0;
};

struct IkSolution {
  bool solved = false;
  bool out_of_time = false;        ///< the search ended because `IkOptions::seconds` were spent
  std::vector<double> q;           ///< the solution, or the nearest that was found
  double position_error = 0.0;     ///< m, of the rows that count
  double orientation_error = 0.0;  ///< rad, of the rows that count
  /// Where IkOptions::row_tolerances were given: of each row that counts, in the rows' axes, measured as they are.
  std::array<double, 6> row_errors{};
  int iterations = 0;  ///< in all starts
  int starts = 0;
  std::vector<AtLimit> at_limits;
  std::vector<ObjectiveChange> objectives;  ///< in the order in which they were given; empty if not solved
  IkFailure failure;                        ///< if not solved, and if it was looked into

  /// q for Eigen; valid as long as this is.
  Eigen::Map<const Eigen::VectorXd> q_vector() const { return {q.data(), static_cast<Eigen::Index>(q.size())}; }
};

struct IkSolutions {
  /// Nearest to the start first. `iterations` and `starts` of each count up to where it was found.
  std::vector<IkSolution> solutions;
  /// The arm can move without moving the frame: each solution stands for all that it can so be moved to, and is the
  /// nearest of them to the start that was found; where there are objectives, a best one for them. Two that only a
  /// roundabout way connects may count as two.
  bool families = false;
  int starts = 0;
};

}  // namespace sinew
