// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/simulation/copies_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "sinew/errors/visible_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/print/datum.h"
#include "sinew/print/number_rows.h"
#include "sinew/report/coordinates.h"

namespace sinew {
namespace {

constexpr StatePart parts_of_rows[] = {StatePart::Position, StatePart::Velocity, StatePart::Effort};

std::string full_number(double value) {
  std::string text;
  append_exact(std::isfinite(value) ? value : 0.0, text);
  return text;
}

std::string spread_json(const Spread& spread) {
  if (spread.count == 0) return "null";
  return fmt::format("{{\"mean\": {}, \"deviation\": {}, \"least\": {}, \"most\": {}, \"worst_copy\": {}}}",
                     full_number(spread.mean), full_number(spread.deviation), full_number(spread.least),
                     full_number(spread.most), spread.worst + 1);
}

/// Spreads side by side, as the columns of a table.
std::vector<FigureColumn> spread_columns(const std::vector<Spread>& spreads, const std::vector<Measure>& measures) {
  std::vector<FigureColumn> columns;
  const auto add = [&](const char* title, double (*value)(const Spread&)) {
    FigureColumn column{title, Eigen::VectorXd(std::ssize(spreads)), measures};
    for (std::size_t i = 0; i < spreads.size(); ++i) column.values[static_cast<Eigen::Index>(i)] = value(spreads[i]);
    columns.push_back(std::move(column));
  };
  add("mean", [](const Spread& s) { return s.mean; });
  add("deviation", [](const Spread& s) { return s.deviation; });
  add("least", [](const Spread& s) { return s.least; });
  add("most", [](const Spread& s) { return s.most; });
  return columns;
}

std::vector<std::string> worst_marks(const std::vector<Spread>& spreads) {
  std::vector<std::string> marks;
  for (const Spread& spread : spreads) marks.push_back(fmt::format("worst in copy {}", spread.worst + 1));
  return marks;
}

std::vector<std::string> names_of_part(const Model<double>& model, StatePart part, std::vector<Measure>& measures) {
  std::vector<std::string> names;
  for (const StateNumber& number : state_numbers(model, part)) {
    names.push_back(number.name);
    measures.emplace_back(number.dimension);
  }
  return names;
}

}  // namespace

template <class Value>
Spread CopiesReport::spread(const Value& value) const {
  Spread spread;
  double largest = -1.0;
  for (std::size_t k = 0; k < copies_.size(); ++k) {
    const std::optional<double> x = value(copies_[k]);
    if (!x) continue;
    // Welford's sums lose no digits where the mean is large beside the deviation
    ++spread.count;
    const double step = *x - spread.mean;
    spread.mean += step / static_cast<double>(spread.count);
    spread.deviation += step * (*x - spread.mean);
    spread.least = std::min(spread.least, *x);
    spread.most = std::max(spread.most, *x);
    if (std::abs(*x) <= largest) continue;
    largest = std::abs(*x);
    spread.worst = static_cast<long>(k);
  }
  spread.deviation = spread.count > 1 ? std::sqrt(spread.deviation / static_cast<double>(spread.count - 1)) : 0.0;
  return spread;
}

std::vector<std::string> CopiesReport::columns() const {
  std::vector<std::string> names;
  for (const StatePart part : parts_of_rows)
    for (const StateNumber& number : state_numbers(arm_.model(), part))
      names.push_back(std::string(symbol_of(part)) + "." + number.name);
  return names;
}

Spread CopiesReport::of_row(std::size_t row, std::size_t number) const {
  const std::size_t width = columns().size();
  return spread([&](const CopyResult& copy) -> std::optional<double> {
    const std::size_t i = row * width + number;
    return copy.failed.empty() && i < copy.rows.size() ? std::optional(copy.rows[i]) : std::nullopt;
  });
}

long CopiesReport::failed_count() const {
  return std::count_if(copies_.begin(), copies_.end(), [](const CopyResult& copy) { return !copy.failed.empty(); });
}

std::string CopiesReport::csv() const {
  const std::vector<std::string> names = columns();
  std::string text = "t,copies";
  for (const std::string& name : names)
    for (const char* word : {"mean", "deviation", "least", "most"})
      text += "," + csv_text(std::string(word) + "." + name);
  text += "\n";
  for (std::size_t row = 0; row < times_.size(); ++row) {
    append_exact(times_[row], text);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Spread spread = of_row(row, i);
      if (i == 0) text += "," + std::to_string(spread.count);
      for (const double value : {spread.mean, spread.deviation, spread.least, spread.most})
        text += "," + (spread.count > 0 ? full_number(value) : std::string());
    }
    text += "\n";
  }
  return text;
}

std::string CopiesReport::json() const {
  const std::vector<std::string> names = columns();
  std::string text = "{\"robot\": " + json_text(arm_.model().name()) +
                     fmt::format(",\n \"copies\": {}, \"failed\": {},\n \"states\": [", copies_.size(), failed_count());
  for (std::size_t row = 0; row < times_.size(); ++row) {
    text += (row > 0 ? ",\n  {\"t\": " : "\n  {\"t\": ") + full_number(times_[row]) + ", \"spreads\": {";
    for (std::size_t i = 0; i < names.size(); ++i)
      text += (i > 0 ? ", " : "") + json_member(names[i], spread_json(of_row(row, i)));
    text += "}}";
  }
  text += "],\n \"numbers\": [";
  for (std::size_t k = 0; k < copies_.size(); ++k) {
    const CopyResult& copy = copies_[k];
    text += (k > 0 ? ",\n  {" : "\n  {") + json_member("varied", json_text(copy.varied)) +
            ", \"duration\": " + full_number(copy.t) + ", \"residual\": " + full_number(copy.gained);
    if (!copy.failed.empty()) text += ", " + json_member("stopped_by", json_text(copy.failed));
    text += "}";
  }
  return text + "]}\n";
}

std::string CopiesReport::page(const std::string& title, const Showing& showing) const {
  const Coordinates of(arm_.model());
  std::vector<Measure> positions;
  const std::vector<std::string> names = names_of_part(arm_.model(), StatePart::Position, positions);
  const auto each = [&](std::size_t count, const std::vector<double> CopyResult::*list) {
    std::vector<Spread> spreads;
    for (std::size_t i = 0; i < count; ++i)
      spreads.push_back(spread([&](const CopyResult& copy) -> std::optional<double> {
        return copy.failed.empty() ? std::optional((copy.*list)[i]) : std::nullopt;
      }));
    return spreads;
  };
  std::string text = title;
  if (failed_count() > 0) {
    text += fmt::format("  {} of {} copies came to no end; the numbers are of the others\n", failed_count(),
                        copies_.size());
    const auto first =
        std::find_if(copies_.begin(), copies_.end(), [](const CopyResult& c) { return !c.failed.empty(); });
    text +=
        fmt::format("  the first is copy {}, with {}: {}\n", first - copies_.begin() + 1, first->varied, first->failed);
    if (failed_count() == std::ssize(copies_)) return text;
  }
  const auto table = [&](const std::string& heading, const std::vector<std::string>& labels,
                         const std::vector<Spread>& spreads, const std::vector<Measure>& measures) {
    text += "\n" + heading + "\n" +
            figure_table("joint", labels, spread_columns(spreads, measures), showing, 2, worst_marks(spreads));
  };
  table("Where the joints are at the end", names, each(names.size(), &CopyResult::end), positions);
  const std::size_t n = of.efforts->size();
  const std::vector<Spread> torques = each(n, &CopyResult::torque);
  table(std::string("Largest ") + of.effort_name() + " of each joint", *of.efforts, torques, of.effort_measures());
  table("Largest speed of each joint", *of.rates, each(n, &CopyResult::speed),
        {of.velocity.begin(), of.velocity.end()});
  const Spread gained = spread([](const CopyResult& copy) -> std::optional<double> {
    return copy.failed.empty() ? std::optional(copy.gained) : std::nullopt;
  });
  text += fmt::format("\nEnergy that integration gained: {:.2g} J to {:.2g} J\n", gained.least, gained.most);
  std::vector<long> told;
  for (const Spread& spread : torques)
    if (spread.worst >= 0 && std::find(told.begin(), told.end(), spread.worst) == told.end())
      told.push_back(spread.worst);
  text += "The numbers of the copies with the largest efforts\n";
  for (const long k : told) text += fmt::format("  copy {}: {}\n", k + 1, copies_[static_cast<std::size_t>(k)].varied);
  return text;
}

}  // namespace sinew
