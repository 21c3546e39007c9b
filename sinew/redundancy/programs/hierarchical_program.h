// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "sinew/redundancy/bounds.h"
#include "sinew/redundancy/programs/quadratic_program.h"

namespace sinew {

/// lower ≤ A·x ≤ upper, as well as possible: the sum of the squares of what is missing is to be least. Equal bounds make
/// an equality, infinite ones make none; the lengths of rows are weights.
struct HierarchicalLevel {
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> A;
  Eigen::VectorXd lower, upper;
};

/// Levels in order of priority: each is met as well as can be without any loss to those above it; among all x that do
/// so, the shortest. `bounds` hold in any case.
struct HierarchicalProgram {
  /// A level for each entry of `rows`, of so many rows, all zero and free; all bounds infinite.
  HierarchicalProgram(int variables, const std::vector<int>& rows);

  std::vector<HierarchicalLevel> levels;
  Bounds bounds;
};

/// Throws an InputError with all that is wrong: sizes, numbers that are none, lower above upper.
void check(const HierarchicalProgram& program);

enum class HierarchicalStatus { Optimal, IterationLimit };

struct HierarchicalLevelSolution {
  Eigen::VectorXd slack;  ///< A·x less the bound that it breaks; zero where it breaks none
  double slack_norm = 0.0;
  std::vector<ActiveSide> active;  ///< rows that are broken, or that hold x
  int rank = 0;                    ///< directions of x that this level took from those below
};

struct HierarchicalSolution {
  HierarchicalStatus status = HierarchicalStatus::Optimal;
  Eigen::VectorXd x;
  std::vector<HierarchicalLevelSolution> levels;
  std::vector<ActiveSide> bounds;
  /// Directions that no level and no bound that a level pulls at has taken: there x is the shortest.
  int rank_left = 0;
  /// Steps: one for each level, and one for the short x, if the start was right.
  int iterations = 0;
};

struct HierarchicalOptions {
  /// A row counts as met if it is broken by no more than this, relative to its bound and to |row|·|x|.
  double tolerance = 1e-11;
  /// And by no more than |row| times this: the round-off of numbers of order one.
  double absolute_tolerance = 1e-14;
  /// A direction of a level counts if its row, less what was taken above, keeps this much of the level's longest row.
  double rank_tolerance = 1e-9;
  /// Zero: ten for each variable and row.
  int most_iterations = 0;
};

/// Solves programs of one size; made once, then nothing is allocated.
///
/// A cascade of quadratic programs, one per level, each in what those above leave free (Kanoun, Lamiraux and Wieber 2011;
/// Escande, Mansard and Wieber 2014). x meets what is above from the start, so each is solved by a primal active-set
/// method: least squares over the rows that are broken, in the null space of what holds x. Rows that stay broken are
/// then fixed where they are; rows that are met must stay so. Where there are equalities alone, that is the recursion of
/// Siciliano and Slotine (1991), x ← x + (A·P)#·(b − A·x). Derivation: docs/math/quadratic_programs.md.
class HierarchicalProgramSolver {
 public:
  HierarchicalProgramSolver(int variables, const std::vector<int>& rows, const HierarchicalOptions& options = {});
  ~HierarchicalProgramSolver();
  HierarchicalProgramSolver(HierarchicalProgramSolver&&) noexcept;
  HierarchicalProgramSolver& operator=(HierarchicalProgramSolver&&) noexcept;

  /// Starts from the x nearest to zero that is within bounds.
  const HierarchicalSolution& solve(const HierarchicalProgram& program);
  /// Starts from the solution of a program nearby, such as `solution()`. A wrong start costs time, never the answer.
  const HierarchicalSolution& solve(const HierarchicalProgram& program, const HierarchicalSolution& start);

  const HierarchicalSolution& solution() const;

 private:
  void expect(const HierarchicalProgram& program) const;

  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace sinew
