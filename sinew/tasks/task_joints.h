// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/tasks/task.h"

namespace sinew {

/// One row r = Σ coefficient·q_joint. A joint is named as in the file, or q1, q2, …; a mimic joint's position is its own.
struct JointCombination {
  struct Term {
    std::string joint;
    double coefficient = 1.0;
  };
  std::vector<Term> terms;
  std::string name;  ///< of the row; "" makes one of the joints'
};

/// Positions of joints, or linear combinations of them. Positions of endless joints are not taken modulo a turn.
class JointTask : public Task {
 public:
  /// Each joint a row of its own.
  JointTask(const Model<double>& model, const std::vector<std::string>& joints, Workspace* work = nullptr);
  JointTask(const Model<double>& model, const std::vector<JointCombination>& rows, Workspace* work = nullptr);

  /// One number per row.
  void set_goal(In<double> values);

 private:
  void compute(const LinkMotions& motions, TaskState& state) override;
  void add_jacobian_gradient(const LinkMotions&, const RowMatrix&, Out<double>) override {}  // J is constant

  RowMatrix J_;
  Eigen::VectorXd offset_, goal_;  // of mimic joints
  int skipped_ = 0;                // how much longer q is than q̇
};

}  // namespace sinew
