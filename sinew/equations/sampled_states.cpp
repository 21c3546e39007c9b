// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/sampled_states.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <span>

#include "sinew/symbolic/evaluate.h"
#include "sinew/symbolic/graph_order.h"

namespace sinew {

namespace {

constexpr double least_parameter = 0.3, largest_parameter = 3.0;

}  // namespace

double SampledStates::uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(engine_()) / static_cast<double>(std::mt19937::max()));
}

void SampledStates::draw_parameters() {
  for (auto& [name, value] : parameters_) value = uniform(least_parameter, largest_parameter);
}

StateNumbers SampledStates::next() {
  StateNumbers state;
  for (const Symbol& symbol : graph_.symbols()) {
    if (symbol.kind == SymbolKind::Parameter) {
      const auto [found, is_new] = parameters_.try_emplace(symbol.name, 0.0);
      if (is_new) found->second = uniform(least_parameter, largest_parameter);
      state[symbol.name] = found->second;
    } else if (const auto wide = reach_.find(symbol.name); wide != reach_.end()) {
      const double x = uniform(-1.0, 1.0);
      state[symbol.name] = wide->second * x * x * x;
    } else {
      const double reach = symbol.is_angle ? std::numbers::pi : 1.0;
      state[symbol.name] = uniform(-reach, reach);
    }
  }
  return state;
}

std::vector<Expr> parts_of(const Expr& expression) {
  std::vector<Expr> parts;
  for (const Expr::Node* node : nodes_of(std::array{expression})) parts.emplace_back(node);
  return parts;
}

std::vector<const Symbol*> symbols_in(const std::vector<Expr>& expressions) {
  std::vector<const Symbol*> symbols;
  for (const Expr::Node* node : nodes_of(expressions))
    if (node->op == Expr::Op::Symbol) symbols.push_back(node->symbol);
  std::sort(symbols.begin(), symbols.end(), [](const Symbol* a, const Symbol* b) { return a->index < b->index; });
  return symbols;
}

std::vector<double> values_at(const std::vector<Expr>& expressions, const StateNumbers& state) {
  return evaluated<double>(std::span<const Expr>(expressions),
                           [&](const Symbol& symbol) { return state.at(symbol.name); });
}

}  // namespace sinew
