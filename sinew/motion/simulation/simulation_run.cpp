// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/simulation/simulation_run.h"

#include <algorithm>
#include <cmath>

#include "sinew/readings/checked.h"

namespace sinew {

double Simulation::Run::resolution() const noexcept {
  return 4.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_), 1e-3);
}

void Simulation::Run::refresh_rate() {
  now_.last_time = none;
  try {
    equations_.rate(now_, t_, y_, rate_);
  } catch (const InputError& problem) {
    refuse_rate(problem);
  }
  std::copy(equations_.tau().begin(), equations_.tau().end(), tau_.begin());
}

double Simulation::Run::next_limit() const {
  double limit = std::min(settings_.until, sampled_.next_time());
  if (equations_.drive() != nullptr) limit = std::min(limit, equations_.drive()->next_jump(t_));
  if (equations_.surroundings() != nullptr) limit = std::min(limit, equations_.surroundings()->next_jump(t_));
  for (const Bounces& bounces : bounces_) limit = std::min(limit, bounces.end);
  return limit;
}

double Simulation::Run::landing_on_grid(double limit) const {
  double landing = start_ + static_cast<double>(grid_ + 1) * settings_.time_step;
  if (!(landing - t_ > resolution())) landing = start_ + static_cast<double>(grid_ + 2) * settings_.time_step;
  return std::min(limit, landing);
}

double Simulation::Run::planned_landing(double limit) const {
  if (!is_adaptive()) return landing_on_grid(limit);
  const double h = std::min(next_step_, settings_.largest_step);
  if (t_ + 1.01 * h >= limit) return limit;
  return t_ + 2.0 * h > limit ? 0.5 * (t_ + limit) : t_ + h;
}

void Simulation::Run::step() {
  if (!started_) refuse("simulation", "it has no state yet", "call start, or restore");
  if (ended_) return;
  if (is_adaptive() && method_ == SimulationMethod::Stiff && stepper_->order() != 4) {
    use_method(method_);
    next_step_ = frame_.h;
  }
  const double limit = next_limit();
  if (!(limit > t_)) refuse_now("the next jump is said to be at " + shown(limit) + " s", "name a later time");
  frame_.t = t_;
  std::copy(y_.begin(), y_.end(), frame_.from.begin());
  std::copy(rate_.begin(), rate_.end(), frame_.first.begin());
  now_.last_time = std::isfinite(limit) ? std::nextafter(limit, -none) : none;
  during_ = now_;
  dense_is_ready_ = false;
  set_guards();
  double landing = take_accepted_step(limit);
  const bool at_event = find_event(landing);
  accept(landing);
  arrive(limit, at_event);
}

double Simulation::Run::take_accepted_step(double limit) {
  double landing = planned_landing(limit);
  frame_.h = landing - t_;
  const bool planned_shorter = is_adaptive() && frame_.h < next_step_;
  const double planned = next_step_;
  try {
    stepper_->begin(frame_, during_);
  } catch (const InputError& problem) {
    refuse_rate(problem);
  }
  for (;;) {
    const bool is_good = attempt(landing);
    const double error = is_good ? scaled_error() : none;
    if (is_good && (!is_adaptive() || error <= 1.0)) {
      if (!is_adaptive()) return landing;
      next_step_ = control_.next(frame_.h, error);
      if (planned_shorter && landing == limit) next_step_ = std::max(next_step_, planned);
      return landing;
    }
    if (!is_adaptive()) refuse_step(landing);
    ++effort_.rejected;
    landing = t_ + control_.shorter(landing - t_, error);
    if (!(landing - t_ > 4.0 * resolution())) refuse_step(landing);
  }
}

bool Simulation::Run::attempt(double landing) {
  frame_.h = landing - frame_.t;
  problem_.clear();
  bad_torque_ = -1;
  bool is_good = false;
  try {
    is_good = stepper_->take(frame_, during_);
  } catch (const InputError& problem) {
    problem_ = problem.diagnostics().front().what;
  }
  if (!is_good) {
    for (std::size_t i = 0; i < layout().v; ++i)
      if (!std::isfinite(equations_.tau()[i])) bad_torque_ = static_cast<int>(i);
    return false;
  }
  std::copy(equations_.tau().begin(), equations_.tau().end(), end_tau_.begin());
  return numbers::poison(frame_.to) + numbers::poison(frame_.last) == 0.0;
}

double Simulation::Run::scaled_error() {
  for (std::size_t i = 0; i < scale_.size(); ++i)
    scale_[i] = tolerance_ * (1.0 + std::max(std::abs(frame_.from[i]), std::abs(frame_.to[i])));
  const double error = stepper_->error(scale_);
  return std::isfinite(error) ? error : none;
}

void Simulation::Run::accept(double landing) {
  stepper_->finish(frame_, during_);
  t_ = landing;
  std::copy(frame_.to.begin(), frame_.to.end(), y_.begin());
  std::copy(frame_.last.begin(), frame_.last.end(), rate_.begin());
  std::copy(end_tau_.begin(), end_tau_.end(), tau_.begin());
  normalise_base();
  while (start_ + static_cast<double>(grid_ + 1) * settings_.time_step <= t_ + resolution() && !is_adaptive()) ++grid_;
  if (!conditions_watched_.empty()) sign_conditions();
  ++effort_.steps;
  refuse_runaway();
}

void Simulation::Run::arrive(double limit, bool at_event) {
  now_.last_time = none;
  if (t_ >= settings_.until) ended_ = true;
  const bool at_limit = t_ >= limit;
  if (at_limit && sampled_.arrive(t_, q(), qd()))
    std::copy(sampled_.now().begin(), sampled_.now().end(), now_.torque.begin());
  if (at_event) {
    handle_event();
  } else if (at_limit) {
    refresh_rate();
    if (now_.held > 0 && !still_held()) {
      settle_after(-1, 0);
      note_changes(during_);
    }
  }
  if (at_limit) end_pending_bounces();
  watch_stiffness();
  effort_.evaluations = equations_.evaluations();
}

void Simulation::Run::normalise_base() {
  if (!equations_.model().floating_base()) return;
  double sum = 0.0;
  for (std::size_t k = 3; k < 7; ++k) sum += y_[k] * y_[k];
  const double length = std::sqrt(sum);
  for (std::size_t k = 3; k < 7; ++k) y_[k] /= length;
}

void Simulation::Run::watch_stiffness() {
  // as dop853: fifteen steps at the limit of stability without six calm ones between
  if (settings_.method != SimulationMethod::Automatic || method_ != SimulationMethod::Adaptive) return;
  if (stepper_->stiffness(frame_) > 1.0) {
    calm_steps_ = 0;
    if (++stiff_steps_ < 15) return;
    method_ = SimulationMethod::Stiff;  // from the next step on
    note(SimulationEvent::Kind::MethodChange, -1, static_cast<double>(SimulationMethod::Stiff));
    reason_ = "from t = " + shown(t_) + " s on, adaptive explicit steps were limited by stiffness";
  } else if (++calm_steps_ >= 6) {
    stiff_steps_ = 0;
  }
}

void Simulation::Run::read(double t, SimulationSample& sample) {
  const std::size_t n = layout().v;
  sample.t = t;
  sample.q.resize(layout().q);
  for (std::vector<double>* x : {&sample.qd, &sample.qdd, &sample.tau}) x->resize(n);
  if (t == t_) {
    std::copy(q().begin(), q().end(), sample.q.begin());
    std::copy(qd().begin(), qd().end(), sample.qd.begin());
    std::copy(qdd().begin(), qdd().end(), sample.qdd.begin());
    std::copy(tau_.begin(), tau_.end(), sample.tau.begin());
    return;
  }
  if (!(t >= frame_.t && t < t_))
    refuse_now("there is no motion at t = " + shown(t) + " s within the last step",
               "ask from " + shown(frame_.t) + " s to " + shown(t_) + " s, or take another step");
  equations_.count_evaluations(false);
  if (!dense_is_ready_) stepper_->prepare_dense(frame_, during_);
  dense_is_ready_ = true;
  std::copy(frame_.from.begin(), frame_.from.end(), dense_.begin());
  if (t > frame_.t) stepper_->dense(frame_, (t - frame_.t) / frame_.h, Out<double>(dense_).first(layout().states()));
  equations_.rate(during_, t, dense_, dense_rate_);
  equations_.count_evaluations(true);
  const In<double> unit = equations_.unit_position(dense_);
  std::copy(unit.begin(), unit.end(), sample.q.begin());
  std::copy_n(&dense_[layout().q], n, sample.qd.begin());
  std::copy_n(&dense_rate_[layout().q], n, sample.qdd.begin());
  std::copy(equations_.tau().begin(), equations_.tau().end(), sample.tau.begin());
}

EnergyLedger Simulation::Run::ledger() const {
  const StateLayout& l = layout();
  const Energy<double> energy = equations_.energy(q(), qd());
  EnergyLedger y{energy.kinetic, energy.potential, energy.springs, at_start_, {}, {}, {}, impacts_, 0.0, changes_};
  const auto work = [&](bool is_there, std::size_t first) {
    std::vector<double> part(l.v, 0.0);
    if (is_there) std::copy_n(&y_[first], l.v, part.begin());
    return part;
  };
  y.drive = work(l.drive, l.drive_at());
  y.viscous = work(l.viscous, l.viscous_at());
  y.dry = work(l.dry, l.dry_at());
  if (l.wrenches) y.wrenches = y_[l.wrenches_at()];
  return y;
}

}  // namespace sinew
