// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/states_csv.h"
#include "sinew/print/datum.h"
#include "sinew/print/figures.h"

/// What of a state, or of the torques that it takes, is beyond the limits of the robot's file.
namespace sinew {

/// One number beyond its limit.
struct BeyondLimit {
  StatePart part = StatePart::Position;
  std::string joint;
  double value = 0.0, limit = 0.0;
  Dimension dimension;
};

/// The numbers of a state to look at, in the model's order; null where they are not to be looked at.
struct LimitedState {
  const Eigen::VectorXd* q = nullptr;
  const Eigen::VectorXd* qd = nullptr;
  const Eigen::VectorXd* tau = nullptr;
};

/// Joint by joint; a mimic joint's own limits count, too. A limit of zero on velocity or effort, as exporters leave it where
/// they know none, does not count, nor does less than round-off beyond a limit.
std::vector<BeyondLimit> beyond_limits(const Model<double>& model, const LimitedState& state);

/// "!" for each effort of the robot that is beyond its limit, else "".
std::vector<std::string> effort_marks(const Model<double>& model, const std::vector<BeyondLimit>& beyond);
/// A list under its title; empty where nothing is beyond a limit.
std::string beyond_limits_text(const std::vector<BeyondLimit>& beyond, const Showing& showing);
/// `beyond_limits.tau.elbow`: by how much, for JSON.
std::vector<Datum> beyond_limits_data(const std::vector<BeyondLimit>& beyond);

/// "elbow is at 90 rad": positions that are most likely slips, as a forgotten `deg` is one: a joint that turns beyond ±4π,
/// or slides beyond 10 m, or leaves its limits. `given_by` is the option or file that said so.
std::vector<Diagnostic> unlikely_positions(const Model<double>& model, const Eigen::VectorXd& q,
                                           const std::string& given_by, int line = 0);

}  // namespace sinew
