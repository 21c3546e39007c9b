// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/expression_tape.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "sinew/symbolic/graph_order.h"
#include "sinew/symbolic/operation.h"

namespace sinew {
namespace {

Taylor loaded(std::span<const double> series, std::size_t i) {
  Taylor x;
  for (std::size_t k = 0; k < 4; ++k) x.a[k] = series[4 * i + k];
  return x;
}

void store(const Taylor& x, std::span<double> series, std::size_t i) {
  for (std::size_t k = 0; k < 4; ++k) series[4 * i + k] = x.a[k];
}

}  // namespace

ExpressionTape::ExpressionTape(std::span<const Expr> inputs, std::span<const Expr> results)
    : input_count_(inputs.size()), values_(inputs.size()) {
  std::unordered_map<const Expr::Node*, std::size_t> place;
  for (std::size_t i = 0; i < inputs.size(); ++i) place.emplace(inputs[i].node(), i);
  const std::vector<const Expr::Node*> nodes = nodes_of(results);

  // constants stand behind the inputs, and results that are one among them
  std::vector<Rational> constants;
  const auto constant_place = [&](const Rational& c) {
    const auto found = std::find(constants.begin(), constants.end(), c);
    if (found == constants.end()) {
      constants.push_back(c);
      values_.push_back(c.to_double());
      return values_.size() - 1;
    }
    return input_count_ + static_cast<std::size_t>(found - constants.begin());
  };
  const auto note_constant = [&](const Expr& x) {
    if (x.is_constant()) constant_place(x.constant());
  };
  for (const Expr::Node* node : nodes)
    for (const Expr& operand : node->operands) note_constant(operand);
  for (const Expr& result : results) note_constant(result);
  const auto place_of = [&](const Expr& x) {
    return x.is_constant() ? constant_place(x.constant()) : place.at(x.node());
  };

  first_step_ = values_.size();
  for (const Expr::Node* node : nodes) {
    if (place.contains(node)) continue;
    if (node->op == Expr::Op::Symbol)
      throw std::logic_error("a symbol that no input stands for: " + node->symbol->name);
    steps_.push_back({node->op, node->exponent, operands_.size(), node->operands.size()});
    for (const Expr& operand : node->operands) operands_.push_back(place_of(operand));
    place.emplace(node, values_.size());
    values_.push_back(0.0);
  }
  for (const Expr& result : results) results_.push_back(place_of(result));
}

void ExpressionTape::prepare(std::span<double> values) const noexcept {
  std::copy(values_.begin(), values_.end(), values.begin());
}

void ExpressionTape::run(std::span<const double> inputs) noexcept { run(inputs, values_); }

void ExpressionTape::run(std::span<const double> inputs, std::span<double> values) const noexcept {
  std::copy(inputs.begin(), inputs.end(), values.begin());
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    values[first_step_ + i] = operation<double>(step.op, step.exponent, step.count,
                                                [&](std::size_t k) { return values[operands_[step.first + k]]; });
  }
}

void ExpressionTape::prepare_series(std::span<double> series) const noexcept {
  for (std::size_t i = 0; i < values_.size(); ++i) store(Taylor(values_[i]), series, i);
}

void ExpressionTape::run_series(double input, std::span<double> series) const noexcept {
  store(Taylor::variable(input), series, 0);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    store(operation<Taylor>(step.op, step.exponent, step.count,
                            [&](std::size_t k) { return loaded(series, operands_[step.first + k]); }),
          series, first_step_ + i);
  }
}

Taylor ExpressionTape::series(std::size_t i, std::span<const double> series) const noexcept {
  return loaded(series, results_[i]);
}

}  // namespace sinew
