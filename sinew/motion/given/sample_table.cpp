// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/sample_table.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "sinew/formats/csv.h"
#include "sinew/formats/quantity_text.h"

namespace sinew {
namespace {

constexpr int no_use = -2, time_column = -1;  ///< what a column holds, beside the joints from 0

/// q.<joint>, <joint>, q<number>.
std::optional<int> joint_of(const std::string& title, const JointList& joints) {
  if (const std::optional<int> joint = joints.find(title)) return joint;
  return title.starts_with("q.") ? joints.find(title.substr(2)) : std::nullopt;
}

/// Which columns there are, by what they hold.
class SampleColumns {
 public:
  SampleColumns(const std::vector<std::string>& titles, SourceLine line, const JointList& joints,
                Diagnostics& diagnostics)
      : joints_(joints), has_joint_(static_cast<std::size_t>(joints.count()), false) {
    bool has_time = false;
    std::string left_alone;
    for (const std::string& title : titles) {
      const std::optional<int> joint = joint_of(title, joints);
      const bool is_time = title == "t";
      bool seen_before = is_time && has_time;
      if (joint) seen_before = has_joint_[static_cast<std::size_t>(*joint)];
      if (seen_before)
        diagnostics.error(line, "the column " + in_quotes(title) + " stands there twice", "keep one of them");
      has_time = has_time || is_time;
      if (joint) has_joint_[static_cast<std::size_t>(*joint)] = true;
      if (!joint && title.starts_with("q."))
        diagnostics.error(line, joints.no_such_joint(title.substr(2)), joints.nearest(title.substr(2)));
      else if (!joint && !is_time && !is_of_a_state(title))
        left_alone += (left_alone.empty() ? "" : ", ") + in_quotes(title);
      use_.push_back(is_time ? time_column : joint.value_or(no_use));
    }
    if (!has_time) diagnostics.error(line, "has no column t", "name the column of the times t, in seconds");
    if (std::find(has_joint_.begin(), has_joint_.end(), true) == has_joint_.end())
      diagnostics.error(line, "has no column of a joint's positions",
                        "name the columns of " + joints.robot() + " q." + joints.name(0) + " and so on");
    else if (!left_alone.empty())
      diagnostics.warning(line, "columns left alone, for they are no positions of joints: " + left_alone,
                          "name positions q.<joint>: " + joints.names());
  }

  std::size_t count() const noexcept { return use_.size(); }
  int use(std::size_t column) const { return use_[column]; }
  const std::vector<bool>& has_joint() const noexcept { return has_joint_; }
  Dimension dimension(std::size_t column) const {
    return use_[column] == time_column ? dimension::time : joints_.dimension(use_[column]);
  }

 private:
  /// Velocities and such, which a spline has by itself, and what Sinew's own answers have beside them.
  static bool is_of_a_state(const std::string& title) {
    for (const char* head : {"qd.", "qdd.", "tau.", "error.", "base."})
      if (title.starts_with(head)) return true;
    return title == "scale" || title == "beyond_limits";
  }

  const JointList& joints_;
  std::vector<int> use_;
  std::vector<bool> has_joint_;
};

/// Collects rows, and sees that their times rise.
class TableBuilder {
 public:
  TableBuilder(const SampleColumns& columns, const Eigen::VectorXd& here) : columns_(columns), q_(here) {}

  /// One row; `value(column)` is nothing where the cell is wrong, which was noted.
  template <class Value>
  void add(SourceLine line, const Value& value, Diagnostics& diagnostics) {
    double t = 0.0;
    bool whole = true;
    for (std::size_t c = 0; c < columns_.count(); ++c) {
      if (columns_.use(c) == no_use) continue;
      const std::optional<double> number = value(c);
      whole = whole && number.has_value();
      if (number) (columns_.use(c) == time_column ? t : q_[columns_.use(c)]) = *number;
    }
    if (!whole) return;
    if (!times_.empty() && !(t > times_.back())) {
      const bool same = t == times_.back();
      diagnostics.error(line,
                        "the time " + shown(t) + " s " + (same ? "is the one of the row before" : "goes back from ") +
                            (same ? "" : shown(times_.back()) + " s"),
                        same ? "keep one of both rows" : "put the rows into the order of their times");
      return;
    }
    times_.push_back(t);
    positions_.insert(positions_.end(), q_.begin(), q_.end());
  }

  SampleTable table(std::string file) const {
    SampleTable table{times_, {}, columns_.has_joint(), std::move(file)};
    table.positions =
        Eigen::Map<const Eigen::MatrixXd>(positions_.data(), q_.size(), static_cast<Eigen::Index>(times_.size()));
    return table;
  }

 private:
  const SampleColumns& columns_;
  Eigen::VectorXd q_;
  std::vector<double> times_, positions_;
};

}  // namespace

SampleTable read_sample_table(const std::string& text, const std::string& file, const MotionReading& reading) {
  Diagnostics diagnostics(file);
  std::istringstream in(text);
  CsvReader rows(in, file);
  CsvRow row;
  if (!rows.next(row))
    refuse(file, "is empty", "begin with a line that names the columns, such as t,q." + reading.joints().name(0));
  const SampleColumns columns(row.fields, {row.line}, reading.joints(), diagnostics);
  const std::vector<std::string> titles = row.fields;
  diagnostics.throw_if_errors();
  TableBuilder table(columns, reading.here());
  while (rows.next(row, diagnostics)) {
    if (row.fields.size() != columns.count()) {
      diagnostics.error(
          {row.line},
          "has " + std::to_string(row.fields.size()) + " values under " + std::to_string(columns.count()) + " columns",
          "give one value for each column");
      continue;
    }
    const auto value = [&](std::size_t c) -> std::optional<double> {
      try {
        return quantity(row.fields[c], columns.dimension(c));
      } catch (const FormulaError& e) {
        diagnostics.error({row.line}, "column " + in_quotes(titles[c]) + ": " + e.what(), e.remedy);
        return std::nullopt;
      }
    };
    table.add({row.line}, value, diagnostics);
  }
  diagnostics.throw_if_errors();
  return table.table(file);
}

std::optional<SampleTable> read_sample_rows(const YamlNode& rows, const YamlNode* columns, MotionReading& reading) {
  Diagnostics& diagnostics = reading.diagnostics();
  std::vector<std::string> titles = {"t"};
  for (int joint = 0; joint < reading.joints().count(); ++joint) titles.push_back(reading.joints().name(joint));
  if (columns != nullptr) {
    titles.clear();
    for (const YamlNode::Pointer& item : columns->items)
      titles.push_back(reading.values().text(*item, "name of a column").value_or(""));
  }
  const bool had_errors = diagnostics.has_errors();
  const SampleColumns read(titles, (columns != nullptr ? *columns : rows).source, reading.joints(), diagnostics);
  if (diagnostics.has_errors() && !had_errors) return std::nullopt;
  TableBuilder table(read, reading.here());
  for (const YamlNode::Pointer& row : rows.items) {
    if (!row->is(YamlNode::Kind::Sequence) || row->items.size() != read.count()) {
      diagnostics.error(row->source,
                        "a row of the samples has " + std::to_string(row->items.size()) + " values for " +
                            std::to_string(read.count()) + " columns",
                        "write [t, q1, q2, …], one value for each column");
      continue;
    }
    const auto value = [&](std::size_t c) {
      return reading.values().plain_number(*row->items[c], read.dimension(c), "sample of " + titles[c]);
    };
    table.add(row->source, value, diagnostics);
  }
  if (diagnostics.has_errors()) return std::nullopt;
  return table.table(diagnostics.file());
}

}  // namespace sinew
