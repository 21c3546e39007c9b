// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/torque_table.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/csv.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/states_csv.h"

namespace sinew {
namespace {

/// Which column holds what.
struct TorqueColumns {
  std::vector<StateNumber> joints;
  std::size_t time = 0;
  std::vector<std::optional<std::size_t>> of_column;  ///< the velocity that it drives
};

TorqueColumns columns_of(const CsvRow& head, const Model<double>& model, Diagnostics& diagnostics) {
  TorqueColumns columns{state_numbers(model, StatePart::Effort), 0, {}};
  std::vector<std::string> known;
  for (const StateNumber& joint : columns.joints) known.push_back("tau." + joint.name);
  bool has_time = false, has_torque = false;
  for (std::size_t c = 0; c < head.fields.size(); ++c) {
    const std::string& title = head.fields[c];
    columns.of_column.emplace_back();
    if (title == "t") {
      columns.time = c;
      has_time = true;
      continue;
    }
    const std::string name = title.starts_with("tau.") ? title.substr(4) : title;
    const auto found = std::find_if(columns.joints.begin(), columns.joints.end(),
                                    [&](const StateNumber& joint) { return joint.name == name; });
    if (found != columns.joints.end()) {
      const auto velocity = static_cast<std::size_t>(found - columns.joints.begin());
      if (std::find(columns.of_column.begin(), columns.of_column.end(), velocity) != columns.of_column.end())
        diagnostics.error({head.line}, "there are two columns for the torque of " + in_quotes(name), "keep one");
      columns.of_column.back() = velocity;
      has_torque = true;
    } else if (title.starts_with("tau.")) {
      diagnostics.error({head.line}, model.name() + " has no joint " + in_quotes(name), suggestion(title, known));
    }
  }
  if (!has_time) diagnostics.error({head.line}, "there is no column t", "give the time of each row in seconds");
  if (!has_torque)
    diagnostics.error({head.line}, "there is no column of a torque", "call one " + in_quotes(known.front()));
  diagnostics.throw_if_errors();
  return columns;
}

class TorqueRows {
 public:
  TorqueRows(TorqueColumns columns, Diagnostics& diagnostics)
      : columns_(std::move(columns)), diagnostics_(diagnostics) {}

  void add(const CsvRow& row) {
    if (row.fields.size() != columns_.of_column.size()) {
      diagnostics_.error({row.line},
                         "has " + std::to_string(row.fields.size()) + " values under " +
                             std::to_string(columns_.of_column.size()) + " columns",
                         "give one value for each column");
      return;
    }
    const std::optional<double> t = value(row, columns_.time, dimension::time);
    if (t && !samples.times.empty() && *t <= samples.times.back())
      diagnostics_.error(
          {row.line}, "the time " + shown(*t) + " s is not after the one before, " + shown(samples.times.back()) + " s",
          "let the times rise");
    samples.times.push_back(t.value_or(samples.times.empty() ? 0.0 : samples.times.back()));
    const std::size_t begin = samples.torques.size();
    samples.torques.resize(begin + columns_.joints.size(), 0.0);
    for (std::size_t c = 0; c < row.fields.size(); ++c)
      if (const std::optional<std::size_t> velocity = columns_.of_column[c])
        samples.torques[begin + *velocity] = value(row, c, columns_.joints[*velocity].dimension).value_or(0.0);
  }

  TorqueSamples samples;

 private:
  std::optional<double> value(const CsvRow& row, std::size_t column, const Dimension& wanted) {
    try {
      return quantity(row.fields[column], wanted);
    } catch (const FormulaError& e) {
      diagnostics_.error({row.line}, "column " + std::to_string(column + 1) + ": " + e.what(), e.remedy);
      return std::nullopt;
    }
  }

  TorqueColumns columns_;
  Diagnostics& diagnostics_;
};

}  // namespace

TorqueSamples read_torque_samples(const std::string& text, const std::string& file, const Model<double>& model) {
  Diagnostics diagnostics(file);
  std::istringstream in(text);
  CsvReader reader(in, file);
  CsvRow row;
  if (!reader.next(row)) refuse(file, "is empty", "begin with a line that names the columns, such as t,tau.elbow");
  TorqueRows rows(columns_of(row, model, diagnostics), diagnostics);
  while (reader.next(row, diagnostics)) rows.add(row);
  if (rows.samples.times.empty())
    diagnostics.error({}, "has no rows", "give at least one row below the names of the columns");
  diagnostics.throw_if_errors();
  return std::move(rows.samples);
}

void TorqueTable::add(double t, In<double> /*q*/, In<double> /*qd*/, Out<double> tau) {
  const std::vector<double>& times = samples_.times;
  if (t < times.front()) return;
  const auto after = std::upper_bound(times.begin(), times.end(), t);
  const auto row = static_cast<std::size_t>(after - times.begin()) - 1;
  const bool is_last = after == times.end();
  const double share =
      is_last || between_ == BetweenRows::Held ? 0.0 : (t - times[row]) / (times[row + 1] - times[row]);
  const std::size_t n = tau.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double here = samples_.torques[row * n + i];
    tau[i] += share == 0.0 ? here : here + share * (samples_.torques[(row + 1) * n + i] - here);
  }
}

double TorqueTable::next_jump(double t) const {
  const auto after = std::upper_bound(samples_.times.begin(), samples_.times.end(), t);
  return after == samples_.times.end() ? std::numeric_limits<double>::infinity() : *after;
}

}  // namespace sinew
