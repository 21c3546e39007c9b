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
  std::string text = has_times ? "t" : "state";
  std::vector<const TimeSeries*> all;
  for (const std::string& name : names)
    if (const TimeSeries* series = find_series(recording, name)) {
      all.push_back(series);
      for (const std::string& column : column_names(*series)) text += "," + csv_text(column);
    }
  text += "\n";
  for (std::size_t k = 0; k < recording.t.size(); ++k) {
    fmt::format_to(std::back_inserter(text), "{}", recording.t[k]);
    for (const TimeSeries* series : all)
      for (const double value : series->values.col(static_cast<Eigen::Index>(k))) {
        if (std::isfinite(value))
          fmt::format_to(std::back_inserter(text), ",{}", value == 0.0 ? 0.0 : value);
        else
          text += ",";
      }
    text += "\n";
  }
  return text;
}

}  // namespace sinew
