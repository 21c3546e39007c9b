// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/equation_pieces.h"

#include <algorithm>
#include <utility>

#include "sinew/symbolic/flatten.h"

namespace sinew {

namespace {

using Op = Expr::Op;
using Before = EquationPiece::Before;

/// ±Π factors.
struct Signed {
  bool negative = false;
  std::vector<Expr> factors;
};

Signed signed_factors(const Expr& term) {
  const FlatProduct product = flat_product(term);
  Signed result{product.coefficient.sign() < 0, {}};
  const Rational coefficient = magnitude(product.coefficient);
  if (!coefficient.is_one() || product.factors.empty()) result.factors.emplace_back(coefficient);
  for (const FlatProduct::Factor& f : product.factors)
    result.factors.push_back(f.exponent == 1 ? f.base : f.base.graph()->node(Op::Power, {f.base}, f.exponent));
  return result;
}

/// sum^exponent, the exponent as it is printed.
struct Bracket {
  Expr sum;
  std::string exponent;
};

Bracket bracket_of(const Expr& factor) {
  switch (factor.op()) {
    case Op::Power:
      return {factor.operands().front(), std::to_string(factor.exponent())};
    case Op::Sqrt:
      return {factor.operands().front(), "1/2"};
    default:
      return {factor, {}};
  }
}

bool is_inverse(const Expr& factor) { return factor.op() == Op::Power && factor.exponent() < 0; }

class Cutter {
 public:
  explicit Cutter(const PieceStyle& style) : style_(style) {}

  void add_sum(const Expr& sum, int depth) {
    bool first = true;
    for (const Expr& term : flat_sum(sum)) {
      add_term(term, first, depth);
      first = false;
    }
  }

  std::vector<EquationPiece> take() { return std::move(pieces_); }

 private:
  void add_term(const Expr& term, bool first, int depth) {
    const Signed parts = signed_factors(term);
    const Before before = parts.negative ? Before::Minus : first ? Before::Nothing : Before::Plus;
    const std::string whole = text_of(parts.factors);
    if (!style_.fits(whole, depth))
      add_factors(parts.factors, before, depth);
    else if (first && parts.negative && depth > 0)
      pieces_.push_back({Before::Nothing, style_.minus + whole, depth});
    else
      pieces_.push_back({before, whole, depth});
  }

  /// Plain factors stay together, as far as they fit; brackets that are long are opened.
  void add_factors(std::vector<Expr> factors, Before before, int depth) {
    std::stable_partition(factors.begin(), factors.end(), [&](const Expr& factor) {
      return factor.is_constant() || (is_inverse(factor) && !is_long_bracket(factor, depth));
    });
    std::vector<Expr> together;
    for (const Expr& factor : factors) {
      if (is_long_bracket(factor, depth)) {
        add_bracket(bracket_of(factor), together, std::exchange(before, Before::Nothing), depth);
        together.clear();
        continue;
      }
      std::vector<Expr> more = together;
      more.push_back(factor);
      if (!together.empty() && !style_.fits(text_of(more), depth)) {
        pieces_.push_back({std::exchange(before, Before::Times), text_of(together), depth});
        more.assign(1, factor);
      }
      together = std::move(more);
    }
    if (!together.empty()) add_last(together, before, depth);
  }

  void add_bracket(const Bracket& bracket, const std::vector<Expr>& in_front, Before before, int depth) {
    pieces_.push_back({before, text_of(in_front) + style_.open, depth});
    add_sum(bracket.sum, depth + 1);
    pieces_.push_back({Before::Nothing, style_.close(bracket.exponent), depth + 1});
  }

  /// What stands behind a bracket follows its end directly.
  void add_last(const std::vector<Expr>& factors, Before before, int depth) {
    const std::string text = text_of(factors);
    if (before == Before::Nothing && !pieces_.empty() && style_.fits(pieces_.back().text + text, depth + 1))
      pieces_.back().text += text;
    else
      pieces_.push_back({before, text, depth});
  }

  bool is_long_bracket(const Expr& factor, int depth) const {
    if (bracket_of(factor).sum.op() != Op::Sum) return false;
    const std::string text = printed(factor, style_.language);
    return !style_.fits(text + text, depth);
  }

  std::string text_of(const std::vector<Expr>& factors) const {
    if (factors.empty()) return {};
    if (factors.size() == 1) {
      const std::string alone = printed(factors.front(), style_.language);
      return factors.front().op() == Op::Sum ? style_.open + alone + style_.close({}) : alone;
    }
    for (const Expr& factor : factors)
      if (factor.graph() != nullptr) return printed(factor.graph()->product(factors), style_.language);
    return {};
  }

  const PieceStyle& style_;
  std::vector<EquationPiece> pieces_;
};

}  // namespace

std::vector<EquationPiece> equation_pieces(const Expr& expression, const PieceStyle& style) {
  Cutter cutter(style);
  cutter.add_sum(expression, 0);
  return cutter.take();
}

}  // namespace sinew
