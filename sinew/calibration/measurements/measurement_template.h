// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/calibration/measurements/row_kind.h"
#include "sinew/model/model.h"

namespace sinew {

/// A CSV file without rows for measurements of this kind: comments that say what belongs into it, and the line of
/// titles with a column for each joint that the frame hangs on, in deg and mm. The end of the arm where `frame` is
/// empty.
std::string measurement_template(RowKind kind, const Model<double>& model, const std::string& frame = {});

}  // namespace sinew
