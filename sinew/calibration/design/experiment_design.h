// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "sinew/calibration/design/design_blocks.h"
#include "sinew/calibration/identifiability/identifiability.h"

namespace sinew {

/// How far a design has come.
struct DesignProgress {
  int start = 0, starts = 0;  ///< the one that is improved now, from 1, and how many there will be
  double best = 0.0;          ///< the criterion so far; infinite as long as no choice sees everything
};

/// Which `count` of the candidates to measure.
struct DesignQuestion {
  Sensitivity candidates;  ///< each of its measurements is one candidate
  int count = 0;
  DesignCriterion criterion = DesignCriterion::MeanDeviation;
  /// ΦᵀΦ of measurements that are made already, and 1/s² of priors with the deviations s, in the columns of Φ, that
  /// is in typical errors; empty if nothing is known.
  Eigen::MatrixXd prior_information;
  int starts = 12;            ///< of the exchange; the first adds the best candidate again and again, others are random
  int random_choices = 1000;  ///< to compare with
  unsigned seed = 1;
  std::function<bool(const DesignProgress&)> go_on;  ///< false stops, with the best choice so far; may be empty
};

/// Choices that were made at random, for comparison.
struct RandomChoices {
  int count = 0;
  int incomplete = 0;  ///< of which so many do not see everything that the candidates see together
  double median = 0.0, median_deviation = 0.0;  ///< of the criterion, and of the geometric mean of deviations
};

struct ExperimentDesign {
  /// Of all candidates and the prior, which is the last measurement if it is given. What cannot be seen here, no
  /// choice sees, and the design leaves it out: unknowns in `held` are not asked for, and others stand for what is
  /// seen together with them.
  Identifiability all;
  std::vector<int> chosen;         ///< numbers of candidates, rising
  double value = 0.0;              ///< of the criterion, in typical errors
  double mean_deviation = 0.0;     ///< geometric mean of the expected deviations, in typical errors
  std::vector<SeenQuantity> seen;  ///< what is seen, as in `all`, with deviations by what was chosen
  Eigen::VectorXd deviations;      ///< of each unknown [SI]; NaN for those that cannot be told from others
  RandomChoices random;
  bool is_stopped = false;  ///< by `go_on`; then nothing was compared with random choices
};

/// Chosen by exchanges from several starts: no exchange of one candidate for another makes the result better. The
/// same for the same question. Throws InputError where the question makes no sense, and where no choice of so many
/// candidates was found that sees what all of them see, or it was stopped before. Formulas:
/// docs/math/identifiability.md.
ExperimentDesign experiment_design(const DesignQuestion& question);

}  // namespace sinew
