// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/extremes/motion_search.h"

#include <algorithm>
#include <cmath>

#include "sinew/motion/extremes/limit_search.h"

namespace sinew {
namespace {

constexpr StatePart limited_parts[] = {StatePart::Position, StatePart::Velocity, StatePart::Acceleration,
                                       StatePart::Effort};

MotionQuantity quantity_of(StatePart part) {
  switch (part) {
    case StatePart::Position:
      return JointSeries{&MotionSample::q};
    case StatePart::Velocity:
      return JointSeries{&MotionSample::qd};
    case StatePart::Acceleration:
      return JointSeries{&MotionSample::qdd};
    case StatePart::Effort:
      return JointTorques{};
  }
  return JointTorques{};
}

/// A limit of the same size in both directions.
void set_symmetric(double most, MotionLimit& limit) {
  limit.upper = most > 0.0 ? most : Limits::none;
  limit.lower = -limit.upper;
}

MotionLimit limit_of(const Link<double>& link, StatePart part, const std::vector<double>& efforts) {
  MotionLimit limit{part, link.joint_name, turns(link.kind), link.velocity_index};
  limit.factor = link.follows && part != StatePart::Effort ? link.multiplier : 1.0;
  limit.offset = link.follows && part == StatePart::Position ? link.offset : 0.0;
  if (part == StatePart::Position) {
    limit.lower = link.limits.lower;
    limit.upper = link.limits.upper;
  } else if (part == StatePart::Effort) {
    set_symmetric(efforts[at(link.velocity_index)], limit);
  } else {
    set_symmetric(part == StatePart::Velocity ? link.limits.velocity : link.limits.acceleration, limit);
  }
  return limit;
}

/// The numbers of the quantities that were asked for, and behind them those that have limits.
class SearchedCurves {
 public:
  SearchedCurves(const RobotMotion& motion, std::vector<MotionQuantity> quantities,
                 const std::vector<MotionLimit>& limits) {
    const Model<double>& model = motion.arm.model();
    for (const MotionQuantity& quantity : quantities) asked_ += size_of(quantity, model);
    int begin = asked_;
    for (const StatePart part : limited_parts) {
      const auto has_part = [part](const MotionLimit& limit) { return limit.part == part; };
      if (std::none_of(limits.begin(), limits.end(), has_part)) continue;
      quantities.push_back(quantity_of(part));
      for (const MotionLimit& limit : limits)
        if (has_part(limit))
          curve_limits_.push_back({begin + limit.coordinate, limit.factor, limit.offset, limit.lower, limit.upper});
      begin += model.velocity_count();
    }
    for (const MotionQuantity& quantity : quantities)
      for (int i = 0; i < size_of(quantity, model); ++i) curves_.groups.push_back(static_cast<int>(quantity.index()));
    evaluator_ = std::make_unique<MotionEvaluator>(motion, quantities);
    curves_.count = evaluator_->size();
    curves_.at = [this](double t, std::span<double> values) { evaluator_->at(t, values); };
  }

  const Curves& curves() const { return curves_; }
  int asked() const { return asked_; }
  const std::vector<CurveLimit>& limits() const { return curve_limits_; }

 private:
  std::unique_ptr<MotionEvaluator> evaluator_;
  Curves curves_;
  std::vector<CurveLimit> curve_limits_;  ///< in the order of the limits
  int asked_ = 0;
};

}  // namespace

std::vector<double> effort_limits(const Model<double>& model) {
  std::vector<double> limits(at(model.velocity_count()), 0.0);
  for (const Link<double>& link : model.links()) {
    const double own = link.limits.effort > 0.0 ? link.limits.effort : Limits::none;
    const double factor = link.follows ? std::abs(link.multiplier) : 1.0;
    if (factor > 0.0) limits[at(link.velocity_index)] += factor * own;
  }
  return limits;
}

std::vector<MotionLimit> motion_limits(const Model<double>& model) {
  std::vector<MotionLimit> limits;
  const std::vector<double> efforts = effort_limits(model);
  for (const StatePart part : limited_parts)
    for (const Link<double>& link : model.links()) {
      if (link.follows && part == StatePart::Effort) continue;
      const MotionLimit limit = limit_of(link, part, efforts);
      if (std::isfinite(limit.lower) || std::isfinite(limit.upper)) limits.push_back(limit);
    }
  return limits;
}

MotionFindings search_motion(const RobotMotion& motion, const std::vector<MotionQuantity>& quantities) {
  check_motion(motion);
  MotionFindings findings;
  findings.limits = motion_limits(motion.arm.model());
  const SearchedCurves searched(motion, quantities, findings.limits);
  const Curves& curves = searched.curves();
  ExtremesSearch extremes(searched.asked());
  LimitSearch limits(searched.limits());
  const std::vector<double> knots = motion.trajectory->knots();
  std::size_t next_knot = 0;
  std::vector<double> values(at(curves.count));
  const auto see_knot = [&] {
    const double t = knots[next_knot++];
    curves.at(t, values);
    extremes.see_instant(t, values);
    limits.see_instant(t, values);
  };
  const auto see = [&](const CurvePieces& pieces) {
    while (next_knot < knots.size() && knots[next_knot] <= pieces.from) see_knot();
    extremes.see(pieces);
    limits.see(pieces);
  };
  const double duration = motion.trajectory->duration();
  if (curves.count > 0) {
    findings.is_complete = for_each_piece(curves, knots, see);
    while (next_knot < knots.size()) see_knot();
  }
  findings.curves = extremes.found(curves);
  for (const LimitExcursion& one : limits.found(curves, duration))
    findings.violations.push_back({findings.limits[one.limit], one.from, one.to, one.worst, one.bound});
  return findings;
}

}  // namespace sinew
