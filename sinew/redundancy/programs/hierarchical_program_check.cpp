// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/bounds.h"
#include "sinew/redundancy/programs/hierarchical_program.h"
#include "sinew/redundancy/programs/program_check.h"

namespace sinew {

namespace {

constexpr const char* in_program = "hierarchical program";

Diagnostic problem(std::string what, std::string remedy) {
  return {Severity::Error, in_program, 0, std::move(what), std::move(remedy)};
}

bool sound(const HierarchicalProgram& program) {
  const Eigen::Index n = program.bounds.lower.size();
  if (n == 0 || program.bounds.upper.size() != n || !ordered(program.bounds.lower, program.bounds.upper)) return false;
  for (const HierarchicalLevel& level : program.levels) {
    const Eigen::Index m = level.A.rows();
    if (level.A.cols() != n || level.lower.size() != m || level.upper.size() != m) return false;
    double numbers = 0.0;
    for (Eigen::Index i = 0; i < level.A.size(); ++i) numbers += level.A.data()[i] * 0.0;
    if (numbers != 0.0 || !ordered(level.lower, level.upper)) return false;
  }
  return true;
}

[[noreturn]] void explain(const HierarchicalProgram& program) {
  std::vector<Diagnostic> diagnostics;
  const auto expect_size = [&](const std::string& name, Eigen::Index size, Eigen::Index needed) {
    if (size != needed)
      diagnostics.push_back(
          problem(name + " has the size " + std::to_string(size), "make it " + std::to_string(needed)));
  };
  const Eigen::Index n = program.bounds.lower.size();
  if (n == 0) diagnostics.push_back(problem("there are no variables", "give one at least"));
  expect_size("bounds.upper", program.bounds.upper.size(), n);
  note_disorder(in_program, "variable", program.bounds.lower, program.bounds.upper, diagnostics);
  for (std::size_t k = 0; k < program.levels.size(); ++k) {
    const HierarchicalLevel& level = program.levels[k];
    const std::string name = "level " + std::to_string(k);
    expect_size("a row of " + name, level.A.cols(), n);
    expect_size("lower of " + name, level.lower.size(), level.A.rows());
    expect_size("upper of " + name, level.upper.size(), level.A.rows());
    note_disorder(in_program, name + ": row", level.lower, level.upper, diagnostics);
    for (Eigen::Index i = 0; i < level.A.size(); ++i)
      if (!std::isfinite(level.A.data()[i])) {
        diagnostics.push_back(problem(name + ": A(" + std::to_string(i / level.A.cols()) + ", " +
                                          std::to_string(i % level.A.cols()) + ") is " + shown(level.A.data()[i]),
                                      "give a finite number"));
        break;
      }
  }
  throw InputError(std::move(diagnostics));
}

}  // namespace

HierarchicalProgram::HierarchicalProgram(int variables, const std::vector<int>& rows)
    : bounds{Eigen::VectorXd::Constant(variables, -infinity), Eigen::VectorXd::Constant(variables, infinity)} {
  for (const int count : rows)
    levels.push_back({Eigen::MatrixXd::Zero(count, variables), Eigen::VectorXd::Constant(count, -infinity),
                      Eigen::VectorXd::Constant(count, infinity)});
}

void check(const HierarchicalProgram& program) {
  if (!sound(program)) explain(program);
}

}  // namespace sinew
