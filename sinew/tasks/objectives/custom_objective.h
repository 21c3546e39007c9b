// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include "sinew/tasks/objectives/objective.h"

namespace sinew {

/// An objective that the user computes.
class CustomObjective : public Objective {
 public:
  /// Gives H(q), and writes ∂H/∂q, which comes as zeros.
  using Function = std::function<double(In<double> q, Out<double> gradient)>;

  /// The model must outlive it.
  CustomObjective(const Model<double>& model, std::string name, bool more_is_better, Function function);

  std::string name() const override { return name_; }
  bool more_is_better() const override { return more_is_better_; }
  double evaluate(In<double> q, Out<double> gradient) override;

 private:
  const Model<double>& model_;
  std::string name_;
  bool more_is_better_;
  Function function_;
};

}  // namespace sinew
