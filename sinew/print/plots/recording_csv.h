// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/print/plots/recording.h"

namespace sinew {

/// The columns of a series, `tau.elbow` or `energy.kinetic`; of a single number `scale`.
std::vector<std::string> column_names(const TimeSeries& series);

/// Every number of the series named, in SI and in full, one time a line.
std::string recording_csv(const Recording& recording, const std::vector<std::string>& names);

}  // namespace sinew
