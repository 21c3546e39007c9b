// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/redundancy/bounds.h"
#include "sinew/redundancy/row_basis.h"

namespace sinew {

/// From the x of least distance to x₀ on J·x = y to the one that is also within bounds.
///
/// The dual active-set method of Goldfarb and Idnani (1983) for an identity Hessian, where a step is the projection of a
/// unit vector. Where no x will do, it says which sum of the constraints is the contradiction, and so how far y would
/// have to be scaled back: w·x ≥ β for every x within bounds, w a sum of rows of J.
class BoundedMinimumNorm {
 public:
  explicit BoundedMinimumNorm(int size);

  enum class Outcome { Found, Impossible, Undecided };

  /// x is the solution on J·x = y without bounds, and `basis` spans the rows of J; both are changed: x to the answer, the
  /// basis by what is held, and shrunk again.
  Outcome solve(const Bounds& bounds, RowBasis& basis, Eigen::VectorXd& x);

  /// −1 held at its lower bound, +1 at its upper, 0 free.
  const std::vector<int>& held() const { return held_; }
  int steps() const { return steps_; }

  /// After Impossible.
  const Eigen::VectorXd& contradiction() const { return w_; }
  double least() const { return beta_; }

 private:
  struct Active {
    int joint = 0;
    double sign = 1.0;  ///< sign·x ≥ sign·bound
    double bound = 0.0;
    double multiplier = 0.0;
  };
  void drop(std::size_t which, RowBasis& basis, int rank);
  void rebuild(RowBasis& basis, int rank, Eigen::VectorXd& x);
  void dual_direction(int joint, const RowBasis& basis, int rank);

  int size_;
  int steps_ = 0;
  std::vector<Active> active_;
  std::vector<int> held_, let_be_;
  std::vector<double> r_;
  Eigen::VectorXd start_, z_, w_;
  double beta_ = 0.0;
};

}  // namespace sinew
