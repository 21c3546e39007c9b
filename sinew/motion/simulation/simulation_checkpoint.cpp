// SPDX-License-Identifier: BSD-3-Clause
//
// Everything that the continuation of a simulation depends on, as a row of numbers.
#include <algorithm>
#include <cmath>

#include "sinew/motion/simulation/simulation_run.h"

namespace sinew {
namespace {

constexpr double checkpoint_version = 2.0;

class NumberWriter {
 public:
  explicit NumberWriter(std::vector<double>& out) : out_(out) {}
  template <class Number>
  void operator()(const Number& x) {
    out_.push_back(static_cast<double>(x));
  }
  template <class Number>
  void operator()(const std::vector<Number>& x) {
    for (const Number value : x) (*this)(value);
  }

 private:
  std::vector<double>& out_;
};

class NumberReader {
 public:
  explicit NumberReader(In<double> in) : in_(in) {}
  template <class Number>
  void operator()(Number& x) {
    if (in_.empty()) refuse("checkpoint", "it ends too early", "give a whole checkpoint of this simulation");
    x = static_cast<Number>(in_.front());
    in_ = in_.subspan(1);
  }
  template <class Number>
  void operator()(std::vector<Number>& x) {
    for (Number& value : x) (*this)(value);
  }
  In<double> rest() const { return in_; }

 private:
  In<double> in_;
};

}  // namespace

/// Calls `each` for all that a checkpoint holds in itself, in order: for the writer and the reader alike.
template <class Self, class Each>
void Simulation::Run::for_each_number(Self& self, Each& each) {
  for (auto* x : {&self.t_, &self.start_, &self.next_step_, &self.changes_, &self.at_start_}) each(*x);
  for (auto* x : {&self.y_, &self.rate_, &self.tau_, &self.impacts_, &self.start_y_, &self.watched_signs_}) each(*x);
  for (auto* x : {&self.now_.slides, &self.now_.stop, &self.now_.holds}) each(*x);
  each(self.now_.torque);
  each(self.now_.held);
  for (auto& bounces : self.bounces_)
    for (auto* x : {&bounces.count, &bounces.last, &bounces.gap, &bounces.ratio, &bounces.end}) each(*x);
  each(self.crowd_.begin);
  each(self.crowd_.events);
  for (auto* x : {&self.grid_, &self.event_count_, &self.effort_.steps, &self.effort_.rejected}) each(*x);
  each(self.effort_.evaluations);
  for (auto* x : {&self.stiff_steps_, &self.calm_steps_}) each(*x);
  each(self.ended_);
}

std::vector<double> Simulation::Run::checkpoint() const {
  if (!started_) refuse("simulation", "it has no state yet", "call start, or restore");
  std::vector<double> numbers{checkpoint_version, static_cast<double>(layout().size()),
                              static_cast<double>(conditions_watched_.size()), static_cast<double>(method_),
                              control_.memory()};
  NumberWriter write(numbers);
  for_each_number(*this, write);
  const std::vector<double> sampled = sampled_.memory();
  numbers.insert(numbers.end(), sampled.begin(), sampled.end());
  if (equations_.drive() != nullptr) {
    const std::vector<double> memory = equations_.drive()->memory();
    numbers.insert(numbers.end(), memory.begin(), memory.end());
  }
  return numbers;
}

void Simulation::Run::restore(In<double> numbers) {
  if (numbers.size() < 5 || numbers[0] != checkpoint_version || numbers[1] != static_cast<double>(layout().size()) ||
      numbers[2] != static_cast<double>(conditions_watched_.size()) || !(numbers[3] >= 0.0 && numbers[3] <= 5.0))
    refuse("checkpoint", "it does not belong to this simulation",
           "give one of the same robot, drive, conditions and settings, written by this version of Sinew");
  use_method(static_cast<SimulationMethod>(static_cast<int>(numbers[3])));
  control_.remember(numbers[4]);
  start_y_.resize(layout().size());
  NumberReader read(numbers.subspan(5));
  for_each_number(*this, read);
  const In<double> memory = sampled_.remember(read.rest());
  if (equations_.drive() != nullptr) equations_.drive()->remember(memory);
  equations_.set_evaluations(effort_.evaluations);
  events_.clear();
  during_ = now_;
  now_.last_time = none;
  started_ = true;
  make_last_step_empty();
  if (method_ == SimulationMethod::Stiff && settings_.method == SimulationMethod::Automatic)
    reason_ = "adaptive explicit steps were limited by stiffness";
}

}  // namespace sinew
