// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/print/plots/plotted_quantity.h"
#include "sinew/report/coordinates.h"

/// What of each answer over states can be plotted.
namespace sinew {

/// How the plot of a link's vector is called: in words that people say, "link3.coriolis", which are good names of files, too.
std::string link_plot_name(const std::string& link, const std::string& key, const std::string& word);

/// "torque", and of a trace: "torque.gravity", "link3.coriolis".
std::vector<PlottedQuantity> torque_plots(const Model<double>& model, const Coordinates& of);
/// Does this quantity take a trace?
bool is_of_trace(const std::string& name);

/// "tool.position", "tool.rpy" and, where it moves, "tool.velocity".
std::vector<PlottedQuantity> pose_plots(const std::vector<std::string>& frames, bool with_point, bool moves);

/// "q", "qd", "qdd", "error.position", "error.orientation", "scale": the columns of a trajectory that follows a path.
std::vector<PlottedQuantity> follow_plots(const Model<double>& model, const Coordinates& of);

}  // namespace sinew
