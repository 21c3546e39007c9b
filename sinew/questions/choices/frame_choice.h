// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>

#include "sinew/arm/arm.h"
#include "sinew/questions/fields.h"

namespace sinew {

/// In whose axes a motion or a Jacobian has its numbers.
struct AxesChoice {
  std::string axes = "world";
  void describe(Fields& fields);
  Axes value() const { return {axes}; }
};

/// Which rows of a motion count: all, angular, linear, or a list such as `wz,x,y`, whose order the answer keeps.
struct RowsChoice {
  std::string rows = "all";
  void describe(Fields& fields);
  /// Throws UsageError for a row that there is not.
  Rows value() const;
};

/// `frame` of every question that is about one frame: where the arm ends, before any fingers, if it is left out. `meaning` is
/// a sentence that says what the frame is for.
void describe_end_frame(Fields& fields, std::string& frame, const std::string& meaning);

/// A point in a frame, [0, 0, 0] if nothing is given.
Eigen::Vector3d point_given(const std::string& text);

}  // namespace sinew
