// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/motion_stretches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// A joint that moves by less than this part of its largest velocity in a stretch stands still there.
constexpr double still = 1e-12;

std::size_t segment_of(const Trajectory& trajectory, double t) {
  const std::vector<Trajectory::Segment>& segments = trajectory.segments();
  std::size_t i = segments.size() - 1;
  while (i > 0 && segments[i].start > t) --i;
  return i;
}

/// Splits what is smooth at the times at which joints turn back.
class TurnFinder {
 public:
  TurnFinder(const Trajectory& trajectory, int samples)
      : trajectory_(trajectory), samples_(samples), sample_(trajectory.sample()) {}

  void split(MotionStretch whole, std::vector<MotionStretch>& into) {
    segment_ = whole.segment;
    turns_.clear();
    look(whole);
    std::sort(turns_.begin(), turns_.end());
    const double least = 1e-12 * (whole.to - whole.from), end = whole.to;
    for (const double turn : turns_) {
      if (turn - whole.from <= least || end - turn <= least) continue;
      into.push_back(with_senses({segment_, whole.from, turn, {}}));
      whole.from = turn;
    }
    into.push_back(with_senses({segment_, whole.from, end, {}}));
  }

  /// An end of `beside`, if joints that move there come to rest at it.
  void add_rest(const MotionStretch& beside, double t, std::vector<MotionStretch>& into) {
    MotionStretch rest{beside.segment, t, t, beside.senses};
    const double scale = still * std::max(1.0, fastest(beside).cwiseAbs().maxCoeff());
    trajectory_.at(beside.segment, t, sample_);
    for (std::size_t j = 0; j < rest.senses.size(); ++j)
      if (std::abs(sample_.qd[static_cast<Index>(j)]) <= scale) rest.senses[j] = 0;
    if (rest.senses != beside.senses) into.push_back(std::move(rest));
  }

 private:
  double velocity(double t, Index joint) {
    trajectory_.at(segment_, t, sample_);
    return sample_.qd[joint];
  }

  void look(const MotionStretch& whole) {
    const int steps = samples_of(whole, trajectory_.duration(), samples_) - 1;
    const Index joints = trajectory_.joint_count();
    VectorXd last = VectorXd::Zero(joints), last_rate = last, now = last, rate = last;
    double last_t = whole.from;
    for (int i = 0; i <= steps; ++i) {
      const double t = whole.from + (whole.to - whole.from) * i / steps;
      trajectory_.at(segment_, t, sample_);
      now = sample_.qd;
      rate = sample_.qdd;
      if (i > 0)
        for (Index j = 0; j < joints; ++j) {
          if (last[j] * now[j] < 0.0)
            add_turn(j, last_t, t);
          else if (now[j] != 0.0 && last[j] != 0.0 && now[j] * last_rate[j] < 0.0 && now[j] * rate[j] > 0.0)
            look_between(j, last_t, t);
        }
      last.swap(now);
      last_rate.swap(rate);
      last_t = t;
    }
  }

  /// The velocity comes nearer to zero and leaves again: twice through it, perhaps.
  void look_between(Index joint, double a, double b) {
    const double sign = velocity(a, joint) > 0.0 ? 1.0 : -1.0;
    const double nearest = place_of_top([&](double t) { return -sign * velocity(t, joint); }, a, b);
    if (sign * velocity(nearest, joint) >= 0.0) return;
    add_turn(joint, a, nearest);
    add_turn(joint, nearest, b);
  }

  void add_turn(Index joint, double before, double after) {
    const bool is_positive = velocity(before, joint) > 0.0;
    for (double middle = 0.5 * (before + after); before < middle && middle < after; middle = 0.5 * (before + after))
      ((velocity(middle, joint) > 0.0) == is_positive ? before : after) = middle;
    turns_.push_back(after);
  }

  /// The velocity of each joint where it is fastest, of a few places.
  VectorXd fastest(const MotionStretch& stretch) {
    constexpr std::array<double, 5> places{0.5, 0.1, 0.9, 0.3, 0.7};
    VectorXd found = VectorXd::Zero(trajectory_.joint_count());
    for (const double place : places) {
      trajectory_.at(stretch.segment, stretch.from + place * (stretch.to - stretch.from), sample_);
      for (Index j = 0; j < found.size(); ++j)
        if (std::abs(sample_.qd[j]) > std::abs(found[j])) found[j] = sample_.qd[j];
    }
    return found;
  }

  /// Each joint's sense, where it is fastest.
  MotionStretch with_senses(MotionStretch stretch) {
    const VectorXd rates = fastest(stretch);
    const double scale = still * std::max(1.0, rates.cwiseAbs().maxCoeff());
    for (const double rate : rates) stretch.senses.push_back(std::abs(rate) <= scale ? 0 : rate > 0.0 ? 1 : -1);
    return stretch;
  }

  const Trajectory& trajectory_;
  int samples_;
  MotionSample sample_;
  std::size_t segment_ = 0;
  std::vector<double> turns_;
};

/// A sample beside which a greater value may lie.
struct Candidate {
  Index function;
  std::size_t stretch;
  double from, to;
  double at_most;  ///< what the differences to its neighbours let expect
};

/// Looks at one stretch after the other, then beside the samples that are worth it.
class PeakSearch {
 public:
  PeakSearch(const Trajectory& trajectory, const std::vector<MotionStretch>& stretches, Index count,
             const MotionValues& values)
      : trajectory_(trajectory),
        stretches_(stretches),
        values_(values),
        sample_(trajectory.sample()),
        before_(VectorXd::Zero(count)),
        here_(before_),
        after_(before_),
        peaks_(static_cast<std::size_t>(count), {-std::numeric_limits<double>::infinity(), 0.0, 0}) {}

  std::vector<MotionPeak> run(int samples) {
    for (std::size_t k = 0; k < stretches_.size(); ++k)
      sample(k, samples_of(stretches_[k], trajectory_.duration(), samples));
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& a, const Candidate& b) { return a.at_most > b.at_most; });
    for (const Candidate& candidate : candidates_) {
      MotionPeak& best = peaks_[static_cast<std::size_t>(candidate.function)];
      if (candidate.at_most >= best.value && std::isfinite(best.value)) refine(candidate, best);
    }
    return peaks_;
  }

 private:
  void evaluate(std::size_t stretch, double t, VectorXd& into) {
    trajectory_.at(stretches_[stretch].segment, t, sample_);
    values_(sample_, stretches_[stretch], into);
  }

  void sample(std::size_t k, int count) {
    const MotionStretch& stretch = stretches_[k];
    const double step = (stretch.to - stretch.from) / (count - 1);
    for (int i = 0; i < count; ++i) {
      const double t = i + 1 == count ? stretch.to : stretch.from + step * i;
      before_.swap(here_);
      here_.swap(after_);
      evaluate(k, t, after_);
      for (Index c = 0; c < after_.size(); ++c)
        if (after_[c] > peaks_[static_cast<std::size_t>(c)].value)
          peaks_[static_cast<std::size_t>(c)] = {after_[c], t, k};
      if (i > 0) note_candidates(k, stretch, step, i, count);
    }
  }

  void note_candidates(std::size_t k, const MotionStretch& stretch, double step, int i, int count) {
    const double t = stretch.from + step * i;
    for (Index c = 0; c < after_.size(); ++c) {
      const double rise = here_[c] - (i > 1 ? before_[c] : after_[c]), fall = here_[c] - after_[c];
      if (i == 1 && here_[c] > after_[c]) candidates_.push_back({c, k, stretch.from, t, here_[c] + fall});
      const double noise = 1e-13 * std::abs(here_[c]);
      if (i > 1 && rise >= 0.0 && fall >= 0.0 && rise + fall > noise)
        candidates_.push_back({c, k, t - 2.0 * step, t, here_[c] + std::max(rise, fall)});
      if (i + 1 == count && after_[c] > here_[c]) candidates_.push_back({c, k, t - step, stretch.to, after_[c] - fall});
    }
  }

  void refine(const Candidate& candidate, MotionPeak& best) {
    const MotionStretch& stretch = stretches_[candidate.stretch];
    const auto value = [&](double t) {
      evaluate(candidate.stretch, t, here_);
      return here_[candidate.function];
    };
    const double t = place_of_top(value, std::max(candidate.from, stretch.from), std::min(candidate.to, stretch.to));
    const double top = value(t);
    if (top > best.value) best = {top, t, candidate.stretch};
  }

  const Trajectory& trajectory_;
  const std::vector<MotionStretch>& stretches_;
  const MotionValues& values_;
  MotionSample sample_;
  VectorXd before_, here_, after_;
  std::vector<MotionPeak> peaks_;
  std::vector<Candidate> candidates_;
};

}  // namespace

int samples_of(const MotionStretch& stretch, double duration, int samples) {
  constexpr int least = 8;
  const double share = duration > 0.0 ? (stretch.to - stretch.from) / duration : 1.0;
  return std::max(least, static_cast<int>(std::ceil(samples * share)) + 1);
}

std::vector<MotionStretch> motion_stretches(const Trajectory& trajectory, int samples) {
  const std::vector<double> knots = trajectory.knots();
  const double aside = 4e-15 * trajectory.duration();  // a few units in the last place
  TurnFinder turns(trajectory, samples);
  std::vector<MotionStretch> stretches;
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
    const double middle = knots[k] + (knots[k + 1] - knots[k]) / 2.0;
    const double from = k == 0 ? 0.0 : knots[k] + aside;
    const double to = k + 2 == knots.size() ? knots[k + 1] : knots[k + 1] - aside;
    if (to - from <= 8.0 * aside) continue;
    const std::size_t first = stretches.size();
    turns.split({segment_of(trajectory, middle), from, to, {}}, stretches);
    const MotionStretch begin = stretches[first], end = stretches.back();
    turns.add_rest(begin, from, stretches);
    turns.add_rest(end, to, stretches);
  }
  return stretches;
}

std::vector<MotionPeak> motion_peaks(const Trajectory& trajectory, const std::vector<MotionStretch>& stretches,
                                     int samples, Index count, const MotionValues& values) {
  return PeakSearch(trajectory, stretches, count, values).run(samples);
}

double place_of_top(const std::function<double(double)>& y, double a, double b) {
  constexpr double golden = 0.3819660112501051;
  constexpr int most_steps = 80;
  double x = a + golden * (b - a), w = x, v = x, step = 0.0, last_step = 0.0;
  double fx = y(x), fw = fx, fv = fx;
  for (int i = 0; i < most_steps; ++i) {
    const double middle = 0.5 * (a + b), tolerance = 1e-9 * (std::abs(x) + (b - a)) + 1e-300;
    if (std::abs(x - middle) <= 2.0 * tolerance - 0.5 * (b - a)) break;
    // the top of the parabola through the three best points, if it lies inside and steps get smaller
    const double r = (x - w) * (fx - fv), q0 = (x - v) * (fx - fw);
    double p = (x - v) * q0 - (x - w) * r, q = 2.0 * (q0 - r);
    if (q > 0.0) p = -p;
    q = std::abs(q);
    const double before = last_step;
    last_step = step;
    if (std::abs(p) < std::abs(0.5 * q * before) && p > q * (a - x) && p < q * (b - x)) {
      step = p / q;
      if (x + step - a < 2.0 * tolerance || b - x - step < 2.0 * tolerance) step = std::copysign(tolerance, middle - x);
    } else {
      last_step = x < middle ? b - x : a - x;
      step = golden * last_step;
    }
    const double u = x + (std::abs(step) >= tolerance ? step : std::copysign(tolerance, step)), fu = y(u);
    if (fu >= fx) {
      (u < x ? b : a) = x;
      v = w, fv = fw, w = x, fw = fx, x = u, fx = fu;
    } else {
      (u < x ? a : b) = u;
      if (fu >= fw || w == x)
        v = w, fv = fw, w = u, fw = fu;
      else if (fu >= fv || v == x || v == w)
        v = u, fv = fu;
    }
  }
  return x;
}

}  // namespace sinew
