// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/tasks/objectives/objective.h"
#include "sinew/tasks/task.h"

namespace sinew {

/// How far a task is from a singularity: w = √det(J·Jᵀ), the volume of what J makes of the unit sphere (Yoshikawa 1985);
/// of Jᵀ·J where there are more rows than velocities.
///
///     ∂w/∂q_k = w·⟨J⁺ᵀ, ∂J/∂q_k⟩
///
/// w has a kink at a singularity: there, to round-off, w and the gradient are zero, which is a number but no slope. Rows of metres and
/// rows of radians are not comparable: take a task with rows of one kind where that matters.
class Manipulability : public Objective {
 public:
  /// Of a task that is its own from here on. Throws InputError for one that does not know how its J changes.
  explicit Manipulability(std::unique_ptr<Task> task, Workspace* work = nullptr);

  std::string name() const override { return "manipulability of " + task_->name(); }
  bool more_is_better() const override { return true; }
  double evaluate(In<double> q, Out<double> gradient) override;
  /// Was the last q singular, and so without a slope?
  bool is_singular() const noexcept { return is_singular_; }

 private:
  /// w, with J⁺ᵀ in `weights_` unless it is singular.
  template <class Size>
  double volume(const RowMatrix& J, Size length);

  std::unique_ptr<Task> task_;
  LinkMotions motions_;
  RowMatrix weights_;
  int count_, length_;         // of the shorter and the longer side of J
  std::vector<double> Q_, R_;  // orthonormal vectors, one after the other; upper triangle by rows
  std::vector<double> part_;   // of one vector along each of those before
  bool is_singular_ = false;
};

}  // namespace sinew
