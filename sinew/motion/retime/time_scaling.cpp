// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/time_scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/tasks/joint_names.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double no_limit = std::numeric_limits<double>::infinity();
constexpr double share_slack = 1e-12;

/// The power of the pace that a quantity goes with, and the quantity.
int order_of(PaceLimit kind) { return kind == PaceLimit::Velocity ? 1 : kind == PaceLimit::Acceleration ? 2 : 3; }
const VectorXd& rate_of(const MotionSample& motion, PaceLimit kind) {
  return kind == PaceLimit::Velocity ? motion.qd : kind == PaceLimit::Acceleration ? motion.qdd : motion.qddd;
}
double root(double x, int order) { return order == 1 ? x : order == 2 ? std::sqrt(x) : std::cbrt(x); }
double power(double x, int order) { return order == 1 ? x : order == 2 ? x * x : x * x * x; }

std::string joint_name(const Model<double>& model, Index joint) {
  return model.link(independent_joints(model)[static_cast<std::size_t>(joint)]).joint_name;
}

std::string pose_text(const VectorXd& q) {
  std::string text;
  for (const double x : q) text += (text.empty() ? "" : ", ") + shown(x);
  return "q = (" + text + ")";
}

}  // namespace

PacedMotion::PacedMotion(const Model<double>& model, const Trajectory& trajectory, int samples)
    : model_(model), trajectory_(trajectory), samples_(samples), load_(model) {
  if (trajectory.joint_count() != model.velocity_count())
    refuse(model.name(),
           "has " + std::to_string(model.velocity_count()) + " joints, and the motion has " +
               std::to_string(trajectory.joint_count()),
           "give a motion of its joints");
  stretches_ = motion_stretches(trajectory, samples);
  if (stretches_.empty()) refuse("motion", "it takes no time", "give one that lasts");
}

MotionSample PacedMotion::at(const MotionPeak& place) {
  MotionSample sample = trajectory_.sample();
  const MotionStretch& stretch = stretches_[place.stretch];
  trajectory_.at(stretch.segment, place.t, sample);
  load_.at(sample, stretch.senses);
  return sample;
}

std::vector<MotionPeak> PacedMotion::least_factors(const PaceLimits& limits, PaceLimit kind) {
  const VectorXd& most = limits[kind];
  const auto by_torque = [&](const MotionSample& sample, const MotionStretch& stretch, VectorXd& factors) {
    load_.at(sample, stretch.senses);
    for (Index j = 0; j < most.size(); ++j) factors[j] = 1.0 / first_exit(load_.of(j), most[j]);
  };
  const auto by_rate = [&](const MotionSample& sample, const MotionStretch&, VectorXd& factors) {
    const VectorXd& rate = rate_of(sample, kind);
    for (Index j = 0; j < most.size(); ++j) factors[j] = root(std::abs(rate[j]) / most[j], order_of(kind));
  };
  const MotionValues values = kind == PaceLimit::Torque ? MotionValues(by_torque) : MotionValues(by_rate);
  return motion_peaks(trajectory_, stretches_, samples_, most.size(), values);
}

ScalingBound PacedMotion::torque_bound(const MotionPeak& place, Index joint, double limit) {
  at(place);
  ScalingBound bound{0.0, PaceLimit::Torque, joint, place.t, 0.0, load_.of(joint), load_.gravity()[joint]};
  const double x = first_exit(bound.torque, limit);
  bound.k = 1.0 / x;
  bound.value = bound.torque.at(std::isfinite(x) ? x : 0.0);
  bound.torque.fading = {};
  return bound;
}

std::vector<ScalingBound> PacedMotion::bounds_of(const PaceLimits& limits) {
  std::vector<ScalingBound> bounds(static_cast<std::size_t>(model_.velocity_count()));
  for (std::size_t j = 0; j < bounds.size(); ++j) bounds[j].joint = static_cast<Index>(j);
  for (const PaceLimit kind : all_pace_limits) {
    if (!limits.has(kind)) continue;
    const std::vector<MotionPeak> peaks = least_factors(limits, kind);
    for (std::size_t j = 0; j < bounds.size(); ++j) {
      const MotionPeak& peak = peaks[j];
      if (!(peak.value > bounds[j].k)) continue;
      const auto joint = static_cast<Index>(j);
      if (kind == PaceLimit::Torque) {
        bounds[j] = torque_bound(peak, joint, limits.torque[joint]);
      } else {
        const double x = 1.0 / peak.value, rate = rate_of(at(peak), kind)[joint];
        bounds[j] = {peak.value, kind, joint, peak.t, rate * power(x, order_of(kind)), {}, 0.0};
      }
    }
  }
  return bounds;
}

double PacedMotion::largest_share(const PaceLimits& limits, double x) {
  const auto shares = [&](const MotionSample& sample, const MotionStretch& stretch, VectorXd& into) {
    load_.at(sample, stretch.senses);
    for (Index j = 0; j < into.size(); ++j) into[j] = std::abs(load_.of(j).at(x)) / limits.torque[j];
  };
  double largest = 0.0;
  for (const MotionPeak& peak :
       motion_peaks(trajectory_, stretches_, samples_, model_.velocity_count(), MotionValues(shares)))
    largest = std::max(largest, peak.value);
  return largest;
}

void PacedMotion::refuse_overload_at_rest(const PaceLimits& limits) {
  const auto shares = [&](const MotionSample& sample, const MotionStretch& stretch, VectorXd& into) {
    load_.at(sample, stretch.senses);
    for (Index j = 0; j < into.size(); ++j) into[j] = std::abs(load_.of(j).at(0.0)) / limits.torque[j];
  };
  const std::vector<MotionPeak> peaks =
      motion_peaks(trajectory_, stretches_, samples_, model_.velocity_count(), MotionValues(shares));
  const auto worst = std::max_element(peaks.begin(), peaks.end(),
                                      [](const MotionPeak& a, const MotionPeak& b) { return a.value < b.value; });
  const Index joint = worst - peaks.begin();
  const MotionSample sample = at(*worst);
  const double needed = load_.of(joint).at(0.0);
  const bool is_gravity_alone = needed == load_.gravity()[joint];
  std::string remedy = "no slower motion helps; give it a larger limit of torque, or another way";
  for (const PaceInterval& one : fitting_factors(limits))
    remedy += ". It would fit while it moves, with k from " + shown(one.from) + " to " + shown(one.to) +
              ", but it could not be held on the way";
  refuse(model_.name(),
         "joint " + in_quotes(joint_name(model_, joint)) + " cannot hold " +
             (is_gravity_alone ? "against gravity" : "against gravity, springs and friction") +
             " at t = " + shown(worst->t) + " s, " + pose_text(sample.q) + ": that takes " + shown(needed) +
             ", and its limit is " + shown(limits.torque[joint]),
         remedy);
}

double PacedMotion::k_by_formula(const PaceLimits& limits) {
  const auto factors = [&](const MotionSample& sample, const MotionStretch& stretch, VectorXd& into) {
    load_.at(sample, stretch.senses);
    for (Index j = 0; j < into.size(); ++j) {
      const double g = load_.gravity()[j];
      into[j] = 1.0 / first_exit({load_.torque_as_given()[j] - g, 0.0, g}, limits.torque[j]);
    }
  };
  double k = 0.0;
  for (const MotionPeak& peak :
       motion_peaks(trajectory_, stretches_, samples_, model_.velocity_count(), MotionValues(factors)))
    k = std::max(k, peak.value);
  return k;
}

TimeScaling PacedMotion::least_scaling(const PaceLimits& limits) {
  limits.check(model_.velocity_count());
  TimeScaling found;
  found.joints = bounds_of(limits);
  found.bound = *std::max_element(found.joints.begin(), found.joints.end(),
                                  [](const ScalingBound& a, const ScalingBound& b) { return a.k < b.k; });
  if (!std::isfinite(found.bound.k)) refuse_overload_at_rest(limits);
  if (!(found.bound.k > 0.0))
    refuse(model_.name(), "no limit has anything to do with how fast this motion is",
           "give limits of torque, velocity or acceleration for joints that move");
  found.fits = fitting_factors(limits);
  if (limits.has(PaceLimit::Torque) && (model_.has_friction() || model_.has_springs())) {
    double k = k_by_formula(limits);
    for (const ScalingBound& bound : found.joints)
      if (bound.limit != PaceLimit::Torque) k = std::max(k, bound.k);
    found.k_by_formula = k;
  }
  return found;
}

ScalingBound PacedMotion::binding_at(const PaceLimits& limits, double k) {
  const double x = 1.0 / k;
  const Index n = model_.velocity_count();
  const auto shares = [&](const MotionSample& sample, const MotionStretch& stretch, VectorXd& into) {
    load_.at(sample, stretch.senses);
    for (Index j = 0; j < n; ++j) into[j] = std::abs(load_.of(j).at(x)) / limits.torque[j];
    for (int kind = 1; kind < 4; ++kind) {
      const PaceLimit limit = all_pace_limits[kind];
      const VectorXd& rate = rate_of(sample, limit);
      for (Index j = 0; j < n; ++j) into[kind * n + j] = std::abs(rate[j]) * power(x, kind) / limits[limit][j];
    }
  };
  const std::vector<MotionPeak> peaks = motion_peaks(trajectory_, stretches_, samples_, 4 * n, MotionValues(shares));
  const auto worst = std::max_element(peaks.begin(), peaks.end(),
                                      [](const MotionPeak& a, const MotionPeak& b) { return a.value < b.value; });
  const Index place = worst - peaks.begin(), joint = place % n;
  const MotionSample sample = at(*worst);
  ScalingBound bound{k, all_pace_limits[place / n], joint, worst->t, 0.0, {}, 0.0};
  if (bound.limit == PaceLimit::Torque) {
    bound.torque = load_.of(joint);
    bound.value = bound.torque.at(x);
    bound.torque.fading = {};
    bound.gravity = load_.gravity()[joint];
  } else {
    bound.value = rate_of(sample, bound.limit)[joint] * power(x, order_of(bound.limit));
  }
  return bound;
}

PaceSet PacedMotion::paces_beyond(const PaceLimits& limits, double most) {
  PaceSet set;
  MotionSample sample = trajectory_.sample();
  for (const MotionStretch& stretch : stretches_) {
    const int count = samples_of(stretch, trajectory_.duration(), samples_);
    for (int i = 0; i < count; ++i) {
      trajectory_.at(stretch.segment, stretch.from + (stretch.to - stretch.from) * i / (count - 1), sample);
      load_.at(sample, stretch.senses);
      for (Index j = 0; j < limits.torque.size(); ++j) add_paces_beyond(load_.of(j), limits.torque[j], most, set);
    }
  }
  return set;
}

std::optional<PaceInterval> PacedMotion::fitting_part(const PaceLimits& limits, PaceInterval gap) {
  const auto excess = [&](double x) { return largest_share(limits, x) - 1.0 - share_slack; };
  double best = gap.from + (gap.to - gap.from) / 2.0, least = excess(best);
  if (least > 0.0) {
    constexpr int looks = 24;
    const double step = (gap.to - gap.from) / looks;
    for (int i = 0; i <= looks; ++i) {
      const double x = gap.from + step * i, y = excess(x);
      if (y < least) best = x, least = y;
    }
    if (least > 0.0) {
      best = place_of_top([&](double x) { return -excess(x); }, std::max(gap.from, best - step),
                          std::min(gap.to, best + step));
      least = excess(best);
      if (least > 0.0) return std::nullopt;
    }
  }
  // from what fits to what does not: false position, with halves where it would stay on one side (Illinois)
  const auto edge = [&](double within, double beyond) {
    double y_within = least, y_beyond = excess(beyond), margin = -least;
    if (y_beyond <= 0.0) return beyond;
    int side = 0;
    for (int i = 0; i < 100 && margin > share_slack && std::abs(beyond - within) > 1e-13 * std::abs(beyond); ++i) {
      const bool halves = i % 4 == 3;
      const double share = halves ? 0.5 : y_within / (y_within - y_beyond);
      const double x = within + (beyond - within) * share, y = excess(x);
      if (y <= 0.0) {
        within = x, y_within = y, margin = -y;
        if (side == -1) y_beyond *= 0.5;
        side = -1;
      } else {
        beyond = x, y_beyond = y;
        if (side == 1) y_within *= 0.5;
        side = 1;
      }
    }
    return within;
  };
  return PaceInterval{edge(best, gap.from), edge(best, gap.to)};
}

std::vector<PaceInterval> PacedMotion::fitting_factors(const PaceLimits& limits) {
  double of_rates = 0.0, of_torques = 0.0;
  for (const PaceLimit kind : all_pace_limits) {
    if (!limits.has(kind)) continue;
    for (const MotionPeak& peak : least_factors(limits, kind))
      (kind == PaceLimit::Torque ? of_torques : of_rates) =
          std::max(kind == PaceLimit::Torque ? of_torques : of_rates, peak.value);
  }
  const bool holds_at_rest = std::isfinite(of_torques);
  const double most = 1.0 / of_rates;
  std::vector<PaceInterval> factors;
  if (!holds_at_rest || model_.has_friction()) {
    for (const PaceInterval& gap : paces_beyond(limits, most).gaps(most)) {
      if (gap.from == 0.0 && holds_at_rest) continue;
      if (!std::isfinite(gap.to)) continue;  // nothing that moves is limited there
      const std::optional<PaceInterval> part = fitting_part(limits, gap);
      if (part && part->to > 0.0) factors.push_back({1.0 / part->to, 1.0 / part->from});
    }
    std::reverse(factors.begin(), factors.end());
  }
  if (holds_at_rest) factors.push_back({std::max(of_rates, of_torques), no_limit});
  return factors;
}

MotionDemand PacedMotion::demand(double k) {
  if (!(k > 0.0 && std::isfinite(k)))
    refuse("motion", "its time is multiplied by " + shown(k), "give a factor above zero");
  const double x = 1.0 / k;
  const Index n = model_.velocity_count();
  const auto signed_value = [&](const MotionSample& sample, Index c) {
    const Index j = c % n;
    switch (c / n) {
      case 0:
        return load_.of(j).at(x);
      case 1:
        return sample.qd[j] * x;
      case 2:
        return sample.qdd[j] * x * x;
      default:
        return load_.of(j).at(x) * sample.qd[j] * x;
    }
  };
  const auto sizes = [&](const MotionSample& sample, const MotionStretch& stretch, VectorXd& into) {
    load_.at(sample, stretch.senses);
    for (Index c = 0; c < into.size(); ++c) into[c] = std::abs(signed_value(sample, c));
  };
  const std::vector<MotionPeak> peaks = motion_peaks(trajectory_, stretches_, samples_, 4 * n, MotionValues(sizes));
  MotionDemand all;
  std::vector<JointPeak>* lists[] = {&all.torque, &all.velocity, &all.acceleration, &all.power};
  for (Index c = 0; c < 4 * n; ++c) {
    const MotionPeak& peak = peaks[static_cast<std::size_t>(c)];
    lists[c / n]->push_back({signed_value(at(peak), c), peak.t});
  }
  return all;
}

}  // namespace sinew
