// SPDX-License-Identifier: BSD-3-Clause
//
// Events are zeros of guards: q̇ of a joint that slides, its distance from a stop, what a held joint has left, a
// watched condition. A zero is found on the dense output, and then the step is taken anew so that it ends there.
#include <algorithm>
#include <cmath>

#include "sinew/motion/simulation/simulation_run.h"

namespace sinew {
namespace {

constexpr double holding_round_off = 1e-12;  // of the effort that holds a joint, as a part of what it is made of

}  // namespace

void Simulation::Run::set_guards() {
  guards_.clear();
  for (std::size_t i = 0; i < layout().v; ++i) {
    const int v = static_cast<int>(i);
    if (now_.slides[i] != 0) guards_.push_back({Guard::Kind::Slides, v});
    if (now_.holds[i] != 0) {
      if (now_.stop[i] <= 0) guards_.push_back({Guard::Kind::HoldsFromBelow, v});
      if (now_.stop[i] >= 0) guards_.push_back({Guard::Kind::HoldsFromAbove, v});
      continue;
    }
    if (stops_[i].lower != -none) guards_.push_back({Guard::Kind::LowerStop, v});
    if (stops_[i].upper != none) guards_.push_back({Guard::Kind::UpperStop, v});
  }
  for (std::size_t k = 0; k < conditions_watched_.size(); ++k)
    guards_.push_back({Guard::Kind::Watched, static_cast<int>(k)});
  for (std::vector<double>* values : {&values_from_, &values_to_, &values_}) values->resize(guards_.size());
}

double Simulation::Run::guard_value(const Guard& guard, double t, In<double> q, In<double> qd) const {
  const std::size_t i = sinew::at(guard.index);
  switch (guard.kind) {
    case Guard::Kind::Slides:
      return during_.slides[i] * qd[i];
    case Guard::Kind::LowerStop:
      return q[position_of(i)] - stops_[i].lower;
    case Guard::Kind::UpperStop:
      return stops_[i].upper - q[position_of(i)];
    case Guard::Kind::HoldsFromBelow:
    case Guard::Kind::HoldsFromAbove: {
      const StaticBand<double> band =
          equations_.is_regularised() ? StaticBand<double>{0.0, 0.0} : equations_.dry().band(guard.index, q);
      const double held = equations_.holding()[i], slack = holding_round_off * equations_.holding_size()[i];
      return guard.kind == Guard::Kind::HoldsFromBelow ? band.plus + held + slack : band.minus - held + slack;
    }
    case Guard::Kind::Watched: {
      const double value = conditions_watched_[i](t, q, qd);
      // a condition that starts at zero has no sign yet
      return watched_signs_[i] == 0.0 ? std::abs(value) : watched_signs_[i] * value;
    }
  }
  return 0.0;
}

void Simulation::Run::guard_values(double t, In<double> y, Out<double> values) const {
  const In<double> q = y.first(layout().q), qd = y.subspan(layout().q, layout().v);
  for (std::size_t k = 0; k < guards_.size(); ++k) values[k] = guard_value(guards_[k], t, q, qd);
}

bool Simulation::Run::still_held() const {
  const In<double> q = this->q(), qd = this->qd();
  for (std::size_t i = 0; i < layout().v; ++i) {
    if (now_.holds[i] == 0) continue;
    const int v = static_cast<int>(i);
    if (now_.stop[i] <= 0 && guard_value({Guard::Kind::HoldsFromBelow, v}, t_, q, qd) < 0.0) return false;
    if (now_.stop[i] >= 0 && guard_value({Guard::Kind::HoldsFromAbove, v}, t_, q, qd) < 0.0) return false;
  }
  return true;
}

/// The state of the last step at a share of it, and there what holds the joints, where that is asked for.
void Simulation::Run::find_dense_state(double share, bool with_holding) {
  if (!dense_is_ready_) stepper_->prepare_dense(frame_, during_);
  dense_is_ready_ = true;
  std::copy(frame_.from.begin(), frame_.from.end(), dense_.begin());
  if (share > 0.0) stepper_->dense(frame_, share, Out<double>(dense_).first(layout().states()));
  if (with_holding) equations_.rate(during_, frame_.t + share * frame_.h, dense_, dense_rate_);
}

void Simulation::Run::dense_values(double share, Out<double> values) {
  find_dense_state(share, during_.held > 0);
  guard_values(frame_.t + share * frame_.h, dense_, values);
}

bool Simulation::Run::find_event(double& landing) {
  if (guards_.empty()) return false;
  guard_values(landing, frame_.to, values_to_);
  const auto is_negative = [](double value) { return value < 0.0; };
  double from = 0.0;
  for (double to : {0.25, 0.5, 0.75, 1.0}) {
    if (to < 1.0 && !is_adaptive()) continue;
    if (to < 1.0)
      dense_values(to, values_);
    else
      std::copy(values_to_.begin(), values_to_.end(), values_.begin());
    if (const double dip = deepest_dip(from, to); dip < to) {
      to = dip;
      dense_values(to, values_);
    }
    if (std::none_of(values_.begin(), values_.end(), is_negative)) {
      values_from_.swap(values_);
      from = to;
      continue;
    }
    land_on_first(from, to, landing);
    return true;
  }
  return false;
}

/// The step ends at the first zero of the guards that are negative at `to`, of which none is at `from`.
void Simulation::Run::land_on_first(double from, double to, double& landing) {
  if (from == 0.0) dense_values(0.0, values_from_);
  double first = 2.0;
  const std::vector<double> at_end = values_, at_start = values_from_;
  for (std::size_t k = 0; k < guards_.size(); ++k) {
    if (!(at_end[k] < 0.0)) continue;
    const double root = root_of(k, from, at_start[k], to, at_end[k]);
    if (root < first) {
      first = root;
      event_guard_ = k;
    }
  }
  const double slope = (at_end[event_guard_] - std::max(at_start[event_guard_], 0.0)) / ((to - from) * frame_.h);
  landing = land_on(first, event_guard_, slope);
}

/// A joint that turns round between two looks may have been beyond its stop: where it was deepest. Otherwise `to`.
double Simulation::Run::deepest_dip(double from, double to) {
  double earliest = to;
  for (const Guard& guard : guards_) {
    if (guard.kind != Guard::Kind::LowerStop && guard.kind != Guard::Kind::UpperStop) continue;
    const double sign = guard.kind == Guard::Kind::LowerStop ? 1.0 : -1.0;
    const std::size_t speed = layout().q + sinew::at(guard.index);
    const auto state_at = [&](double share) -> In<double> {
      if (share == 0.0) return frame_.from;
      if (share == 1.0) return frame_.to;
      find_dense_state(share, false);
      return dense_;
    };
    const auto value_of = [&](In<double> y) {
      return guard_value(guard, 0.0, y.first(layout().q), y.subspan(layout().q, layout().v));
    };
    const In<double> before = state_at(from);
    const double coming = sign * before[speed];
    if (!(coming < 0.0) || value_of(before) > -2.0 * coming * (to - from) * frame_.h) continue;
    if (!(sign * state_at(to)[speed] > 0.0)) continue;
    double low = from, high = to;
    for (int round = 0; round < 50 && high - low > 1e-13; ++round) {
      const double middle = 0.5 * (low + high);
      (sign * state_at(middle)[speed] < 0.0 ? low : high) = middle;
    }
    if (value_of(state_at(high)) < 0.0) earliest = std::min(earliest, high);
  }
  return earliest;
}

double Simulation::Run::root_of(std::size_t guard, double from, double value_from, double to, double value_to) {
  const Guard& one = guards_[guard];
  const bool is_about_holding = one.kind == Guard::Kind::HoldsFromBelow || one.kind == Guard::Kind::HoldsFromAbove;
  const auto value_at = [&](double share) {
    find_dense_state(share, is_about_holding);
    const In<double> y = dense_;
    return guard_value(one, frame_.t + share * frame_.h, y.first(layout().q), y.subspan(layout().q, layout().v));
  };
  if (!(value_from > 0.0)) {
    // it starts at zero: the first point where it is positive, if there is one
    const double start = from;
    for (double width = 0.5 * (to - from); width * frame_.h > resolution() && !(value_from > 0.0); width *= 0.25) {
      const double value = value_at(start + width);
      if (value > 0.0) {
        from = start + width;
        value_from = value;
      } else {
        to = start + width;
        value_to = value;
      }
    }
    if (!(value_from > 0.0)) return start;
  }
  // regula falsi in the version of Illinois
  for (int round = 0; round < 60 && to - from > 1e-14; ++round) {
    const double share = value_to == 0.0 ? to : to - value_to * (to - from) / (value_to - value_from);
    const double value = value_at(share);
    if (std::abs(value) < 1e-15) return share;
    if (value < 0.0) {
      to = share;
      value_to = value;
      value_from *= 0.5;
    } else {
      from = share;
      value_from = value;
      value_to *= 0.5;
    }
  }
  return to;
}

double Simulation::Run::slope_at_end(const Guard& guard, double otherwise) const {
  const std::size_t i = sinew::at(guard.index);
  switch (guard.kind) {
    case Guard::Kind::Slides:
      return during_.slides[i] * frame_.last[layout().q + i];
    case Guard::Kind::LowerStop:
      return frame_.to[layout().q + i];
    case Guard::Kind::UpperStop:
      return -frame_.to[layout().q + i];
    default:
      return otherwise;
  }
}

double Simulation::Run::land_on(double share, std::size_t guard, double slope) {
  const double whole = frame_.h, least = resolution();
  double h = std::clamp(share * whole, least, whole), before_h = 0.0, before_value = 0.0;
  dense_is_ready_ = false;
  for (int round = 0; round < 8; ++round) {
    ++effort_.rejected;
    if (!attempt(frame_.t + h)) refuse_step(frame_.t + h);
    guard_values(frame_.t + frame_.h, frame_.to, values_to_);
    const double value = values_to_[guard];
    if (round > 0 && h != before_h) slope = (value - before_value) / (h - before_h);
    const double own_slope = slope_at_end(guards_[guard], slope);
    if (!(std::abs(value) > std::abs(own_slope) * least) || own_slope == 0.0) break;
    before_h = h;
    before_value = value;
    const double next = std::clamp(h - value / own_slope, least, whole);
    if (std::abs(next - h) < least) break;
    h = next;
  }
  return frame_.t + frame_.h;
}

}  // namespace sinew
