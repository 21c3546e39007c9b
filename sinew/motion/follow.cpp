// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/follow.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "sinew/errors/diagnostic.h"

namespace sinew {

namespace {

/// [m] and [rad]: an error that is none, and one that is small enough where nothing more is to be had.
constexpr double settled = 1e-6, arrived = 1e-4;
/// Of the path's duration: nearer to its end is its end.
constexpr double end_of_path = 1e-9;
/// [m/s] or [rad/s] of a joint: slower is at rest.
constexpr double resting = 1e-4;
/// Of the path, or of the time before it gives up: less is no progress.
constexpr double worth_the_name = 0.01;
constexpr double metres_for_a_radian = 0.2;
/// Where limits slow the path down, so much of its speed is given up: at the largest scale there is, joints have no choice,
/// and jump from corner to corner of their bounds.
constexpr double leeway = 0.05;
/// How fast the path's time may gain pace, at acceleration level [1/s²].
constexpr double quickening = 2.0;

/// The rows that are followed, of an angular over a linear vector.
void chosen(const FrameRows& rows, const Vec3<double>& angular, const Vec3<double>& linear, Eigen::VectorXd& out) {
  Eigen::Index at = 0;
  for (int i = 0; i < 6; ++i)
    if (rows.has[static_cast<std::size_t>(i)]) out[at++] = i < 3 ? angular[i] : linear[i - 3];
}

JointLimits limits_for(const Model<double>& model, const FollowSettings& settings) {
  return settings.limits ? *settings.limits : JointLimits::of(model);
}

bool uses_mass_matrix(RedundancyMethod method) {
  using enum RedundancyMethod;
  return method == KineticEnergy || method == MinimumTorque || method == InverseInertiaTorque ||
         method == SquaredInverseInertiaTorque || method == DynamicallyConsistent;
}

bool is_saturation(RedundancyMethod method) {
  using enum RedundancyMethod;
  return method == SnsBasic || method == SnsFast || method == SnsOptimal;
}

bool is_torque(RedundancyMethod method) {
  using enum RedundancyMethod;
  return method == MinimumTorque || method == InverseInertiaTorque || method == SquaredInverseInertiaTorque;
}

bool within(const Eigen::VectorXd& x, const Bounds& bounds) {
  return (x.array() >= bounds.lower.array()).all() && (x.array() <= bounds.upper.array()).all();
}

In<double> row_of(const Eigen::VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

void check_follow_settings(const FollowSettings& s) {
  if (!(s.gain > 0.0)) refuse("the gain is " + shown(s.gain) + " /s", "give one above zero: errors would stay or grow");
  if (s.gain * s.period > 1.0)
    refuse("a gain of " + shown(s.gain) + " /s over " + shown(s.period) + " s overshoots",
           "let gain · period be at most 1");
  if (!(s.tolerance > 0.0))
    refuse("the tolerance is " + shown(s.tolerance) + " m", "give one above zero: the path would wait for ever");
  if (!(s.rest >= 0.0)) refuse("K_D is " + shown(s.rest) + " /s", "give one that is not negative");
  if (s.rest * s.period > 1.0)
    refuse("a K_D of " + shown(s.rest) + " /s over " + shown(s.period) + " s overshoots",
           "let K_D · period be at most 1");
}

}  // namespace

Follower::Follower(const Model<double>& model, const FrameMotionChoice& frame,
                   std::shared_ptr<const CartesianPath> path, FollowSettings settings, Eigen::VectorXd q)
    : model_(model),
      path_(std::move(path)),
      settings_(std::move(settings)),
      task_(model, frame),
      goal_(task_),
      bounds_(model, settings_.period, limits_for(model, settings_)),
      rows_(frame.rows),
      work_(model),
      saturation_(model.velocity_count(), task_.rows(), 1),
      stack_(model.velocity_count(), task_.rows(), 1),
      motion_(task_.rows()),
      second_(task_.rows()) {
  if (model.floating_base()) refuse("a path is followed by joints, and the base floats", "fix it");
  check_follow_settings(settings_);
  goal_.set_velocity_gain(settings_.gain);
  goal_.set_acceleration_gains(settings_.gain * settings_.gain, 2.0 * settings_.gain);
  sample_.q = std::move(q);
  sample_.qd = Eigen::VectorXd::Zero(model.velocity_count());
  sample_.qdd = sample_.qd;
  if (sample_.q.size() != model.position_count() || !sample_.q.allFinite())
    refuse("the start is not " + std::to_string(model.position_count()) + " finite numbers", "give one per joint");
  const JointLimits& limits = bounds_.limits();
  for (int i = 0; i < model.velocity_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (sample_.q[i] < limits.lower[at] - 1e-9 || sample_.q[i] > limits.upper[at] + 1e-9)
      refuse("the start has joint " + std::to_string(i + 1) + " at " + shown(sample_.q[i]) + ", outside its limits " +
                 shown(limits.lower[at]) + " to " + shown(limits.upper[at]),
             "start within them");
    if (std::isfinite(limits.acceleration_lower[at]) || std::isfinite(limits.acceleration_upper[at]))
      accelerations_are_limited_ = true;
  }
  look(0.0);
  pace_ = patience();
  mark_error_ = off();
}

/// The task and its errors where the robot is now.
void Follower::look(double path_time) {
  point_ = path_->at(path_time);
  task_.set_goal(point_.X);
  const TaskState& state = task_.evaluate(in(sample_.q), in(sample_.qd));
  double angular = 0.0, linear = 0.0;
  Eigen::Index at = 0;
  for (std::size_t i = 0; i < 6; ++i)
    if (rows_.has[i]) {
      (i < 3 ? angular : linear) += state.error[at] * state.error[at];
      ++at;
    }
  sample_.path_time = path_time;
  sample_.orientation_error = std::sqrt(angular);
  sample_.position_error = std::sqrt(linear);
}

/// How far the frame is off the path [m].
double Follower::off() const {
  return std::max(sample_.position_error, metres_for_a_radian * sample_.orientation_error);
}

/// h: the pace that the error leaves to the path's time.
double Follower::patience() const { return std::clamp(2.0 - off() / settings_.tolerance, 0.0, 1.0); }

/// x₀ of the null space: objectives, each with the sign that makes it better, and rest. Plain inverses know rest alone.
Eigen::VectorXd Follower::preferred() {
  using enum RedundancyMethod;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model_.velocity_count()), one = x;
  const RedundancyMethod method = settings_.method;
  const bool inverse = method == PseudoInverse || method == DampedInverse || method == WeightedInverse;
  if (!inverse)
    for (const auto& objective : settings_.objectives) {
      objective->evaluate(in(sample_.q), out(one));
      x += (objective->more_is_better() ? settings_.step : -settings_.step) * one;
    }
  if (settings_.level == CommandLevel::Acceleration) x -= settings_.rest * sample_.qd;
  return x;
}

/// Bounds over the next period. What a limit has made impossible is braked as hard as it can be.
Bounds Follower::bounds_now() {
  const bool velocity = settings_.level == CommandLevel::Velocity;
  const MotionBounds& limits =
      velocity ? bounds_.velocity(in(sample_.q)) : bounds_.acceleration(in(sample_.q), in(sample_.qd));
  Bounds bounds = limits.bounds;
  for (const LimitClash& clash : limits.clashes) {
    const double value = std::abs(clash.lower) < std::abs(clash.upper) ? clash.lower : clash.upper;
    bounds.lower[clash.velocity] = bounds.upper[clash.velocity] = value;
  }
  const JointLimits& y = bounds_.limits();
  const double T = settings_.period, k = settings_.gain;
  for (Eigen::Index i = 0; i < bounds.lower.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double lower = bounds.lower[i], upper = bounds.upper[i], qd = sample_.qd[i];
    double least = -Limits::none, most = Limits::none;
    if (velocity) {
      // velocities change by no more than A·T, unless a position would be overrun
      least = qd + T * y.acceleration_lower[at];
      most = qd + T * y.acceleration_upper[at];
    } else {
      // limits are neared at the rate of the gain, critically damped, not within one sample
      least = k * (std::max(y.velocity_lower[at], 0.25 * k * (y.lower[at] - sample_.q[i])) - qd);
      most = k * (std::min(y.velocity_upper[at], 0.25 * k * (y.upper[at] - sample_.q[i])) - qd);
    }
    bounds.lower[i] = std::clamp(least, lower, upper);
    bounds.upper[i] = std::clamp(most, lower, upper);
  }
  return bounds;
}

/// y as any method can do it near a singularity: of each direction that is being lost, what a damped inverse would do,
/// and for the rest what x₀ wishes.
///
///     D·y + (I − D)·J·x₀,  D = J·Jᵀ·(J·Jᵀ + μ²·I)⁻¹
Eigen::VectorXd Follower::damped(const Eigen::VectorXd& y, const Eigen::VectorXd& wish) const {
  const Damping& damping = settings_.damping;
  if (damping.kind == Damping::Kind::None) return y;
  const auto& J = task_.state().J;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> found(J * J.transpose());
  const Eigen::MatrixXd& U = found.eigenvectors();
  const auto sigma_of = [&](Eigen::Index i) { return std::sqrt(std::max(found.eigenvalues()[i], 0.0)); };
  const Eigen::VectorXd wished = U.transpose() * (J * wish);
  Eigen::VectorXd parts = U.transpose() * y;
  for (Eigen::Index i = 0; i < parts.size(); ++i) {
    const double sigma = sigma_of(i);
    const double mu_squared = damping.squared(damping.kind == Damping::Kind::Filtered ? sigma : sigma_of(0));
    if (mu_squared > 0.0) parts[i] += (wished[i] - parts[i]) * mu_squared / (sigma * sigma + mu_squared);
  }
  return U * parts;
}

/// x of a method that is not saturation in the null space.
Eigen::VectorXd Follower::by_method(const Bounds& bounds, const Eigen::VectorXd& y, const Eigen::VectorXd& wish,
                                    double& scale) {
  using enum RedundancyMethod;
  const TaskState& state = task_.state();
  const RedundancyMethod method = settings_.method;
  const bool inverse = method == PseudoInverse || method == DampedInverse || method == WeightedInverse;
  if (!settings_.weight && (inverse || method == ProjectedGradient || method == TaskPriority)) {
    const ScaledTask rows{state.J, y};
    return stack_.solve({&rows, 1}, {}, &wish);
  }
  RedundancyProblem problem;
  problem.level = settings_.level;
  problem.size = model_.velocity_count();
  problem.weight = settings_.weight;
  problem.tasks.push_back({task_.name(), state.J, y, {}, 1});
  problem.preferred = wish;
  problem.bounds = bounds;
  if (uses_mass_matrix(method)) {
    RowMatrix M(problem.size, problem.size);
    numbers::mass_matrix(model_, in(sample_.q), work_, out(M));
    problem.mass_matrix = M;
    problem.bias.resize(problem.size);
    const Eigen::VectorXd still = Eigen::VectorXd::Zero(problem.size);
    numbers::torque(model_, in(sample_.q), in(sample_.qd), in(still), work_, out(problem.bias));
    if (is_torque(method)) {
      // what is to be small is τ − M·x₀: the torques but for those that objectives and rest are given
      problem.bias -= M * wish;
      problem.preferred.reset();
    }
  }
  const Resolution resolution = resolve(problem, inverse ? ProjectedGradient : method);
  scale = resolution.scale;
  return resolution.x;
}

/// x nearest to `lean` within bounds, with the largest scale of the task; below zero if there is none.
double Follower::saturated(const Bounds& bounds, const ScaledTask& rows, const Eigen::VectorXd& lean,
                           Eigen::VectorXd& x) {
  using enum RedundancyMethod;
  const SaturationVariant variant = settings_.method == SnsBasic  ? SaturationVariant::Basic
                                    : settings_.method == SnsFast ? SaturationVariant::Fast
                                                                  : SaturationVariant::Optimal;
  x = saturation_.solve({&rows, 1}, bounds, variant, &lean);
  return saturation_.levels()[0].executed ? saturation_.levels()[0].scale : -1.0;
}

/// q̇, and the pace of the path's time.
double Follower::command_velocity(const Bounds& bounds, Eigen::VectorXd& x) {
  const double h = patience();
  chosen(rows_, h * point_.w, h * point_.v, motion_);
  goal_.set_motion(row_of(motion_));
  const TaskState& state = task_.state();
  const Eigen::VectorXd wish = preferred(), y = damped(goal_.velocity(state), wish);
  double scale = 1.0;
  Eigen::VectorXd lean;
  if (is_saturation(settings_.method)) {
    // self-motion changes no faster than errors do
    lean = wish + std::exp(-settings_.gain * settings_.period) * (sample_.qd - wish);
  } else {
    x = lean = by_method(bounds, y, wish, scale);
    if (within(x, bounds)) return scale * h;
  }
  if (is_saturation(settings_.method) || accelerations_are_limited_) {
    const double most = saturated(bounds, {state.J, y}, lean, x);
    if (most >= 1.0) return h;
    if (most > 0.0 && !accelerations_are_limited_) {
      const Eigen::VectorXd at_most = x, less = (1.0 - leeway) * most * y;
      if (saturated(bounds, {state.J, less}, lean, x) >= 1.0 - 1e-6) return (1.0 - leeway) * most * h;
      x = at_most;
    }
    if (most >= 0.0) return most * h;
    // joints brake together, so that the frame goes on in its direction
    double rest = 0.0;
    for (Eigen::Index i = 0; i < x.size(); ++i)
      if (const double nearest = std::clamp(0.0, bounds.lower[i], bounds.upper[i]); nearest != 0.0)
        rest = std::max(rest, std::clamp(nearest / sample_.qd[i], 0.0, 1.0));
    x = (rest * sample_.qd).cwiseMax(bounds.lower).cwiseMin(bounds.upper);
    return rest * pace_;
  }
  // a method that looks at no bounds is slowed down as a whole
  double fraction = 1.0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (x[i] > bounds.upper[i]) fraction = std::min(fraction, bounds.upper[i] > 0.0 ? bounds.upper[i] / x[i] : 0.0);
    if (x[i] < bounds.lower[i]) fraction = std::min(fraction, bounds.lower[i] < 0.0 ? bounds.lower[i] / x[i] : 0.0);
  }
  x = (fraction * x).cwiseMax(bounds.lower).cwiseMin(bounds.upper);
  return fraction * scale * h;
}

/// q̈, and how the pace of the path's time changes.
double Follower::command_acceleration(const Bounds& bounds, Eigen::VectorXd& x) {
  // σ̈ is wanted; within bounds may be one as low as that which stops the path at once
  const double p = pace_, k = settings_.gain, T = settings_.period;
  const double wanted = std::min(std::min(2.0 * k, 1.0 / T) * (patience() - p), quickening),
               least = std::min(wanted, -p / T);
  chosen(rows_, p * point_.w, p * point_.v, motion_);
  chosen(rows_, p * p * point_.wd + wanted * point_.w, p * p * point_.a + wanted * point_.v, second_);
  goal_.set_motion(row_of(motion_), row_of(second_));
  const TaskState& state = task_.state();
  const Eigen::VectorXd wish = preferred(), y = damped(goal_.acceleration(state), wish);
  Eigen::VectorXd lean = wish;
  if (!is_saturation(settings_.method)) {
    double scale = 1.0;
    x = lean = by_method(bounds, y, wish, scale);
    if (within(x, bounds)) return wanted;
  }
  // J·q̈ = y − (1 − s)·r′·(wanted − least)
  const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(wish.size());
  Eigen::VectorXd along(y.size());
  chosen(rows_, (wanted - least) * point_.w, (wanted - least) * point_.v, along);
  along = damped(along, nothing);
  const Eigen::VectorXd still = y - along;
  if (const double most = saturated(bounds, {state.J, along, still.data()}, lean, x); most >= 0.0) {
    const double fastest = least + most * (wanted - least), eased = fastest - leeway * k * p;
    if (most >= 1.0 || eased <= least) return fastest;
    const Eigen::VectorXd at_most = x, less = still + (eased - least) / (wanted - least) * along;
    if (saturated(bounds, {state.J, less}, lean, x) >= 1.0 - 1e-6) return eased;
    x = at_most;
    return fastest;
  }
  // feedback asks for too much: the frame is stopped, and brought back by as much of it as bounds leave room for
  const Eigen::VectorXd back = damped(k * k * state.error, nothing),
                        stop = damped(-2.0 * k * state.rate - state.drift, wish);
  if (saturated(bounds, {state.J, back, stop.data()}, wish, x) >= 0.0) return -k * p;
  // joints brake together, and the path with them
  x = (-k * sample_.qd).cwiseMax(bounds.lower).cwiseMin(bounds.upper);
  return -k * p;
}

bool Follower::at_rest() const {
  // an objective goes on moving joints for as long as it can
  return settings_.level == CommandLevel::Velocity || !settings_.objectives.empty() ||
         sample_.qd.lpNorm<Eigen::Infinity>() < resting;
}

/// Has a hundredth of the path, or of the time before it gives up, been done, or half of the error been taken back?
bool Follower::gets_on() {
  const double way = worth_the_name * std::min(settings_.give_up_after, path_->duration());
  if (sample_.path_time < mark_time_ + way && off() >= 0.5 * mark_error_) return false;
  mark_time_ = sample_.path_time;
  mark_error_ = off();
  return true;
}

FollowEnd Follower::advance() {
  const double T = settings_.period;
  const Bounds bounds = bounds_now();
  Eigen::VectorXd x;
  double way = 0.0;  // of the path's time
  if (settings_.level == CommandLevel::Velocity) {
    pace_ = command_velocity(bounds, x);
    way = T * pace_;
    sample_.qdd = (x - sample_.qd) / T;
    sample_.qd = x;
    sample_.q += T * x;
  } else {
    const double rate = command_acceleration(bounds, x);
    way = T * (pace_ + 0.5 * T * rate);
    pace_ = std::clamp(pace_ + T * rate, 0.0, 1.0);
    sample_.q += T * sample_.qd + 0.5 * T * T * x;
    sample_.qd += T * x;
    sample_.qdd = x;
  }
  sample_.t += T;
  sample_.scale = pace_;
  sample_.held = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if ((x[i] == bounds.lower[i] || x[i] == bounds.upper[i]) && !task_.state().J.col(i).isZero(0.0)) ++sample_.held;
  // round-off of many periods is no reason for one more
  const double end = path_->duration(), next = sample_.path_time + way;
  look(next < end - end_of_path * end ? next : end);

  const bool at_end = sample_.path_time >= end;
  const double left = std::max(sample_.position_error, sample_.orientation_error);
  if (at_end && left < settled && at_rest()) return FollowEnd::Arrived;
  waited_ = gets_on() ? 0.0 : waited_ + T;
  if (waited_ <= settings_.give_up_after) return FollowEnd::GoesOn;
  return at_end && left < arrived ? FollowEnd::Arrived : FollowEnd::Stuck;
}

}  // namespace sinew
