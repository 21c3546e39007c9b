// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/analysis/equilibria.h"
#include "sinew/analysis/linear_model.h"
#include "sinew/print/datum.h"
#include "sinew/print/figures.h"
#include "sinew/report/coordinates.h"

/// The linear model about a state and the equilibria of a robot, for programs and for people.
namespace sinew {

/// A linear model and the torques that it is taken under.
struct LinearReport {
  LinearModel linear;
  Eigen::VectorXd tau;
  bool are_given = false;  ///< or else those that the motion of the state takes
};

/// "q.elbow", "qd.elbow": the rows of A. A floating base has q.base.rx … q.base.z, its small turn and shift.
Labels linear_state_names(const Model<double>& model, const Coordinates& of);

std::vector<Datum> linear_data(const Model<double>& model, const Coordinates& of, const LinearReport& report);
std::string linear_text(const Model<double>& model, const Coordinates& of, const LinearReport& report,
                        const Showing& showing);

/// A list of objects.
std::string equilibria_json(const std::vector<Equilibrium>& equilibria);
std::string equilibria_text(const Model<double>& model, const std::vector<Equilibrium>& equilibria, bool under_torques,
                            const Showing& showing);

}  // namespace sinew
