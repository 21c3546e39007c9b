// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/retime_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Writes numbers with the decimals asked for.
class Board {
 public:
  explicit Board(int digits) : digits_(digits) {}

  std::string operator()(double x) const { return plain_figure(x, digits_); }
  /// "+ 3.2" or "− 3.2".
  std::string plus(double x) const { return (x < 0.0 ? "− " : "+ ") + (*this)(std::abs(x)); }
  /// In brackets where it is negative.
  std::string factor(double x) const { return x < 0.0 ? "(" + (*this)(x) + ")" : (*this)(x); }

 private:
  int digits_;
};

MatrixXd one_number(double x) { return MatrixXd::Constant(1, 1, x); }

WorkedStep law_of_scaling() {
  return {
      "Stretch the time by k: every velocity is divided by k, every acceleration by k². Torques of inertia, Coriolis "
      "and centrifugal torques are divided by k², and gravity stays: τ_s = (τ_d − g)/k² + g.",
      {}};
}

/// "(140 − 34.6836)/k² + 34.6836 = 100, k = √(105.3164/65.3164)"
std::string scaling_equation(const Board& put, const char* k, double inertial, double gravity, double limit) {
  return fmt::format("{}/{}² {} = {}, so {} = √({}/{})", put.factor(inertial), k, put.plus(gravity), put(limit), k,
                     put(std::abs(inertial)), put(std::abs(limit - gravity)));
}

/// Of a torque with terms by 1/k and 1/k²: the quadratic.
std::string friction_equation(const Board& put, const char* k, const PaceTorque& torque, double limit) {
  return fmt::format("{}/{}² {}/{} {} = {}", put.factor(torque.square), k, put.plus(torque.linear), k,
                     put.plus(torque.constant), put(limit));
}

/// What a limit says about the factor of the time at the instant where it binds.
WorkedStep bound_step(const Board& put, const char* k, const ScalingBound& bound, const std::string& joint,
                      const std::string& instant) {
  const std::string name = std::string(k) + " = ";
  if (bound.limit != PaceLimit::Torque) {
    const int order = bound.limit == PaceLimit::Velocity ? 1 : bound.limit == PaceLimit::Acceleration ? 2 : 3;
    const double as_given = std::abs(bound.value) * std::pow(bound.k, order);
    constexpr const char* powers[] = {"", "", "²", "³"};
    constexpr const char* roots[] = {"", "", "√", "∛"};
    return {fmt::format("{} of {} is largest {}, {}. It is divided by {}{}: {}/{}{} = {}, so {} = {}({}/{}).",
                        name_of(bound.limit), joint, instant, put(as_given), k, powers[order], put(as_given), k,
                        powers[order], put(std::abs(bound.value)), k, roots[order], put(as_given),
                        put(std::abs(bound.value))),
            {{k, one_number(bound.k)}}};
  }
  const bool is_textbook = bound.torque.linear == 0.0 && bound.torque.constant == bound.gravity &&
                           std::abs(bound.torque.at(1.0 / bound.k) - bound.value) <= 1e-9 * std::abs(bound.value);
  if (is_textbook)
    return {
        fmt::format("The torque of {} is nearest to its limit {}. There gravity takes g = {}, and the motion {} more. "
                    "The torque comes to the limit of {}: {}.",
                    joint, instant, put(bound.gravity), put(bound.torque.square), put(bound.value),
                    scaling_equation(put, k, bound.torque.square, bound.gravity, bound.value)),
        {{k, one_number(bound.k)}}};
  const double fading = bound.value - bound.torque.at(1.0 / bound.k);
  std::string text = fmt::format(
      "The torque of {} is nearest to its limit {}. Viscous friction goes with 1/{}, and dry friction, springs and "
      "gravity "
      "(g = {}) stay: {}.",
      joint, instant, k, put(bound.gravity), friction_equation(put, k, bound.torque, bound.value - fading));
  if (std::abs(fading) > 1e-9 * std::abs(bound.value))
    text += fmt::format(" The static friction that is left at that speed, {}, is taken off the limit of {}.",
                        put(fading), put(bound.value));
  return {text + " The largest root above zero counts.", {{k, one_number(bound.k)}}};
}

std::string positions_text(const Board& put, const Eigen::VectorXd& q) {
  std::string text;
  for (const double x : q) text += (text.empty() ? "" : ", ") + put(x);
  return "q = (" + text + ")";
}

MatrixXd factors_of(const RetimeAnswer& answer) {
  MatrixXd k(static_cast<Index>(answer.bounds.size()), 1);
  for (std::size_t j = 0; j < answer.bounds.size(); ++j) k(static_cast<Index>(j), 0) = answer.bounds[j].k;
  return k;
}

WorkedStep largest_step(const RetimeAnswer& answer) {
  return {fmt::format("The largest counts, that of {}.", answer.joints[answer.limiting].name),
          {{"k", one_number(*answer.k)}}};
}

WorkedStep duration_step(const Board& put, const RetimeAnswer& answer) {
  return {fmt::format("The motion takes k times as long: T_s = {}·{} s.", put(*answer.k), put(*answer.duration)),
          {{"T_s", one_number(*answer.new_duration)}}};
}

/// The profile in σ = t/T, and the acceleration that follows.
std::string profile_formula(Profile profile) {
  switch (profile) {
    case Profile::Linear:
      return "s = σ, so q̇ = Δq/T and q̈ = 0";
    case Profile::Cubic:
      return "s = 3σ² − 2σ³, so q̇ = Δq·6·(σ − σ²)/T and q̈ = Δq·6·(1 − 2σ)/T²";
    case Profile::Quintic:
      return "s = 10σ³ − 15σ⁴ + 6σ⁵, so q̇ = Δq·30·(σ² − 2σ³ + σ⁴)/T and q̈ = Δq·60·(σ − 3σ² + 2σ³)/T²";
    case Profile::Septic:
      return "s = 35σ⁴ − 84σ⁵ + 70σ⁶ − 20σ⁷, so q̇ = Δq·140·(σ³ − 3σ⁴ + 3σ⁵ − σ⁶)/T and "
             "q̈ = Δq·420·(σ² − 4σ³ + 5σ⁴ − 2σ⁵)/T²";
    case Profile::BangBang:
      return "s = 2σ² up to σ = 1/2, so q̇ = Δq·4σ/T and q̈ = Δq·4/T², then the same backwards";
    case Profile::Trapezoidal:
      return "with ramps of the share ρ, q̈ = Δq/(ρ·(1 − ρ))/T² up to σ = ρ, then q̇ = Δq/(1 − ρ)/T, then the same "
             "backwards";
    case Profile::DoubleS:
      return "with ramps of the share ρ whose acceleration grows in the share ε of them, q̈ comes to "
             "Δq/(ρ·(1 − ρ)·(1 − ε))/T², then q̇ = Δq/(1 − ρ)/T, then the same backwards";
  }
  return "";
}

}  // namespace

std::vector<WorkedStep> instant_steps(const InstantTorques& torques, const Eigen::VectorXd& limit,
                                      const RetimeAnswer& answer, int digits) {
  const Board put(digits);
  std::vector<WorkedStep> steps{law_of_scaling()};
  steps.back().values = {{"τ_d", torques.peak}, {"g", torques.gravity}};
  for (Index j = 0; j < torques.peak.size(); ++j) {
    const RetimedBound& bound = answer.bounds[static_cast<std::size_t>(j)];
    const std::string& name = answer.joints[static_cast<std::size_t>(j)].name;
    const double inertial = torques.peak[j] - torques.gravity[j];
    if (!(bound.k > 0.0)) {
      steps.push_back(
          {fmt::format("{}: the motion takes no torque there, and gravity is within the limit.", name), {}});
      continue;
    }
    steps.push_back(
        {fmt::format("{}: τ_d − g = {} {} = {} is {} zero, so the limit of {} counts: {}.", name, put(torques.peak[j]),
                     put.plus(-torques.gravity[j]), put(inertial), inertial > 0.0 ? "above" : "below", put(bound.value),
                     scaling_equation(put, "k", inertial, torques.gravity[j], std::copysign(limit[j], inertial))),
         {{"k", one_number(bound.k)}}});
  }
  steps.push_back(largest_step(answer));
  if (answer.duration) steps.push_back(duration_step(put, answer));
  steps.push_back({"With it the torques at that instant are", {{"τ_s", scaled_torque(torques, *answer.k)}}});
  return steps;
}

std::vector<WorkedStep> scaling_steps(const TimeScaling& scaling, const PaceLimits& limits, const RetimeAnswer& answer,
                                      int digits) {
  const Board put(digits);
  std::vector<WorkedStep> steps{law_of_scaling()};
  if (scaling.k_by_formula)
    steps.push_back(
        {"That holds without friction and springs. Here viscous friction is divided by k, and dry friction and "
         "springs stay as gravity does.",
         {}});
  std::string kinds;
  for (const PaceLimit kind : all_pace_limits)
    if (limits.has(kind)) kinds += (kinds.empty() ? "" : ", ") + std::string(name_of(kind));
  steps.push_back(
      {fmt::format("Every instant asks each joint for a k of its own (limits: {}). The largest of each joint:", kinds),
       {{"k_each", factors_of(answer)}}});
  const ScalingBound& bound = scaling.bound;
  const std::string& name = answer.joints[answer.limiting].name;
  steps.push_back(bound_step(put, "k", bound, name,
                             fmt::format("at t = {} s, where {}", put(bound.t), positions_text(put, answer.q))));
  steps.push_back(largest_step(answer));
  steps.push_back(duration_step(put, answer));
  return steps;
}

std::vector<WorkedStep> minimum_time_steps(const ProfileMotion& asked, const MinimumTime& found, const PaceLimits&,
                                           const RetimeAnswer& answer, int digits) {
  const Board put(digits);
  std::vector<WorkedStep> steps;
  steps.push_back(
      {fmt::format("The joints move by q = q0 + Δq·s(σ) with σ = t/T and {}.", profile_formula(asked.profile)),
       {{"q0", asked.from}, {"Δq", Eigen::VectorXd(asked.to - asked.from)}}});
  if (answer.shares) {
    WorkedStep step{"The share of the ramps that makes the motion fastest was searched, or was given.",
                    {{"ρ", one_number(found.shares.ramp)}}};
    if (answer.has_edges) step.values.emplace_back("ε", one_number(found.shares.edge));
    steps.push_back(std::move(step));
  }
  steps.push_back(
      {"At a given σ, velocities go with 1/T and accelerations with 1/T². So the torque there is a/T² + g: a is "
       "what inertia, Coriolis and centrifugal torques take at T = 1 s, and g is gravity.",
       {}});
  steps.push_back(bound_step(put, "T", found.bound, answer.joints[answer.limiting].name,
                             fmt::format("at σ = {}, where {}", put(found.bound.t), positions_text(put, answer.q))));
  if (found.short_cut)
    steps.push_back(
        {"The torque is not largest where the acceleration is, so the short cut that looks at that instant alone "
         "gives another time:",
         {{"T", one_number(found.short_cut->duration)}}});
  steps.push_back({"At every other instant, and for every other joint, the limits are kept. The least time is",
                   {{"T", one_number(found.bound.k)}}});
  return steps;
}

std::vector<WorkedStep> demand_steps(const RetimeAnswer& answer, int digits) {
  const Board put(digits);
  std::vector<WorkedStep> steps;
  if (answer.duration) {
    steps.push_back(law_of_scaling());
    steps.push_back({fmt::format("Here k = {}/{}.", put(*answer.new_duration), put(*answer.duration)),
                     {{"k", one_number(*answer.new_duration / *answer.duration)}}});
  } else {
    steps.push_back({fmt::format("The profile is run in T = {} s: velocities go with 1/T, accelerations with 1/T².",
                                 put(*answer.new_duration)),
                     {}});
  }
  MatrixXd torques(static_cast<Index>(answer.joints.size()), 1);
  for (std::size_t j = 0; j < answer.joints.size(); ++j)
    torques(static_cast<Index>(j), 0) = answer.demand->torque[j].value;
  steps.push_back({"The largest torque of each joint is then", {{"τ", torques}}});
  return steps;
}

}  // namespace sinew
