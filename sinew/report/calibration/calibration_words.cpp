// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/calibration/calibration_words.h"

#include <fmt/format.h>

#include <cmath>

#include "sinew/calibration/identifiability/identifiability_text.h"
#include "sinew/errors/visible_text.h"

namespace sinew {

Measure measure_of(const CalibrationParameter& parameter) {
  if (parameter.group == "compliance")
    return {parameter.dimension, parameter.dimension.angle != 0 ? "rad/(N·m)" : "m/N"};
  return parameter.dimension;
}

std::string end_text(const Fit& fit) {
  switch (fit.end) {
    case FitEnd::Converged:
      return fmt::format("converged after {} steps", fit.step_count);
    case FitEnd::NoProgress:
      return fmt::format("no step makes it better after {} steps, although the slope promises one", fit.step_count);
    case FitEnd::StepLimit:
      return fmt::format("not finished after {} steps", fit.step_count);
    case FitEnd::Stopped:
      return fmt::format("stopped after {} steps", fit.step_count);
  }
  return {};
}

std::string remark_of(const CalibratedNumber& number) {
  if (number.at_bound) return "at its bound";
  if (number.by_prior) return "not without priors";
  if (!number.is_seen) return "cannot be told";
  return {};
}

std::vector<Eigen::Index> outliers_of(const CalibrationResult& result) {
  if (result.fit.loss != Loss::Linear) return result.fit.outliers_by_weight;
  return result.fit.outliers_by_residual;
}

namespace {

/// A fit that leaves so much of the arm's own size, or so much of a turn, has explained nothing.
constexpr double large_part_of_arm = 0.2, large_angle = 0.5;

/// How far the measured frame is from the robot's base, typically [m].
double size_of_arm(const CalibrationResult& result) {
  const CalibrationProblem& problem = *result.problem;
  const ChainAt nominal(problem.chain(), problem.chain().nominal(), {});
  double squares = 0.0;
  for (const JointReading& reading : problem.readings()) {
    const Vec3<double> p = nominal.pose(reading).p;
    squares += dot(p, p);
  }
  return std::sqrt(squares / static_cast<double>(problem.readings().size()));
}

/// Data that cannot be of this robot; empty where it may be.
std::string other_robot_text(const CalibrationResult& result, const Showing& showing) {
  const ResidualStatistics after = residual_statistics(*result.problem, result.after);
  const double size = size_of_arm(result);
  std::string what;
  if (after.position.rms > large_part_of_arm * size)
    what = figure(after.position.rms, dimension::length, showing) + " are left of positions, and the arm reaches " +
           figure(size, dimension::length, showing);
  else if (after.angle.rms > large_angle)
    what = figure(after.angle.rms, dimension::angle, showing) + " are left of orientations";
  if (what.empty()) return {};
  return "These measurements are hardly of this robot and frame: after the fit " + what +
         ". Check the robot, the frame, the order of the columns and their units before anything else.";
}

}  // namespace

std::vector<std::string> calibration_remarks(const CalibrationResult& result, const Showing& showing) {
  const Identifiability told = identifiability_of(result);
  std::vector<std::string> remarks =
      result.problem->measurement_count() <= few_measurements ? findings(told) : findings_about_unknowns(told);
  if (std::string other = other_robot_text(result, showing); !other.empty())
    remarks.insert(remarks.begin(), std::move(other));
  const double scale = result.fit.robust_scale;
  if (scale > 2.0 || scale < 0.5)
    remarks.push_back(fmt::format(
        "The residuals are {} times as large as the standard deviations that were given for the measurements; "
        "give better ones with --deviation to have outliers judged by them.",
        plain_figure(scale, 2)));
  if (result.fit.end != FitEnd::Converged) remarks.push_back("The fit has " + end_text(result.fit) + ".");
  const std::vector<Eigen::Index> outliers = outliers_of(result);
  const bool are_judged = result.fit.loss != Loss::Linear || (scale <= 2.0 && scale >= 0.5);
  if (outliers.empty() || !are_judged) return remarks;
  std::string list;
  constexpr std::size_t most = 12;
  for (std::size_t i = 0; i < outliers.size() && i < most; ++i) {
    const ErrorLength length = error_length(*result.problem, result.after, outliers[i]);
    list += (i > 0 ? ", " : "") + visible_text(result.problem->block_label(outliers[i]));
    if (length.position >= 0.0)
      list += " (" + figure(length.position, dimension::length, showing) + ")";
    else if (length.angle >= 0.0)
      list += " (" + figure(length.angle, dimension::angle, showing) + ")";
  }
  if (outliers.size() > most) list += fmt::format(" and {} more", outliers.size() - most);
  remarks.push_back(fmt::format("{} of the {} measurements do not fit the others: {}.", outliers.size(),
                                result.problem->measurement_count(), list));
  return remarks;
}

}  // namespace sinew
