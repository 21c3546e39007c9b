// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/algorithms/arguments.h"
#include "sinew/formats/formula.h"
#include "sinew/symbolic/expression_tape.h"

namespace sinew {

/// Formulas of the time t and of the state, as people write them: `-k*q1 - d*qd1 + 5*sin(t)`.
///
/// q1, q2, … and qd1, qd2, … are the joints in order; q_elbow and qd_elbow the same by name, with _ for every sign
/// that a name in a formula cannot have. A formula is read with units wherever they fit, and else with t, q or both as
/// the plain numbers of seconds and radians.
class StateFormulas {
 public:
  explicit StateFormulas(const Model<double>& model);

  /// A name for all formulas that are read later. Throws FormulaError for a name that is taken.
  void add_parameter(const std::string& name, std::string_view formula);
  /// The parameters alone, as numbers.
  const Names<double>& numbers() const noexcept { return numbers_; }

  /// Throws FormulaError for a formula that has no reading.
  Expr read(std::string_view text, const Dimension& wanted) const;
  /// left − right, which must be of one kind.
  Expr difference(std::string_view left, std::string_view right) const;

  /// Formulas to be computed over and over: `run` allocates nothing.
  class Tape {
   public:
    void run(double t, In<double> q, In<double> qd) noexcept;
    double result(std::size_t i) const noexcept { return tape_.result(i); }

   private:
    friend class StateFormulas;
    Tape(std::shared_ptr<ExprGraph> graph, ExpressionTape tape, std::size_t inputs)
        : graph_(std::move(graph)), tape_(std::move(tape)), inputs_(inputs) {}
    std::shared_ptr<ExprGraph> graph_;  ///< keeps the expressions alive
    ExpressionTape tape_;
    std::vector<double> inputs_;
  };
  Tape tape(const std::vector<Expr>& results) const;

 private:
  struct Variable {
    std::vector<std::string> names;
    Expr symbol;
    Dimension dimension;
    bool is_time = false;
  };
  Names<Expr> names(bool time_has_unit, bool state_has_units) const;
  /// `make(names, state_has_units)` under the first of four readings that makes sense.
  template <class Make>
  Expr under_a_reading(const Make& make) const;
  bool is_taken(std::string_view name) const;

  std::shared_ptr<ExprGraph> graph_ = std::make_shared<ExprGraph>();
  std::vector<Variable> variables_;  ///< t, every number of q, every number of q̇
  Names<Expr> parameters_;
  Names<double> numbers_;
};

}  // namespace sinew
