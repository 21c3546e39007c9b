// SPDX-License-Identifier: BSD-3-Clause
//
// What happens at an event: joints stick, slip and leave their stops.
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
  count_crowd();
  int slips = -1, direction = 0, grazing = -1;
  for (std::size_t k = 0; k < guards_.size(); ++k) {
    const Guard& guard = guards_[k];
    const std::size_t i = sinew::at(guard.index);
    const double slope = slope_at_end(guard, 0.0);  // one that grows has just left zero
    const bool is_due = values_to_[k] < 0.0 || (slope < 0.0 && values_to_[k] <= -slope * 2.0 * resolution());
    if (k != event_guard_ && !is_due) continue;
    switch (guard.kind) {
      case Guard::Kind::Slides:
        own_qd()[i] = 0.0;
        break;
      case Guard::Kind::LowerStop:
        own_q()[position_of(i)] = stops_[i].lower;
        if (k == event_guard_) grazing = guard.index;
        break;
      case Guard::Kind::UpperStop:
        own_q()[position_of(i)] = stops_[i].upper;
        if (k == event_guard_) grazing = guard.index;
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
  lean_on_stops();
  hit_stops(grazing);
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
