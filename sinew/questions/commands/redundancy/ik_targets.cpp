// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/redundancy/ik_targets.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "sinew/formats/states_csv.h"
#include "sinew/print/table.h"

namespace sinew {
namespace {

/// Writes answers in one format, target by target.
class TargetWriter {
 public:
  TargetWriter(Door& door, const IkReport& report, const IkTargets& targets, const ShowingChoice& showing)
      : door_(door), report_(report), targets_(targets), format_(showing.format), showing_(showing.showing()) {}

  void write(std::size_t target, const IkSolution& solution) {
    const std::string reason = solution.solved ? "" : reason_of(solution);
    if (!solution.solved)
      failures_ += fmt::format("{}:{}: target {} is not reached: {}\n", targets_.file, targets_.table.lines[target],
                               target + 1, reason);
    else
      ++reached_;
    if (format_ == "csv")
      write_csv(target, solution, reason);
    else if (format_ == "json")
      write_json(target, solution, reason);
    else
      write_line(target, solution);
    ++count_;
  }

  void flush() {
    if (table_) door_.write(table_->take_text());
    door_.flush();
  }

  /// Ends the document, which is whole even if not all targets could be answered.
  void finish() {
    if (format_ == "json") door_.write((count_ == 0 ? opening() : "") + "]}\n");
    flush();
    std::string summary = failures_ + fmt::format("{} of {} targets reached", reached_, targets_.table.poses.size());
    if (count_ < targets_.table.poses.size()) summary += fmt::format("; stopped after {}", count_);
    summary += '\n';
    if (format_ == "table")
      door_.write((count_ > 0 ? "\n" : "") + summary);
    else
      door_.remark(summary);
    door_.flush();
  }

  std::size_t count() const noexcept { return count_; }
  bool all_reached() const noexcept { return reached_ == targets_.table.poses.size(); }

 private:
  std::string reason_of(const IkSolution& solution) const {
    return fmt::format("it comes no nearer than {:.3g} m and {:.3g} rad{}. {}", solution.position_error,
                       solution.orientation_error, solution.out_of_time ? " in the time that it was given" : "",
                       ik_reason(report_, solution));
  }

  /// The same columns whether it is reached or not.
  std::vector<Datum> data_of(const IkSolution& solution) const {
    IkSolution whole = solution;
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    whole.objectives.resize(report_.objectives.size(), {unknown, unknown});
    return ik_data(report_, whole);
  }

  std::optional<std::string> time_of(std::size_t target) const {
    if (targets_.table.times.empty()) return std::nullopt;
    return fmt::format("{:.12g}", targets_.table.times[target]);
  }

  void write_csv(std::size_t target, const IkSolution& solution, const std::string& reason) {
    const std::vector<Datum> data = data_of(solution);
    const std::optional<std::string> t = time_of(target);
    std::string line;
    if (count_ == 0) line = std::string(t ? "t," : "") + "target," + csv_heads(data) + ",reason\n";
    if (t) line += *t + ",";
    line += std::to_string(target + 1) + ",";
    append_csv(data, line);
    door_.write(line + ',' + csv_text(reason) + '\n');
  }

  std::string opening() const {
    std::vector<std::string> names;
    for (const StateNumber& number : state_numbers(report_.model, StatePart::Position)) names.push_back(number.name);
    return "{\"robot\": " + json_text(report_.model.name()) + ",\n \"frame\": " + json_text(report_.frame) +
           ",\n \"joints\": " + json_list(names) + ",\n \"targets\": [";
  }

  void write_json(std::size_t target, const IkSolution& solution, const std::string& reason) {
    std::string object = json_object(data_of(solution), time_of(target));
    object.pop_back();
    door_.write((count_ == 0 ? opening() : ",") + "\n  " + object +
                fmt::format(",\"target\":{},\"line\":{}", target + 1, targets_.table.lines[target]) +
                (reason.empty() ? "" : ",\"reason\":" + json_text(reason)) + "}");
  }

  void write_line(std::size_t target, const IkSolution& solution) {
    if (!table_) begin_table();
    std::vector<std::string> cells = {std::to_string(target + 1), solution.solved ? "yes" : "no",
                                      fmt::format("{:.2g}", solution.position_error),
                                      fmt::format("{:.2g}", solution.orientation_error)};
    for (std::size_t i = 0; i < factors_.size(); ++i)
      cells.push_back(plain_figure(solution.q[i] / factors_[i], showing_.digits));
    table_->add(std::move(cells));
    door_.write(table_->take_text());
  }

  void begin_table() {
    constexpr std::size_t narrow = 8, wide = 12;
    std::vector<GrowingTable::Column> columns = {
        {"target", narrow}, {"there", narrow}, {"off [m]", narrow}, {"off [rad]", narrow}};
    for (const StateNumber& number : state_numbers(report_.model, StatePart::Position)) {
      const PrintedUnit unit = showing_.units.with_degrees().unit_of(Measure(number.dimension));
      columns.push_back({number.name + " [" + unit.text + "]", wide});
      factors_.push_back(unit.factor);
    }
    table_.emplace(std::move(columns));
  }

  Door& door_;
  const IkReport& report_;
  const IkTargets& targets_;
  std::string format_;
  Showing showing_;
  std::string failures_;
  std::size_t count_ = 0, reached_ = 0;
  std::optional<GrowingTable> table_;
  std::vector<double> factors_;
};

}  // namespace

Outcome answer_ik_targets(Door& door, InverseKinematics& ik, const IkReport& report, const IkTargets& targets,
                          const std::vector<double>& start, const IkOptions& options, const ShowingChoice& showing) {
  TargetWriter writer(door, report, targets, showing);
  const std::size_t count = targets.table.poses.size();
  for (std::size_t k = 0; k < count && door.stop() == Door::Stop::GoOn && door.is_open(); ++k) {
    IkTarget target{targets.table.poses[k], report.rows, {}};
    if (targets.own_axes) target.R_WA = target.X_WF.R;
    writer.write(k, ik.solve(target, start, options));
    door.progress([&] {
      writer.flush();
      return fmt::format("{} of {} targets", k + 1, count);
    });
  }
  writer.finish();
  return writer.all_reached() ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
