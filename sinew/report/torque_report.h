// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/report/coordinates.h"
#include "sinew/report/figures.h"

/// What `torque`, `accelerate` and `statics` answer, for programs (data) and for people (text).
namespace sinew {

std::vector<Datum> torque_data(const Coordinates& of, const Eigen::VectorXd& tau);
std::string torque_text(const Coordinates& of, const Eigen::VectorXd& tau, const Showing& showing);

/// Every vector of both passes, and τ by cause.
std::vector<Datum> trace_data(const Model<double>& model, const Coordinates& of, const Trace& trace);
std::string trace_text(const Model<double>& model, const Coordinates& of, const Trace& trace, const Showing& showing);

std::vector<Datum> acceleration_data(const Coordinates& of, const Eigen::VectorXd& qdd);
std::string acceleration_text(const Coordinates& of, const Eigen::VectorXd& qdd, const Showing& showing);

/// What dry friction can hold at one joint that is at rest.
struct RestingJoint {
  int velocity_index = 0;
  double minus = 0.0, plus = 0.0;  ///< it holds from −minus to plus
  double push = 0.0;               ///< what τ has too much, or too little, for the joint to stay
  bool holds() const { return -minus <= push && push <= plus; }
};
/// The joints that are at rest and have dry friction. `hold` are the torques that keep the robot there without it.
std::vector<RestingJoint> resting_joints(const Model<double>& model, const Eigen::VectorXd& q,
                                         const Eigen::VectorXd& qd, const Eigen::VectorXd& tau,
                                         const Eigen::VectorXd& hold);
std::vector<Datum> resting_data(const Coordinates& of, const std::vector<RestingJoint>& joints);
/// Empty if there are none.
std::string resting_text(const Coordinates& of, const std::vector<RestingJoint>& joints, const Showing& showing);

/// A link's weight as a wrench of its own: a force through its centre of mass, in the base's frame.
struct Weight {
  std::string link;
  Eigen::Vector3d force, point;
};
/// Of every link that has mass; none where nothing pulls.
std::vector<Weight> weights(const Arm& arm, const Eigen::VectorXd& q);

std::vector<Datum> statics_data(const Model<double>& model, const Coordinates& of, const StaticsReport& statics);
std::string statics_text(const Model<double>& model, const Coordinates& of, const StaticsReport& statics,
                         const std::vector<Weight>& weights, const Showing& showing);

}  // namespace sinew
