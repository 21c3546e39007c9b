// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include "sinew/tasks/task.h"

namespace sinew {

/// A task that the user computes: J and J̇·q̇ as numbers, or by a function of q and q̇.
class CustomTask : public Task {
 public:
  /// Writes J, drift and value, which come as zeros; their sizes stay. q̇ is all zeros at rest.
  using Function = std::function<void(In<double> q, In<double> qd, TaskState& state)>;
  /// Writes ∂⟨W, J(q)⟩/∂q, one number per velocity.
  using Gradient = std::function<void(In<double> q, const RowMatrix& W, Out<double> gradient)>;

  /// The same J and drift at every state, until others are given; the value is zero.
  CustomTask(const Model<double>& model, const std::string& name, const Eigen::MatrixXd& J,
             const Eigen::VectorXd& drift, Workspace* work = nullptr);
  /// Without `gradient` nothing can be said of how J changes, and so no manipulability has a slope.
  CustomTask(const Model<double>& model, std::string name, std::vector<TaskRow> row_names, Function function,
             Gradient gradient = {}, Workspace* work = nullptr);

  /// Of a task of numbers: others of the same size.
  void set(const Eigen::MatrixXd& J, const Eigen::VectorXd& drift);
  /// The error is the goal less the value, row by row.
  void set_goal(In<double> values);

  bool has_jacobian_gradient() const noexcept override { return !function_ || gradient_; }

 private:
  void compute(const LinkMotions& motions, TaskState& state) override;
  void add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) override;
  void expect_answer(const char* what, In<double> values) const;

  RowMatrix J_;
  Eigen::VectorXd drift_, goal_;
  Function function_;
  Gradient gradient_;
};

}  // namespace sinew
