// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sinew/print/plots/recording.h"

namespace sinew {

/// One line of a panel. NaN leaves a gap.
struct Curve {
  std::string name;          ///< in the legend; empty for a number without parts
  std::size_t style = 0;     ///< its place among the line styles; rows of two runs that belong together share it
  bool is_compared = false;  ///< of the other run
  std::vector<double> t, values;
  bool are_points = false;         ///< no line joins them
  std::vector<double> deviations;  ///< half the heights of their bars; empty: they have none
};

/// A limit as a dashed line, of one curve or of several.
struct LimitLine {
  std::string name;  ///< "limits ±28 of elbow", which the line above and the line below share
  double value = 0.0;
  std::optional<std::size_t> style;  ///< of the curve, if it is the limit of one alone
};

/// Bottom and top of an axis.
struct PlotRange {
  double lower = 0.0, upper = 0.0;
};

/// Curves in one unit over one axis.
struct Panel {
  std::string unit;
  PlotRange range;
  std::vector<Curve> curves;
  std::vector<LimitLine> limits;  ///< within the range
  std::string beyond;             ///< limits too far away to be drawn: "outside: limits 87, -87"; or empty

  /// Each name once.
  std::vector<std::string> limit_names() const;
  bool has_legend() const {
    return curves.size() > 1 || !curves.front().name.empty() || !limits.empty() || !beyond.empty();
  }
};

/// A quantity over time, ready to be drawn by anything: panels by unit under one title.
///
/// Curves of one unit share a panel up to the number that people can tell apart; more are spread evenly over several.
struct Figure {
  std::string name;      ///< of the series
  std::string title;     ///< what is shown
  std::string subtitle;  ///< of which robot and motion
  std::string t_label;
  PlotRange t_range;
  std::vector<Panel> panels;
  std::vector<std::string> names = {};  ///< at 1, 2, … on the axis below; empty: numbers
};

/// Another run to be drawn over the first.
struct ComparedRun {
  std::string name;  ///< in the legend
  Recording recording;
};

/// Text in a picture is visible text: what would act on a terminal or a line is escaped, everything else is as it was.
Figure figure_of(const Recording& run, const TimeSeries& series, const UnitChoice& units,
                 const ComparedRun* other = nullptr);

/// The series of this name, or nothing.
const TimeSeries* find_series(const Recording& run, const std::string& name);

}  // namespace sinew
