// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/motions/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/commands/motions/simulate_copies.h"
#include "sinew/questions/commands/motions/simulate_output.h"
#include "sinew/questions/commands/motions/simulate_plan.h"
#include "sinew/questions/usage_error.h"

namespace sinew {
namespace {

/// Takes a run from row to row.
class RunWriter {
 public:
  RunWriter(RobotRun& run, const SampleTimes& times, RunOutput& output, SimulationPlots& plots, Door& door)
      : run_(run), times_(times), output_(output), plots_(plots), door_(door), sample_(run.simulation().sample()) {}

  void keep_checkpoints(int rows, std::string sum) {
    checkpoint_every_ = rows;
    sum_ = std::move(sum);
  }

  /// From this row on. What the run itself refuses is kept in `error`, once all that there is has been written.
  void write(long first_row) {
    begin_ = std::chrono::steady_clock::now();
    end_.reset();
    start_t_ = run_.t();
    last_checkpoint_ = first_row;
    next_ = first_row;
    try {
      while (next_ < times_.count() && write_next()) {
      }
    } catch (const InputError& e) {
      error = e;
    }
    write_last();
    end_ = std::chrono::steady_clock::now();
  }

  std::optional<InputError> error;
  bool is_stopped() const { return is_stopped_; }

  /// "12.5 times as fast as the robot"
  std::string speed_text() const {
    const std::chrono::steady_clock::time_point now = end_.value_or(std::chrono::steady_clock::now());
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    return fmt::format("{:.3g} times as fast as the robot", (run_.t() - start_t_) / std::max(seconds, 1e-9));
  }

 private:
  /// False where the run has come to its end.
  bool write_next() {
    const double t = times_.at(next_);
    if (t > run_.t()) {
      if (checkpoint_every_ > 0 && next_ - last_checkpoint_ >= checkpoint_every_) {
        const RunCheckpoint checkpoint{next_, sum_, run_.checkpoint()};  // for which the robot changes, if it is time
        write_events(run_.t());
        output_.checkpoint(checkpoint);
        last_checkpoint_ = next_;
      }
      const auto done = run_.advance_to(t, [&] { return goes_on(); });
      is_stopped_ = done == RobotRun::Advance::Stopped;
      if (done != RobotRun::Advance::Reached) return false;
    }
    write_row(t);
    constexpr long rows_between_looks = 16;
    if (next_ % rows_between_looks != 0 || goes_on()) return true;
    is_stopped_ = true;
    return false;
  }

  bool goes_on() {
    door_.progress(
        [&] { return fmt::format("{:.4g} s of {:.4g} s simulated, {}", run_.t(), times_.duration(), speed_text()); });
    return door_.stop() == Door::Stop::GoOn && door_.is_open();
  }

  void write_row(double t) {
    write_events(t);
    run_.sample(t, sample_);
    output_.row(next_, sample_);
    plots_.add(next_, run_.simulation().arm(), sample_);
    written_until_ = t;
    ++next_;
  }

  void write_events(double t) {
    const std::vector<SimulationEvent>& events = run_.simulation().events();
    for (; events_ < events.size() && events[events_].t <= t; ++events_) output_.event(events[events_]);
  }

  /// The end of a run that ended elsewhere than at a row.
  void write_last() {
    if (run_.t() > written_until_ && next_ < times_.count() && run_.simulation().effort().steps > 0)
      write_row(run_.t());
    write_events(run_.t());
  }

  RobotRun& run_;
  const SampleTimes& times_;
  RunOutput& output_;
  SimulationPlots& plots_;
  Door& door_;
  SimulationSample sample_;
  long checkpoint_every_ = 0, last_checkpoint_ = 0, next_ = 0;
  std::string sum_;
  std::size_t events_ = 0;
  double written_until_ = -1.0, start_t_ = 0.0;
  bool is_stopped_ = false;
  std::chrono::steady_clock::time_point begin_;
  std::optional<std::chrono::steady_clock::time_point> end_;
};

/// Where a run goes on, of a file that `--resume` names. Throws InputError where the file is of another run.
LastCheckpoint checkpoint_to_resume(const std::string& file, const std::string& sum, Door& door) {
  const LastCheckpoint last = last_checkpoint(file);
  // of a file that was killed at its first bytes, the line may be a part
  if (!run_line(sum).starts_with(last.first_line)) {
    if (last.first_line.starts_with(run_line("").substr(0, run_line("").find(':'))))
      refuse(file, "is of another run: the robot, its drive or an option is not the same",
             "give every option as it was when the file was begun");
    refuse(file, "is no CSV of a simulation that can go on", "name the file that a run of many rows has written");
  }
  if (!last.is_there()) door.remark(file + " has no checkpoint yet: the run begins anew\n");
  return last;
}

}  // namespace

void SimulateQuestion::describe_run(Fields& fields) {
  fields
      .add("until", &until,
           "When the run ends: a time [s], or a condition such as \"q1 > 90deg\" or \"qd2 < 0\". Given more than once, "
           "what "
           "comes first counts. 10 s if it is left out; a run that only waits for a condition ends after 1000 s.")
      .of("TIME|CONDITION");
  fields
      .add("method", &method,
           "How the equations of motion are integrated (docs/math/simulation.md). automatic chooses, and says why.")
      .one_of({"automatic", "adaptive", "stiff", "rk4", "semi-implicit-euler", "energy-keeping"})
      .shows_initial();
  fields.add("time_step", &time_step, "The step of the methods rk4, semi-implicit-euler and energy-keeping [s].")
      .of("TIME")
      .shows_initial();
  fields
      .add("tolerance", &tolerance,
           "The error that the methods adaptive and stiff allow in a step, relative and absolute (rad, m).")
      .between(1e-14, 1e-2)
      .shows_initial();
  fields
      .add("friction", &friction,
           "What dry friction does at rest: stick-slip finds when joints stick and break away; regularised smooths it, "
           "and joints creep.")
      .one_of({"stick-slip", "regularised"})
      .shows_initial();
  fields.add("without_limits", &without_limits,
             "Ignore the position limits of the robot's file; they are stops that the joints hit otherwise.");
  fields
      .add("restitution", &restitution,
           "How much of its speed a joint keeps when it hits a stop, 0 to 1: one number for all joints, or by name "
           "(elbow=0.5). Joints without a number have the restitution of their limits in the robot's file; where that "
           "says "
           "nothing, they rest where they hit.")
      .of("NUMBER,...");
  fields
      .add("copies", &copies,
           "Run that many copies with varied numbers on all cores, and give mean, spread and worst case of them.")
      .between(2, 1'000'000)
      .of("N")
      .needs("vary");
  fields
      .add("vary", &vary,
           "What varies from copy to copy, and how far: parameters of the robot's YAML file (m2:5%, l1:1mm), and the "
           "start "
           "(q:1deg for every joint, q2:1deg, qd:0.1rad/s).")
      .of("NAME:SPREAD,...")
      .needs("copies");
  fields
      .add("spread", &spread,
           "How numbers vary: normal, with the given standard deviation, or uniform, up to the given distance.")
      .one_of({"normal", "uniform"})
      .needs("copies")
      .shows_initial();
  fields.add("seed", &seed, "Other numbers of the copies; the same seed gives the same ones.")
      .needs("copies")
      .shows_initial();
}

void SimulateQuestion::describe_output(Fields& fields) {
  fields.add("samples", &samples, "The number of rows, at equal times from the start to the end.")
      .between(2, 1'000'000'000)
      .shows_initial();
  fields.add("period", &period, "The time between two rows [s], in place of their number.")
      .of("TIME")
      .excludes({"samples"});
  fields.add("audit", &audit,
             "Show the work of the drive and the losses joint by joint, and how far the energy drifts.");
  fields
      .add("resume", &resume,
           "The CSV of a run that was interrupted or killed: it goes on from its last checkpoint, in the same file, to "
           "the "
           "same bytes as without the interruption. All other options must be as they were.")
      .of("FILE")
      .excludes({"out"});
  fields
      .add("checkpoint", &checkpoint,
           "After how many rows a CSV gets a line from which --resume can go on; 0 for none. It is a comment to every "
           "reader.")
      .between(0, 1'000'000'000)
      .shows_initial();
  plot.describe(fields, "position,torque,energy");
  showing.describe(fields);
  fields
      .add("out", &out,
           "The file for the answer; - is the standard output. A CSV grows in its file while it is computed.")
      .of("FILE")
      .shows_initial();
  fields.add("force", &force, "Replace the file even if it is read-only.").needs("out");
}

void SimulateQuestion::describe(Fields& fields) {
  robot.describe(fields);
  state.describe_one(fields);
  drive.describe(fields);
  wrench.describe(fields);
  describe_run(fields);
  describe_output(fields);
}

void SimulateQuestion::check_usage() {
  const bool is_csv = showing.format == "csv", is_page = showing.format == "table";
  if (!is_csv) fields().refuse_idle({"resume", "checkpoint"}, "is of rows in CSV; give --format csv");
  if (!is_page) fields().refuse_idle({"audit"}, "is a part of the page; the format json has its numbers always");
  if (without_limits) fields().refuse_idle({"restitution"}, "is of stops, and --without-limits takes them away");
  if (copies > 0)
    fields().refuse_idle({"resume", "checkpoint", "audit", "plot", "plot_to"},
                         "is of one run, not of copies; leave it out");
  if (resume == "-") throw UsageError("resume", "wants a file: the standard input cannot be cut back");
  plot.check(fields(), is_page || out != "-");
}

Outcome SimulateQuestion::respond(Door& door) {
  check_usage();
  const Arm arm = robot.arm(door);
  const State start = state.one(arm.model());
  const RunEnd end = end_of_run(*this);
  const SampleTimes times = times_of_rows(*this, end);
  if (copies > 0) return answer_of_copies(*this, arm, start, times, door);
  RobotRun run(plan_of_run(*this, arm, arm, start));
  door.warn(run.plan().given.remarks);
  const bool is_default = showing.format == "table" && out == "-";
  SimulationPlots plots(*this, run.plan(), is_default, times.count());
  const bool may_resume = showing.format == "csv" && checkpoint > 0 && times.count() > checkpoint;
  if (!may_resume)
    fields().refuse_idle({"resume"}, "needs more rows than --checkpoint: a run without checkpoints only begins anew");
  const std::string sum = may_resume ? sum_of_run(*this) : "";
  LastCheckpoint last;
  if (!resume.empty()) last = checkpoint_to_resume(resume, sum, door);
  if (last.is_there())
    run.restore(last.checkpoint.numbers);
  else
    run.start();
  const auto output = output_of_run(*this, run.plan(), door, resume.empty() ? std::nullopt : std::optional(last.bytes));
  const RunReport report{run, last.is_there() ? run.t() : 0.0};
  RunWriter writer(run, times, *output, plots, door);
  if (may_resume) writer.keep_checkpoints(checkpoint, sum);
  output->begin(sum);
  writer.write(last.checkpoint.next_row);
  const std::string why = writer.error          ? writer.error->diagnostics().front().what
                          : writer.is_stopped() ? "the run was interrupted"
                                                : "";
  output->end(report, why);
  if (door.stop() != Door::Stop::Discard || showing.format == "csv") output->finish();
  plots.draw(arm.model().name() + ", " + run.plan().given.name, door);
  if (is_default || out != "-" || !resume.empty())
    door.remark(fmt::format("{}; {}\n", effort_text(run.simulation()), writer.speed_text()));
  if (writer.error) throw InputError(*writer.error);
  return writer.is_stopped() ? Outcome::No : Outcome::Yes;
}

}  // namespace sinew
