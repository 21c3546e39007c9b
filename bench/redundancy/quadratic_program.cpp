// SPDX-License-Identifier: BSD-3-Clause
#include "bench/redundancy/quadratic_program.h"

#include <nlopt.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/redundancy/random_programs.h"

namespace sinew_bench {

namespace {

using sinew::QuadraticProgram;
using Clock = std::chrono::steady_clock;

constexpr int program_count = 240;
constexpr int repetitions = 9;

/// NLopt's SLSQP (Kraft 1988) on one program, from zero.
///
/// It stops when x has changed by less than 1e-8 or the cost by less than 1e-10 of its size; rows may be broken by 1e-8. Ten
/// times more of both, and its answers differ from ours by more than 1e-6.
class Slsqp {
 public:
  explicit Slsqp(const QuadraticProgram& program)
      : program_(program),
        optimizer_(nlopt_create(NLOPT_LD_SLSQP, static_cast<unsigned>(program.g.size()))),
        x_(program.g.size()) {
    for (Eigen::Index i = 0; i < program.C.rows(); ++i) {
      add(i, 1.0, program.row_bounds.upper[i]);
      add(i, -1.0, -program.row_bounds.lower[i]);
    }
    nlopt_set_min_objective(optimizer_, &Slsqp::cost, this);
    const std::vector<double> tolerances(row_.size(), 1e-8);
    nlopt_add_inequality_mconstraint(optimizer_, static_cast<unsigned>(row_.size()), &Slsqp::broken, this,
                                     tolerances.data());
    nlopt_set_ftol_rel(optimizer_, 1e-10);
    nlopt_set_xtol_rel(optimizer_, 1e-8);
    nlopt_set_maxeval(optimizer_, 1000);
  }
  ~Slsqp() { nlopt_destroy(optimizer_); }
  Slsqp(const Slsqp&) = delete;
  Slsqp& operator=(const Slsqp&) = delete;

  void solve() {
    x_.setZero();
    double least = 0.0;
    nlopt_optimize(optimizer_, x_.data(), &least);
  }
  const Eigen::VectorXd& x() const { return x_; }

 private:
  void add(Eigen::Index row, double sign, double bound) {
    if (!std::isfinite(bound)) return;
    row_.push_back(row);
    sign_.push_back(sign);
    bound_.push_back(bound);
  }
  static double cost(unsigned n, const double* x, double* gradient, void* self) {
    const QuadraticProgram& program = static_cast<Slsqp*>(self)->program_;
    Eigen::VectorXd& Hx = static_cast<Slsqp*>(self)->Hx_;
    const Eigen::Map<const Eigen::VectorXd> at(x, n);
    Hx.noalias() = program.H * at;
    if (gradient != nullptr) Eigen::Map<Eigen::VectorXd>(gradient, n) = Hx + program.g;
    return at.dot(0.5 * Hx + program.g);
  }
  static void broken(unsigned m, double* result, unsigned n, const double* x, double* gradient, void* self) {
    const Slsqp& s = *static_cast<Slsqp*>(self);
    for (unsigned i = 0; i < m; ++i) {
      const auto row = s.program_.C.row(s.row_[i]);
      result[i] = -s.bound_[i];
      for (unsigned k = 0; k < n; ++k) result[i] += s.sign_[i] * row[k] * x[k];
      if (gradient != nullptr)
        for (unsigned k = 0; k < n; ++k) gradient[i * n + k] = s.sign_[i] * row[k];
    }
  }

  const QuadraticProgram& program_;
  nlopt_opt optimizer_;
  std::vector<Eigen::Index> row_;
  std::vector<double> sign_, bound_;
  Eigen::VectorXd x_, Hx_;
};

template <class Call>
double nanoseconds(const Call& call) {
  const Clock::time_point start = Clock::now();
  call();
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

double median(std::vector<double> x) {
  std::nth_element(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2), x.end());
  return x[x.size() / 2];
}

}  // namespace

QuadraticProgramTimes time_quadratic_programs() {
  const ProgramShape shape;
  const std::vector<QuadraticProgram> programs = random_programs(program_count, shape, 1),
                                      later = moved(programs, 0.02, 2);
  sinew::QuadraticProgramSolver solver(shape.variables, 0, shape.rows), later_solver(shape.variables, 0, shape.rows);
  std::vector<double> ours, warm, slsqp;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (std::size_t i = 0; i < programs.size(); ++i) {
      ours.push_back(nanoseconds([&] { solver.solve(programs[i]); }));
      const sinew::QuadraticProgramSolution& solution = solver.solution();
      warm.push_back(nanoseconds([&] { later_solver.solve(later[i], solution.active); }));
      Slsqp other(programs[i]);
      slsqp.push_back(nanoseconds([&] { other.solve(); }));
      const double difference = (solution.x - other.x()).cwiseAbs().maxCoeff();
      if (solution.status != sinew::QuadraticProgramStatus::Optimal || !(difference < 1e-6))
        throw std::runtime_error("SLSQP and ours differ by " + std::to_string(difference) + " on program " +
                                 std::to_string(i));
    }
  return {median(ours), median(slsqp), median(warm)};
}

}  // namespace sinew_bench
