// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/expr.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace sinew {

namespace {

using Op = Expr::Op;

ExprGraph& graph_of(const Expr& a, const Expr& b) { return *(a.graph() != nullptr ? a.graph() : b.graph()); }

/// x = base^exponent
std::pair<Expr, int> split_power(const Expr& x) {
  if (x.op() == Op::Power) return {x.operands().front(), x.exponent()};
  return {x, 1};
}

bool precedes(const Expr& a, const Expr& b) { return std::is_lt(content_order(a, b)); }

Expr scaled(const Rational& coefficient, const Expr& x) {
  if (coefficient.is_zero()) return {};
  if (x.is_constant()) return coefficient * x.constant();
  if (coefficient.is_one()) return x;
  return x.graph()->node(Op::Product, {coefficient, x});
}

/// What is left of a product when its constant is taken out.
Expr rest_of_product(const Expr& x) {
  std::vector<Expr> rest(x.operands().begin() + 1, x.operands().end());
  return rest.size() == 1 ? rest.front() : x.graph()->node(Op::Product, std::move(rest));
}

}  // namespace

Expr::Expr(const Node* node) : node_(node) {}
Op Expr::op() const { return node_ == nullptr ? Op::Constant : node_->op; }
const Symbol& Expr::symbol() const { return *node_->symbol; }
int Expr::exponent() const { return node_->exponent; }
const std::vector<Expr>& Expr::operands() const { return node_->operands; }
ExprGraph* Expr::graph() const { return node_ == nullptr ? nullptr : node_->graph; }

Scaled split_coefficient(const Expr& x) {
  if (x.is_constant()) return {x.constant(), Expr(1.0)};
  if (x.op() == Op::Product && x.operands().front().is_constant())
    return {x.operands().front().constant(), rest_of_product(x)};
  return {Rational(1), x};
}

std::strong_ordering content_order(const Expr& a, const Expr& b) {
  // Different nodes have different content: the first operands that differ decide, so no recursion is needed.
  const Expr *x = &a, *y = &b;
  while (!(*x == *y)) {
    if (x->is_constant() || y->is_constant()) {
      if (x->is_constant() != y->is_constant()) return y->is_constant() <=> x->is_constant();
      return x->constant() <=> y->constant();
    }
    const Expr::Node &m = *x->node(), &n = *y->node();
    if (m.height != n.height) return m.height <=> n.height;
    if (m.symbol != nullptr && n.symbol != nullptr) return m.symbol->index <=> n.symbol->index;
    if (m.op != n.op) return m.op <=> n.op;
    if (m.exponent != n.exponent) return m.exponent <=> n.exponent;
    if (m.operands.size() != n.operands.size()) return m.operands.size() <=> n.operands.size();
    const auto [p, q] = std::mismatch(m.operands.begin(), m.operands.end(), n.operands.begin());
    if (p == m.operands.end()) return m.id <=> n.id;  // decimals that differ by less than counts
    x = &*p;
    y = &*q;
  }
  return std::strong_ordering::equal;
}

Expr operator-(const Expr& a) {
  const Scaled s = split_coefficient(a);
  return scaled(-s.coefficient, s.rest);
}

Expr operator+(const Expr& a, const Expr& b) {
  if (a.is_constant() && b.is_constant()) return a.constant() + b.constant();
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  const Scaled x = split_coefficient(a), y = split_coefficient(b);
  if (x.rest == y.rest) return scaled(x.coefficient + y.coefficient, x.rest);
  // −a − b = −(a + b), so that a sum and its opposite share what they are made of
  if (x.coefficient.sign() < 0 && y.coefficient.sign() < 0 && !a.is_constant() && !b.is_constant()) return -(-a + -b);
  ExprGraph& graph = graph_of(a, b);
  // constants last, no minus in front: l − 2·m + 1
  const bool x_is_negative = x.coefficient.sign() < 0, y_is_negative = y.coefficient.sign() < 0;
  const bool y_precedes = x_is_negative != y_is_negative ? x_is_negative : precedes(y.rest, x.rest);
  const bool swap = a.is_constant() || (!b.is_constant() && y_precedes);
  return graph.node(Op::Sum, swap ? std::vector<Expr>{b, a} : std::vector<Expr>{a, b});
}

Expr operator*(const Expr& a, const Expr& b) {
  if (a.is_constant() && b.is_constant()) return a.constant() * b.constant();
  if (a.is_constant() || b.is_constant()) {
    const Scaled s = split_coefficient(a.is_constant() ? b : a);
    return scaled(s.coefficient * (a.is_constant() ? a : b).constant(), s.rest);
  }
  const Scaled x = split_coefficient(a), y = split_coefficient(b);
  const auto [base_x, power_x] = split_power(x.rest);
  const auto [base_y, power_y] = split_power(y.rest);
  const Rational coefficient = x.coefficient * y.coefficient;
  if (base_x == base_y) return scaled(coefficient, power(base_x, power_x + power_y));
  ExprGraph& graph = *x.rest.graph();
  return scaled(coefficient, graph.node(Op::Product, precedes(y.rest, x.rest) ? std::vector<Expr>{y.rest, x.rest}
                                                                              : std::vector<Expr>{x.rest, y.rest}));
}

Expr operator/(const Expr& a, const Expr& b) {
  if (b.is_constant()) return a * Expr(Rational(1) / b.constant());
  return a * power(b, -1);
}

Expr power(const Expr& x, int exponent) {
  if (exponent == 0) return Expr(1.0);
  if (exponent == 1) return x;
  if (x.is_constant()) return power(x.constant(), exponent);
  const Scaled s = split_coefficient(x);
  if (!s.coefficient.is_one()) return scaled(power(s.coefficient, exponent), power(s.rest, exponent));
  const auto [base, inner] = split_power(x);
  constexpr long most_exponent = 30'000;
  if (std::abs(static_cast<long>(inner) * exponent) > most_exponent) throw std::length_error("a power beyond 30,000");
  if (inner * exponent == 1) return base;
  // (√x)² = x
  if (base.op() == Op::Sqrt && (inner * exponent) % 2 == 0) return power(base.operands().front(), inner * exponent / 2);
  return x.graph()->node(Op::Power, {base}, inner * exponent);
}

SinCos<Expr> sincos(const Expr& angle) {
  if (angle.is_constant()) return sincos_of_constant(angle);
  const Scaled s = split_coefficient(angle);
  const bool negative = s.coefficient.sign() < 0;  // sin is odd, cos is even
  const Expr positive = negative ? -angle : angle;
  const Expr sine = angle.graph()->node(Op::Sin, {positive});
  return {negative ? -sine : sine, angle.graph()->node(Op::Cos, {positive})};
}

SinCos<Expr> sincos_of_constant(const Expr& angle) {
  if (!angle.is_constant()) return sincos(angle);
  SinCos<Rational> value = sincos_of_constant(angle.constant());
  return {Expr(std::move(value.sin)), Expr(std::move(value.cos))};
}

Expr sqrt(const Expr& x) {
  if (x.is_constant()) return square_root(x.constant());
  return x.graph()->node(Op::Sqrt, {x});
}

Expr exp(const Expr& x) {
  if (x.is_zero()) return Expr(1.0);
  if (x.is_constant()) return exponential(x.constant());
  return x.graph()->node(Op::Exp, {x});
}

Expr sign(const Expr& x) {
  if (x.is_constant()) return Expr(Rational(x.constant().sign()));
  const Scaled s = split_coefficient(x);
  const Expr positive = x.graph()->node(Op::Sign, {s.rest});  // sgn(6·x) = sgn(x)
  return s.coefficient.sign() < 0 ? -positive : positive;
}

ExprComparison operator<(const Expr& a, const Expr& b) { return {a, b}; }

Expr select(const ExprComparison& condition, const Expr& if_true, const Expr& if_false) {
  if (if_true == if_false) return if_true;
  const Expr &a = condition.a, &b = condition.b;
  if (a.is_constant() && b.is_constant()) return a.constant() < b.constant() ? if_true : if_false;
  // 0 < x ? y : (x < 0 ? −y : 0) is y·sgn(x): how friction comes out of its recursion
  if (a.is_zero() && if_false.op() == Op::Select) {
    const std::vector<Expr>& other = if_false.operands();
    if (other[0] == b && other[1].is_zero() && other[2] == -if_true && other[3].is_zero()) return if_true * sign(b);
  }
  return graph_of(a, b).node(Op::Select, {a, b, if_true, if_false});
}

std::size_t ExprGraph::ByContent::operator()(const Expr::Node* node) const {
  std::size_t hash = static_cast<std::size_t>(node->op) + 31 * static_cast<std::size_t>(node->exponent + 1000);
  hash = hash * 1000003 + reinterpret_cast<std::size_t>(node->symbol);
  for (const Expr& x : node->operands)
    hash = (hash ^ (x.is_constant() ? x.constant().hash() : x.node()->id + 0x9E3779B97F4A7C15U)) * 0x100000001B3U;
  return hash;
}

bool ExprGraph::ByContent::operator()(const Expr::Node* a, const Expr::Node* b) const {
  return a->op == b->op && a->exponent == b->exponent && a->symbol == b->symbol && a->operands == b->operands;
}

Expr ExprGraph::node(Op op, std::vector<Expr> operands, int exponent) {
  std::uint32_t height = 0;
  for (const Expr& x : operands)
    if (!x.is_constant()) height = std::max(height, x.node()->height);
  Expr::Node wanted{op,        exponent, nullptr, std::move(operands), this, static_cast<std::uint32_t>(nodes_.size()),
                    height + 1};
  if (const auto found = unique_.find(&wanted); found != unique_.end()) return Expr(*found);
  nodes_.push_back(std::move(wanted));
  unique_.insert(&nodes_.back());
  return Expr(&nodes_.back());
}

Expr ExprGraph::add_symbol(Symbol symbol) {
  if (const auto found = symbol_by_name_.find(symbol.name); found != symbol_by_name_.end()) return found->second;
  symbol.index = static_cast<int>(symbols_.size());
  symbols_.push_back(std::move(symbol));
  nodes_.push_back({Op::Symbol, 0, &symbols_.back(), {}, this, static_cast<std::uint32_t>(nodes_.size())});
  const Expr made(&nodes_.back());
  symbol_by_name_.emplace(symbols_.back().name, made);
  return made;
}

Expr ExprGraph::symbol(const std::string& name, SymbolKind kind, int rank) {
  return add_symbol({.name = name, .kind = kind, .rank = rank});
}

Expr ExprGraph::position(int joint, bool is_angle) {
  return add_symbol({"q" + std::to_string(joint + 1), SymbolKind::Position, joint, is_angle});
}
Expr ExprGraph::velocity(int joint) {
  return add_symbol({"qd" + std::to_string(joint + 1), SymbolKind::Velocity, joint, false});
}
Expr ExprGraph::acceleration(int joint) {
  return add_symbol({"qdd" + std::to_string(joint + 1), SymbolKind::Acceleration, joint, false});
}

const Symbol* ExprGraph::find(std::string_view name) const {
  const auto found = symbol_by_name_.find(std::string(name));
  return found == symbol_by_name_.end() ? nullptr : &found->second.symbol();
}

Expr ExprGraph::sum(std::vector<Expr> terms) {
  std::erase_if(terms, [](const Expr& x) { return x.is_zero(); });
  if (terms.empty()) return {};
  if (terms.size() == 1) return terms.front();
  return node(Op::Sum, std::move(terms));
}

Expr ExprGraph::product(std::vector<Expr> factors) {
  if (std::any_of(factors.begin(), factors.end(), [](const Expr& x) { return x.is_zero(); })) return {};
  std::erase_if(factors, [](const Expr& x) { return x.is_one(); });
  if (factors.empty()) return Expr(1.0);
  if (factors.size() == 1) return factors.front();
  return node(Op::Product, std::move(factors));
}

}  // namespace sinew
