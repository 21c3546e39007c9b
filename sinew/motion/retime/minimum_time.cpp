// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/minimum_time.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "sinew/analysis/matrices.h"
#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

constexpr double no_time = std::numeric_limits<double>::infinity();

[[noreturn]] void refuse_way(const std::string& what, const std::string& remedy) { refuse("profile", what, remedy); }

bool has_ramps(Profile profile) { return profile == Profile::Trapezoidal || profile == Profile::DoubleS; }

void check(const ProfileMotion& asked, const PaceLimits& limits) {
  if (asked.from == asked.to) refuse_way("the way ends where it begins", "give two configurations that differ");
  if (!has_ramps(asked.profile) && asked.ramp)
    refuse_way(std::string("a ") + name_of(asked.profile) + " profile has no ramps", "leave their share out");
  if (asked.profile != Profile::DoubleS && asked.edge)
    refuse_way(std::string("the ramps of a ") + name_of(asked.profile) + " profile have no edges",
               "leave their share out, or choose double-s");
  const auto moves = [&](PaceLimit kind) {
    for (Eigen::Index j = 0; j < asked.from.size(); ++j)
      if (asked.from[j] != asked.to[j] && std::isfinite(limits[kind][j])) return true;
    return false;
  };
  const bool is_linear = asked.profile == Profile::Linear;
  if (is_linear && (moves(PaceLimit::Acceleration) || moves(PaceLimit::Jerk)))
    refuse_way("a linear profile jumps in velocity at both ends, and keeps no limit of acceleration or jerk",
               "choose another profile, or keep the other limits alone");
  const bool jumps =
      asked.profile != Profile::DoubleS && asked.profile != Profile::Septic && asked.profile != Profile::Quintic;
  if (moves(PaceLimit::Jerk) && jumps)
    refuse_way(
        std::string("a ") + name_of(asked.profile) + " profile jumps in acceleration, and keeps no limit of jerk",
        "choose quintic, septic or double-s, or keep the other limits alone");
  if (has_ramps(asked.profile) && !asked.ramp && !moves(PaceLimit::Acceleration) && !limits.has(PaceLimit::Torque))
    refuse_way(std::string("nothing bounds the acceleration of a ") + name_of(asked.profile) + " profile",
               "give a limit of acceleration or torque, or the share of its ramps");
}

/// Where y is least between a and b, of places that are spread evenly over their logarithms: there may be several valleys,
/// and the deepest one is looked for around the best place.
double least_place(double a, double b, int places, const std::function<double(double)>& y) {
  const double ratio = std::log(b / a) / (places - 1);
  const auto place = [&](int i) { return i + 1 == places ? b : a * std::exp(ratio * i); };
  int best = 0;
  double least = no_time;
  for (int i = 0; i < places; ++i)
    if (const double value = y(place(i)); value < least) best = i, least = value;
  const double found =
      std::exp(place_of_top([&](double u) { return -y(std::exp(u)); }, std::log(place(std::max(0, best - 1))),
                            std::log(place(std::min(places - 1, best + 1)))));
  return y(found) < least ? found : place(best);
}

/// Finds the shares of the fastest motion.
class ShapeSearch {
 public:
  ShapeSearch(const Model<double>& model, const ProfileMotion& asked, const PaceLimits& limits)
      : model_(model), asked_(asked), limits_(limits) {}

  RampShares fastest() const {
    RampShares shares{asked_.ramp.value_or(0.5), asked_.edge.value_or(0.5)};
    if (!has_ramps(asked_.profile)) return shares;
    const bool chooses_edge = asked_.profile == Profile::DoubleS && !asked_.edge && limits_.has(PaceLimit::Jerk);
    const auto with_best_edge = [&](double ramp) {
      RampShares best{ramp, shares.edge};
      if (chooses_edge) best.edge = least_place(1e-5, 0.5, 12, [&](double edge) { return time({ramp, edge}); });
      return best;
    };
    if (asked_.ramp) return with_best_edge(*asked_.ramp);
    return with_best_edge(least_place(1e-7, 0.5, 32, [&](double ramp) { return time(with_best_edge(ramp)); }));
  }

 private:
  /// The least duration of one shape; infinite where none fits.
  double time(const RampShares& shares) const {
    constexpr int few_samples = 96;
    const std::shared_ptr<const Trajectory> unit = unit_motion(asked_, shares);
    const std::vector<PaceInterval> durations = PacedMotion(model_, *unit, few_samples).fitting_factors(limits_);
    return durations.empty() ? no_time : durations.front().from;
  }

  const Model<double>& model_;
  const ProfileMotion& asked_;
  const PaceLimits& limits_;
};

/// The instant at which a profile first accelerates most, as a share of its duration.
double instant_of_peak(const Clock& clock) {
  double best = 0.0, most = 0.0;
  constexpr int looks = 2000;
  for (int i = 0; i <= looks / 2; ++i) {
    const double t = clock.duration() * i / looks, acceleration = clock.at(t).acceleration;
    if (acceleration > most * (1.0 + 1e-9)) best = t, most = acceleration;
  }
  return best;
}

std::optional<PeakShortCut> short_cut(PacedMotion& paced, const Clock& clock, const PaceLimits& limits, double least) {
  PaceLimits of_torque = PaceLimits::none(limits.torque.size());
  of_torque.torque = limits.torque;
  const double t = instant_of_peak(clock);
  double duration = 0.0;
  for (Eigen::Index j = 0; j < limits.torque.size(); ++j)
    duration = std::max(duration, paced.torque_bound({0.0, t, 0}, j, limits.torque[j]).k);
  if (!(duration > 0.0 && std::isfinite(duration)) || std::abs(duration - least) <= 1e-9 * least) return std::nullopt;
  const ScalingBound worst = paced.binding_at(of_torque, duration);
  return PeakShortCut{duration, std::abs(worst.value) / limits.torque[worst.joint]};
}

/// Can the joints stand at q?
bool can_stand(const Model<double>& model, const Eigen::VectorXd& q, const PaceLimits& limits) {
  Workspace work(model);
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(q.size());
  Eigen::VectorXd tau = still;
  numbers::torque(model, in(q), in(still), in(still), work, out(tau));
  return (tau.cwiseAbs().array() <= limits.torque.array() * (1.0 + 1e-12)).all();
}

}  // namespace

std::shared_ptr<const Trajectory> unit_motion(const ProfileMotion& asked, const RampShares& shares) {
  return std::make_shared<const Trajectory>(line_path(asked.from, asked.to), profile_clock(asked.profile, 1.0, shares));
}

MinimumTime minimum_time(const Model<double>& model, const ProfileMotion& asked, const PaceLimits& limits) {
  limits.check(model.velocity_count());
  check(asked, limits);
  MinimumTime found;
  found.shares = ShapeSearch(model, asked, limits).fastest();
  const std::shared_ptr<const Trajectory> unit = unit_motion(asked, found.shares);
  PacedMotion paced(model, *unit);
  found.durations = paced.fitting_factors(limits);
  if (found.durations.empty() || !(found.durations.front().from > 0.0)) paced.least_scaling(limits);  // says why
  const double least = found.durations.front().from;
  const bool is_one = found.durations.size() == 1 && std::isinf(found.durations.front().to);
  if (is_one) {
    const TimeScaling scaling = paced.least_scaling(limits);
    found.bound = scaling.bound;
    found.joints = scaling.joints;
  } else {
    found.bound = paced.binding_at(limits, least);
  }
  if (found.bound.limit == PaceLimit::Torque)
    found.short_cut = short_cut(paced, unit->segments().front().clock, limits, least);
  found.motion = std::make_shared<const Trajectory>(unit->stretched_to(least));
  found.holds_start = can_stand(model, asked.from, limits);
  found.holds_end = can_stand(model, asked.to, limits);
  return found;
}

}  // namespace sinew
