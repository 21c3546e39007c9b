// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/derivative.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sinew/symbolic/flatten.h"
#include "sinew/symbolic/graph_order.h"

namespace sinew {

namespace {

using Op = Expr::Op;
using ExprOfNode = std::unordered_map<const Expr::Node*, Expr>;

class Slopes {
 public:
  explicit Slopes(const Symbol& symbol) : symbol_(symbol) {}

  void add(const Expr& x) { slopes_.emplace(x.node(), slope(x)); }
  Expr of(const Expr& x) const { return x.is_constant() ? Expr() : slopes_.at(x.node()); }

 private:
  Expr slope(const Expr& x) const {
    const std::vector<Expr>& y = x.operands();
    switch (x.op()) {
      case Op::Constant:
      case Op::Sign:
        return {};
      case Op::Symbol:
        return &x.symbol() == &symbol_ ? Expr(1.0) : Expr();
      case Op::Sum:
        return of_sum(y);
      case Op::Product:
        return of_product(y);
      case Op::Power:
        return Expr(Rational(x.exponent())) * power(y[0], x.exponent() - 1) * of(y[0]);
      case Op::Sin:
        return sincos(y[0]).cos * of(y[0]);
      case Op::Cos:
        return -sincos(y[0]).sin * of(y[0]);
      case Op::Sqrt:
        return of(y[0]) / (Expr(2.0) * x);
      case Op::Exp:
        return x * of(y[0]);
      case Op::Select:
        return select(y[0] < y[1], of(y[2]), of(y[3]));
    }
    return {};
  }

  Expr of_sum(const std::vector<Expr>& terms) const {
    Expr sum;
    for (const Expr& term : terms) sum += of(term);
    return sum;
  }

  Expr of_product(const std::vector<Expr>& factors) const {
    Expr sum;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      Expr term = of(factors[i]);
      for (std::size_t k = 0; k < factors.size() && !term.is_zero(); ++k)
        if (k != i) term *= factors[k];
      sum += term;
    }
    return sum;
  }

  const Symbol& symbol_;
  ExprOfNode slopes_;
};

/// Σ terms with equal ones added up, in the order in which they first appear; a constant comes last.
Expr collected_sum(ExprGraph& graph, const std::vector<Expr>& terms) {
  std::vector<Expr> rests;
  std::unordered_map<const Expr::Node*, Rational> coefficients;
  for (const Expr& term : terms) {
    const Scaled s = split_coefficient(term);
    const auto [coefficient, is_new] = coefficients.try_emplace(s.rest.node(), 0);
    if (is_new && !s.rest.is_constant()) rests.push_back(s.rest);
    coefficient->second += s.coefficient;
  }
  std::vector<Expr> sum;
  sum.reserve(rests.size() + 1);
  for (const Expr& rest : rests) sum.push_back(Expr(coefficients.at(rest.node())) * rest);
  if (const auto constant = coefficients.find(nullptr); constant != coefficients.end())
    sum.emplace_back(constant->second);
  std::erase_if(sum, [](const Expr& x) { return x.is_zero(); });
  return graph.sum(std::move(sum));
}

/// Π factors with equal ones made a power, in the order in which they first appear; a constant comes first.
Expr collected_product(ExprGraph& graph, std::vector<Expr> factors) {
  if (std::any_of(factors.begin(), factors.end(), [](const Expr& x) { return x.is_zero(); })) return {};
  const FlatProduct flat = flat_product(graph.product(std::move(factors)));
  std::vector<Expr> product{Expr(flat.coefficient)};
  for (const FlatProduct::Factor& f : flat.factors) product.push_back(power(f.base, f.exponent));
  return graph.product(std::move(product));
}

/// x with other operands.
Expr remade(const Expr& x, const std::vector<Expr>& y) {
  switch (x.op()) {
    case Op::Constant:
    case Op::Symbol:
      break;
    case Op::Sum:
      return collected_sum(*x.graph(), y);
    case Op::Product:
      return collected_product(*x.graph(), y);
    case Op::Power:
      return power(y[0], x.exponent());
    case Op::Sin:
      return sincos(y[0]).sin;
    case Op::Cos:
      return sincos(y[0]).cos;
    case Op::Sqrt:
      return sqrt(y[0]);
    case Op::Exp:
      return exp(y[0]);
    case Op::Sign:
      return sign(y[0]);
    case Op::Select:
      return select(y[0] < y[1], y[2], y[3]);
  }
  return x;
}

}  // namespace

Expr derivative(const Expr& x, const Symbol& symbol) {
  Slopes slopes(symbol);
  for (const Expr::Node* node : nodes_of(std::span(&x, 1))) slopes.add(Expr(node));
  return slopes.of(x);
}

Expr substituted(const Expr& x, const std::function<std::optional<Expr>(const Expr& part)>& replacement) {
  ExprOfNode changed;
  const auto now = [&](const Expr& old) {
    const auto found = changed.find(old.node());
    return found == changed.end() ? old : found->second;
  };
  for (const Expr::Node* node : nodes_of(std::span(&x, 1))) {
    if (const std::optional<Expr> other = replacement(Expr(node))) {
      changed.emplace(node, *other);
      continue;
    }
    std::vector<Expr> operands;
    for (const Expr& operand : node->operands) operands.push_back(now(operand));
    if (operands != node->operands) changed.emplace(node, remade(Expr(node), operands));
  }
  return now(x);
}

Expr substituted(const Expr& x, const std::map<std::string, Expr>& replacements) {
  return substituted(x, [&](const Expr& part) -> std::optional<Expr> {
    if (part.op() != Op::Symbol) return {};
    const auto found = replacements.find(part.symbol().name);
    return found == replacements.end() ? std::nullopt : std::optional(found->second);
  });
}

Expr rebuilt(const Expr& x, const std::function<Expr(const Expr& part)>& change) {
  ExprOfNode now;
  const auto at = [&](const Expr& old) { return old.is_constant() ? old : now.at(old.node()); };
  for (const Expr::Node* node : nodes_of(std::span(&x, 1))) {
    std::vector<Expr> operands;
    for (const Expr& operand : node->operands) operands.push_back(at(operand));
    now.emplace(node, change(operands == node->operands ? Expr(node) : remade(Expr(node), operands)));
  }
  return at(x);
}

}  // namespace sinew
