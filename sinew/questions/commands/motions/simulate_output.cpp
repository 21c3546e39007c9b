// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/motions/simulate_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sinew/print/datum.h"

namespace sinew {
namespace {

std::vector<std::string> condition_texts(const RunPlan& plan) {
  std::vector<std::string> texts;
  for (const StopCondition& condition : plan.conditions) texts.push_back(condition.text);
  return texts;
}

Replacing replacing(const SimulateQuestion& asked) {
  return asked.force ? Replacing::Anything : Replacing::OnlyWritable;
}

/// Rows with events and checkpoints as comments. In a file they are there as soon as they are computed.
class CsvOutput final : public RunOutput {
 public:
  CsvOutput(const SimulateQuestion& asked, const RunPlan& plan, Door& door, std::optional<long long> kept)
      : csv_(plan.arm.model()), model_(plan.arm), conditions_(condition_texts(plan)), goes_on_(kept && *kept > 0) {
    const std::string path = kept ? asked.resume : asked.out;
    if (path == "-")
      stream_.emplace(door, path, replacing(asked));
    else
      file_.emplace(path, kept.value_or(0), replacing(asked));
  }

  void begin(const std::string& run) override {
    if (goes_on_) return;
    if (!run.empty()) add(run_line(run));
    add(csv_.header());
  }
  void event(const SimulationEvent& event) override { add(event_comment(event, model_.model(), conditions_)); }
  void row(long /*i*/, const SimulationSample& sample) override {
    text_.clear();
    csv_.add(sample, text_);
    add(text_);
  }
  void checkpoint(const RunCheckpoint& checkpoint) override { add(checkpoint_line(checkpoint)); }
  void end(const RunReport& report, const std::string& stopped) override {
    if (!stopped.empty())
      add(fmt::format("# stopped at {:.9g} s: these rows are a part; {}\n", report.run.t(), stopped));
  }
  void finish() override {
    if (file_) file_->finish();
    if (stream_) stream_->finish();
  }

 private:
  void add(std::string_view lines) {
    if (file_)
      file_->add(lines);
    else
      stream_->add(lines);
  }

  SimulationCsv csv_;
  Arm model_;
  std::vector<std::string> conditions_;
  bool goes_on_;
  std::optional<RowOutput> stream_;
  std::optional<GrowingFile> file_;
  std::string text_;
};

class JsonOutput final : public RunOutput {
 public:
  JsonOutput(const SimulateQuestion& asked, const RunPlan& plan, Door& door)
      : plan_(plan), output_(door, asked.out, replacing(asked)) {}

  void begin(const std::string& /*run*/) override {
    output_.add("{\"robot\": " + json_text(plan_.arm.model().name()) +
                ",\n \"joints\": " + json_list(plan_.arm.joint_names()) +
                ",\n \"driven\": " + json_text(plan_.given.name) + ",\n \"states\": [");
  }
  void event(const SimulationEvent& /*event*/) override {}
  void row(long i, const SimulationSample& sample) override {
    text_.clear();
    add_json_row(i, sample, text_);
    output_.add(text_);
  }
  void end(const RunReport& report, const std::string& stopped) override {
    output_.add("],\n " + simulation_json(report));
    if (!stopped.empty())
      output_.add(fmt::format(",\n \"stopped_at\": {}, \"stopped_by\": {}", report.run.t(), json_text(stopped)));
    output_.add("}\n");
  }
  void finish() override { output_.finish(); }

 private:
  const RunPlan& plan_;
  RowOutput output_;
  std::string text_;
};

class PageOutput final : public RunOutput {
 public:
  PageOutput(const SimulateQuestion& asked, Door& door)
      : showing_(asked.showing.showing()), audit_(asked.audit), output_(door, asked.out, replacing(asked)) {}

  void begin(const std::string& /*run*/) override {}
  void event(const SimulationEvent& /*event*/) override {}
  void row(long /*i*/, const SimulationSample& /*sample*/) override {}
  void end(const RunReport& report, const std::string& stopped) override {
    output_.add(simulation_page(report, audit_, showing_));
    if (!stopped.empty())
      output_.add(fmt::format("\nStopped at {:.9g} s, before the end: {}\n", report.run.t(), stopped));
  }
  void finish() override { output_.finish(); }

 private:
  Showing showing_;
  bool audit_;
  RowOutput output_;
};

}  // namespace

SimulationPlots::SimulationPlots(const SimulateQuestion& asked, const RunPlan& plan, bool is_default, long rows) {
  if (!asked.plot.is_asked() && !is_default) return;
  PlotChoice choice = asked.plot;
  if (choice.plot.empty() && !choice.is_to_files())
    choice.plot = plan.given.drive->empty() ? "position,energy" : "position,torque";
  const std::vector<PlottedQuantity> plots = chosen_plots(choice, simulation_plots(plan.arm.model()));
  output_.emplace(choice, names_of(plots), asked.showing.showing().units);
  recorder_.emplace(plots);
  constexpr long most = 20'000;
  every_ = (rows + most - 1) / most;
}

void SimulationPlots::add(long i, const Arm& arm, const SimulationSample& sample) {
  if (recorder_ && i % every_ == 0) recorder_->add(fmt::format("{:.17g}", sample.t), simulation_data(arm, sample));
}

void SimulationPlots::draw(const std::string& title, Door& door) {
  if (output_ && door.stop() != Door::Stop::Discard) output_->draw(recorder_->recording(title), door);
}

std::unique_ptr<RunOutput> output_of_run(const SimulateQuestion& asked, const RunPlan& plan, Door& door,
                                         std::optional<long long> kept) {
  if (asked.showing.format == "csv") return std::make_unique<CsvOutput>(asked, plan, door, kept);
  if (asked.showing.format == "json") return std::make_unique<JsonOutput>(asked, plan, door);
  return std::make_unique<PageOutput>(asked, door);
}

}  // namespace sinew
