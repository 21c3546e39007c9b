// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/follow/follow_watch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {

namespace {

/// Of the largest number: round-off beyond a limit is none. Accelerations are differences over a period.
double round_off_beyond(WatchedLimit kind, double limit) {
  const double relative = kind == WatchedLimit::Acceleration ? 1e-6 : 1e-9;
  return relative * std::max(1.0, std::abs(limit));
}

bool is_limited(const std::vector<double>& lower, const std::vector<double>& upper) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  return std::any_of(lower.begin(), lower.end(), is_finite) || std::any_of(upper.begin(), upper.end(), is_finite);
}

/// All offsets of links and shapes one after the other, and how far slides go.
double radius_of(const Model<double>& model, const std::vector<std::shared_ptr<ObstacleDistance>>& obstacles) {
  double sum = 0.0, largest_shape = 0.0;
  const JointLimits limits = JointLimits::of(model);
  for (const Link<double>& link : model.links()) {
    sum += norm(link.X_PJ.p);
    const auto i = static_cast<std::size_t>(link.velocity_index);
    const double slid = std::max(std::abs(limits.lower[i]), std::abs(limits.upper[i]));
    if (!turns(link.kind) && std::isfinite(slid)) sum += slid;
  }
  for (const auto& part : obstacles)
    for (const LinkShape& shape : part->shapes())
      largest_shape = std::max(largest_shape, norm(model.frame(shape.frame).X_LF.p) + shape.shape.radius +
                                                  std::max(norm(shape.shape.a), norm(shape.shape.b)));
  return sum + largest_shape;
}

}  // namespace

FollowWatch::FollowWatch(const Model<double>& model, const FrameMotionChoice& frame,
                         std::shared_ptr<const CartesianPath> path, CommandLevel level,
                         const std::vector<std::shared_ptr<Objective>>& objectives)
    : model_(model),
      level_(level),
      limits_(JointLimits::of(model)),
      effort_(static_cast<std::size_t>(model.velocity_count()), Limits::none),
      deviation_(std::move(path), frame.rows),
      frame_(model.frame(frame.frame)),
      motions_(model),
      work_(model),
      q_(model.position_count()),
      tau_(model.velocity_count()),
      gradient_(model.velocity_count()) {
  for (const auto& objective : objectives)
    if (auto obstacles = std::dynamic_pointer_cast<ObstacleDistance>(objective)) obstacles_.push_back(obstacles);
  distances_.resize(obstacles_.size());
  radius_ = radius_of(model, obstacles_);
  for (const Link<double>& link : model.links())
    if (!link.follows && link.limits.effort > 0.0)
      effort_[static_cast<std::size_t>(link.velocity_index)] = link.limits.effort;
  using enum WatchedLimit;
  if (is_limited(limits_.lower, limits_.upper)) findings_.limits.push_back(Position);
  if (is_limited(limits_.velocity_lower, limits_.velocity_upper)) findings_.limits.push_back(Velocity);
  if (is_limited(limits_.acceleration_lower, limits_.acceleration_upper)) findings_.limits.push_back(Acceleration);
  if (is_limited(effort_, effort_)) findings_.limits.push_back(Effort);
}

void FollowWatch::see(const FollowSample& sample) {
  beyond_.clear();
  if (!began_) last_ = sample;
  constexpr double short_way = 5e-3;  // rad or m of a joint
  const double moved = (sample.q - last_.q).lpNorm<Eigen::Infinity>();
  constexpr double most_parts = 1000.0;
  const int parts = static_cast<int>(std::clamp(std::ceil(moved / short_way), 1.0, most_parts));
  for (int k = 1; k <= parts; ++k) {
    const double part = static_cast<double>(k) / parts;
    put(sample, part);
    motions_.read(in(q_));
    see_deviation(motions_.pose(frame_.link) * frame_.X_LF, last_.t + part * (sample.t - last_.t),
                  last_.path_time + part * (sample.path_time - last_.path_time));
  }
  see_limits(sample);
  if (level_ == CommandLevel::Acceleration && began_) see_turning_points(sample);
  see_obstacles(sample);
  last_ = sample;
  began_ = true;
}

void FollowWatch::put(const FollowSample& sample, double part) {
  const double T = sample.t - last_.t;
  if (part >= 1.0 || T <= 0.0)
    q_ = sample.q;
  else if (level_ == CommandLevel::Velocity)
    q_ = last_.q + part * (sample.q - last_.q);
  else
    q_ = last_.q + part * T * (last_.qd + 0.5 * part * T * sample.qdd);
}

void FollowWatch::see_deviation(const Pose<double>& X, double t, double path_time) {
  const Deviation off = deviation_.of(X, path_time);
  if (off.position > findings_.position) {
    findings_.position = off.position;
    findings_.position_at = {t, off.path_time};
  }
  if (off.orientation > findings_.orientation) {
    findings_.orientation = off.orientation;
    findings_.orientation_at = {t, off.path_time};
  }
}

void FollowWatch::see_limits(const FollowSample& sample) {
  using enum WatchedLimit;
  const bool has_efforts = is_limited(effort_, effort_);
  if (has_efforts) numbers::torque(model_, in(sample.q), in(sample.qd), in(sample.qdd), work_, out(tau_));
  for (int i = 0; i < model_.velocity_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    see_limit(Position, i, sample.q[i], limits_.lower[at], limits_.upper[at], sample.t);
    see_limit(Velocity, i, sample.qd[i], limits_.velocity_lower[at], limits_.velocity_upper[at], sample.t);
    see_limit(Acceleration, i, sample.qdd[i], limits_.acceleration_lower[at], limits_.acceleration_upper[at], sample.t);
    if (has_efforts) see_limit(Effort, i, tau_[i], -effort_[at], effort_[at], sample.t);
  }
}

void FollowWatch::see_limit(WatchedLimit kind, int joint, double value, double lower, double upper, double t) {
  const double limit = value > upper ? upper : lower;
  if (!(value > upper + round_off_beyond(kind, upper) || value < lower - round_off_beyond(kind, lower))) return;
  const LimitExcess now{kind, joint, value, limit, t};
  beyond_.push_back(now);
  const auto is_after = [&](const LimitExcess& other) {
    return std::pair(other.kind, other.joint) >= std::pair(kind, joint);
  };
  const auto place = std::find_if(findings_.excess.begin(), findings_.excess.end(), is_after);
  if (place == findings_.excess.end() || place->kind != kind || place->joint != joint)
    findings_.excess.insert(place, now);
  else if (now.excess() > place->excess())
    *place = now;
}

/// A joint that turns back between two samples is furthest there.
void FollowWatch::see_turning_points(const FollowSample& sample) {
  const double T = sample.t - last_.t;
  for (int i = 0; i < model_.velocity_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double turning = -last_.qd[i] / sample.qdd[i];
    if (!(turning > 0.0 && turning < T)) continue;
    see_limit(WatchedLimit::Position, i, last_.q[i] + 0.5 * turning * last_.qd[i], limits_.lower[at], limits_.upper[at],
              last_.t + turning);
  }
}

void FollowWatch::see_obstacles(const FollowSample& sample) {
  for (std::size_t k = 0; k < obstacles_.size(); ++k) {
    q_ = sample.q;
    const double before = distances_[k];
    distances_[k] = see_distance(*obstacles_[k], sample.t, sample.path_time);
    if (began_) search_contact(*obstacles_[k], sample, 0.0, 1.0, before, distances_[k], largest_way(sample));
  }
}

double FollowWatch::see_distance(ObstacleDistance& obstacles, double t, double path_time) {
  const double distance = obstacles.evaluate(in(q_), out(gradient_));
  if (distance >= 0.0) return distance;
  std::optional<Contact>& contact = findings_.contact;
  if (!contact) contact = Contact{"", "", 0.0, {}, {t, path_time}};
  if (t < contact->first.t) contact->first = {t, path_time};
  if (-distance > contact->depth) {
    contact->depth = -distance;
    contact->deepest = {t, path_time};
    contact->shape = obstacles.shapes()[static_cast<std::size_t>(obstacles.nearest().shape)].name;
    contact->obstacle = obstacles.obstacles()[static_cast<std::size_t>(obstacles.nearest().obstacle)].name;
  }
  return distance;
}

/// Bisects while a point of the robot could get as far as an obstacle on `way` metres.
void FollowWatch::search_contact(ObstacleDistance& obstacles, const FollowSample& sample, double from, double to,
                                 double before, double after, double way) {
  constexpr double short_way = 1e-4;
  if (before + after >= way || way < short_way) return;
  const double middle = 0.5 * (from + to);
  put(sample, middle);
  const double distance = see_distance(obstacles, last_.t + middle * (sample.t - last_.t),
                                       last_.path_time + middle * (sample.path_time - last_.path_time));
  search_contact(obstacles, sample, from, middle, before, distance, 0.5 * way);
  search_contact(obstacles, sample, middle, to, distance, after, 0.5 * way);
}

/// No point of the robot goes further in this period [m].
double FollowWatch::largest_way(const FollowSample& sample) const {
  const double T = sample.t - last_.t;
  double way = 0.0;
  for (const Link<double>& link : model_.links()) {
    const int i = link.velocity_index;
    const double fastest = std::max(std::abs(last_.qd[i]), std::abs(sample.qd[i]));
    const double moved = level_ == CommandLevel::Velocity ? std::abs(sample.q[i] - last_.q[i]) : T * fastest;
    way += moved * std::abs(link.follows ? link.multiplier : 1.0) *
           (link.kind == JointKind::Prismatic ? 1.0 : radius_ + std::abs(link.pitch));
  }
  return way;
}

}  // namespace sinew
