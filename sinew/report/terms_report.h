// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/print/figures.h"
#include "sinew/report/coordinates.h"

/// What `terms` answers, for programs (data) and for people (text).
namespace sinew {

/// A term by its name.
struct TermName {
  const char* name;
  const char* meaning;
  bool of_state = true;  ///< false: of the robot as a whole
};
std::span<const TermName> term_names();

/// Which terms, and which Cartesian task they are for.
struct TermsRequest {
  std::vector<std::string> names;
  std::string frame;
  Axes axes = Axes::world();
  Rows rows = all_rows;
  CartesianTask::Acceleration acceleration = CartesianTask::Acceleration::OfComponents;
  double damping = 0.0;
  std::vector<Wrench> wrenches;

  bool wants(std::string_view name) const;
};

/// The terms of one state.
std::vector<Datum> terms_data(const Arm& arm, const Coordinates& of, const TermsRequest& request,
                              const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd);
std::string terms_text(const Arm& arm, const Coordinates& of, const TermsRequest& request, const Eigen::VectorXd& q,
                       const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd, const Showing& showing);

/// Those of the robot as a whole, and what rows and columns are called: JSON members `"key": value`.
std::vector<std::string> robot_terms_json(const Arm& arm, const Coordinates& of, const TermsRequest& request);
/// Those of the robot as a whole, for people.
std::string robot_terms_text(const Arm& arm, const TermsRequest& request, const Showing& showing);

/// Properties, each with whether it holds.
std::string structure_text(const StructureReport& report);
std::string structure_json(const StructureReport& report);

}  // namespace sinew
