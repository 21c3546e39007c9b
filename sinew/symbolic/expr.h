// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sinew/scalar/scalar.h"
#include "sinew/symbolic/constants/rational.h"

namespace sinew {

/// What a symbol stands for. An equation is sorted, labelled and differentiated by it.
enum class SymbolKind {
  Parameter,     ///< a mass, a length, a coefficient: does not change with time
  Position,      ///< q of a joint
  Velocity,      ///< q̇
  Acceleration,  ///< q̈
};

/// A named unknown.
struct Symbol {
  std::string name;  ///< as it is typed: m1, q2, qd2, qdd2
  SymbolKind kind = SymbolKind::Parameter;
  int joint = -1;         ///< of q, q̇, q̈: which one, from 0
  bool is_angle = false;  ///< a position that turns
  int index = 0;          ///< in the order in which the graph first heard of it
  int rank = 0;           ///< of a parameter: what sort of thing it is; sorts come in this order in a product
};

class ExprGraph;

/// A number that remembers how it was made: a constant, or a node of a graph.
///
/// It is a Scalar, so every recursion runs on it and leaves behind its own equations. The graph holds each distinct
/// subexpression once and must outlive what points into it; two nodes are the same expression, as it was written,
/// exactly if they are the same node. Only what never hides an equation is simplified on the way: constants, zeros,
/// ones, equal terms. `Ring` decides whether two expressions are equal as functions.
class Expr {
 public:
  enum class Op : std::uint8_t { Constant, Symbol, Sum, Product, Power, Sin, Cos, Sqrt, Exp, Sign, Select };
  struct Node;

  Expr() = default;
  Expr(double value) : constant_(Rational::decimal(value)) {}  // NOLINT(google-explicit-constructor): a constant is one
  Expr(Rational value) : constant_(std::move(value)) {}        // NOLINT(google-explicit-constructor)
  explicit Expr(const Node* node);

  bool is_constant() const { return node_ == nullptr; }
  bool is_zero() const { return is_constant() && constant_.is_zero(); }
  bool is_one() const { return is_constant() && constant_.is_one(); }
  const Rational& constant() const { return constant_; }  ///< where it is one
  const Node* node() const { return node_; }              ///< nullptr for a constant
  Op op() const;
  const Symbol& symbol() const;
  int exponent() const;                       ///< of a Power
  const std::vector<Expr>& operands() const;  ///< Select: of a < b ? x : y in this order
  ExprGraph* graph() const;                   ///< nullptr for a constant

  Expr& operator+=(const Expr& b) { return *this = *this + b; }
  Expr& operator-=(const Expr& b) { return *this = *this - b; }
  Expr& operator*=(const Expr& b) { return *this = *this * b; }
  Expr& operator/=(const Expr& b) { return *this = *this / b; }
  friend Expr operator+(const Expr& a, const Expr& b);
  friend Expr operator-(const Expr& a, const Expr& b) { return a + -b; }
  friend Expr operator-(const Expr& a);
  friend Expr operator*(const Expr& a, const Expr& b);
  /// Throws std::domain_error for a divisor that is zero.
  friend Expr operator/(const Expr& a, const Expr& b);
  /// The same expression as it was written; see Ring for equal values.
  friend bool operator==(const Expr& a, const Expr& b) { return a.node_ == b.node_ && a.constant_ == b.constant_; }

 private:
  Rational constant_;  ///< where there is no node
  const Node* node_ = nullptr;
};

struct Expr::Node {
  Op op = Op::Constant;
  int exponent = 0;                ///< Power
  const Symbol* symbol = nullptr;  ///< Symbol
  std::vector<Expr> operands;
  ExprGraph* graph = nullptr;
  std::uint32_t id = 0;      ///< in the order of making: operands before what is made of them
  std::uint32_t height = 0;  ///< of a symbol 0, else one more than that of the highest operand
};

/// Owner of symbols and of the expressions made from them. One thread at a time.
class ExprGraph {
 public:
  ExprGraph() = default;
  ExprGraph(const ExprGraph&) = delete;
  ExprGraph& operator=(const ExprGraph&) = delete;

  /// The symbol of that name, made on first use.
  Expr symbol(const std::string& name, SymbolKind kind = SymbolKind::Parameter, int rank = 0);
  /// q, q̇ or q̈ of joint number `joint` (from 0): `prefix` and the number from 1, q1, qd1, qdd1.
  Expr position(int joint, bool is_angle);
  Expr velocity(int joint);
  Expr acceleration(int joint);
  /// Nothing where no symbol has that name.
  const Symbol* find(std::string_view name) const;
  const std::deque<Symbol>& symbols() const { return symbols_; }

  /// A sum and a product whose operands stay in the order given, for an equation that is to be read.
  Expr sum(std::vector<Expr> terms);
  Expr product(std::vector<Expr> factors);

  /// The one node of that content.
  Expr node(Expr::Op op, std::vector<Expr> operands, int exponent = 0);
  std::size_t size() const { return nodes_.size(); }

 private:
  struct ByContent {
    std::size_t operator()(const Expr::Node* node) const;
    bool operator()(const Expr::Node* a, const Expr::Node* b) const;
  };
  Expr add_symbol(Symbol symbol);

  std::deque<Symbol> symbols_;
  std::unordered_map<std::string, Expr> symbol_by_name_;
  std::deque<Expr::Node> nodes_;
  std::unordered_set<const Expr::Node*, ByContent, ByContent> unique_;
};

/// An order of expressions that depends on nothing but what they are: constants, then symbols as they were announced, then
/// low expressions before high ones. The numbers of nodes will not do, because they follow the order in which a compiler
/// evaluates arguments.
std::strong_ordering content_order(const Expr& a, const Expr& b);

/// x to a whole power.
Expr power(const Expr& x, int exponent);
SinCos<Expr> sincos(const Expr& angle);
/// Exact at multiples of 15°, with √2 and √3; elsewhere to 80 digits.
SinCos<Expr> sincos_of_constant(const Expr& angle);
/// Divides three constants by the root of the sum of their squares. They are doubles as a file's direction left them: what
/// lies next to a multiple of small whole numbers, or to the sine and cosine of a multiple of 15°, is taken for that.
void make_unit_length(Expr& x, Expr& y, Expr& z);
Expr sqrt(const Expr& x);
Expr exp(const Expr& x);
/// −1, 0 or 1.
Expr sign(const Expr& x);

/// a < b, which an expression cannot answer: see `select`.
struct ExprComparison {
  Expr a, b;
};
ExprComparison operator<(const Expr& a, const Expr& b);
Expr select(const ExprComparison& condition, const Expr& if_true, const Expr& if_false);

inline bool is_structural_zero(const Expr& x) { return x.is_zero(); }

/// x = coefficient·rest, the coefficient a constant.
struct Scaled {
  Rational coefficient;
  Expr rest;
};
Scaled split_coefficient(const Expr& x);

}  // namespace sinew
