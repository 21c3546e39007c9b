// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "sinew/print/plots/gnuplot_script.h"
#include "sinew/questions/fields.h"

namespace sinew {

/// What of an answer is plotted, and where to: `plot`, `plot_to`, `plot_format`, `compare`.
struct PlotChoice {
  std::string plot;                 ///< names of quantities, or all
  std::string plot_to;              ///< a folder, or one file; empty: characters on the page
  std::string plot_format = "svg";  ///< of the pictures in a folder
  std::string compare;              ///< a CSV of another run

  /// `names` is an example of quantities: "torque,link3.coriolis".
  void describe(Fields& fields, const std::string& names, const std::string& over = "over time");
  bool is_asked() const { return !plot.empty() || !plot_to.empty(); }
  bool is_to_files() const { return !plot_to.empty(); }
  /// The format that the ending of `plot_to` names, if it names one: then it is a file.
  std::optional<PlotFormat> file_format() const { return format_of_file(plot_to); }
  PlotFormat folder_format() const { return *format_of_file("." + plot_format); }

  /// Throws UsageError for fields that would do nothing. `has_page`: the answer is a page for people, on which a plot of
  /// characters can stand.
  void check(const Fields& fields, bool has_page) const;
};

}  // namespace sinew
