// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/questions/door.h"
#include "sinew/questions/fields.h"
#include "sinew/report/drawing/robot_drawing.h"

namespace sinew {

/// How a robot is drawn, and where the picture goes.
struct PictureChoice {
  std::string view = "auto";
  std::string show = "axes,com,shapes";
  std::vector<std::string> frame;
  std::string labels = "joints,frames,wrenches";
  std::string size;
  std::string out = "-";
  bool force = false;

  void describe(Fields& fields);
  /// Throws UsageError for a file whose ending names no format.
  void check() const;
  /// Throws UsageError for words that there are not, and InputError for frames that the robot does not have.
  DrawingStyle style(const Model<double>& model) const;
  /// To the door, or to the file in the format of its ending.
  void write(const Picture& picture, Door& door) const;
};

}  // namespace sinew
