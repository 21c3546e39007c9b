// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/redundancy/bounds.h"
#include "sinew/redundancy/scaled_task.h"
#include "tests/redundancy/random_matrices.h"

namespace sinew_test {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Tasks of random Jacobians on random joints, some that the bounds allow and some that they do not.
struct RandomTasks {
  std::vector<RowMatrix> J;
  std::vector<Eigen::VectorXd> y;
  sinew::Bounds bounds;

  std::vector<sinew::ScaledTask> tasks() const {
    std::vector<sinew::ScaledTask> result;
    for (std::size_t k = 0; k < J.size(); ++k) result.push_back({J[k], y[k]});
    return result;
  }
};

class RandomProblems : public RandomMatrices {
 public:
  using RandomMatrices::RandomMatrices;

  /// Joints that may stand still, with tasks of 1 to `most_rows` rows.
  RandomTasks next(int joints, int task_count, int most_rows) {
    RandomTasks problem;
    const double hurry = number(0.1, 4.0);
    for (int k = 0; k < task_count; ++k) {
      const int rows = whole(1, most_rows);
      problem.J.push_back(matrix(rows, joints));
      problem.y.push_back(hurry * vector(rows));
    }
    problem.bounds.lower = -vector(joints).cwiseAbs();
    problem.bounds.upper = vector(joints).cwiseAbs();
    return problem;
  }
};

}  // namespace sinew_test
