// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string>
#include <vector>

#include "sinew/print/unit_choice.h"

namespace sinew {

/// A lower and an upper limit of one number over time; infinite where there is none.
struct SeriesLimits {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// One quantity over time: a number, the components of a vector, or one number per joint.
struct TimeSeries {
  std::string name;                  ///< as options have it: "torque", "link3.coriolis"
  std::string title;                 ///< "Coriolis acceleration of link3, in its own axes"
  std::vector<std::string> rows;     ///< one curve each: "x", "y", "z", or joints; one empty text for a single number
  std::vector<Measure> measures;     ///< of each row
  Eigen::MatrixXd values;            ///< in SI: one row per curve, one column per time
  std::vector<SeriesLimits> limits;  ///< of each row; empty where there are none
  std::string column = {};           ///< how its columns begin in CSV, "tau" for tau.elbow; empty: as its name
  bool are_points = false;           ///< each value stands by itself, and no line joins it to the next
  Eigen::MatrixXd deviations = {};   ///< standard deviations of the values, drawn as bars; empty where there are none
};

/// Quantities over the same times: what plots are drawn of, whatever computed it.
struct Recording {
  std::string title;      ///< robot and motion: "rrp, homework"
  std::vector<double> t;  ///< [s], rising
  std::vector<TimeSeries> series;
  std::string t_label = "t [s]";        ///< "state" where the states have no times and are counted
  std::vector<std::string> names = {};  ///< what stands at each t in place of a number; empty where t is one
  std::string file = "plots";           ///< of its numbers in a folder of plots, without .csv
};

}  // namespace sinew
