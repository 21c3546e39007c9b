// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/follow/follow.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
Eigen::VectorXd followed_rows(const FrameRows& rows, const Vec3<double>& angular, const Vec3<double>& linear) {
  Eigen::VectorXd chosen(std::count(rows.has.begin(), rows.has.end(), true));
  Eigen::Index at = 0;
  for (int i = 0; i < 6; ++i)
    if (rows.has[static_cast<std::size_t>(i)]) chosen[at++] = i < 3 ? angular[i] : linear[i - 3];
  return chosen;
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

Eigen::VectorXd checked_start(const Model<double>& model, Eigen::VectorXd q) {
  if (q.size() != model.position_count() || !q.allFinite())
    refuse("the start is not " + std::to_string(model.position_count()) + " finite numbers", "give one per joint");
  return q;
}

/// The settings, if the robot and they can follow a path at all.
FollowSettings checked_settings(const Model<double>& model, FollowSettings settings) {
  if (model.floating_base()) refuse("a path is followed by joints, and the base floats", "fix it");
  check_follow_settings(settings);
  return settings;
}

}  // namespace

double FollowProgress::waited(double path_time, double error, double period) {
  if (path_time < mark_time_ + way_ && error >= 0.5 * mark_error_) return waited_ += period;
  mark_time_ = path_time;
  mark_error_ = error;
  return waited_ = 0.0;
}

Follower::Follower(const Model<double>& model, const FrameMotionChoice& frame,
                   std::shared_ptr<const CartesianPath> path, FollowSettings settings, Eigen::VectorXd q)
    : path_(std::move(path)),
      settings_(checked_settings(model, std::move(settings))),
      rows_(frame.rows),
      task_(model, frame),
      goal_(task_),
      bounds_(model, settings_),
      method_(model, task_.name(), task_.rows(), settings_),
      progress_(worth_the_name * std::min(settings_.give_up_after, path_->duration())) {
  goal_.set_velocity_gain(settings_.gain);
  goal_.set_acceleration_gains(settings_.gain * settings_.gain, 2.0 * settings_.gain);
  sample_.q = checked_start(model, std::move(q));
  sample_.qd = Eigen::VectorXd::Zero(model.velocity_count());
  sample_.qdd = sample_.qd;
  bounds_.refuse_start_outside(sample_.q);
  look(0.0);
  pace_ = patience();
  progress_.begin(off());
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

/// q̇, and the pace of the path's time.
double Follower::command_velocity(const Bounds& bounds, Eigen::VectorXd& x) {
  const double h = patience();
  const Eigen::VectorXd motion = followed_rows(rows_, h * point_.w, h * point_.v);
  goal_.set_motion(row_of(motion));
  const TaskState& state = task_.state();
  const Eigen::VectorXd wish = method_.preferred(sample_), y = method_.damped(state.J, goal_.velocity(state), wish);
  if (method_.is_saturation()) {
    // self-motion changes no faster than errors do
    const Eigen::VectorXd lean = wish + std::exp(-settings_.gain * settings_.period) * (sample_.qd - wish);
    return velocity_within(bounds, y, lean, h, x);
  }
  double scale = 1.0;
  x = method_.command(sample_, state.J, y, wish, bounds, scale);
  if (within(x, bounds)) return scale * h;
  if (bounds_.limit_accelerations()) return velocity_within(bounds, y, Eigen::VectorXd(x), h, x);
  // a method that looks at no bounds is slowed down as a whole
  double fraction = 1.0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (x[i] > bounds.upper[i]) fraction = std::min(fraction, bounds.upper[i] > 0.0 ? bounds.upper[i] / x[i] : 0.0);
    if (x[i] < bounds.lower[i]) fraction = std::min(fraction, bounds.lower[i] < 0.0 ? bounds.lower[i] / x[i] : 0.0);
  }
  x = (fraction * x).cwiseMax(bounds.lower).cwiseMin(bounds.upper);
  return fraction * scale * h;
}

/// The velocity nearest to `lean` that keeps the bounds, with the largest pace of the path's time, up to h.
double Follower::velocity_within(const Bounds& bounds, const Eigen::VectorXd& y, const Eigen::VectorXd& lean, double h,
                                 Eigen::VectorXd& x) {
  const RowMatrix& J = task_.state().J;
  const double most = method_.saturated(bounds, {J, y}, lean, x);
  if (most >= 1.0) return h;
  if (most > 0.0 && !bounds_.limit_accelerations()) {
    const Eigen::VectorXd at_most = x, less = (1.0 - leeway) * most * y;
    if (method_.saturated(bounds, {J, less}, lean, x) >= 1.0 - 1e-6) return (1.0 - leeway) * most * h;
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

/// q̈, and how the pace of the path's time changes.
double Follower::command_acceleration(const Bounds& bounds, Eigen::VectorXd& x) {
  const double p = pace_;
  const double wanted = std::min(std::min(2.0 * settings_.gain, 1.0 / settings_.period) * (patience() - p), quickening);
  const Eigen::VectorXd motion = followed_rows(rows_, p * point_.w, p * point_.v),
                        second = followed_rows(rows_, p * p * point_.wd + wanted * point_.w,
                                               p * p * point_.a + wanted * point_.v);
  goal_.set_motion(row_of(motion), row_of(second));
  const TaskState& state = task_.state();
  const Eigen::VectorXd wish = method_.preferred(sample_), y = method_.damped(state.J, goal_.acceleration(state), wish);
  if (method_.is_saturation()) return acceleration_within(bounds, y, wish, wish, wanted, x);
  double scale = 1.0;
  x = method_.command(sample_, state.J, y, wish, bounds, scale);
  return within(x, bounds) ? wanted : acceleration_within(bounds, y, wish, Eigen::VectorXd(x), wanted, x);
}

/// The acceleration nearest to `lean` that keeps the bounds, with the largest σ̈ up to `wanted`; within bounds may be one as
/// low as that which stops the path at once.
double Follower::acceleration_within(const Bounds& bounds, const Eigen::VectorXd& y, const Eigen::VectorXd& wish,
                                     const Eigen::VectorXd& lean, double wanted, Eigen::VectorXd& x) {
  const TaskState& state = task_.state();
  const double p = pace_, k = settings_.gain, least = std::min(wanted, -p / settings_.period);
  const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(lean.size());
  // J·q̈ = y − (1 − s)·r′·(wanted − least)
  const Eigen::VectorXd along =
      method_.damped(state.J, followed_rows(rows_, (wanted - least) * point_.w, (wanted - least) * point_.v), nothing);
  const Eigen::VectorXd still = y - along;
  if (const double most = method_.saturated(bounds, {state.J, along, still.data()}, lean, x); most >= 0.0) {
    const double fastest = least + most * (wanted - least), eased = fastest - leeway * k * p;
    if (most >= 1.0 || eased <= least) return fastest;
    const Eigen::VectorXd at_most = x, less = still + (eased - least) / (wanted - least) * along;
    if (method_.saturated(bounds, {state.J, less}, lean, x) >= 1.0 - 1e-6) return eased;
    x = at_most;
    return fastest;
  }
  // feedback asks for too much: the frame is stopped, and brought back by as much of it as bounds leave room for
  const Eigen::VectorXd back = method_.damped(state.J, k * k * state.error, nothing),
                        stop = method_.damped(state.J, -2.0 * k * state.rate - state.drift, wish);
  if (method_.saturated(bounds, {state.J, back, stop.data()}, wish, x) >= 0.0) return -k * p;
  // joints brake together, and the path with them
  x = (-k * sample_.qd).cwiseMax(bounds.lower).cwiseMin(bounds.upper);
  return -k * p;
}

bool Follower::at_rest() const {
  // an objective goes on moving joints for as long as it can
  return settings_.level == CommandLevel::Velocity || !settings_.objectives.empty() ||
         sample_.qd.lpNorm<Eigen::Infinity>() < resting;
}

/// Commands the joints over one period; how far the path's time goes on.
double Follower::move(const Bounds& bounds, Eigen::VectorXd& x) {
  const double T = settings_.period;
  if (settings_.level == CommandLevel::Velocity) {
    pace_ = command_velocity(bounds, x);
    sample_.qdd = (x - sample_.qd) / T;
    sample_.qd = x;
    sample_.q += T * x;
    return T * pace_;
  }
  const double rate = command_acceleration(bounds, x);
  const double way = T * (pace_ + 0.5 * T * rate);
  pace_ = std::clamp(pace_ + T * rate, 0.0, 1.0);
  sample_.q += T * sample_.qd + 0.5 * T * T * x;
  sample_.qd += T * x;
  sample_.qdd = x;
  return way;
}

FollowEnd Follower::advance() {
  const Bounds bounds = bounds_.now(sample_);
  Eigen::VectorXd x;
  const double way = move(bounds, x);
  sample_.t += settings_.period;
  sample_.scale = pace_;
  sample_.held = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if ((x[i] == bounds.lower[i] || x[i] == bounds.upper[i]) && !task_.state().J.col(i).isZero(0.0)) ++sample_.held;
  // round-off of many periods is no reason for one more
  const double end = path_->duration(), next = sample_.path_time + way;
  look(next < end - end_of_path * end ? next : end);
  return end_so_far();
}

FollowEnd Follower::end_so_far() {
  const bool at_end = sample_.path_time >= path_->duration();
  const double left = std::max(sample_.position_error, sample_.orientation_error);
  if (at_end && left < settled && at_rest()) return FollowEnd::Arrived;
  if (progress_.waited(sample_.path_time, off(), settings_.period) <= settings_.give_up_after) return FollowEnd::GoesOn;
  return at_end && left < arrived ? FollowEnd::Arrived : FollowEnd::Stuck;
}

}  // namespace sinew
