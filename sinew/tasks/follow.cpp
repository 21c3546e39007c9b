// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/follow.h"

#include <algorithm>
#include <cmath>

#include "sinew/errors/problem.h"

namespace sinew {

namespace {

/// [m] and [rad]: an error that is none, and one that is small enough when time is up.
constexpr double settled = 1e-9, arrived = 1e-4;
/// Of the path's own time: slower than this is standing still.
constexpr double slowest = 1e-3;
/// Of the pace at acceleration level [1/s]; [m] and [rad] behind which it is taken back.
constexpr double slowing = -10.0, quickening = 1.0, late_by = 1e-3;

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
  if (!(settings_.gain >= 0.0) || settings_.gain * settings_.period > 1.0)
    refuse("a gain of " + shown(settings_.gain) + " /s over " + shown(settings_.period) + " s overshoots",
           "let gain · period be at most 1");
  goal_.set_velocity_gain(settings_.gain);
  goal_.set_acceleration_gains(settings_.gain * settings_.gain, 2.0 * settings_.gain);
  sample_.q = std::move(q);
  sample_.qd = Eigen::VectorXd::Zero(model.velocity_count());
  sample_.qdd = sample_.qd;
  if (sample_.q.size() != model.position_count() || !sample_.q.allFinite())
    refuse("the start is not " + std::to_string(model.position_count()) + " finite numbers", "give one per joint");
  const JointLimits& limits = bounds_.limits();
  for (int i = 0; i < model.velocity_count(); ++i)
    if (const auto at = static_cast<std::size_t>(i);
        sample_.q[i] < limits.lower[at] - 1e-9 || sample_.q[i] > limits.upper[at] + 1e-9)
      refuse("the start has joint " + std::to_string(i + 1) + " at " + shown(sample_.q[i]) + ", outside its limits " +
                 shown(limits.lower[at]) + " to " + shown(limits.upper[at]),
             "start within them");
  look(0.0);
}

/// The task and its errors where the robot is now.
void Follower::look(double path_time) {
  const PathPoint point = path_->at(path_time);
  task_.set_goal(point.X);
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
  // the path's time runs at `pace`: ṙ = r′·pace, r̈ = r″·pace² + r′·(its rate)
  const double p = pace_, rate = pace_rate_;
  chosen(rows_, p * point.w, p * point.v, motion_);
  chosen(rows_, p * p * point.wd + rate * point.w, p * p * point.a + rate * point.v, second_);
  goal_.set_motion({motion_.data(), static_cast<std::size_t>(motion_.size())},
                   {second_.data(), static_cast<std::size_t>(second_.size())});
}

/// Of their sum, each with the sign that makes it better.
Eigen::VectorXd Follower::gradient_of_objectives() {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(model_.velocity_count()), one = sum;
  for (const auto& objective : settings_.objectives) {
    objective->evaluate(in(sample_.q), out(one));
    sum += objective->more_is_better() ? one : Eigen::VectorXd(-one);
  }
  return sum;
}

/// x₀ of the null space.
Eigen::VectorXd Follower::preferred() {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model_.velocity_count());
  if (!settings_.objectives.empty()) x = settings_.step * gradient_of_objectives();
  if (settings_.level == CommandLevel::Acceleration) x -= settings_.rest * sample_.qd;
  return x;
}

/// Bounds over the next period. What a limit has made impossible is braked as hard as it can be.
Bounds Follower::bounds_now() {
  const MotionBounds& limits = settings_.level == CommandLevel::Velocity
                                   ? bounds_.velocity(in(sample_.q))
                                   : bounds_.acceleration(in(sample_.q), in(sample_.qd));
  Bounds bounds = limits.bounds;
  for (const LimitClash& clash : limits.clashes) {
    const double value = std::abs(clash.lower) < std::abs(clash.upper) ? clash.lower : clash.upper;
    bounds.lower[clash.velocity] = bounds.upper[clash.velocity] = value;
  }
  return bounds;
}

/// x, and the scale of the task, by the method.
double Follower::command(const Bounds& bounds, Eigen::VectorXd& x) {
  using enum RedundancyMethod;
  const TaskState& state = task_.state();
  const bool velocity = settings_.level == CommandLevel::Velocity;
  const Eigen::VectorXd& y = velocity ? goal_.velocity(state) : goal_.acceleration(state);
  const ScaledTask rows{state.J, y};
  const RedundancyMethod method = settings_.method;
  if (method == SnsBasic || method == SnsFast || method == SnsOptimal) {
    const SaturationVariant variant = method == SnsBasic  ? SaturationVariant::Basic
                                      : method == SnsFast ? SaturationVariant::Fast
                                                          : SaturationVariant::Optimal;
    const Eigen::VectorXd wish = preferred();
    x = saturation_.solve({&rows, 1}, bounds, variant, &wish);
    return saturation_.levels()[0].executed ? saturation_.levels()[0].scale : 0.0;
  }
  const bool plain = method == PseudoInverse || method == DampedInverse;
  if (!settings_.weight && (plain || method == ProjectedGradient || method == TaskPriority)) {
    const Eigen::VectorXd wish = preferred();
    x = stack_.solve({&rows, 1}, settings_.damping, plain ? nullptr : &wish);
    return 1.0;
  }
  RedundancyProblem problem;
  problem.level = settings_.level;
  problem.size = model_.velocity_count();
  problem.damping = settings_.damping;
  problem.weight = settings_.weight;
  problem.tasks.push_back({task_.name(), state.J, y, {}, 1});
  problem.preferred = preferred();
  problem.bounds = bounds;
  if (uses_mass_matrix(method)) {
    RowMatrix M(problem.size, problem.size);
    numbers::mass_matrix(model_, in(sample_.q), work_, out(M));
    problem.mass_matrix = M;
    problem.bias.resize(problem.size);
    const Eigen::VectorXd still = Eigen::VectorXd::Zero(problem.size);
    numbers::inverse_dynamics(model_, in(sample_.q), in(sample_.qd), in(still), work_, out(problem.bias));
  }
  const Resolution resolution = resolve(problem, method);
  x = resolution.x;
  return resolution.scale;
}

FollowEnd Follower::advance() {
  const double T = settings_.period;
  const bool velocity = settings_.level == CommandLevel::Velocity;
  const Bounds bounds = bounds_now();
  Eigen::VectorXd x;
  double scale = command(bounds, x);
  // a method that looks at no bounds is slowed down as a whole
  double fraction = 1.0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (x[i] > bounds.upper[i]) fraction = std::min(fraction, bounds.upper[i] > 0.0 ? bounds.upper[i] / x[i] : 0.0);
    if (x[i] < bounds.lower[i]) fraction = std::min(fraction, bounds.lower[i] < 0.0 ? bounds.lower[i] / x[i] : 0.0);
  }
  if (fraction < 1.0) {
    x = (fraction * x).cwiseMax(bounds.lower).cwiseMin(bounds.upper);
    scale *= fraction;
  }
  if (velocity) {
    sample_.qdd = (x - sample_.qd) / T;
    sample_.qd = x;
    sample_.q += T * x;
  } else {
    sample_.q += T * sample_.qd + 0.5 * T * T * x;
    sample_.qd += T * x;
    sample_.qdd = x;
  }
  sample_.t += T;
  sample_.scale = scale;
  sample_.held = static_cast<int>((x.array() == bounds.lower.array() || x.array() == bounds.upper.array()).count());
  // the way goes on as fast as the task was done; accelerations cannot wait, so there the pace is taken back
  const double before = sample_.path_time;
  if (!velocity) {
    const bool late = scale < 1.0 || sample_.position_error > late_by || sample_.orientation_error > late_by;
    const double pace = std::clamp(pace_ + T * (late ? slowing : quickening), 0.0, 1.0);
    pace_rate_ = (pace - pace_) / T;
    pace_ = pace;
  }
  const double next = std::min(before + T * (velocity ? scale : pace_), path_->duration());
  look(next);
  if (next >= path_->duration()) {
    // there, or as near as it gets
    settling_ += T;
    const double left = std::max(sample_.position_error, sample_.orientation_error);
    if (left < settled) return FollowEnd::Arrived;
    if (settling_ > settings_.give_up_after) return left < arrived ? FollowEnd::Arrived : FollowEnd::Stuck;
    return FollowEnd::GoesOn;
  }
  waited_ = next > before + slowest * T ? 0.0 : waited_ + T;
  return waited_ > settings_.give_up_after ? FollowEnd::Stuck : FollowEnd::GoesOn;
}

}  // namespace sinew
