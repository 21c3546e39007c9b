// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/calibration/measurements/measurement_csv.h"
#include "sinew/formats/load.h"

namespace sinew_test {

inline sinew::Model<double> shipped_model(const std::string& name) {
  return sinew::load_robot(SINEW_SOURCE_DIR "/robots/" + name + ".yaml").model;
}

/// Joints shoulder and elbow.
inline const sinew::Model<double>& two_link() {
  static const sinew::Model<double> model = shipped_model("two_link_2r");
  return model;
}

/// Joints shoulder and slide, the second of which slides.
inline const sinew::Model<double>& turn_and_slide() {
  static const sinew::Model<double> model = shipped_model("rp");
  return model;
}

inline std::string all_texts(const std::vector<sinew::Diagnostic>& diagnostics) {
  std::string text;
  for (const sinew::Diagnostic& diagnostic : diagnostics) text += diagnostic.text() + "\n";
  return text;
}

}  // namespace sinew_test
