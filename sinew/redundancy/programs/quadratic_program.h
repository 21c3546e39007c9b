// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "sinew/redundancy/bounds.h"

namespace sinew {

/// The x that makes ½·xᵀ·H·x + gᵀ·x least where
///
///     A·x = b,    row_bounds.lower ≤ C·x ≤ row_bounds.upper,    bounds.lower ≤ x ≤ bounds.upper.
///
/// H is symmetric and positive definite. One that is only semidefinite is refused: it leaves directions in which x is
/// nobody's choice, and the choice is the caller's, as in H + 1e-8·I for a short x. Equal bounds make an equality, infinite ones make
/// none. Rows of A may repeat or depend on each other.
struct QuadraticProgram {
  /// Without cost and with all bounds infinite.
  QuadraticProgram(int variables, int equalities, int rows);

  Eigen::MatrixXd H;
  Eigen::VectorXd g;
  Eigen::MatrixXd A;
  Eigen::VectorXd b;
  Eigen::MatrixXd C;
  Bounds row_bounds;
  Bounds bounds;
};

/// Throws an InputError with all that is wrong: sizes, numbers that are none, lower above upper, H not symmetric or not
/// definite.
void check(const QuadraticProgram& program);

enum class ActiveSide : signed char { Inactive, Lower, Upper, Equal };

/// Which constraints hold x. An equality that the others imply is inactive.
struct ActiveSet {
  std::vector<ActiveSide> equalities, rows, bounds;
};

/// λ with H·x + g + Aᵀ·λ_equalities + Cᵀ·λ_rows + λ_bounds = 0: positive at an upper bound, negative at a lower one, zero
/// where x is not held. The cost falls by λ for every unit that the bound is raised.
struct ConstraintMultipliers {
  Eigen::VectorXd equalities, rows, bounds;
};

enum class QuadraticProgramStatus { Optimal, Infeasible, IterationLimit };

struct QuadraticProgramSolution {
  QuadraticProgramStatus status = QuadraticProgramStatus::Optimal;
  /// Unless optimal, the best for the constraints in `active` alone: it breaks others.
  Eigen::VectorXd x;
  double objective = 0.0;
  ConstraintMultipliers multipliers;
  ActiveSet active;
  /// Constraints taken up and given up on the way; those that the start brought along are not counted.
  int iterations = 0;
  /// If infeasible, the proof (Farkas): with these multipliers y the constraints add up to 0·x ≤ −1,
  ///
  ///     Aᵀ·y_equalities + Cᵀ·y_rows + y_bounds = 0,    bᵀ·y_equalities + Σ (upper·y⁺ − lower·y⁻) = −1.
  ///
  /// `excluded_radius` checks it. Zero otherwise.
  ConstraintMultipliers certificate;
};

/// Every x that meets all constraints has a norm of at least this, by the certificate y and nothing else:
///
///     ‖x‖ ≥ −(bᵀ·y + Σ (upper·y⁺ − lower·y⁻)) / ‖Aᵀ·y + Cᵀ·y + y‖,
///
/// the round-off of y and of this sum itself counted in. Zero if y proves nothing; 1e6 times what x could be is proof.
double excluded_radius(const QuadraticProgram& program, const ConstraintMultipliers& certificate);

struct QuadraticProgramOptions {
  /// A constraint counts as met if it is broken by no more than this, relative to the size of its bound and of x, with
  /// lengths measured by H: changes of units change nothing.
  double tolerance = 1e-9;
  /// And where those are zero, by no more than so much of x: the round-off of numbers of order one.
  double absolute_tolerance = 1e-14;
  /// Zero: ten for each variable and constraint.
  int most_iterations = 0;
  /// AVX2 where the processor has it; the last digits differ.
  bool wide_instructions = true;
};

/// Solves programs of one size; made once, then nothing is allocated.
///
/// The dual active-set method of Goldfarb and Idnani (1983): from the unconstrained minimum, the most broken constraint is
/// taken up, one after the other, and those whose multipliers would turn are given up. Each step raises the cost, so none
/// comes back. Inside, y = Lᵀ·x with H = L·Lᵀ turns the cost into a distance; rows have unit length there. Derivation:
/// docs/math/quadratic_programs.md.
class QuadraticProgramSolver {
 public:
  QuadraticProgramSolver(int variables, int equalities, int rows, const QuadraticProgramOptions& options = {});
  ~QuadraticProgramSolver();
  QuadraticProgramSolver(QuadraticProgramSolver&&) noexcept;
  QuadraticProgramSolver& operator=(QuadraticProgramSolver&&) noexcept;

  /// Starts from nothing.
  const QuadraticProgramSolution& solve(const QuadraticProgram& program);
  /// Starts with the constraints that are active in `start`, such as in `solution().active` of a program nearby. A wrong
  /// start costs time, never the answer.
  const QuadraticProgramSolution& solve(const QuadraticProgram& program, const ActiveSet& start);

  const QuadraticProgramSolution& solution() const;

 private:
  void expect(const QuadraticProgram& program) const;

  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace sinew
