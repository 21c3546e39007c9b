// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/calibration.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sinew/calibration/problem/place_guess.h"
#include "sinew/calibration/results/baseline.h"
#include "sinew/calibration/results/measured_sets.h"
#include "sinew/decompositions/singular_values.h"
#include "sinew/decompositions/triangles.h"

namespace sinew {
namespace {

/// Which unknowns no direction moves that the measured rows do not see.
std::vector<bool> seen_by_measurements(const CalibrationProblem& problem, const Fit& fit,
                                       const FitCovariance& covariance) {
  constexpr double rank_tolerance = 1e-10, no_part = 1e-6;
  const Eigen::MatrixXd& Phi = fit.jacobian;
  const auto rows = static_cast<Eigen::Index>(problem.residual_rows().size());
  const Eigen::VectorXd& sigma = covariance.singular_values;
  const bool counts_all = fit.loss == Loss::Linear && rows == Phi.rows() && covariance.rank > 0 &&
                          std::all_of(fit.sides.begin(), fit.sides.end(), [](FitSide s) { return s == FitSide::Free; });
  Eigen::MatrixXd unseen;
  if (counts_all && sigma[covariance.rank - 1] > rank_tolerance * sigma[0]) {
    unseen = covariance.null_space;  // the covariance comes from the same rows
  } else {
    const SingularValues svd = singular_values_of_many(upper_triangle(Phi.topRows(rows)), SingularVectors::WholeV);
    unseen = svd.V.rightCols(Phi.cols() - svd.rank(rank_tolerance));
  }
  std::vector<bool> seen;
  for (Eigen::Index j = 0; j < Phi.cols(); ++j) seen.push_back(unseen.cols() == 0 || unseen.row(j).norm() < no_part);
  return seen;
}

/// x of a problem from the values of the chain: only unknowns that move nothing but themselves.
Eigen::VectorXd x_at(const CalibrationProblem& problem, const Eigen::VectorXd& chain_values) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(problem.unknown_count());
  for (Eigen::Index j = 0; j < problem.robot_unknown_count(); ++j) {
    const Unknown& unknown = problem.unknowns()[static_cast<std::size_t>(j)];
    const auto [parameter, factor] = unknown.moves.front();
    x[j] =
        (chain_values[parameter] - problem.chain().nominal()[parameter]) / (factor * unknown.parameter.typical_error);
  }
  return x;
}

}  // namespace

Calibration::Calibration(const Arm& arm, std::shared_ptr<const CalibrationChain> chain, CalibrationSettings settings)
    : arm_(arm),
      chain_(std::move(chain)),
      settings_(std::move(settings)),
      unknowns_(unknowns_of(*chain_, settings_.choice)) {}

void Calibration::add(Measurement measurement) {
  if (measurement.q.size() != arm_.position_count())
    refuse(measurement.file,
           "a measurement has " + std::to_string(measurement.q.size()) + " joint positions, and the robot has " +
               std::to_string(arm_.position_count()),
           "give one for each joint");
  if (!measurement.q.allFinite()) refuse(measurement.file, "a joint position is not finite", "give numbers");
  measurements_.rows.push_back(std::move(measurement));
}

void Calibration::add(MeasuringPlace place) { measurements_.places.push_back(std::move(place)); }
void Calibration::add(KnownDistance distance) { measurements_.distances.push_back(std::move(distance)); }

void Calibration::add(const Measurements& measurements) {
  for (const Measurement& row : measurements.rows) add(row);
  for (const MeasuringPlace& place : measurements.places) add(place);
  for (const KnownDistance& distance : measurements.distances) add(distance);
}

std::vector<JointReading> Calibration::readings_of(const Measurements& measurements,
                                                   const std::vector<Unknown>& unknowns) const {
  const bool bends = std::any_of(unknowns.begin(), unknowns.end(),
                                 [](const Unknown& unknown) { return unknown.parameter.group == "compliance"; });
  std::vector<JointReading> readings;
  for (const Measurement& m : measurements.rows)
    readings.push_back({m.q, bends ? arm_.gravity_torque(m.q) : Eigen::VectorXd::Zero(arm_.velocity_count())});
  return readings;
}

std::vector<Unknown> Calibration::beside_robot() const {
  std::vector<Unknown> beside;
  for (const Unknown& unknown : unknowns_)
    if (unknown.parameter.group == "base" || unknown.parameter.group == "tool") beside.push_back(unknown);
  return beside;
}

CalibrationResult Calibration::solve() const {
  if (measurements_.rows.empty()) refuse("there are no measurements", "add some");
  return solve(measurements_);
}

std::vector<Eigen::Index> Calibration::held_in_stage(const CalibrationProblem& problem,
                                                     const std::vector<std::string>& words) const {
  std::vector<std::string> names;
  for (const Unknown& unknown : unknowns_of(*chain_, {.free = words})) names.push_back(unknown.parameter.name);
  std::vector<Eigen::Index> held;
  for (Eigen::Index j = 0; j < problem.robot_unknown_count(); ++j) {
    const CalibrationParameter& parameter = problem.unknowns()[static_cast<std::size_t>(j)].parameter;
    const bool is_beside = parameter.group == "base" || parameter.group == "tool";
    if (!is_beside && std::find(names.begin(), names.end(), parameter.name) == names.end()) held.push_back(j);
  }
  return held;
}

Eigen::VectorXd Calibration::start_by_stages(const CalibrationProblem& problem, Eigen::VectorXd x) const {
  for (const std::vector<std::string>& words : settings_.stages) {
    Bounds bounds{problem.lower_bounds(), problem.upper_bounds()};
    for (const Eigen::Index j : held_in_stage(problem, words)) bounds.lower[j] = bounds.upper[j] = x[j];
    x = sinew::fit(problem, {.start = x,
                             .bounds = bounds,
                             .loss = settings_.loss,
                             .loss_width = settings_.loss_width,
                             .most_steps = settings_.most_steps,
                             .on_step = settings_.on_step})
            .x;
  }
  return x;
}

PseudoInverseSolution Calibration::by_pseudo_inverse(const CalibrationProblem& problem,
                                                     const Eigen::VectorXd& start) const {
  PseudoInverseOptions options{.start = start};
  options.block_name = [&](Eigen::Index block) { return problem.block_label(block); };
  std::vector<Eigen::Index> all(static_cast<std::size_t>(problem.unknown_count()));
  std::iota(all.begin(), all.end(), Eigen::Index{0});
  for (const std::vector<std::string>& words : settings_.stages) {
    std::vector<Eigen::Index> chosen = all;
    for (const Eigen::Index held : held_in_stage(problem, words)) std::erase(chosen, held);
    options.stages.push_back(std::move(chosen));
  }
  options.stages.push_back(std::move(all));
  return pseudo_inverse_steps(problem, options);
}

std::shared_ptr<const CalibrationProblem> Calibration::nominal_problem() const {
  const std::vector<JointReading> readings = readings_of(measurements_, unknowns_);
  Measurements placed = measurements_;
  guess_places(chain_, readings, chain_->nominal(), placed);
  return std::make_shared<const CalibrationProblem>(chain_, chain_->nominal(), std::move(placed), readings, unknowns_);
}

std::vector<CalibratedNumber> Calibration::numbers_of(const CalibrationResult& result) const {
  const CalibrationProblem& problem = *result.problem;
  const Eigen::VectorXd values = problem.values(result.fit.x);
  const Eigen::VectorXd& deviations =
      settings_.trust_deviations ? result.covariance.deviations_given : result.covariance.deviations_scaled;
  const std::vector<bool> is_seen = seen_by_measurements(problem, result.fit, result.covariance);
  std::vector<CalibratedNumber> numbers;
  for (Eigen::Index j = 0; j < problem.unknown_count(); ++j) {
    const auto k = static_cast<std::size_t>(j);
    const CalibrationParameter& parameter = problem.unknowns()[k].parameter;
    numbers.push_back({.parameter = parameter,
                       .value = values[j],
                       .deviation = deviations[j] * parameter.typical_error,
                       .is_seen = is_seen[k],
                       .by_prior = !is_seen[k] && result.covariance.is_determined[k],
                       .at_bound = result.fit.sides[k] != FitSide::Free});
  }
  return numbers;
}

CalibrationResult Calibration::solve(const Measurements& measurements) const {
  const std::vector<JointReading> readings = readings_of(measurements, unknowns_);
  const Baseline nominal = baseline(chain_, chain_->nominal(), measurements, readings, beside_robot(), settings_.loss);
  Measurements placed = measurements;
  placed.places = nominal.problem->places(nominal.fit.x);

  CalibrationResult result;
  auto problem =
      std::make_shared<const CalibrationProblem>(chain_, chain_->nominal(), std::move(placed), readings, unknowns_);
  result.baseline_values = nominal.chain_values();
  Eigen::VectorXd start = x_at(*problem, result.baseline_values);
  if (settings_.by_pseudo_inverse) {
    result.pseudo_inverse = by_pseudo_inverse(*problem, start);
    start = result.pseudo_inverse->psi;
  } else {
    start = start_by_stages(*problem, start);
  }
  result.fit = sinew::fit(*problem, {.start = start,
                                     .bounds = {problem->lower_bounds(), problem->upper_bounds()},
                                     .loss = settings_.loss,
                                     .loss_width = settings_.loss_width,
                                     .most_steps = settings_.most_steps,
                                     .on_step = settings_.on_step,
                                     .block_name = [&](Eigen::Index block) { return problem->block_label(block); }});
  result.covariance = fit_covariance(*problem, result.fit);
  result.chain_values = problem->chain_values(result.fit.x);
  result.places = problem->places(result.fit.x);
  result.before = nominal.residuals();
  result.after = problem->without_weights(result.fit.residuals);
  result.problem = std::move(problem);
  result.numbers = numbers_of(result);
  return result;
}

std::vector<Suspicion> Calibration::suspicions() const {
  return sinew::suspicions(chain_, measurements_, readings_of(measurements_, unknowns_), beside_robot());
}

CrossValidation Calibration::cross_validate() const {
  const std::vector<MeasuredSet> sets = measured_sets(measurements_);
  if (sets.size() < 2)
    refuse("all measurements belong to one set, and none would be left to fit",
           "give several files, or a column `set`");
  CrossValidation all;
  for (const MeasuredSet& left_out : sets) {
    if (!all.missing.empty()) {
      all.missing.push_back(left_out.name);
      continue;
    }
    std::vector<std::size_t> rest;
    for (const MeasuredSet& set : sets)
      if (&set != &left_out) rest.insert(rest.end(), set.rows.begin(), set.rows.end());
    std::sort(rest.begin(), rest.end());
    const CalibrationResult without = solve(part_of(measurements_, rest));
    if (without.fit.end == FitEnd::Stopped) {
      all.missing.push_back(left_out.name);
      continue;
    }
    all.done.push_back(validate(without, part_of(measurements_, left_out.rows)));
    all.done.back().set = left_out.name;
  }
  return all;
}

Validation Calibration::validate(const CalibrationResult& result, const Measurements& other) const {
  const std::vector<JointReading> readings = readings_of(other, unknowns_);
  const auto foretold = [&](const Eigen::VectorXd& values, const std::vector<MeasuringPlace>& known) {
    Measurements placed = other;
    placed.distances.clear();  // they are foretold as well
    for (MeasuringPlace& place : placed.places)
      for (const MeasuringPlace& one : known)
        if (one.name == place.name) place = {one.name, one.kind, one.X_WM, true};  // it was found already
    return baseline(chain_, values, std::move(placed), readings, {});
  };
  Validation validation;
  const Baseline before = foretold(result.baseline_values, {}), after = foretold(result.chain_values, result.places);
  validation.problem = after.problem;
  validation.before = before.residuals();
  validation.after = after.residuals();
  return validation;
}

}  // namespace sinew
