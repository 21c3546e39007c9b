// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/digits.h"

#include <array>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sinew/symbolic/graph_order.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {
namespace {

/// Copies expressions into another graph.
class DigitsCopier {
 public:
  DigitsCopier(int digits, ExprGraph& graph) : digits_(digits), graph_(graph) {}

  Expr copy(const Expr& root) {
    if (root.graph() != nullptr && copies_.empty())
      for (const Symbol& symbol : root.graph()->symbols()) copy(symbol);
    const std::array roots{root};
    for (const Expr::Node* node : nodes_of(std::span<const Expr>(roots)))
      if (!copies_.contains(node)) copies_.emplace(node, copy_of_node(Expr(node)));
    return now(root);
  }

 private:
  Expr copy(const Symbol& symbol) {
    switch (symbol.kind) {
      case SymbolKind::Position:
        return graph_.position(symbol.joint, symbol.is_angle);
      case SymbolKind::Velocity:
        return graph_.velocity(symbol.joint);
      case SymbolKind::Acceleration:
        return graph_.acceleration(symbol.joint);
      case SymbolKind::Parameter:
        break;
    }
    return graph_.symbol(symbol.name, symbol.kind, symbol.rank);
  }

  Expr copy_of_node(const Expr& x) {
    if (x.op() == Expr::Op::Symbol) return copy(x.symbol());
    std::vector<Expr> operands;
    for (const Expr& operand : x.operands()) operands.push_back(now(operand));
    return graph_.node(x.op(), std::move(operands), x.op() == Expr::Op::Power ? x.exponent() : 0);
  }

  Expr now(const Expr& x) const {
    return x.is_constant() ? Expr(rounded_for_print(x.constant(), digits_)) : copies_.at(x.node());
  }

  int digits_;
  ExprGraph& graph_;
  std::unordered_map<const Expr::Node*, Expr> copies_;
};

}  // namespace

EquationDocument with_digits(const EquationDocument& document, int digits, ExprGraph& graph) {
  DigitsCopier copier(digits, graph);
  EquationDocument result = document;
  for (Section& section : result.sections)
    for (Block& block : section.blocks) {
      if (auto* equation = std::get_if<Equation>(&block)) {
        for (Expr& entry : equation->entries) entry = copier.copy(entry);
        if (equation->factor) equation->factor = copier.copy(*equation->factor);
      }
      if (auto* sum = std::get_if<LabelledSum>(&block))
        for (auto& [term, label] : sum->terms) term = copier.copy(term);
    }
  return result;
}

}  // namespace sinew
