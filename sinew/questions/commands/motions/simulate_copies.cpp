// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/motions/simulate_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <numbers>
#include <random>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "sinew/formats/load.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/commands/motions/simulate_plan.h"
#include "sinew/questions/row_output.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/simulation/copies_report.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// One number that varies.
struct Varied {
  std::string name;       ///< as it was given
  double nominal = 0.0;   ///< SI
  double distance = 0.0;  ///< standard deviation, or half the width [SI]
  enum class Of { Parameter, Position, Velocity } of = Of::Parameter;
  std::size_t index = 0;  ///< of q or q̇
};

/// "5%" of a number, or a quantity of its kind.
double distance_of(const std::string& text, const std::string& name, double nominal, const Dimension& kind) {
  const std::string given(trimmed(text));
  const double distance = value_of("--vary", [&] {
    if (given.ends_with('%'))
      return std::abs(nominal) * quantity(given.substr(0, given.size() - 1), dimension::none) / 100.0;
    return quantity(given, kind);
  });
  if (!(distance > 0.0))
    refuse("--vary", "varies " + in_quotes(name) + " by " + shown(distance) + ", which is nothing",
           nominal == 0.0 ? "give a distance with a unit: a share of zero is zero" : "give a distance above zero");
  return distance;
}

class VaryReader {
 public:
  VaryReader(const SimulateQuestion& asked, const LoadedRobot& loaded, const State& start, const Model<double>& model)
      : asked_(asked), loaded_(loaded), start_(start), model_(model) {}

  std::vector<Varied> read() {
    for (const std::string& part : list_parts(asked_.vary)) {
      const std::size_t colon = part.find(':');
      if (colon == std::string::npos || colon == 0)
        refuse("--vary", in_quotes(part) + " does not say how far", "write it like m2:5% or q:1deg");
      read_one(std::string(trimmed(part.substr(0, colon))), part.substr(colon + 1));
    }
    return std::move(all_);
  }

 private:
  void read_one(const std::string& name, const std::string& distance) {
    if (!given_.insert(name).second) refuse("--vary", "names " + in_quotes(name) + " twice", "keep one");
    for (const ParameterDescription& parameter : loaded_.description.parameters)
      if (parameter.name == name) {
        const Dimension kind = quantity_of_any_kind("1 " + parameter.unit).dimension;
        all_.push_back({name, parameter.value, distance_of(distance, name, parameter.value, kind)});
        return;
      }
    const std::size_t before = all_.size();
    read_states(name, distance, StatePart::Velocity, Varied::Of::Velocity);
    if (all_.size() == before) read_states(name, distance, StatePart::Position, Varied::Of::Position);
    if (all_.size() > before) return;
    std::vector<std::string> known = {"q", "qd"};
    for (const ParameterDescription& parameter : loaded_.description.parameters) known.push_back(parameter.name);
    refuse("--vary", model_.name() + " has no parameter " + in_quotes(name) + ", and it is none of q, q1, qd, qd1",
           suggestion(name, known));
  }

  /// `q` for all joints that the distance fits, in rad or in m, or `q2`, or `q.elbow`.
  void read_states(const std::string& name, const std::string& distance, StatePart part, Varied::Of of) {
    const std::string stem = symbol_of(part);
    const std::vector<StateNumber> numbers = state_numbers(model_, part);
    const std::size_t of_base = numbers.size() - static_cast<std::size_t>(model_.independent_count());
    for (std::size_t i = of_base; i < numbers.size(); ++i) {
      const bool is_meant =
          name == stem || name == stem + std::to_string(i - of_base + 1) || name == stem + "." + numbers[i].name;
      if (!is_meant || (name == stem && !fits(distance, numbers[i].dimension))) continue;
      const double nominal = start_.part(part)[i];
      all_.push_back(
          {stem + "." + numbers[i].name, nominal, distance_of(distance, name, nominal, numbers[i].dimension), of, i});
    }
  }

  static bool fits(const std::string& distance, const Dimension& kind) {
    if (trimmed(distance).ends_with('%')) return true;
    return kind.accepts(value_of("--vary", [&] { return quantity_of_any_kind(distance); }).dimension);
  }

  const SimulateQuestion& asked_;
  const LoadedRobot& loaded_;
  const State& start_;
  const Model<double>& model_;
  std::set<std::string> given_;
  std::vector<Varied> all_;
};

/// A number between 0 and 1, neither of them.
double between_0_and_1(std::mt19937_64& bits) { return (static_cast<double>(bits() >> 11U) + 0.5) * 0x1p-53; }

/// The numbers of one copy, the same whatever runs beside it; the standard's distributions differ between libraries.
std::vector<double> numbers_of_copy(const std::vector<Varied>& varied, bool is_normal, unsigned seed, int copy) {
  std::vector<double> numbers;
  std::seed_seq start{seed, static_cast<unsigned>(copy)};
  std::mt19937_64 bits(start);
  for (const Varied& one : varied) {
    const double u = between_0_and_1(bits), v = between_0_and_1(bits);
    const double normal = std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);  // Box and Muller
    const double step = copy == 0 ? 0.0 : is_normal ? normal : 2.0 * u - 1.0;
    numbers.push_back(one.nominal + one.distance * step);
  }
  return numbers;
}

/// Makes and runs copies; any number of threads may ask at once.
class CopyRunner {
 public:
  CopyRunner(SimulateQuestion& asked, const Arm& arm, const State& start, const SampleTimes& times,
             std::vector<Varied> varied)
      : asked_(asked),
        arm_(arm),
        start_(start),
        times_(times),
        varied_(std::move(varied)),
        source_(asked.robot.source()),
        options_(asked.robot.read_options()) {
    varies_robot_ =
        std::any_of(varied_.begin(), varied_.end(), [](const Varied& one) { return one.of == Varied::Of::Parameter; });
  }

  CopyResult run(int copy, const std::function<bool()>& goes_on) {
    CopyResult result;
    const std::vector<double> numbers = numbers_of_copy(varied_, asked_.spread == "normal", asked_.seed, copy);
    State start = start_;
    ReadOptions options = options_;
    for (std::size_t i = 0; i < varied_.size(); ++i) {
      const Varied& one = varied_[i];
      result.varied += fmt::format("{}{} = {:.6g}", i > 0 ? ", " : "", one.name, numbers[i]);
      if (one.of == Varied::Of::Position) start.q[one.index] = numbers[i];
      if (one.of == Varied::Of::Velocity) start.qd[one.index] = numbers[i];
      if (one.of == Varied::Of::Parameter) options.parameters[one.name] = fmt::format("{:.17g}", numbers[i]);
    }
    if (copy == 0) result.varied = "the robot as it is";
    try {
      const bool is_own = varies_robot_ && copy > 0;
      const Arm own = is_own ? Arm(std::make_shared<const LoadedRobot>(load_robot(source_, options))) : arm_;
      run(plan(own, start), result, goes_on);
    } catch (const InputError& e) {
      result.failed = e.diagnostics().front().what;
    }
    return result;
  }

 private:
  /// Fields look for their values in the question, one thread at a time.
  RunPlan plan(const Arm& own, const State& start) {
    const std::lock_guard<std::mutex> lock(planning_);
    return plan_of_run(asked_, own, arm_, start);
  }

  void run(RunPlan plan, CopyResult& result, const std::function<bool()>& goes_on) {
    RobotRun run(std::move(plan));
    run.start();
    SimulationSample sample = run.simulation().sample();
    for (long i = 0; i < times_.count(); ++i) {
      const double t = times_.at(i);
      if (t > run.t()) {
        const RobotRun::Advance done = run.advance_to(t, goes_on);
        if (done == RobotRun::Advance::Stopped) result.varied.clear();
        if (done != RobotRun::Advance::Reached) break;
      }
      run.sample(t, sample);
      for (const std::vector<double>* part : {&sample.q, &sample.qd, &sample.tau})
        result.rows.insert(result.rows.end(), part->begin(), part->end());
    }
    const In<double> q = run.simulation().q();
    result.end.assign(q.begin(), q.end());
    for (const Peak& peak : run.peaks().torque) result.torque.push_back(std::abs(peak.value));
    for (const Peak& peak : run.peaks().speed) result.speed.push_back(std::abs(peak.value));
    result.t = run.t();
    result.gained = run.simulation().ledger().residual();
  }

  SimulateQuestion& asked_;
  Arm arm_;
  State start_;
  SampleTimes times_;
  std::vector<Varied> varied_;
  SourceText source_;
  ReadOptions options_;
  bool varies_robot_ = false;
  std::mutex planning_;
};

/// All copies, by as many threads as there are cores. False where the work was stopped.
bool run_all(CopyRunner& runner, std::vector<CopyResult>& results, Door& door) {
  std::atomic<int> next = 0, done = 0;
  std::atomic<bool> is_stopped = false;
  const int count = static_cast<int>(results.size());
  const std::function<bool()> goes_on = [&] { return !is_stopped.load(); };
  const auto work = [&] {
    for (int k = next++; k < count && goes_on(); k = next++) {
      results[static_cast<std::size_t>(k)] = runner.run(k, goes_on);
      ++done;
    }
  };
  const unsigned cores = std::clamp(std::thread::hardware_concurrency(), 1U, 256U);
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::min(cores, static_cast<unsigned>(count)); ++i) threads.emplace_back(work);
  while (done < count && !is_stopped) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    door.progress([&] { return fmt::format("{} of {} copies", done.load(), count); });
    if (door.stop() != Door::Stop::GoOn || !door.is_open()) is_stopped = true;
  }
  threads.clear();
  return !is_stopped;
}

void refuse_too_many(long copies, long rows, std::size_t numbers) {
  constexpr double most_bytes = 2e9;
  const double bytes = static_cast<double>(copies) * static_cast<double>(rows) * static_cast<double>(numbers) * 8.0;
  if (bytes > most_bytes)
    refuse("--copies", fmt::format("needs {:.0f} GB for the rows of {} copies", bytes / 1e9, copies),
           "ask for fewer rows with --samples, or for fewer copies");
}

}  // namespace

Outcome answer_of_copies(SimulateQuestion& asked, const Arm& arm, const State& start, const SampleTimes& times,
                         Door& door) {
  const Model<double>& model = arm.model();
  const auto loaded = asked.robot.load(door);
  std::vector<Varied> varied = VaryReader(asked, *loaded, start, model).read();
  const auto n =
      static_cast<std::size_t>(model.position_count()) + 2 * static_cast<std::size_t>(model.velocity_count());
  refuse_too_many(asked.copies, times.count(), n);
  // what is wrong with every copy is told once, before any runs
  const RunPlan first = plan_of_run(asked, arm, arm, start);
  door.warn(first.given.remarks);
  RowOutput output(door, asked.out, asked.force ? Replacing::Anything : Replacing::OnlyWritable);
  CopyRunner runner(asked, arm, start, times, std::move(varied));
  std::vector<CopyResult> results(static_cast<std::size_t>(asked.copies));
  const bool is_whole = run_all(runner, results, door);
  if (!is_whole) {
    std::erase_if(results, [](const CopyResult& copy) { return copy.varied.empty(); });
    door.remark(fmt::format("stopped: {} of {} copies were run\n", results.size(), asked.copies));
  }
  std::vector<double> t;
  for (long i = 0; i < times.count(); ++i) t.push_back(times.at(i));
  const std::string title =
      fmt::format("{}, {}: {} copies over {:.6g} s, {} varies ({}, seed {})\n", model.name(), first.given.name,
                  results.size(), times.duration(), asked.vary, asked.spread, asked.seed);
  const CopiesReport report(arm, std::move(t), std::move(results));
  output.add(asked.showing.format == "csv"    ? report.csv()
             : asked.showing.format == "json" ? report.json()
                                              : report.page(title, asked.showing.showing()));
  if (door.stop() != Door::Stop::Discard) output.finish();
  return is_whole ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
