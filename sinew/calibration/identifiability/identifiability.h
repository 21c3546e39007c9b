// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/calibration/identifiability/combination.h"
#include "sinew/calibration/identifiability/sensitivity.h"

namespace sinew {

struct IdentifiabilityOptions {
  /// Singular values of Φ with unit columns, and lengths of rows and columns, count as zero up to this part of the
  /// largest.
  double rank_tolerance = 1e-9;
  /// A direction is weakly seen if its expected standard deviation is more typical errors than this: then the
  /// measurements tell less than what was known before.
  double weak_limit = 1.0;
  /// What is known of the unknowns before: standard deviations in SI, infinite where nothing is known; empty: of none.
  Eigen::VectorXd prior_deviations;
};

/// Unknowns that measurements move, and cannot tell apart.
struct EntangledUnknowns {
  std::vector<int> unknowns;        ///< rising
  std::vector<Combination> seen;    ///< what can be seen of them, independent of each other
  std::vector<Combination> unseen;  ///< errors in these ratios change nothing that is measured
};

/// An independent quantity that measurements see: an unknown, or a combination of entangled ones.
struct SeenQuantity {
  Combination what;
  double deviation = 0.0;  ///< expected standard deviation in the unit of its leading unknown [SI], priors included
};

/// Errors that are hardly seen, because they nearly cancel each other in all measurements.
struct WeakDirection {
  struct Amount {
    int quantity = 0;   ///< in `Identifiability::seen`
    double size = 0.0;  ///< of one standard deviation [SI]; the first is positive, others may be negative
  };
  std::vector<Amount> amounts;  ///< those below a twentieth of the largest, in typical errors, are left out
};

struct DeadRows {
  int measurement = 0;
  std::vector<std::string> rows;  ///< names of its rows that see no unknown
  bool is_whole = false;          ///< all of its rows
};

/// Measurements that see the same, and not everything.
struct AlikeMeasurements {
  std::vector<int> measurements;  ///< at least two, rising
  std::vector<Combination> seen;  ///< everything that they see, together as each of them alone
};

/// What measurements can tell of unknowns, found from Φ before anything is measured.
struct Identifiability {
  std::vector<CalibrationParameter> unknowns;
  std::vector<std::string> labels;  ///< of the measurements
  int rank = 0;
  double rank_tolerance = 0.0;
  Eigen::VectorXd
      singular_values;  ///< of Φ, falling, one per unknown: answers in standard deviations per typical error
  Eigen::VectorXd unit_singular_values;  ///< of Φ with unit columns, which the rank is told by
  double condition = 0.0;  ///< of Φ: the largest singular value over the last one within the rank; NaN for rank 0

  std::vector<int> dead;                     ///< unknowns that no measurement moves
  std::vector<EntangledUnknowns> entangled;  ///< those that cannot be told apart, group by group
  std::vector<SeenQuantity> seen;            ///< everything that can be seen, `rank` quantities
  std::vector<int> held;                     ///< if these unknowns are left out, all others can be found
  std::vector<WeakDirection> weak;

  std::vector<DeadRows> dead_rows;
  std::vector<int> idle;  ///< measurements without any one of which no rank and no deviation changes by more than 0.1 %
  std::vector<AlikeMeasurements> alike;

  Eigen::VectorXd deviations;  ///< expected standard deviation of each unknown [SI]; NaN: it is not finite
  std::vector<bool>
      is_prior_alone;  ///< measurements cannot find the unknown; its deviation is finite because of priors alone

  bool is_complete() const noexcept { return rank == static_cast<int>(unknowns.size()); }
};

/// Throws InputError where the sensitivity or the options make no sense. Formulas: docs/math/identifiability.md.
Identifiability identifiability(const Sensitivity& sensitivity, const IdentifiabilityOptions& options = {});

struct RankStep {
  int measurement = 0;
  int rank = 0;  ///< of all measurements up to this one
};

/// The measurements at which the rank rises when they are taken in their order.
std::vector<RankStep> rank_steps(const Sensitivity& sensitivity, double rank_tolerance = 1e-9);

}  // namespace sinew
