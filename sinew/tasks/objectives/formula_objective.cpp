// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/objectives/formula_objective.h"

#include <cmath>
#include <stdexcept>

#include "sinew/formats/formula.h"
#include "sinew/readings/door.h"
#include "sinew/symbolic/derivative.h"
#include "sinew/tasks/joint_names.h"

namespace sinew {

FormulaObjective::FormulaObjective(const Model<double>& model, std::string_view formula, bool more_is_better)
    : model_(model), text_(formula), more_is_better_(more_is_better), tape_(tape_of(formula)) {
  inputs_.resize(positions_.size());
}

ExpressionTape FormulaObjective::tape_of(std::string_view formula) {
  const auto refuse = [&](const std::string& what, const std::string& remedy) {
    numbers::refuse(model_, "objective: " + what, remedy);
  };
  ExprGraph graph;
  std::vector<Expr> joints, results;
  const std::vector<int> links = independent_joints(model_);
  for (std::size_t k = 0; k < links.size(); ++k) {
    const Link<double>& link = model_.link(links[k]);
    joints.push_back(graph.position(static_cast<int>(k), turns(link.kind)));
    positions_.push_back(at(link.position_index));
  }
  try {
    const Formula read(formula);
    Names<Expr> names;
    for (const std::string& name : read.names()) {
      const bool known_elsewhere = name == "pi" || name == "π" || find_unit(name).has_value();
      if (known_elsewhere && !model_.find_joint(name)) continue;
      const Link<double>& link = model_.link(joint_named(model_, name));
      Expr q = joints[at(link.velocity_index - (model_.floating_base() ? 6 : 0))];
      if (link.follows) q = Expr(link.multiplier) * q + Expr(link.offset);
      names.emplace(name, Quantity<Expr>{q, dimension::none});
    }
    results.push_back(read.value<Expr>(names).value);
    for (std::size_t k = 0; k < links.size(); ++k) {
      const Expr slope = derivative(results.front(), joints[k].symbol());
      if (slope.is_zero()) continue;
      velocities_.push_back(at(model_.link(links[k]).velocity_index));
      results.push_back(slope);
    }
  } catch (const FormulaError& error) {
    refuse(error.what(), error.remedy);
  } catch (const std::domain_error&) {
    refuse(in_quotes(formula) + " divides by zero", "correct it");
  }
  return {joints, results};
}

double FormulaObjective::evaluate(In<double> q, Out<double> gradient) {
  numbers::expect_position(model_, q);
  numbers::expect_length(model_, "gradient", gradient.size(), at(model_.velocity_count()));
  for (std::size_t i = 0; i < positions_.size(); ++i) inputs_[i] = q[positions_[i]];
  tape_.run(inputs_);
  for (double& g : gradient) g = 0.0;
  for (std::size_t i = 0; i < velocities_.size(); ++i) gradient[velocities_[i]] = tape_.result(i + 1);
  if (!std::isfinite(tape_.result(0)) || numbers::poison(gradient) != 0.0)
    numbers::refuse(model_, "objective " + in_quotes(text_) + " or its slope has no value at this q",
                    "it divides by zero or takes a root there: keep away from it, or choose another");
  return tape_.result(0);
}

}  // namespace sinew
