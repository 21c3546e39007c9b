// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/print/plots/figure.h"
#include "sinew/print/plots/plotted_quantity.h"
#include "sinew/print/unit_choice.h"
#include "sinew/questions/choices/plot_choice.h"
#include "sinew/questions/door.h"
#include "sinew/questions/plot_place.h"

namespace sinew {

/// Draws the plots that were asked for. It is made before anything is computed, so that places that cannot be written
/// are refused at once.
class PlotOutput {
 public:
  /// `names`: of the quantities that will be plotted. Throws UsageError and InputError.
  PlotOutput(const PlotChoice& choice, std::vector<std::string> names, UnitChoice units);

  /// Draws on the page of the door, or to files, which a remark lists. Where gnuplot is missing, the numbers are
  /// written as CSV before an InputError says so.
  void draw(const Recording& recording, Door& door) { draw(std::vector<Recording>{recording}, door); }
  void draw(const std::vector<Recording>& all, Door& door);

 private:
  std::vector<Figure> figures_of(const std::vector<Recording>& recordings) const;
  void draw_files(const std::vector<Figure>& figures, const std::string& title, Door& door);
  std::optional<ComparedRun> compared_to(const Recording& recording) const;

  PlotChoice choice_;
  std::vector<std::string> names_;
  UnitChoice units_;
  std::optional<PlotPlace> place_;
  struct OtherRun;
  std::shared_ptr<const OtherRun> other_;
};

/// Those of the quantities that `--plot` names; all where only the place is given. Throws UsageError with the nearest
/// name.
std::vector<PlottedQuantity> chosen_plots(const PlotChoice& choice, const std::vector<PlottedQuantity>& all);

}  // namespace sinew
