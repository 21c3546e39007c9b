// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/print/figures.h"
#include "sinew/report/coordinates.h"

/// What `torque`, `accelerate` and `statics` answer, for programs (data) and for people (text).
namespace sinew {

std::vector<Datum> torque_data(const Coordinates& of, const Eigen::VectorXd& tau);
/// `marks`: one per torque, such as those of `effort_marks`.
std::string torque_text(const Coordinates& of, const Eigen::VectorXd& tau, const Showing& showing,
                        const std::vector<std::string>& marks = {});

/// Every vector of both passes, and τ by cause.
std::vector<Datum> trace_data(const Model<double>& model, const Coordinates& of, const Trace& trace);
std::string trace_text(const Model<double>& model, const Coordinates& of, const Trace& trace, const Showing& showing);

/// For JSON: the vectors of a link, `links.<link>`, are in the link's own axes.
std::string link_vectors_member();

std::vector<Datum> acceleration_data(const Coordinates& of, const Eigen::VectorXd& qdd);
std::string acceleration_text(const Coordinates& of, const Eigen::VectorXd& qdd, const Showing& showing);

/// What dry friction does at the joints that are at rest: whether each is held, and the accelerations that come of it.
std::vector<Datum> stiction_data(const Coordinates& of, const Stiction& stiction);
/// Empty if no joint with dry friction is at rest.
std::string stiction_text(const Coordinates& of, const Stiction& stiction, const Showing& showing);

/// A link's weight as a wrench of its own: a force through its centre of mass, in W.
struct Weight {
  std::string link;
  Eigen::Vector3d force, point;
};
/// Of every link that has mass, and of a floating base; none where nothing pulls.
std::vector<Weight> weights(const Arm& arm, const Eigen::VectorXd& q);

std::vector<Datum> statics_data(const Model<double>& model, const Coordinates& of, const StaticsReport& statics);
std::string statics_text(const Model<double>& model, const Coordinates& of, const StaticsReport& statics,
                         const std::vector<Weight>& weights, const Showing& showing,
                         const std::vector<std::string>& marks = {});

}  // namespace sinew
