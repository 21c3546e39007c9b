// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/programs/quadratic_program.h"

#include <optional>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/programs/dual_active_set.h"
#include "sinew/redundancy/programs/program_check.h"
#include "sinew/scalar/instructions.h"

namespace sinew {

namespace {

using active_set::DualActiveSet;
using Narrow = DualActiveSet<pack_width(Instructions::Plain)>;
using Wide = DualActiveSet<pack_width(Instructions::Avx2)>;

constexpr const char* in_program = "quadratic program";

}  // namespace

/// The method for the processor at hand.
class QuadraticProgramSolver::Work {
 public:
  Work(int variables, int equalities, int rows, const QuadraticProgramOptions& options)
      : n(variables), equality_count(equalities), row_count(rows) {
    if (options.wide_instructions && best_instructions() == Instructions::Avx2)
      wide_.emplace(variables, equalities, rows, options);
    else
      narrow_.emplace(variables, equalities, rows, options);
    solution.x = Eigen::VectorXd::Zero(n);
    for (ConstraintMultipliers* y : {&solution.multipliers, &solution.certificate}) {
      y->equalities = Eigen::VectorXd::Zero(equalities);
      y->rows = Eigen::VectorXd::Zero(rows);
      y->bounds = Eigen::VectorXd::Zero(n);
    }
    solution.active = {std::vector<ActiveSide>(at(equalities)), std::vector<ActiveSide>(at(rows)),
                       std::vector<ActiveSide>(at(n))};
  }

  void run(const QuadraticProgram& program, const ActiveSet* start) {
    if (wide_)
      with_avx2([&] { wide_->solve(program, start, solution); });
    else
      plainly([&] { narrow_->solve(program, start, solution); });
  }

  const int n, equality_count, row_count;
  QuadraticProgramSolution solution;

 private:
  std::optional<Narrow> narrow_;
  std::optional<Wide> wide_;
};

QuadraticProgramSolver::QuadraticProgramSolver(int variables, int equalities, int rows,
                                               const QuadraticProgramOptions& options) {
  if (variables < 1 || equalities < 0 || rows < 0)
    refuse(in_program,
           "there are " + std::to_string(variables) + " variables, " + std::to_string(equalities) + " equalities and " +
               std::to_string(rows) + " rows",
           "ask for one variable at least and for no negative number of anything");
  if (!(options.tolerance > 0.0 && options.tolerance < 1.0))
    refuse(in_program, "the tolerance is " + shown(options.tolerance), "give a small positive number, such as 1e-9");
  if (options.most_iterations < 0)
    refuse(in_program, "at most " + std::to_string(options.most_iterations) + " iterations are allowed",
           "give a positive number, or zero to have it chosen");
  work_ = std::make_unique<Work>(variables, equalities, rows, options);
}

QuadraticProgramSolver::~QuadraticProgramSolver() = default;
QuadraticProgramSolver::QuadraticProgramSolver(QuadraticProgramSolver&&) noexcept = default;
QuadraticProgramSolver& QuadraticProgramSolver::operator=(QuadraticProgramSolver&&) noexcept = default;

void QuadraticProgramSolver::expect(const QuadraticProgram& program) const {
  check_but_for_definiteness(program);
  if (program.g.size() == work_->n && program.b.size() == work_->equality_count && program.C.rows() == work_->row_count)
    return;
  refuse(in_program,
         "it has " + std::to_string(program.g.size()) + " variables, " + std::to_string(program.b.size()) +
             " equalities and " + std::to_string(program.C.rows()) + " rows",
         "make a solver for these sizes; this one is for " + std::to_string(work_->n) + ", " +
             std::to_string(work_->equality_count) + " and " + std::to_string(work_->row_count));
}

const QuadraticProgramSolution& QuadraticProgramSolver::solve(const QuadraticProgram& program) {
  expect(program);
  work_->run(program, nullptr);
  return work_->solution;
}

const QuadraticProgramSolution& QuadraticProgramSolver::solve(const QuadraticProgram& program, const ActiveSet& start) {
  expect(program);
  if (start.rows.size() != at(work_->row_count) || start.bounds.size() != at(work_->n))
    refuse(in_program,
           "the active set to start from has " + std::to_string(start.rows.size()) + " rows and " +
               std::to_string(start.bounds.size()) + " variables",
           "give that of a program of the same size");
  work_->run(program, &start);
  return work_->solution;
}

const QuadraticProgramSolution& QuadraticProgramSolver::solution() const { return work_->solution; }

}  // namespace sinew
