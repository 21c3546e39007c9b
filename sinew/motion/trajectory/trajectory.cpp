// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/trajectory.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

[[noreturn]] void refuse_trajectory(const std::string& what, const std::string& remedy) {
  refuse("trajectory", what, remedy);
}

/// The times of a segment at which its path comes to a knot, by bisection: s never decreases.
void add_path_knots(const Trajectory::Segment& segment, std::vector<double>& times) {
  for (const double s : segment.path->knots()) {
    double before = 0.0, after = segment.clock.duration();
    while (true) {
      const double middle = before + (after - before) / 2.0;
      if (!(before < middle && middle < after)) break;
      (segment.clock.at(middle).s < s ? before : after) = middle;
    }
    times.push_back(segment.start + after);
  }
}

/// Derivatives by time from those by s, by the chain rule: one loop, for this is done at every sample.
void take_over(const PathSample& path, const ClockSample& clock, MotionSample& sample) noexcept {
  const Eigen::Index joints = path.q.size();
  const double *__restrict q = path.q.data(), *__restrict d1 = path.d1.data(), *__restrict d2 = path.d2.data(),
               *__restrict d3 = path.d3.data();
  double *__restrict to_q = sample.q.data(), *__restrict to_qd = sample.qd.data(), *__restrict to_qdd = sample.qdd.data(),
                    *__restrict to_qddd = sample.qddd.data();
  const double rate = clock.rate, rate2 = rate * rate, rate3 = rate2 * rate;
  const double mixed = 3.0 * rate * clock.acceleration;
  for (Eigen::Index i = 0; i < joints; ++i) {
    to_q[i] = q[i];
    to_qd[i] = d1[i] * rate;
    to_qdd[i] = d2[i] * rate2 + d1[i] * clock.acceleration;
    to_qddd[i] = d3[i] * rate3 + d2[i] * mixed + d1[i] * clock.jerk;
  }
}

}  // namespace

Trajectory::Trajectory(std::shared_ptr<const Path> path, Clock clock)
    : Trajectory(std::vector<Segment>{{std::move(path), std::move(clock)}}) {}

Trajectory::Trajectory(std::vector<Segment> segments) : segments_(std::move(segments)) {
  if (segments_.empty()) refuse_trajectory("it has no segments", "give one at least");
  joints_ = segments_.front().path->joint_count();
  std::size_t with_work = 0;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    Segment& segment = segments_[i];
    const std::string which = "segment " + std::to_string(i + 1);
    if (segment.path->joint_count() != joints_)
      refuse_trajectory(which + " has " + std::to_string(segment.path->joint_count()) + " joints and the first one " +
                            std::to_string(joints_),
                        "give every segment the same joints");
    const double end = segment.path->end();
    if (!(std::abs(segment.clock.end() - end) <= 1e-9 * end))
      refuse_trajectory(
          "the clock of " + which + " ends at s = " + shown(segment.clock.end()) + ", its path at " + shown(end),
          "let both end at the same s");
    segment.start = duration_;
    duration_ += segment.clock.duration();
    segment.work = segment.path->work().empty() ? 0 : ++with_work;
  }
}

MotionSample Trajectory::sample() const {
  MotionSample sample(joints_);
  sample.paths_.emplace_back(joints_);
  for (const Segment& segment : segments_)
    if (segment.work > 0) sample.paths_.emplace_back(joints_).work = segment.path->work();
  return sample;
}

void Trajectory::at(double t, MotionSample& sample) const noexcept {
  std::size_t i = 0;
  if (segments_.size() > 1)
    i = static_cast<std::size_t>(
            std::upper_bound(segments_.begin() + 1, segments_.end(), t,
                             [](double time, const Segment& segment) { return time < segment.start; }) -
            segments_.begin()) -
        1;
  at(i, t, sample);
}

void Trajectory::at(std::size_t segment, double t, MotionSample& sample) const noexcept {
  const Segment& here = segments_[segment];
  ClockSample clock;
  // until the end as the trajectory has it, which rounding may put behind that of the clock
  const double end = here.clock.duration(), since_start = t - here.start;
  here.clock.at(t <= here.start + end ? std::min(since_start, end) : since_start, clock);
  PathSample& path = sample.paths_[here.work];
  here.path->at(std::clamp(clock.s, 0.0, here.path->end()), path);
  sample.t = t;
  take_over(path, clock, sample);
}

std::vector<double> Trajectory::knots() const {
  std::vector<double> times = {0.0};
  for (const Segment& segment : segments_) {
    for (const double t : segment.clock.knots()) times.push_back(segment.start + t);
    add_path_knots(segment, times);
    times.push_back(segment.start + segment.clock.duration());
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

Trajectory Trajectory::stretched_to(double duration) const {
  if (!(duration > 0.0 && std::isfinite(duration)))
    refuse_trajectory("its new duration is " + shown(duration) + " s", "give a time above zero");
  std::vector<Segment> segments = segments_;
  for (Segment& segment : segments)
    segment.clock = segment.clock.stretched_to(segment.clock.duration() * (duration / duration_));
  return Trajectory(std::move(segments));
}

}  // namespace sinew
