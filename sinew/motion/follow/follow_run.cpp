// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/follow/follow_run.h"

#include <algorithm>

#include "sinew/analysis/matrices.h"

namespace sinew {
namespace {

/// Of the path's own speed: less is not slower.
constexpr double slower_at_all = 1e-3;

}  // namespace

void FollowSummary::count(const FollowSample& sample, const std::vector<std::shared_ptr<Objective>>& of) {
  const bool is_first = samples == 0;
  ++samples;
  Eigen::VectorXd gradient(sample.qd.size());
  for (std::size_t k = 0; k < of.size(); ++k) {
    const double H = of[k]->evaluate(in(sample.q), out(gradient));
    if (is_first) objectives.push_back({of[k]->name(), of[k]->more_is_better(), H, H, H});
    ObjectiveCourse& course = objectives[k];
    course.at_end = H;
    course.worst = course.more_is_better ? std::min(course.worst, H) : std::max(course.worst, H);
  }
  time = sample.t;
  path_time = sample.path_time;
  last_position_error = sample.position_error;
  last_orientation_error = sample.orientation_error;
  position_error = std::max(position_error, sample.position_error);
  orientation_error = std::max(orientation_error, sample.orientation_error);
  last_speed = sample.qd.lpNorm<Eigen::Infinity>();
  if (path_time < duration) {
    slowest = std::min(slowest, sample.scale);
    if (sample.scale < 1.0 - slower_at_all) ++slowed;
  } else if (!at_path_end) {
    at_path_end = time;
  }
}

FollowRun::FollowRun(const Model<double>& model, const FrameMotionChoice& frame,
                     const std::shared_ptr<const CartesianPath>& path, const FollowSettings& settings,
                     const Eigen::VectorXd& q, int rounds)
    : FollowRun(model, frame, *path, rounds, rounds_of(path, frame.rows, rounds), settings, q) {}

FollowRun::FollowRun(const Model<double>& model, const FrameMotionChoice& frame, const CartesianPath& one_round,
                     int rounds, const std::shared_ptr<const CartesianPath>& path, const FollowSettings& settings,
                     const Eigen::VectorXd& q)
    : objectives_(settings.objectives),
      follower_(model, frame, path, settings, q),
      watch_(model, frame, path, settings.level, settings.objectives) {
  summary_.frame = frame.frame;
  summary_.path = path->text();
  summary_.duration = path->duration();
  summary_.method = entry_of(settings.method).name;
  if (gap_of(one_round, frame.rows).is_closed()) rounds_.emplace(one_round.duration(), rounds);
  note();
}

void FollowRun::allow_deviation(std::optional<double> position, std::optional<double> orientation) {
  if (position) summary_.most_position = *position;
  if (orientation) summary_.most_orientation = *orientation;
}

void FollowRun::note() {
  watch_.see(follower_.sample());
  summary_.count(follower_.sample(), objectives_);
  if (rounds_) rounds_->see(follower_.sample());
}

void FollowRun::advance() {
  summary_.end = follower_.advance();
  note();
}

FollowSummary FollowRun::summary() const {
  FollowSummary summary = summary_;
  summary.findings = watch_.findings();
  if (rounds_) summary.drift = rounds_->drift();
  return summary;
}

}  // namespace sinew
