// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/state_answers.h"

#include <fmt/format.h>

#include <istream>
#include <utility>

#include "sinew/analysis/matrices.h"
#include "sinew/print/table.h"
#include "sinew/questions/door_input.h"
#include "sinew/questions/limit_watch.h"
#include "sinew/questions/plot_output.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/coordinates.h"

namespace sinew {
namespace {

/// Writes the answers in one format, state by state.
class Writer {
 public:
  /// `recorder` may be null.
  Writer(Door& door, const Arm& arm, const StateChoice& states, const ShowingChoice& showing, StateAnswer& answer,
         StateRecorder* recorder)
      : door_(door),
        arm_(arm),
        states_(states),
        format_(showing.format),
        showing_(showing.showing()),
        answer_(answer),
        recorder_(recorder),
        one_line_(answer.one_line()),
        watch_(arm.model(), states) {
    for (const StatePart part : states.parts()) {
      std::vector<std::string> names;
      for (const StateNumber& number : state_numbers(arm.model(), part)) names.push_back(number.name);
      names_.push_back(labels(std::move(names)));
    }
  }

  void write(const State& state, int line) {
    out_.clear();
    answer_.compute(state);
    beyond_ = watch_.see(state, answer_.effort(), line);
    if (format_ == "csv")
      write_csv(state);
    else if (format_ == "json")
      write_json(state);
    else if (!from_file())
      out_ = page();
    else if (one_line_)
      write_line(state, answer_.data().front());
    else
      out_ += fmt::format("{}state {}{}, line {}\n", count_ > 0 ? "\n" : "", count_ + 1,
                          state.t ? ", t = " + *state.t : "", line) +
              page();
    ++count_;
    if (recorder_ != nullptr) recorder_->add(state.t, answer_.plotted_data());
    door_.write(out_);
  }

  /// Everything that is answered goes out.
  void flush() {
    if (table_) door_.write(table_->take_text());
    door_.flush();
  }

  /// Ends the document, which is whole even if not all states could be answered.
  void finish() {
    if (format_ == "json") door_.write((count_ == 0 ? opening() : "") + "]}\n");
    flush();
    door_.warn(answer_.warnings());
    door_.warn(watch_.warnings(/*shown_with_answers=*/format_ == "json" || (format_ == "table" && !table_)));
  }

  long count() const noexcept { return count_; }

 private:
  std::string page() const {
    const std::string beyond = beyond_limits_text(beyond_, showing_);
    return answer_.text(beyond_) + (beyond.empty() ? "" : "\n" + beyond);
  }

  bool from_file() const { return !states_.states.empty(); }

  /// What the state says, as far as the command uses it.
  std::vector<Datum> own_data(const State& state) const {
    std::vector<Datum> data;
    for (std::size_t i = 0; i < names_.size(); ++i)
      data.push_back({{symbol_of(states_.parts()[i])}, vector(state.part(states_.parts()[i])), names_[i], nullptr});
    return data;
  }

  /// With the state itself before its answer, if that was asked for.
  std::vector<Datum> with_state(const State& state, std::vector<Datum> data) const {
    if (!states_.repeat_state) return data;
    std::vector<Datum> own = own_data(state);
    data.insert(data.begin(), own.begin(), own.end());
    return data;
  }

  void write_csv(const State& state) {
    const std::vector<Datum> data = with_state(state, answer_.data());
    if (count_ == 0) out_ += (state.t ? "t," : "") + csv_heads(data) + "\n";
    if (state.t) out_ += csv_text(*state.t) + ",";
    append_csv(data, out_);
    out_ += '\n';
  }

  std::string opening() const {
    std::string text =
        "{\"robot\": " + json_text(arm_.model().name()) + ",\n \"joints\": " + json_list(arm_.joint_names());
    if (arm_.model().floating_base()) {
      const Coordinates of(arm_.model());
      text += ",\n \"rates\": " + json_list(*of.rates) + ",\n \"efforts\": " + json_list(*of.efforts);
    }
    for (const std::string& member : answer_.about_robot()) text += ",\n " + member;
    return text + ",\n \"states\": [";
  }

  void write_json(const State& state) {
    std::vector<Datum> data = with_state(state, answer_.data());
    for (Datum& datum : beyond_limits_data(beyond_)) data.push_back(std::move(datum));
    out_ += (count_ == 0 ? opening() : ",") + "\n  " + json_object(data, state.t);
  }

  /// One line of a table.
  void write_line(const State& state, const Datum& answer) {
    if (!table_) begin_table(state, *answer.rows);
    std::vector<std::string> cells = {std::to_string(count_ + 1)};
    if (state.t) cells.push_back(*state.t);
    for (std::size_t i = 0; i < factors_.size(); ++i)
      cells.push_back(plain_figure(answer.values(static_cast<Eigen::Index>(i), 0) / factors_[i], showing_.digits));
    cells.emplace_back(beyond_.empty() ? "" : "!");
    table_->add(std::move(cells));
  }

  void begin_table(const State& state, const std::vector<std::string>& names) {
    constexpr std::size_t narrow = 8, wide = 12;
    std::vector<GrowingTable::Column> columns = {{"state", narrow}};
    if (state.t) columns.push_back({"t", narrow});
    for (std::size_t i = 0; i < names.size(); ++i) {
      const PrintedUnit unit = showing_.units.unit_of((*one_line_)[i]);
      columns.push_back({names[i] + " [" + unit.text + "]", wide});
      factors_.push_back(unit.factor);
    }
    columns.push_back({"", 0});  // for marks
    table_.emplace(std::move(columns));
  }

  Door& door_;
  const Arm& arm_;
  const StateChoice& states_;
  std::string format_;
  Showing showing_;
  StateAnswer& answer_;
  StateRecorder* recorder_;
  std::optional<std::vector<Measure>> one_line_;
  std::vector<Labels> names_;
  LimitWatch watch_;
  std::vector<BeyondLimit> beyond_;  ///< of the state that is being answered
  std::string out_;
  long count_ = 0;
  std::optional<GrowingTable> table_;  ///< of one line per state, in units of
  std::vector<double> factors_;
};

/// The next state, unless the work is stopped: then a row may have been cut short.
bool next_state(StatesReader& reader, State& state, Door& door) {
  try {
    return reader.next(state) && door.stop() == Door::Stop::GoOn;
  } catch (const InputError&) {
    if (door.stop() != Door::Stop::GoOn) return false;
    throw;
  }
}

/// Answers one state; what is wrong with it is said with its place in the file.
void answer_state(const State& state, const StatesReader& reader, Writer& writer) {
  try {
    writer.write(state, reader.line());
  } catch (const InputError& e) {
    std::vector<Diagnostic> diagnostics = e.diagnostics();
    for (Diagnostic& diagnostic : diagnostics) {
      diagnostic.file = reader.file();
      diagnostic.line = reader.line();
    }
    throw InputError(std::move(diagnostics));
  }
}

void answer_file(Door& door, const Arm& arm, const StateChoice& states, Writer& writer) {
  DoorInput input(states.states, door, [&] { writer.flush(); });
  std::istream in(&input);
  StatesReader reader(in, states.states == "-" ? "stdin" : states.states, arm.model(), states.one(arm.model()));
  door.warn(reader.warnings());
  try {
    for (State state; door.stop() == Door::Stop::GoOn && door.is_open() && next_state(reader, state, door);) {
      answer_state(state, reader, writer);
      if (writer.count() % 256 == 0) door.progress([&] { return fmt::format("{} states", writer.count()); });
    }
  } catch (const InputError&) {
    if (writer.count() > 0) writer.finish();
    throw;
  }
  writer.finish();
  if (writer.count() == 0)
    door.warn({{Severity::Warning, reader.file(), 0, "has no states", "add rows below the names"}});
}

void answer_all(Door& door, const Arm& arm, const StateChoice& states, Writer& writer) {
  if (states.states.empty()) {
    writer.write(states.one(arm.model()), 0);
    writer.finish();
  } else {
    answer_file(door, arm, states, writer);
  }
}

/// "panda, states.csv"
std::string title_of(const Arm& arm, const StateChoice& states) {
  return arm.model().name() + (states.states == "-" ? "" : ", " + states.states.substr(states.states.rfind('/') + 1));
}

}  // namespace

void answer_states(Door& door, const Arm& arm, const StateChoice& states, const ShowingChoice& showing,
                   StateAnswer& answer) {
  Writer writer(door, arm, states, showing, answer, nullptr);
  answer_all(door, arm, states, writer);
}

void answer_states(Door& door, const Arm& arm, const StateChoice& states, const ShowingChoice& showing,
                   const PlotChoice& plot, const Fields& fields, StateAnswer& answer) {
  plot.check(fields, showing.format == "table");
  if (!plot.is_asked()) return answer_states(door, arm, states, showing, answer);
  if (states.states.empty())
    throw UsageError(plot.plot.empty() ? "plot_to" : "plot", "draws curves over many states; give them with --states");
  const std::vector<PlottedQuantity> plots = chosen_plots(plot, answer.plots());
  PlotOutput output(plot, names_of(plots), showing.showing().units);
  answer.plots_chosen(names_of(plots));
  StateRecorder recorder(plots);
  Writer writer(door, arm, states, showing, answer, &recorder);
  answer_all(door, arm, states, writer);
  if (door.stop() != Door::Stop::Discard) output.draw(recorder.recording(title_of(arm, states)), door);
}

}  // namespace sinew
