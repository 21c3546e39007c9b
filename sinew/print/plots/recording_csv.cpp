// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/recording_csv.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "sinew/print/datum.h"
#include "sinew/print/plots/figure.h"

namespace sinew {

std::vector<std::string> column_names(const TimeSeries& series) {
  const std::string& stem = series.column.empty() ? series.name : series.column;
  std::vector<std::string> names;
  for (const std::string& row : series.rows) names.push_back(row.empty() ? stem : stem + "." + row);
  return names;
}

std::string recording_csv(const Recording& recording, const std::vector<std::string>& names) {
  const bool has_times = recording.t_label == Recording().t_label;
  std::string text = !recording.names.empty() ? "name" : has_times ? "t" : "state";
  std::vector<const TimeSeries*> all;
  for (const std::string& name : names)
    if (const TimeSeries* series = find_series(recording, name)) {
      all.push_back(series);
      for (const std::string& column : column_names(*series)) text += "," + csv_text(column);
      for (const std::string& column : column_names(*series))
        if (series->deviations.size() > 0) text += "," + csv_text(column + ".deviation");
    }
  text += "\n";
  for (std::size_t k = 0; k < recording.t.size(); ++k) {
    if (recording.names.empty())
      fmt::format_to(std::back_inserter(text), "{}", recording.t[k]);
    else
      text += csv_text(recording.names[k]);
    const auto add = [&](const Eigen::MatrixXd& numbers) {
      if (numbers.size() == 0) return;
      for (const double value : numbers.col(static_cast<Eigen::Index>(k))) {
        if (std::isfinite(value))
          fmt::format_to(std::back_inserter(text), ",{}", value == 0.0 ? 0.0 : value);
        else
          text += ",";
      }
    };
    for (const TimeSeries* series : all) {
      add(series->values);
      add(series->deviations);
    }
    text += "\n";
  }
  return text;
}

}  // namespace sinew
