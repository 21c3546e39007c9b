// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sinew/errors/visible_text.h"
#include "sinew/print/plots/thin_curve.h"

namespace sinew {
namespace {

constexpr std::size_t most_curves = 8, most_compared_curves = 4;

/// Rows that share a unit, in the order of the first of each.
struct UnitGroup {
  PrintedUnit unit;
  std::vector<std::size_t> rows;
};

std::vector<UnitGroup> groups_of(const TimeSeries& series, const UnitChoice& units) {
  std::vector<UnitGroup> groups;
  for (std::size_t i = 0; i < series.rows.size(); ++i) {
    const PrintedUnit unit = units.unit_of(series.measures[i]);
    const auto same = [&](const UnitGroup& group) { return group.unit.text == unit.text; };
    auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end()) group = groups.insert(groups.end(), UnitGroup{unit, {}});
    group->rows.push_back(i);
  }
  return groups;
}

/// Split evenly into parts of at most `most`.
std::vector<UnitGroup> spread(const UnitGroup& group, std::size_t most) {
  const std::size_t parts = (group.rows.size() + most - 1) / most;
  std::vector<UnitGroup> spread;
  std::size_t begin = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t end = (part + 1) * group.rows.size() / parts;
    spread.push_back({group.unit,
                      {group.rows.begin() + static_cast<std::ptrdiff_t>(begin),
                       group.rows.begin() + static_cast<std::ptrdiff_t>(end)}});
    begin = end;
  }
  return spread;
}

Curve curve_of(const Recording& run, const TimeSeries& series, std::size_t row, double factor) {
  Curve curve;
  curve.name = visible_text(series.rows[row]);
  curve.t = run.t;
  for (std::size_t k = 0; k < run.t.size(); ++k) {
    const double value = series.values(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(k)) / factor;
    curve.values.push_back(std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN());
  }
  curve.are_points = series.are_points;
  if (!curve.are_points) thin(curve.t, curve.values);
  for (Eigen::Index k = 0; series.are_points && k < series.deviations.cols(); ++k)
    curve.deviations.push_back(series.deviations(static_cast<Eigen::Index>(row), k) / factor);
  return curve;
}

/// The same row of the other run, if it has one in the same unit.
std::optional<Curve> compared_curve(const ComparedRun& other, const TimeSeries& series, std::size_t row,
                                    const PrintedUnit& unit, const UnitChoice& units) {
  const TimeSeries* theirs = find_series(other.recording, series.name);
  if (theirs == nullptr) return std::nullopt;
  const auto found = std::find(theirs->rows.begin(), theirs->rows.end(), series.rows[row]);
  if (found == theirs->rows.end()) return std::nullopt;
  const auto its_row = static_cast<std::size_t>(found - theirs->rows.begin());
  if (units.unit_of(theirs->measures[its_row]).text != unit.text) return std::nullopt;
  Curve curve = curve_of(other.recording, *theirs, its_row, unit.factor);
  curve.is_compared = true;
  curve.name += (curve.name.empty() ? "" : ", ") + visible_text(other.name);
  return curve;
}

/// The largest number of this unit in the whole recording: far below it a curve is what rounding leaves of zero.
double largest_of_unit(const Recording& run, const PrintedUnit& unit, const UnitChoice& units) {
  double largest = 0.0;
  for (const TimeSeries& series : run.series)
    for (std::size_t i = 0; i < series.rows.size(); ++i)
      if (units.unit_of(series.measures[i]).text == unit.text)
        for (const double value : series.values.row(static_cast<Eigen::Index>(i)))
          if (std::isfinite(value)) largest = std::max(largest, std::abs(value) / unit.factor);
  return largest;
}

PlotRange extent(const std::vector<Curve>& curves, const std::vector<double> Curve::*numbers) {
  PlotRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Curve& curve : curves)
    for (const double x : curve.*numbers) {
      if (std::isnan(x)) continue;
      range.lower = std::min(range.lower, x);
      range.upper = std::max(range.upper, x);
    }
  return range.lower <= range.upper ? range : PlotRange{0.0, 0.0};
}

/// Of the values with their bars.
PlotRange extent_of_values(const std::vector<Curve>& curves) {
  PlotRange range = extent(curves, &Curve::values);
  for (const Curve& curve : curves)
    for (std::size_t k = 0; k < curve.deviations.size(); ++k) {
      if (!std::isfinite(curve.deviations[k]) || std::isnan(curve.values[k])) continue;
      range.lower = std::min(range.lower, curve.values[k] - curve.deviations[k]);
      range.upper = std::max(range.upper, curve.values[k] + curve.deviations[k]);
    }
  return range;
}

/// Where curves have the same limit, one line is for all of them.
std::vector<LimitLine> limit_lines(const TimeSeries& series, const std::vector<std::size_t>& rows, double factor) {
  std::map<double, std::vector<std::size_t>> places;  // in the panel
  for (std::size_t i = 0; i < rows.size() && !series.limits.empty(); ++i)
    for (const double limit : {series.limits[rows[i]].lower, series.limits[rows[i]].upper})
      if (std::isfinite(limit)) places[limit / factor].push_back(i);
  std::vector<LimitLine> lines;
  for (const auto& [value, of] : places) {
    const auto opposite = places.find(-value);
    const bool is_pair = value != 0.0 && opposite != places.end() && opposite->second == of;
    LimitLine line{is_pair ? fmt::format("limits ±{:.4g}", std::abs(value)) : fmt::format("limit {:.4g}", value), value,
                   std::nullopt};
    if (of.size() == 1) line.style = of.front();
    if (of.size() == 1 && rows.size() > 1)
      line.name += " of " + visible_text(series.rows[rows[of.front()]]);
    else if (of.size() < rows.size())
      line.name += fmt::format(" of {} curves", of.size());
    lines.push_back(std::move(line));
  }
  std::reverse(lines.begin(), lines.end());  // the legend has them as the picture: the highest on top
  return lines;
}

/// The axis holds the curves, and those limits that leave the curves room.
void choose_range(Panel& panel, double largest) {
  PlotRange range = extent_of_values(panel.curves);
  // a curve of round-off is no mountain range, and a constant needs some height
  constexpr double least_share = 1e-11, least_of_constant = 1e-6;
  const double size = std::max(std::abs(range.lower), std::abs(range.upper));
  const double middle = 0.5 * (range.lower + range.upper);
  const double least = std::max(least_share * largest, least_of_constant * size);
  if (size <= least_share * largest || size == 0.0)
    range = size == 0.0 && largest == 0.0 ? PlotRange{-1.0, 1.0} : PlotRange{-0.01 * largest, 0.01 * largest};
  else if (range.upper - range.lower < least)
    range = {middle - 0.1 * size, middle + 0.1 * size};
  const double reach = std::max(range.upper - range.lower, 0.3 * size);
  const PlotRange curves = range;
  std::vector<double> outside;
  std::erase_if(panel.limits, [&](const LimitLine& limit) {
    const bool is_near = limit.value >= curves.lower - reach && limit.value <= curves.upper + reach;
    if (is_near) {
      range.lower = std::min(range.lower, limit.value);
      range.upper = std::max(range.upper, limit.value);
    } else if (std::find(outside.begin(), outside.end(), limit.value) == outside.end()) {
      outside.push_back(limit.value);
    }
    return !is_near;
  });
  for (const double value : outside) panel.beyond += fmt::format("{}{:.4g}", panel.beyond.empty() ? "" : ", ", value);
  if (!outside.empty())
    panel.beyond = "outside: " + std::string(outside.size() == 1 ? "limit " : "limits ") + panel.beyond;
  constexpr double padding = 0.05;
  const double pad = padding * (range.upper - range.lower);
  panel.range = {range.lower - pad, range.upper + pad};
}

Panel panel_of(const Recording& run, const TimeSeries& series, const UnitGroup& group, const UnitChoice& units,
               const ComparedRun* other) {
  Panel panel;
  panel.unit = group.unit.text;
  for (std::size_t i = 0; i < group.rows.size(); ++i) {
    panel.curves.push_back(curve_of(run, series, group.rows[i], group.unit.factor));
    panel.curves.back().style = i;
  }
  for (std::size_t i = 0; other != nullptr && i < group.rows.size(); ++i)
    if (auto curve = compared_curve(*other, series, group.rows[i], group.unit, units)) {
      curve->style = i;
      panel.curves.push_back(std::move(*curve));
    }
  panel.limits = limit_lines(series, group.rows, group.unit.factor);
  choose_range(panel, largest_of_unit(run, group.unit, units));
  return panel;
}

/// With a capital letter, as a title begins.
std::string title_text(std::string title) {
  if (!title.empty() && title.front() >= 'a' && title.front() <= 'z')
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return visible_text(title);
}

}  // namespace

Figure figure_of(const Recording& run, const TimeSeries& series, const UnitChoice& units, const ComparedRun* other) {
  Figure figure{series.name, title_text(series.title), visible_text(run.title), visible_text(run.t_label), {}, {}};
  for (const std::string& name : run.names) figure.names.push_back(visible_text(name));
  for (const UnitGroup& group : groups_of(series, units))
    for (const UnitGroup& part : spread(group, other == nullptr ? most_curves : most_compared_curves))
      figure.panels.push_back(panel_of(run, series, part, units, other));
  figure.t_range = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Panel& panel : figure.panels) {
    const PlotRange range = extent(panel.curves, &Curve::t);
    figure.t_range.lower = std::min(figure.t_range.lower, range.lower);
    figure.t_range.upper = std::max(figure.t_range.upper, range.upper);
  }
  const bool are_points = series.are_points && !run.t.empty();
  if (are_points || !(figure.t_range.lower < figure.t_range.upper)) {
    figure.t_range.lower -= 0.5;
    figure.t_range.upper += 0.5;
  }
  return figure;
}

std::vector<std::string> Panel::limit_names() const {
  std::vector<std::string> names;
  for (const LimitLine& limit : limits)
    if (std::find(names.begin(), names.end(), limit.name) == names.end()) names.push_back(limit.name);
  return names;
}

const TimeSeries* find_series(const Recording& run, const std::string& name) {
  const auto found =
      std::find_if(run.series.begin(), run.series.end(), [&](const TimeSeries& series) { return series.name == name; });
  return found == run.series.end() ? nullptr : &*found;
}

}  // namespace sinew
