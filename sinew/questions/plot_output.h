// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/print/plots/figure.h"
#include "sinew/print/unit_choice.h"
#include "sinew/questions/choices/plot_choice.h"
#include "sinew/questions/door.h"
#include "sinew/questions/plot_place.h"

namespace sinew {

/// Draws the plots that were asked for. It is made before anything is computed, so that unknown names and places that cannot
/// be written are refused at once.
class PlotOutput {
 public:
  /// `names`: everything that can be plotted. Throws UsageError and InputError.
  PlotOutput(const PlotChoice& choice, std::vector<std::string> names, UnitChoice units);

  /// Names that were chosen.
  const std::vector<std::string>& chosen() const noexcept { return chosen_; }
  bool wants(const std::string& name) const;

  /// Draws on the page of the door, or to files, which a remark lists. Where gnuplot is missing, the numbers are written
  /// as CSV before an InputError says so.
  void draw(const Recording& recording, Door& door);

 private:
  std::vector<Figure> figures_of(const Recording& recording) const;
  void draw_files(const std::vector<Figure>& figures, const std::string& title, Door& door);
  std::optional<ComparedRun> compared_to(const Recording& recording) const;

  PlotChoice choice_;
  std::vector<std::string> names_, chosen_;
  UnitChoice units_;
  std::optional<PlotPlace> place_;
  struct OtherRun;
  std::shared_ptr<const OtherRun> other_;
};

}  // namespace sinew
