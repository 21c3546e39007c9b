// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/runs/robot_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

/// Of the largest size so far.
void note_size(std::vector<Peak>& peaks, In<double> values, double t) {
  for (std::size_t i = 0; i < peaks.size(); ++i)
    if (std::abs(values[i]) > std::abs(peaks[i].value)) peaks[i] = {values[i], t};
}

std::vector<double> times_after_the_start(const GivenDrive& given) {
  std::vector<double> times = given.payload_times();
  std::erase_if(times, [](double t) { return t <= 0.0; });
  return times;
}

}  // namespace

Simulation RobotRun::made(const RunPlan& plan, double t) {
  const bool is_pulled = !plan.wrenches.empty() || !plan.given.wrenches.empty();
  std::shared_ptr<Surroundings> wrenches;
  if (is_pulled)
    wrenches = std::make_shared<GivenWrenches>(plan.arm, plan.formulas, plan.wrenches, plan.given.wrenches);
  // without a drive, a method may be chosen that keeps the energy
  const bool is_driven = !plan.given.drive->empty() || !plan.given.payloads.empty();
  Simulation simulation(plan.given.robot_at(t, plan.arm), plan.settings, is_driven ? plan.given.drive : nullptr,
                        std::move(wrenches));
  for (const StopCondition& condition : plan.conditions) simulation.watch(condition.value);
  return simulation;
}

RobotRun::RobotRun(RunPlan plan)
    : plan_(std::move(plan)), change_times_(times_after_the_start(plan_.given)), simulation_(made(plan_, 0.0)) {
  peaks_.torque.resize(plan_.qd.size());
  peaks_.speed.resize(plan_.qd.size());
  for (const double q : plan_.q) {
    peaks_.lowest.push_back({q, 0.0});
    peaks_.highest.push_back({q, 0.0});
  }
}

void RobotRun::start() {
  for (const StopCondition& condition : plan_.conditions)
    if (condition.value(0.0, plan_.q, plan_.qd) > 0.0)
      refuse("--until", "the condition " + in_quotes(condition.text) + " holds at the start already",
             "turn it round, or start elsewhere with --q and --qd");
  simulation_.start(0.0, plan_.q, plan_.qd);
  note_peaks();
}

void RobotRun::note_peaks() {
  const double t = simulation_.t();
  note_size(peaks_.torque, simulation_.tau(), t);
  note_size(peaks_.speed, simulation_.qd(), t);
  for (std::size_t i = 0; i < peaks_.lowest.size(); ++i) {
    const double q = simulation_.q()[i];
    if (q < peaks_.lowest[i].value) peaks_.lowest[i] = {q, t};
    if (q > peaks_.highest[i].value) peaks_.highest[i] = {q, t};
  }
}

void RobotRun::change_what_is_due() {
  for (; changed_ < change_times_.size() && change_times_[changed_] <= simulation_.t(); ++changed_)
    simulation_.change_robot(plan_.given.robot_at(change_times_[changed_], plan_.arm));
}

RobotRun::Advance RobotRun::advance_to(double t, const std::function<bool()>& goes_on) {
  constexpr int steps_between_looks = 128;
  while (simulation_.t() < t) {
    if (simulation_.ended()) return Advance::Ended;
    if (++steps_ >= steps_between_looks) {
      steps_ = 0;
      if (!goes_on()) return Advance::Stopped;
    }
    change_what_is_due();
    simulation_.step();
    note_peaks();
  }
  peaks_.kinetic = std::max(peaks_.kinetic, simulation_.ledger().kinetic);
  return Advance::Reached;
}

std::vector<double> RobotRun::checkpoint() {
  change_what_is_due();
  std::vector<double> numbers = {simulation_.t(), peaks_.kinetic};
  for (const std::vector<Peak>* list : lists())
    for (const Peak& peak : *list) numbers.insert(numbers.end(), {peak.value, peak.t});
  const std::vector<double> of_simulation = simulation_.checkpoint();
  numbers.insert(numbers.end(), of_simulation.begin(), of_simulation.end());
  return numbers;
}

void RobotRun::restore(In<double> checkpoint) {
  const double t = checkpoint[0];
  peaks_.kinetic = checkpoint[1];
  std::size_t next = 2;
  for (std::vector<Peak>* list : lists())
    for (Peak& peak : *list) {
      peak = {checkpoint[next], checkpoint[next + 1]};
      next += 2;
    }
  while (changed_ < change_times_.size() && change_times_[changed_] <= t) ++changed_;
  simulation_ = made(plan_, t);
  simulation_.restore(checkpoint.subspan(next));
}

}  // namespace sinew
