// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/analysis/equilibria.h"
#include "sinew/arm/arm.h"
#include "sinew/model/state.h"
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
  std::optional<Eigen::VectorXd> tau;  ///< of `linear` and `equilibria`

  bool wants(std::string_view name) const;
};

/// The terms of one state: computed once, then shown.
class StateTerms {
 public:
  StateTerms() = default;
  StateTerms(const Arm& arm, const Coordinates& of, const TermsRequest& request, const State& state);

  std::vector<Datum> data() const;
  std::string text(const Showing& showing) const;

  struct Term;   ///< one vector or matrix
  struct Block;  ///< what is printed together

 private:
  std::shared_ptr<const std::vector<Block>> blocks_;
};

/// The terms of the robot as a whole, as far as they are asked for.
struct RobotTerms {
  std::optional<StructureReport> structure;
  std::optional<GravityBound> bound;
  std::optional<BaseParameters> base_parameters;
  std::optional<std::vector<Equilibrium>> equilibria;
  bool under_torques = false;  ///< the equilibria
};
RobotTerms robot_terms(const Arm& arm, const TermsRequest& request);
/// With them the names of rows and columns of the other terms: JSON members `"key": value`.
std::vector<std::string> robot_terms_json(const Model<double>& model, const Coordinates& of,
                                          const TermsRequest& request, const RobotTerms& terms);
std::string robot_terms_text(const Model<double>& model, const RobotTerms& terms, const Showing& showing);

/// Properties, each with whether it holds.
std::string structure_text(const StructureReport& report);
std::string structure_json(const StructureReport& report);

}  // namespace sinew
