// SPDX-License-Identifier: BSD-3-Clause
//
// Joints hit their stops, throw each other off, bounce, and rest there at the end of infinitely many impacts.
#include <algorithm>
#include <cmath>

#include "sinew/motion/simulation/rest_decision.h"
#include "sinew/motion/simulation/simulation_run.h"

namespace sinew {
namespace {

/// Of 1 + |q|: a flight that rises less cannot be told from rest.
constexpr double least_height = 1e-13;
/// So many events, within so many times the resolution of the time, are a crowd: joints at stops then rest, however far
/// they would fly. With twice as many a run is refused.
constexpr long most_in_crowd = 1000;
constexpr double crowd_width = 1e6;

}  // namespace

void Simulation::Run::Bounces::hit(double t) noexcept {
  const double now = t - last;
  ratio = std::isfinite(gap) ? now / gap : 0.0;
  if (ratio > 1.0) count = 0.0;  // flights that grow begin another series
  gap = now;
  last = t;
  count += 1.0;
}

double Simulation::Run::Bounces::limit() const noexcept {
  return ratio < 1.0 ? last + (ratio > 0.0 ? gap * ratio / (1.0 - ratio) : 0.0) : last;
}

/// Joints at rest exactly at a stop: whether they stay there is decided with all others.
void Simulation::Run::lean_on_stops() {
  for (std::size_t i = 0; i < layout().v; ++i) {
    if (qd()[i] != 0.0) continue;
    if (y_[position_of(i)] == stops_[i].lower) now_.stop[i] = -1;
    if (y_[position_of(i)] == stops_[i].upper) now_.stop[i] = 1;
  }
}

/// `grazing`, if not negative, is at its stop: if it moves away, then not so far that its position would show it.
void Simulation::Run::hit_stops(int grazing) {
  std::vector<int> towards(layout().v, 0), hits(layout().v, 0);
  bool any = false;
  for (std::size_t i = 0; i < layout().v; ++i) {
    const double x = y_[position_of(i)], speed = qd()[i];
    towards[i] = now_.stop[i];
    if (x <= stops_[i].lower && speed < 0.0) towards[i] = -1;
    if (x >= stops_[i].upper && speed > 0.0) towards[i] = 1;
    hits[i] = towards[i] != 0 && speed * towards[i] > 0.0 ? 1 : 0;
    const bool grazes = grazing == static_cast<int>(i) && towards[i] == 0;
    if (grazes) towards[i] = speed > 0.0 ? -1 : 1;
    any = any || grazes || hits[i] != 0;
  }
  if (!any) return;
  const std::vector<double> before(qd().begin(), qd().end());
  resolve_impacts(equations_, q(), towards, restitution_, own_qd(), impacts_);
  touch_stops(towards, before);
  for (std::size_t i = 0; i < layout().v; ++i) {
    if (hits[i] == 0) continue;
    note(SimulationEvent::Kind::HitsStop, static_cast<int>(i), before[i]);
    bounces_[i].hit(t_);
  }
  end_short_flights(towards, hits);
  for (std::size_t i = 0; i < layout().v; ++i)
    if (towards[i] != 0 && now_.stop[i] == 0) return;  // it flies, and will throw the others off when it is back
  for (std::size_t i = 0; i < layout().v; ++i)
    if (hits[i] != 0 && bounces_[i].end == none) bounces_[i] = {};
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

/// The joints at stops, if one of them flies and not all of them are perfectly elastic.
std::vector<int> Simulation::Run::may_rest(In<int> towards) const {
  std::vector<int> joints(layout().v, 0);
  bool flies = false, loses = false;
  for (std::size_t i = 0; i < layout().v; ++i) {
    joints[i] = towards[i] != 0 ? 1 : 0;
    flies = flies || (joints[i] != 0 && qd()[i] != 0.0);
    loses = loses || (joints[i] != 0 && restitution_[i] < 1.0);
  }
  if (!flies || !loses) std::fill(joints.begin(), joints.end(), 0);
  return joints;
}

/// Joints that an impact lets fly, though not so far that a number could tell it, rest at their stops from now on if
/// forces can hold them there: all of them together, for each one that came back would throw the others off again.
void Simulation::Run::end_short_flights(In<int> towards, In<int> hits) {
  std::vector<int> resting = may_rest(towards), contacts(towards.begin(), towards.end());
  for (std::size_t i = 0; i < layout().v; ++i)  // dry friction holds it, and would hold it again at once
    if (towards[i] == 0 && now_.holds[i] != 0) contacts[i] = resting[i] = 1;
  const auto any_flies = [&] {
    for (std::size_t i = 0; i < layout().v; ++i)
      if (resting[i] != 0 && qd()[i] != 0.0) return true;
    return false;
  };
  while (any_flies()) {
    const std::vector<double> before(qd().begin(), qd().end()), lost = impacts_;
    const Conditions saved = now_;
    bring_to_rest(equations_, q(), contacts, resting, own_qd(), impacts_);
    touch_stops(towards, before);
    name_slides();
    settle_after(-1, 0);
    const std::vector<int> asked = resting;
    double end = t_;
    for (std::size_t i = 0; i < layout().v; ++i) {
      if (asked[i] == 0) continue;
      resting[i] = now_.holds[i];
      if (resting[i] == 0 || before[i] == 0.0) continue;
      const Flight flight = flight_of(i, before[i]);
      resting[i] = is_over(flight, i) ? 1 : 0;
      if (restitution_[i] < 1.0) end = std::max(end, t_ + flight.duration / (1.0 - restitution_[i]));
    }
    if (resting == asked) return await_end(resting, hits, end);
    std::copy(before.begin(), before.end(), own_qd().begin());
    impacts_ = lost;
    now_ = saved;
  }
}

/// Of a joint that rests at its stop, if it left with this speed and the others stayed as they are: it rises v²/(2·a)
/// and is back after 2·v/a, where a is its acceleration towards the stop.
Simulation::Run::Flight Simulation::Run::flight_of(std::size_t joint, double speed) {
  Conditions flying = now_;
  flying.holds[joint] = flying.stop[joint] = 0;
  --flying.held;
  const int direction = speed > 0.0 ? 1 : -1;
  if (!equations_.is_regularised() && equations_.dry().acts_on(static_cast<int>(joint)))
    flying.slides[joint] = direction;
  std::vector<double> qdd(layout().v);
  equations_.find_forces(flying, t_, q(), qd());
  equations_.accelerations(flying, q(), qd(), qdd);
  const double pull = -direction * qdd[joint];
  if (!(pull > 0.0)) return {};
  return {2.0 * std::abs(speed) / pull, 0.5 * speed * speed / pull};
}

bool Simulation::Run::is_over(const Flight& flight, std::size_t joint) const {
  if (flight.height < least_height * (1.0 + std::abs(y_[position_of(joint)]))) return true;
  return flight.duration < 16.0 * resolution() || crowd_.events > most_in_crowd;
}

/// The joints rest; their bounces are over at `end`, as the last flights tell. Where several joints throw each other
/// off, their hits tell it better: the times between them shrink geometrically.
void Simulation::Run::await_end(In<int> resting, In<int> hits, double end) {
  const auto takes_part = [&](std::size_t i) { return resting[i] != 0 && bounces_[i].count > 0.0; };
  int parts = 0;
  double limit = -none;
  for (std::size_t i = 0; i < layout().v; ++i) {
    if (takes_part(i)) ++parts;
    if (hits[i] != 0 && bounces_[i].ratio > 0.0) limit = std::max(limit, bounces_[i].limit());
  }
  if (parts > 1 && limit != -none) end = limit;
  for (std::size_t i = 0; i < layout().v; ++i) {
    if (!takes_part(i)) continue;
    if (end > t_ + resolution()) {
      bounces_[i].end = end;
      continue;
    }
    note(SimulationEvent::Kind::BouncesEnd, static_cast<int>(i), bounces_[i].count);
    bounces_[i] = {};
  }
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

void Simulation::Run::count_crowd() {
  if (t_ - crowd_.begin > crowd_width * resolution()) crowd_ = {t_, 0};
  if (++crowd_.events > 2 * most_in_crowd) refuse_crowd();
}

}  // namespace sinew
