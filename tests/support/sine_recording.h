// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "sinew/print/plots/recording.h"

namespace sinew_test {

/// Times from 0 to 10 s.
inline std::vector<double> ten_seconds(int samples = 201) {
  std::vector<double> t;
  for (int k = 0; k < samples; ++k) t.push_back(10.0 * k / (samples - 1));
  return t;
}

/// "joint1", "joint2", …
inline std::vector<std::string> joint_names(int count) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back("joint" + std::to_string(i));
  return names;
}

/// Sines of different amplitudes and frequencies; `measures` are taken in turn.
inline sinew::TimeSeries sines(const std::string& name, const std::vector<std::string>& rows,
                               const std::vector<sinew::Measure>& measures, const std::vector<double>& t) {
  sinew::TimeSeries series;
  series.name = name;
  series.title = "Sines of " + name;
  series.rows = rows;
  series.values.resize(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(t.size()));
  for (Eigen::Index i = 0; i < series.values.rows(); ++i) {
    series.measures.push_back(measures[static_cast<std::size_t>(i) % measures.size()]);
    for (Eigen::Index k = 0; k < series.values.cols(); ++k)
      series.values(i, k) = (10.0 + static_cast<double>(i)) *
                            std::sin(t[static_cast<std::size_t>(k)] * (0.5 + 0.1 * static_cast<double>(i)) +
                                     0.7 * static_cast<double>(i));
  }
  return series;
}

/// One series of torques.
inline sinew::Recording sine_recording(const std::vector<std::string>& rows,
                                       const std::vector<sinew::Measure>& measures = {sinew::dimension::torque}) {
  sinew::Recording recording;
  recording.title = "panda, homework";
  recording.t = ten_seconds();
  recording.series.push_back(sines("torque", rows, measures, recording.t));
  return recording;
}

}  // namespace sinew_test
