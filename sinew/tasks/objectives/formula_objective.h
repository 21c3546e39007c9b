// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/symbolic/expression_tape.h"
#include "sinew/tasks/objectives/objective.h"

namespace sinew {

/// An objective by its formula: `sin(q2)^2 + sin(q3)^2`.
///
/// Joints are called q1, q2, … in the order of q, or as in the file; their positions are plain numbers in rad and m, which
/// a number with a unit may stand beside: `(q1 - 20deg)^2 + q2^2`. The formula is differentiated as a formula,
/// so that the gradient is exact.
class FormulaObjective : public Objective {
 public:
  /// The model must outlive it. Throws InputError for what cannot be read or names no joint.
  FormulaObjective(const Model<double>& model, std::string_view formula, bool more_is_better);

  std::string name() const override { return text_; }
  bool more_is_better() const override { return more_is_better_; }
  /// Throws InputError where the formula or its slope has no value, such as 1/q1 at 0.
  double evaluate(In<double> q, Out<double> gradient) override;

 private:
  ExpressionTape tape_of(std::string_view formula);

  const Model<double>& model_;
  std::string text_;
  bool more_is_better_;
  std::vector<std::size_t> velocities_;  // of the joints that the formula depends on
  std::vector<std::size_t> positions_;   // of all independent ones
  std::vector<double> inputs_;
  ExpressionTape tape_;
};

}  // namespace sinew
