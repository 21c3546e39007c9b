// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/bounds.h"
#include "sinew/redundancy/programs/padded_arrays.h"
#include "sinew/redundancy/programs/program_check.h"
#include "sinew/redundancy/programs/quadratic_program.h"

namespace sinew {

namespace {

constexpr const char* in_program = "quadratic program";

Diagnostic problem(std::string what, std::string remedy) {
  return {Severity::Error, in_program, 0, std::move(what), std::move(remedy)};
}

/// Zero for finite numbers, NaN as soon as one is not.
double poison(const double* x, Eigen::Index size) {
  double sums[4] = {};  // four at once, which do not wait for each other
  Eigen::Index i = 0;
  for (; i + 4 <= size; i += 4)
    for (int k = 0; k < 4; ++k) sums[k] += x[i + k] * 0.0;
  for (; i < size; ++i) sums[0] += x[i] * 0.0;
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

constexpr double asymmetry = 1e-10;

bool symmetric(const Eigen::MatrixXd& H, Eigen::Index i, Eigen::Index j) {
  return std::abs(H(i, j) - H(j, i)) <= asymmetry * (std::abs(H(i, j)) + std::abs(H(i, i)) + std::abs(H(j, j)));
}

bool symmetric(const Eigen::MatrixXd& H) {
  const Eigen::Index n = H.rows();
  bool sound = true;
  for (Eigen::Index j = 0; j < n; ++j)
    for (Eigen::Index i = j + 1; i < n; ++i) sound &= symmetric(H, i, j);
  return sound;
}

/// Whether all is well but for definiteness, which the factorisation sees.
bool sound(const QuadraticProgram& p) {
  const Eigen::Index n = p.g.size(), e = p.b.size(), m = p.row_bounds.lower.size();
  if (p.H.rows() != n || p.H.cols() != n || p.A.rows() != e || p.A.cols() != n || p.C.rows() != m || p.C.cols() != n ||
      p.row_bounds.upper.size() != m || p.bounds.lower.size() != n || p.bounds.upper.size() != n || n == 0)
    return false;
  const double numbers = poison(p.H.data(), p.H.size()) + poison(p.g.data(), n) + poison(p.A.data(), p.A.size()) +
                         poison(p.b.data(), e) + poison(p.C.data(), p.C.size());
  return numbers == 0.0 && ordered(p.row_bounds.lower, p.row_bounds.upper) && ordered(p.bounds.lower, p.bounds.upper) &&
         symmetric(p.H);
}

std::string size_text(const Eigen::MatrixXd& A) { return std::to_string(A.rows()) + "×" + std::to_string(A.cols()); }

/// Says all that is wrong.
[[noreturn]] void explain(const QuadraticProgram& p) {
  std::vector<Diagnostic> diagnostics;
  const Eigen::Index n = p.g.size();
  const auto expect_size = [&](const char* name, const Eigen::MatrixXd& A, Eigen::Index rows, Eigen::Index columns) {
    if (A.rows() != rows || A.cols() != columns)
      diagnostics.push_back(problem(std::string(name) + " is " + size_text(A),
                                    "make it " + std::to_string(rows) + "×" + std::to_string(columns) +
                                        ", as g, b and the rows' lower bounds say"));
  };
  const auto expect_finite = [&](const char* name, const Eigen::MatrixXd& A) {
    for (Eigen::Index j = 0; j < A.cols(); ++j)
      for (Eigen::Index i = 0; i < A.rows(); ++i)
        if (!std::isfinite(A(i, j))) {
          diagnostics.push_back(
              problem(std::string(name) + "(" + std::to_string(i) + ", " + std::to_string(j) + ") is " + shown(A(i, j)),
                      "give a finite number"));
          return;
        }
  };
  if (n == 0) diagnostics.push_back(problem("there are no variables", "give one at least"));
  expect_size("H", p.H, n, n);
  expect_size("A", p.A, p.b.size(), n);
  expect_size("C", p.C, p.row_bounds.lower.size(), n);
  expect_size("row_bounds.upper", p.row_bounds.upper, p.row_bounds.lower.size(), 1);
  expect_size("bounds.lower", p.bounds.lower, n, 1);
  expect_size("bounds.upper", p.bounds.upper, n, 1);
  expect_finite("H", p.H);
  expect_finite("g", p.g);
  expect_finite("A", p.A);
  expect_finite("b", p.b);
  expect_finite("C", p.C);
  note_disorder(in_program, "row", p.row_bounds.lower, p.row_bounds.upper, diagnostics);
  note_disorder(in_program, "variable", p.bounds.lower, p.bounds.upper, diagnostics);
  if (p.H.rows() == n && p.H.cols() == n && p.H.allFinite())
    for (Eigen::Index j = 0; j < n; ++j)
      for (Eigen::Index i = j + 1; i < n; ++i)
        if (!symmetric(p.H, i, j))
          diagnostics.push_back(problem("H(" + std::to_string(i) + ", " + std::to_string(j) + ") is " +
                                            shown(p.H(i, j)) + " and H(" + std::to_string(j) + ", " +
                                            std::to_string(i) + ") is " + shown(p.H(j, i)),
                                        "give a symmetric matrix, such as ½·(H + Hᵀ)"));
  throw InputError(std::move(diagnostics));
}

}  // namespace

QuadraticProgram::QuadraticProgram(int variables, int equalities, int rows)
    : H(Eigen::MatrixXd::Zero(variables, variables)),
      g(Eigen::VectorXd::Zero(variables)),
      A(Eigen::MatrixXd::Zero(equalities, variables)),
      b(Eigen::VectorXd::Zero(equalities)),
      C(Eigen::MatrixXd::Zero(rows, variables)),
      row_bounds{Eigen::VectorXd::Constant(rows, -infinity), Eigen::VectorXd::Constant(rows, infinity)},
      bounds{Eigen::VectorXd::Constant(variables, -infinity), Eigen::VectorXd::Constant(variables, infinity)} {}

void check_but_for_definiteness(const QuadraticProgram& program) {
  if (!sound(program)) explain(program);
}

void refuse_indefinite(int variable) {
  refuse(in_program, "H is not positive definite, as variable " + std::to_string(variable) + " shows",
         "give every direction a cost, such as by adding 1e-8 times the largest entry of its diagonal to it");
}

void check(const QuadraticProgram& program) {
  check_but_for_definiteness(program);
  const int n = static_cast<int>(program.g.size());
  std::vector<double> D(at(n)), L(at(active_set::padded(n) * active_set::padded(n))), inverse(at(n));
  const double pivot =
      active_set::factor<active_set::Kernel<2>>(program.H.data(), n, D.data(), L.data(), inverse.data());
  if (pivot < 0.0) refuse_indefinite(static_cast<int>(-1.0 - pivot));
}

double excluded_radius(const QuadraticProgram& program, const ConstraintMultipliers& certificate) {
  const ConstraintMultipliers& y = certificate;
  const Eigen::Index n = program.g.size(), e = program.b.size(), m = program.row_bounds.lower.size();
  if (y.equalities.size() != e || y.rows.size() != m || y.bounds.size() != n)
    refuse(in_program,
           "the certificate has " + std::to_string(y.equalities.size()) + ", " + std::to_string(y.rows.size()) +
               " and " + std::to_string(y.bounds.size()) + " multipliers",
           "give one for each equality, row and variable of the program");
  // every sum with a bound of what round-off can have done to it
  const double round_off = 2.0 * static_cast<double>(e + m + n + 2) * active_set::epsilon;
  double sum = y.equalities.dot(program.b), size = y.equalities.cwiseAbs().dot(program.b.cwiseAbs());
  const auto add = [&](const Eigen::VectorXd& part, const Bounds& bounds) {
    for (Eigen::Index i = 0; i < part.size(); ++i) {
      if (part[i] == 0.0) continue;
      const double term = part[i] * (part[i] > 0.0 ? bounds.upper[i] : bounds.lower[i]);
      sum += term;
      size += std::abs(term);
    }
  };
  add(y.rows, program.row_bounds);
  add(y.bounds, program.bounds);
  const double contradiction = -(sum + round_off * size);
  if (!(contradiction > 0.0) || !std::isfinite(contradiction)) return 0.0;
  double square = 0.0;
  for (Eigen::Index k = 0; k < n; ++k) {
    const double rest = program.A.col(k).dot(y.equalities) + program.C.col(k).dot(y.rows) + y.bounds[k];
    const double most = program.A.col(k).cwiseAbs().dot(y.equalities.cwiseAbs()) +
                        program.C.col(k).cwiseAbs().dot(y.rows.cwiseAbs()) + std::abs(y.bounds[k]);
    const double bound = std::abs(rest) + round_off * most;
    square += bound * bound;
  }
  return contradiction / std::sqrt(square);
}

}  // namespace sinew
