// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "sinew/scalar/taylor.h"
#include "sinew/symbolic/expr.h"

namespace sinew {

/// Expressions of symbols as a list of steps, to be computed in doubles over and over: nothing is allocated then.
class ExpressionTape {
 public:
  /// `inputs` are the symbols that the values given later stand for; there must be no others in `results`.
  ExpressionTape(std::span<const Expr> inputs, std::span<const Expr> results);

  /// One value per input; what the results come to is in `result` afterwards.
  void run(std::span<const double> inputs) noexcept;
  double result(std::size_t i) const noexcept { return values_[results_[i]]; }

  /// The same in `values` of the caller, `value_count()` numbers that `prepare` has filled, so that threads share a tape.
  std::size_t value_count() const noexcept { return values_.size(); }
  void prepare(std::span<double> values) const noexcept;
  void run(std::span<const double> inputs, std::span<double> values) const noexcept;
  double result(std::size_t i, std::span<const double> values) const noexcept { return values[results_[i]]; }

  /// The same of a function of one variable with its derivatives, in `series`, 4·`value_count()` numbers that
  /// `prepare_series` has filled. The tape has one input.
  void prepare_series(std::span<double> series) const noexcept;
  void run_series(double input, std::span<double> series) const noexcept;
  Taylor series(std::size_t i, std::span<const double> series) const noexcept;

 private:
  struct Step {
    Expr::Op op = Expr::Op::Constant;
    int exponent = 0;
    std::size_t first = 0, count = 0;  ///< its operands, in `operands_`
  };

  std::size_t input_count_;
  std::vector<double> values_;  // inputs, constants, then one per step
  std::size_t first_step_ = 0;
  std::vector<Step> steps_;
  std::vector<std::size_t> operands_;  // indices of values
  std::vector<std::size_t> results_;
};

}  // namespace sinew
