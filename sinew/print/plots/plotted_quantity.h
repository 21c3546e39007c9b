// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/print/datum.h"
#include "sinew/print/plots/recording.h"

namespace sinew {

/// A part of an answer that can be plotted over many states.
struct PlottedQuantity {
  std::string name;               ///< as `--plot` has it: "link3.vd_coriolis"
  std::string title;              ///< "Joint torques"
  std::vector<std::string> path;  ///< of the datum that has the numbers
  std::vector<Measure> measures;  ///< of each row, or one for all
  std::vector<SeriesLimits> limits = {};
  std::vector<std::string> aliases = {};  ///< names that mean the same: "link3.coriolis"
};

/// Those that a word of a list means: the one of this name, else a group: `all`, `link3` and `torque` everything of
/// them, `causes` the torques by cause, `links` the vectors of all links, `links.f` that vector of every link.
std::vector<PlottedQuantity> quantities_named(const std::string& word, const std::vector<PlottedQuantity>& all);
std::vector<std::string> names_of(const std::vector<PlottedQuantity>& quantities);

/// Keeps quantities of one state after the other.
class StateRecorder {
 public:
  explicit StateRecorder(std::vector<PlottedQuantity> quantities);

  /// `t` is as the states' file has it. A quantity that the data do not have is NaN.
  void add(const std::optional<std::string>& t, const std::vector<Datum>& data);

  /// Over the times, or over the numbers of the states where these have no times that rise.
  Recording recording(std::string title) const;

 private:
  struct Kept {
    PlottedQuantity quantity;
    Labels rows;
    std::vector<double> numbers;  ///< state by state
  };
  std::vector<Kept> kept_;
  std::vector<double> t_;
  bool has_times_ = true;
};

}  // namespace sinew
