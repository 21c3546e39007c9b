// SPDX-License-Identifier: BSD-3-Clause
//
// What happens at an event: joints stick, slip, hit their stops and rest there.
#include <algorithm>
#include <cmath>

#include "sinew/motion/simulation/rest_decision.h"
#include "sinew/motion/simulation/simulation_run.h"

namespace sinew {
namespace {

int sign_of(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

}  // namespace

void Simulation::Run::note(SimulationEvent::Kind kind, int velocity, double value) {
  if (++event_count_ > settings_.most_events)
    refuse_now("there are more than " + std::to_string(settings_.most_events) + " events",
               "look at the last ones: events that follow without end need regularised friction or no restitution");
  events_.push_back({t_, kind, velocity, value});
}

void Simulation::Run::handle_event() {
  int slips = -1, direction = 0;
  for (std::size_t k = 0; k < guards_.size(); ++k) {
    const Guard& guard = guards_[k];
    const std::size_t i = sinew::at(guard.index);
    const double near = std::abs(slope_at_end(guard, 0.0)) * 2.0 * resolution();
    if (k != event_guard_ && !(values_to_[k] <= near)) continue;
    switch (guard.kind) {
      case Guard::Kind::Slides:
        own_qd()[i] = 0.0;
        break;
      case Guard::Kind::LowerStop:
        own_q()[position_of(i)] = stops_[i].lower;
        break;
      case Guard::Kind::UpperStop:
        own_q()[position_of(i)] = stops_[i].upper;
        break;
      case Guard::Kind::HoldsFromBelow:
      case Guard::Kind::HoldsFromAbove:
        if (k != event_guard_) break;
        slips = guard.index;
        direction = guard.kind == Guard::Kind::HoldsFromBelow ? 1 : -1;
        break;
      case Guard::Kind::Watched:
        note(SimulationEvent::Kind::StopCondition, -1, guard.index);
        ended_ = true;
        break;
    }
  }
  hit_stops();
  name_slides();
  settle_after(slips, direction);
  note_changes(during_);
}

/// A condition that starts at zero gets its sign from the first step.
void Simulation::Run::sign_conditions() {
  for (std::size_t k = 0; k < conditions_watched_.size(); ++k)
    if (watched_signs_[k] == 0.0) watched_signs_[k] = sign_of(conditions_watched_[k](t_, q(), qd()));
}

void Simulation::Run::name_slides() {
  if (equations_.is_regularised()) return;
  for (std::size_t i = 0; i < layout().v; ++i)
    if (qd()[i] != 0.0 && equations_.dry().acts_on(static_cast<int>(i))) now_.slides[i] = sign_of(qd()[i]);
}

void Simulation::Run::settle_after(int slips, int direction) {
  now_.last_time = none;
  try {
    decide_rest(equations_, now_, t_, q(), qd(), slips, direction);
  } catch (const InputError& problem) {
    refuse_rate(problem);
  }
  refresh_rate();
}

void Simulation::Run::hit_stops() {
  std::vector<int> towards(layout().v, 0);
  std::vector<bool> hits(layout().v, false);
  bool any = false;
  for (std::size_t i = 0; i < layout().v; ++i) {
    const double x = y_[position_of(i)], speed = qd()[i];
    towards[i] = now_.stop[i];
    if (x <= stops_[i].lower && speed < 0.0) towards[i] = -1;
    if (x >= stops_[i].upper && speed > 0.0) towards[i] = 1;
    hits[i] = towards[i] != 0 && speed * towards[i] > 0.0;
    any = any || hits[i];
  }
  if (!any) return;
  const std::vector<double> before(qd().begin(), qd().end()), lost = impacts_;
  std::vector<double> restitution = restitution_;
  resolve_impacts(equations_, q(), towards, restitution, own_qd(), impacts_);
  touch_stops(towards, before);
  // bounces that are too small to tell apart end at once, at the time at which all of them would be over
  bool again = false;
  std::vector<double> ends(layout().v, none);
  for (std::size_t i = 0; i < layout().v; ++i) {
    if (!hits[i]) continue;
    note(SimulationEvent::Kind::HitsStop, static_cast<int>(i), before[i]);
    bounces_[i].count += 1.0;
    const double rest = rest_after(i);
    if (rest == none) continue;
    ends[i] = t_ + rest;
    restitution[i] = 0.0;
    again = true;
  }
  if (again) {
    std::copy(before.begin(), before.end(), own_qd().begin());
    impacts_ = lost;
    resolve_impacts(equations_, q(), towards, restitution, own_qd(), impacts_);
    touch_stops(towards, before);
  }
  for (std::size_t i = 0; i < layout().v; ++i) {
    if (!hits[i]) continue;
    const bool stays = qd()[i] == 0.0;
    bounces_[i].end = stays && restitution_[i] > 0.0 && ends[i] > t_ + resolution() ? ends[i] : none;
    if (stays && bounces_[i].end == none) bounces_[i].count = 0.0;
  }
}

void Simulation::Run::touch_stops(In<int> towards, In<double> before) {
  double fastest = 0.0;
  for (std::size_t i = 0; i < layout().v; ++i) fastest = std::max({fastest, std::abs(before[i]), std::abs(qd()[i])});
  for (std::size_t i = 0; i < layout().v; ++i) {
    if (towards[i] == 0 && before[i] != 0.0) continue;
    if (std::abs(qd()[i]) <= 1e-13 * fastest) own_qd()[i] = 0.0;
    now_.stop[i] = qd()[i] == 0.0 ? towards[i] : 0;
    if (qd()[i] != 0.0) now_.holds[i] = 0;
  }
}

/// The time in which a joint that leaves its stop with q̇ would come to rest there, bounce after bounce: under a steady
/// acceleration a towards the stop Σ 2·q̇·rᵏ/a = 2·q̇/(a·(1 − r)). Infinity while it rises high enough to be followed.
double Simulation::Run::rest_after(std::size_t joint) {
  const double speed = std::abs(qd()[joint]), r = restitution_[joint];
  if (speed == 0.0 || r >= 1.0) return none;
  const Conditions saved = now_;
  name_slides();
  settle_after(-1, 0);
  const double pull = std::abs(qdd()[joint]);
  const bool is_towards = sign_of(qdd()[joint]) == -sign_of(qd()[joint]);
  now_ = saved;
  const double height = is_towards ? 0.5 * speed * speed / pull : none;
  return height < 1e-13 * (1.0 + std::abs(y_[position_of(joint)])) ? 2.0 * speed / (pull * (1.0 - r)) : none;
}

void Simulation::Run::end_pending_bounces() {
  for (std::size_t i = 0; i < layout().v; ++i) {
    if (!(bounces_[i].end <= t_)) continue;
    if (now_.stop[i] != 0) {
      note(SimulationEvent::Kind::BouncesEnd, static_cast<int>(i), bounces_[i].count);
      note(SimulationEvent::Kind::RestsAtStop, static_cast<int>(i), std::abs(equations_.holding()[i]));
    }
    bounces_[i] = {};
  }
}

void Simulation::Run::note_changes(const Conditions& before) {
  using Kind = SimulationEvent::Kind;
  for (std::size_t i = 0; i < layout().v; ++i) {
    const int v = static_cast<int>(i);
    if (before.stop[i] != 0 && now_.stop[i] == 0) {
      note(Kind::LeavesStop, v, y_[position_of(i)]);
      if (bounces_[i].end != none) bounces_[i] = {};
    }
    if (before.stop[i] == 0 && now_.stop[i] != 0 && bounces_[i].end == none)
      note(Kind::RestsAtStop, v, std::abs(equations_.holding()[i]));
    if (equations_.is_regularised() || !equations_.dry().acts_on(v)) continue;
    if (now_.slides[i] != 0 && now_.slides[i] != before.slides[i])
      note(Kind::StartsSliding, v, now_.slides[i]);
    else if (now_.holds[i] != 0 && now_.stop[i] == 0 && before.slides[i] != 0)
      note(Kind::Sticks, v, std::abs(equations_.holding()[i]));
  }
}

}  // namespace sinew
