// SPDX-License-Identifier: BSD-3-Clause
//
// Where a simulation begins: its settings, its method, its first state, and what another robot changes.
#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/motion/simulation/simulation_run.h"
#include "sinew/readings/checked.h"

namespace sinew {

std::vector<double> restitution_of_limits(const Model<double>& model) {
  std::vector<double> restitution(at(model.velocity_count()), 0.0);
  for (const Link<double>& link : model.links())
    if (!link.follows) restitution[at(link.velocity_index)] = link.limits.restitution;
  return restitution;
}

Simulation::Run::Run(const Arm& arm, SimulationSettings settings, std::shared_ptr<Drive> drive,
                     std::shared_ptr<Surroundings> surroundings)
    : settings_(std::move(settings)),
      equations_(arm, settings_, std::move(drive), std::move(surroundings)),
      sampled_(equations_.drive(), layout().v),
      control_(8),
      y_(layout().size()),
      rate_(layout().size()),
      tau_(layout().v),
      now_(static_cast<int>(layout().v)),
      during_(now_),
      frame_(layout().size()),
      end_tau_(layout().v),
      scale_(layout().states()),
      dense_(layout().size()),
      dense_rate_(layout().size()),
      bounces_(layout().v),
      impacts_(layout().v) {
  check_settings();
  find_stops();
  choose_method();
  events_.reserve(256);
}

void Simulation::Run::check_settings() {
  const auto expect_positive = [](double value, const char* name) {
    if (!(value > 0.0)) refuse("simulation", std::string(name) + " is " + shown(value), "give a positive number");
  };
  expect_positive(settings_.time_step, "the time step");
  expect_positive(settings_.tolerance, "the tolerance");
  expect_positive(settings_.largest_step, "the largest step");
  expect_positive(settings_.sliding_velocity, "the sliding velocity of regularised friction");
  if (std::isinf(settings_.time_step)) refuse("simulation", "the time step is infinite", "give a finite number");
  if (settings_.tolerance > 0.1)
    refuse("simulation", "the tolerance is " + shown(settings_.tolerance), "give one of at most 0.1, such as 1e-9");
  restitution_ = settings_.restitution;
  if (restitution_.empty()) restitution_ = restitution_of_limits(equations_.model());
  if (restitution_.size() == 1) restitution_.assign(layout().v, restitution_[0]);
  if (restitution_.size() != layout().v)
    refuse("simulation", "there are " + std::to_string(restitution_.size()) + " restitutions",
           "give one, or " + std::to_string(layout().v) + ", one per velocity");
  for (const double r : restitution_)
    if (!(r >= 0.0 && r <= 1.0))
      refuse("simulation", "a restitution is " + shown(r), "give numbers from 0 (stays) to 1 (bounces back as fast)");
}

void Simulation::Run::find_stops() {
  stops_.assign(layout().v, {});
  if (!settings_.stops) return;
  for (const Link<double>& link : equations_.model().links()) {
    if (link.multiplier == 0.0) continue;
    Stops own{(link.limits.lower - link.offset) / link.multiplier, (link.limits.upper - link.offset) / link.multiplier};
    if (own.upper < own.lower) std::swap(own.lower, own.upper);
    Stops& stops = stops_[sinew::at(link.velocity_index)];
    stops = {std::max(stops.lower, own.lower), std::min(stops.upper, own.upper)};
  }
}

void Simulation::Run::choose_method() {
  tolerance_ = settings_.tolerance;
  if (settings_.method != SimulationMethod::Automatic) {
    use_method(settings_.method);
    reason_ = "as asked";
    return;
  }
  use_method(SimulationMethod::Adaptive);
  const bool keeps_energy = !layout().drive && !layout().viscous && !layout().dry && !layout().wrenches;
  if (keeps_energy) tolerance_ = std::min(tolerance_, 1e-13);
  reason_ = keeps_energy ? "nothing drives or brakes the robot: adaptive steps at a tolerance that keeps its energy"
                         : "adaptive steps, as long as they are not limited by stiffness";
}

void Simulation::Run::use_method(SimulationMethod method) {
  method_ = method;
  stepper_ = make_stepper(method, equations_);
  control_ = StepControl(std::max(stepper_->order(), 1));
}

void Simulation::Run::watch(Condition condition) {
  conditions_watched_.push_back(std::move(condition));
  watched_signs_.push_back(0.0);
}

void Simulation::Run::start(double t, In<double> q, In<double> qd) {
  const Model<double>& model = equations_.model();
  numbers::expect_position(model, q);
  numbers::expect_velocity(model, "qd", qd);
  if (!std::isfinite(t)) refuse("simulation", "the start is at t = " + shown(t), "give a finite time");
  t_ = start_ = frame_.t = t;
  frame_.h = 0.0;
  std::fill(y_.begin(), y_.end(), 0.0);
  std::copy(q.begin(), q.end(), y_.begin());
  std::copy(qd.begin(), qd.end(), own_qd().begin());
  for (std::size_t i = 0; i < layout().v; ++i) {
    if (stops_[i].lower == -none && stops_[i].upper == none) continue;
    const double x = y_[position_of(i)];
    if (x < stops_[i].lower || x > stops_[i].upper)
      refuse_now("joint " + in_quotes(joint_name(i)) + " starts at " + shown(x) + ", beyond its stops at " +
                     shown(stops_[i].lower) + " and " + shown(stops_[i].upper),
                 "start between them, or let the limits be no stops");
  }
  refuse_singular();
  now_ = during_ = Conditions(static_cast<int>(layout().v));
  std::fill(bounces_.begin(), bounces_.end(), Bounces{});
  crowd_ = {};
  std::fill(impacts_.begin(), impacts_.end(), 0.0);
  changes_ = 0.0;
  events_.clear();
  event_count_ = 0;
  effort_ = {};
  equations_.set_evaluations(0);
  grid_ = 0;
  ended_ = t >= settings_.until;
  started_ = true;
  const Energy<double> energy = equations_.energy(this->q(), this->qd());
  at_start_ = energy.kinetic + energy.potential + energy.springs;
  start_y_ = y_;
  sampled_.start(t, q, qd);
  std::copy(sampled_.now().begin(), sampled_.now().end(), now_.torque.begin());
  for (std::size_t k = 0; k < conditions_watched_.size(); ++k) watched_signs_[k] = 0.0;
  sign_conditions();
  settle_at_start();
  next_step_ = first_step();
  effort_.evaluations = equations_.evaluations();
}

void Simulation::Run::settle_at_start() {
  lean_on_stops();
  hit_stops(-1);
  name_slides();
  settle_after(-1, 0);
}

void Simulation::Run::change_robot(const Arm& arm) {
  const Model<double>& old = equations_.model();
  if (arm.position_count() != old.position_count() || arm.velocity_count() != old.velocity_count() ||
      arm.model().floating_base() != old.floating_base())
    refuse_now("the changed robot has " + std::to_string(arm.velocity_count()) + " velocities in place of " +
                   std::to_string(old.velocity_count()),
               "change to a robot with the same joints");
  const Energy<double> before = equations_.energy(q(), qd());
  equations_.change_robot(arm);
  find_stops();
  const Energy<double> after = equations_.energy(q(), qd());
  const double gain =
      after.kinetic + after.potential + after.springs - before.kinetic - before.potential - before.springs;
  changes_ += gain;
  note(SimulationEvent::Kind::RobotChange, -1, gain);
  during_ = now_;
  refuse_singular();
  name_slides();
  settle_after(-1, 0);
  note_changes(during_);
  make_last_step_empty();
  effort_.evaluations = equations_.evaluations();
}

/// Nothing can be asked about the step before any more.
void Simulation::Run::make_last_step_empty() {
  frame_.t = t_;
  dense_is_ready_ = false;
}

double Simulation::Run::first_step() const {
  // as Hairer, Nørsett and Wanner, section II.4, without the trial step: a hundredth of the time in which the state
  // changes
  double size = 0.0, speed = 0.0;
  for (std::size_t i = 0; i < layout().states(); ++i) {
    size = std::max(size, 1.0 + std::abs(y_[i]));
    speed = std::max(speed, std::abs(rate_[i]));
  }
  return std::min({settings_.largest_step, speed > 0.0 ? 0.01 * size / speed : 0.01, 0.1});
}

}  // namespace sinew
