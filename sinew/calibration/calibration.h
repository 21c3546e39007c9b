// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/calibration/fit/fit_covariance.h"
#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "sinew/calibration/fit/pseudo_inverse_steps.h"
#include "sinew/calibration/identifiability/identifiability.h"
#include "sinew/calibration/problem/calibration_problem.h"
#include "sinew/calibration/results/residual_statistics.h"
#include "sinew/calibration/results/suspicion.h"

namespace sinew {

struct CalibrationSettings {
  FreeChoice choice{.free = {"all"}};
  Loss loss = Loss::Linear;
  double loss_width = 0.0;  ///< in standard deviations; 0: the usual one
  /// Standard deviations of the result count those of the measurements as they are given. Else the size of the
  /// residuals tells how good the measurements were.
  bool trust_deviations = false;
  /// Fitted one after the other before everything is: words of `FreeChoice::free`, such as first the offsets.
  std::vector<std::vector<std::string>> stages;
  int most_steps = 200;
  /// Find the parameters by the textbook's iteration Δψ = Φ#·Δr, and keep its steps.
  bool by_pseudo_inverse = false;
  /// Called after every step; false ends the work.
  std::function<bool(const FitStep&)> on_step;
};

/// An unknown and what became of it.
struct CalibratedNumber {
  CalibrationParameter parameter;
  double value = 0.0;      ///< SI
  double deviation = 0.0;  ///< standard deviation; NaN where it cannot be told from others
  bool is_seen = true;     ///< the measurements tell it from all others
  bool by_prior = false;   ///< they do not, and it has its deviation from a prior alone
  bool at_bound = false;

  double change() const { return value - parameter.nominal; }
};

/// Everything that a calibration finds.
struct CalibrationResult {
  std::shared_ptr<const CalibrationProblem> problem;
  Fit fit;
  std::optional<PseudoInverseSolution> pseudo_inverse;  ///< where it was asked for
  FitCovariance covariance;
  std::vector<CalibratedNumber> numbers;  ///< the unknowns, those of the robot first
  Eigen::VectorXd chain_values;           ///< every parameter of the chain
  std::vector<MeasuringPlace> places;
  /// Residuals [m, rad] with the nominal robot, only places, base and tool being fitted, and with the calibrated one.
  Eigen::VectorXd before, after;
  Eigen::VectorXd baseline_values;  ///< the chain's parameters behind `before`

  /// The calibrated robot, as a file has it.
  RobotDescription<double> robot() const { return problem->chain().robot(chain_values); }
};

/// How the measurements answer to errors of the robot at x, whatever the places are; measurements are numbered from 1.
Sensitivity sensitivity_of(const CalibrationProblem& problem, const Eigen::MatrixXd& jacobian);
/// What the measurements of a result can tell of the robot.
Identifiability identifiability_of(const CalibrationResult& result);
/// The standard deviations of the nominal values of the robot's unknowns [SI]; infinite where there is no prior.
Eigen::VectorXd prior_deviations(const CalibrationProblem& problem);

/// Measurements that were not used, and how well they are foretold.
struct Validation {
  std::string set;
  std::shared_ptr<const CalibrationProblem> problem;
  Eigen::VectorXd before, after;  ///< residuals [m, rad], places of their own being fitted
};

struct CrossValidation {
  std::vector<Validation> done;
  std::vector<std::string> missing;  ///< sets for which there was no time
};

/// A robot, what is measured of it, and what may change.
///
///     Calibration calibration(robot, chain, settings);
///     calibration.add(measurement);                    // as they come
///     const CalibrationResult result = calibration.solve();
class Calibration {
 public:
  Calibration(const Arm& arm, std::shared_ptr<const CalibrationChain> chain, CalibrationSettings settings);

  void add(Measurement measurement);
  void add(MeasuringPlace place);
  void add(KnownDistance distance);
  void add(const Measurements& measurements);
  const Measurements& measurements() const noexcept { return measurements_; }
  const CalibrationChain& chain() const noexcept { return *chain_; }

  /// Throws InputError with what is wrong or missing. May be asked again as measurements come in.
  CalibrationResult solve() const;
  /// The problem at the nominal values, with every place where the nominal robot finds it: what it can tell is known
  /// before anything is fitted.
  std::shared_ptr<const CalibrationProblem> nominal_problem() const;

  /// Slips in the data that would explain large residuals of the nominal robot.
  std::vector<Suspicion> suspicions() const;

  /// Measurements that were not used, under the result.
  Validation validate(const CalibrationResult& result, const Measurements& other) const;
  /// Each set is left out in turn, and foretold by the others. Where `on_step` ends the work, what was done is kept.
  CrossValidation cross_validate() const;

 private:
  std::vector<JointReading> readings_of(const Measurements& measurements, const std::vector<Unknown>& unknowns) const;
  std::vector<Unknown> beside_robot() const;
  CalibrationResult solve(const Measurements& measurements) const;
  std::vector<Eigen::Index> held_in_stage(const CalibrationProblem& problem,
                                          const std::vector<std::string>& words) const;
  Eigen::VectorXd start_by_stages(const CalibrationProblem& problem, Eigen::VectorXd x) const;
  PseudoInverseSolution by_pseudo_inverse(const CalibrationProblem& problem, const Eigen::VectorXd& start) const;
  std::vector<CalibratedNumber> numbers_of(const CalibrationResult& result) const;

  Arm arm_;
  std::shared_ptr<const CalibrationChain> chain_;
  CalibrationSettings settings_;
  std::vector<Unknown> unknowns_;
  Measurements measurements_;
};

}  // namespace sinew
