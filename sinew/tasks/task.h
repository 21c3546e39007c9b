// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/analysis/matrices.h"
#include "sinew/tasks/link_motions.h"

namespace sinew {

/// What one row of a task is: "panda_hand x", in "m".
struct TaskRow {
  std::string name;
  std::string unit;
};

/// A task at one state. m rows, n velocities.
struct TaskState {
  RowMatrix J;            ///< m×n: ṙ = J·q̇
  Eigen::VectorXd drift;  ///< J̇·q̇, so that r̈ = J·q̈ + drift
  Eigen::VectorXd rate;   ///< J·q̇
  Eigen::VectorXd value;  ///< r(q)
  Eigen::VectorXd error;  ///< from r to its goal; zero where there is no goal
};

/// Something that a robot is to do, as m numbers r(q) with their Jacobian.
///
/// J = ∂r/∂q, with two exceptions that have an angular velocity and no angles behind it: rows of a frame's rotation, and
/// rows in axes that turn against what they are measured from. Made for one model, which must outlive it; then nothing is
/// allocated. Not for two threads at once.
class Task {
 public:
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  virtual ~Task() = default;

  const Model<double>& model() const noexcept { return motions_.model(); }
  const std::string& name() const noexcept { return name_; }
  int rows() const noexcept { return static_cast<int>(row_names_.size()); }
  const std::vector<TaskRow>& row_names() const noexcept { return row_names_; }
  bool has_goal() const noexcept { return has_goal_; }

  /// The task at q with q̇; valid until the next call. Throws InputError for a vector of the wrong length and for numbers
  /// that are not finite.
  const TaskState& evaluate(In<double> q, In<double> qd);
  /// At rest: without drift.
  const TaskState& evaluate(In<double> q);
  /// From what is known of the robot already: `motions` of the same model, shared by many tasks.
  const TaskState& evaluate(const LinkMotions& motions);
  /// As last evaluated.
  const TaskState& state() const noexcept { return state_; }

  /// Can ∂J/∂q be had?
  virtual bool has_jacobian_gradient() const noexcept { return true; }
  /// ∂⟨W, J(q)⟩/∂q for an m×n matrix W that is held: Σ W(r, i)·∂J(r, i)/∂q_k for every k, in closed form.
  void jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient);

 protected:
  /// With a workspace of its own where none is given.
  Task(const Model<double>& model, Workspace* work, std::string name, std::vector<TaskRow> row_names);

  /// Writes J (all zeros before), drift (zeros before), value and, if there is a goal, error.
  virtual void compute(const LinkMotions& motions, TaskState& state) = 0;
  /// Adds to `gradient`, which is zero before.
  virtual void add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) = 0;

  void goal_is_set() noexcept { has_goal_ = true; }
  [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const;
  void expect_finite(const char* what, In<double> values) const;
  void expect_finite(const char* what, const Vec3<double>& v) const;

 private:
  LinkMotions motions_;
  std::string name_;
  std::vector<TaskRow> row_names_;
  TaskState state_;
  bool has_goal_ = false;
};

}  // namespace sinew
