// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/readable_term.h"

#include <algorithm>
#include <compare>
#include <tuple>
#include <utility>

namespace sinew {

namespace {

constexpr int rank_of_lengths = 3, rank_of_angles = 6;

/// A bracket stands where the first thing in it would stand.
Expr first_inside(const Expr& bracket) {
  const Expr first = split_coefficient(bracket.operands().front()).rest;
  return first.op() == Expr::Op::Product || first.op() == Expr::Op::Power ? first.operands().front() : first;
}

}  // namespace

FactorSort sort_of(const Expr& base) {
  switch (base.op()) {
    case Expr::Op::Symbol:
      switch (base.symbol().kind) {
        case SymbolKind::Parameter:
        case SymbolKind::Position:
          return FactorSort::Parameter;
        case SymbolKind::Velocity:
          return FactorSort::Velocity;
        case SymbolKind::Acceleration:
          return FactorSort::Acceleration;
      }
      return FactorSort::Parameter;
    case Expr::Op::Sin:
    case Expr::Op::Cos:
      return FactorSort::Trig;
    case Expr::Op::Sum:
      return sort_of(first_inside(base));
    case Expr::Op::Product:
      return sort_of(base.operands().front());
    default:
      return FactorSort::Other;
  }
}

int rank_of(const Symbol& symbol) {
  if (symbol.kind != SymbolKind::Position) return symbol.rank;
  return symbol.is_angle ? rank_of_angles : rank_of_lengths;
}

namespace {

/// Where a factor stands in a product.
struct Place {
  std::tuple<FactorSort, int, bool, bool, int> kind;  ///< sort, rank, not a bracket, moves, index of the symbol
  Expr angle;                                         ///< of a sine or cosine
  bool is_sine = false;
  Expr base;

  friend std::strong_ordering operator<=>(const Place& a, const Place& b) {
    if (const auto order = a.kind <=> b.kind; std::is_neq(order)) return order;
    if (const auto order = content_order(a.angle, b.angle); std::is_neq(order)) return order;
    if (const auto order = a.is_sine <=> b.is_sine; std::is_neq(order)) return order;
    return content_order(a.base, b.base);
  }
  [[maybe_unused]] friend bool operator==(const Place& a, const Place& b) { return std::is_eq(a <=> b); }
};

Place place(const ReadableFactor& f) {
  int rank = 0, index = 0;
  Expr x = f.base, angle;
  while (x.op() == Expr::Op::Sum) x = first_inside(x);
  if (x.op() == Expr::Op::Symbol) {
    rank = rank_of(x.symbol());
    index = x.symbol().joint >= 0 ? x.symbol().joint : x.symbol().index;
  } else if (sort_of(x) == FactorSort::Trig) {
    angle = x.operands().front();
  }
  const bool moves = x.op() == Expr::Op::Symbol && x.symbol().joint >= 0;
  return {{sort_of(x), rank, f.base.op() != Expr::Op::Sum, moves, index}, angle, x.op() == Expr::Op::Sin, f.base};
}

}  // namespace

void put_in_order(std::vector<ReadableFactor>& factors) {
  std::sort(factors.begin(), factors.end(),
            [](const ReadableFactor& a, const ReadableFactor& b) { return place(a) < place(b); });
}

bool stands_before(const Expr& a, const Expr& b) { return place({a, 1}) < place({b, 1}); }

std::vector<ReadableFactor> times(std::vector<ReadableFactor> factors, const Expr& base, int exponent) {
  for (auto f = factors.begin(); f != factors.end(); ++f)
    if (f->base == base) {
      f->exponent += exponent;
      if (f->exponent == 0) factors.erase(f);
      return factors;
    }
  factors.push_back({base, exponent});
  put_in_order(factors);
  return factors;
}

Expr expr_of(ExprGraph& graph, const ReadableFactor& factor) {
  return factor.exponent == 1 ? factor.base : graph.node(Expr::Op::Power, {factor.base}, factor.exponent);
}

Expr expr_of(ExprGraph& graph, const Rational& coefficient, const std::vector<ReadableFactor>& factors) {
  std::vector<Expr> product{Expr(coefficient)};
  for (const ReadableFactor& f : factors) product.push_back(expr_of(graph, f));
  return graph.product(std::move(product));
}

namespace {

std::vector<ReadableFactor> factors_of(const Expr& x) {
  if (x.op() != Expr::Op::Product) {
    if (x.is_one()) return {};
    return {x.op() == Expr::Op::Power ? ReadableFactor{x.operands().front(), x.exponent()} : ReadableFactor{x, 1}};
  }
  std::vector<ReadableFactor> factors;
  for (const Expr& y : x.operands())
    factors.push_back(y.op() == Expr::Op::Power ? ReadableFactor{y.operands().front(), y.exponent()}
                                                : ReadableFactor{y, 1});
  return factors;
}

/// What a bracket's terms can give up. The largest number that leaves whole ones inside, if one of these is then free of
/// any or it is whole itself: (2·q̇1 + q̇2)/4. Or the largest of theirs, if that leaves only unit fractions and has a
/// smaller denominator: (m·l²/3 + I)/2. 5/2 + m·l²/3 keeps its numbers.
Rational number_in_front(const std::vector<Rational>& numbers) {
  if (std::any_of(numbers.begin(), numbers.end(), [](const Rational& x) { return x.is_one(); })) return Rational(1);
  Rational divisor = numbers.front(), most = numbers.front();
  for (const Rational& x : numbers) {
    divisor = common_divisor(divisor, x);
    if (x > most) most = x;
  }
  const bool divides_well = divisor.is_whole() || std::any_of(numbers.begin(), numbers.end(),
                                                              [&](const Rational& x) { return x == divisor; });
  const bool leaves_unit_fractions = std::all_of(numbers.begin(), numbers.end(), [&](const Rational& x) {
    const Rational turned = most / x;
    return turned.is_whole() && turned <= Rational(20);
  });
  if (leaves_unit_fractions && (!divides_well || most.denominator() < divisor.denominator())) return most;
  return divides_well ? divisor : Rational(1);
}

}  // namespace

Expr times_bracket(ExprGraph& graph, const Expr& front, const std::vector<ReadableFactor>& outside) {
  Rational number(1);
  std::vector<ReadableFactor> factors = outside;
  if (front.op() == Expr::Op::Sum) {
    std::vector<Scaled> terms;
    std::vector<Rational> numbers;
    for (const Expr& term : front.operands()) {
      terms.push_back(split_coefficient(term));
      numbers.push_back(magnitude(terms.back().coefficient));
    }
    number = number_in_front(numbers);
    if (terms.front().coefficient.sign() < 0) number = -number;
    std::vector<Expr> inside;
    for (const Scaled& term : terms)
      inside.push_back(term.rest.is_one() ? Expr(term.coefficient / number)
                                          : expr_of(graph, term.coefficient / number, factors_of(term.rest)));
    factors.push_back({graph.sum(std::move(inside)), 1});
  } else {
    const Scaled scaled = split_coefficient(front);
    number = scaled.coefficient;
    const std::vector<ReadableFactor> own = factors_of(scaled.rest);
    factors.insert(factors.end(), own.begin(), own.end());
  }
  put_in_order(factors);
  return expr_of(graph, number, factors);
}

Expr sum_in_order(ExprGraph& graph, const std::vector<ReadableTerm>& pieces) {
  const auto order = [](const ReadableTerm& p) {
    // accelerations, then velocities, then the rest
    const bool accelerates = std::any_of(p.factors.begin(), p.factors.end(), [](const ReadableFactor& f) {
      return sort_of(f.base) == FactorSort::Acceleration;
    });
    const bool moves = std::any_of(p.factors.begin(), p.factors.end(),
                                   [](const ReadableFactor& f) { return sort_of(f.base) == FactorSort::Velocity; });
    std::vector<decltype(place(p.factors.front()))> places;
    std::vector<int> exponents;  // x before x²
    for (const ReadableFactor& f : p.factors) {
      places.push_back(place(f));
      exponents.push_back(f.exponent);
    }
    return std::tuple(accelerates ? 0 : moves ? 1 : 2, std::move(places), std::move(exponents));
  };
  std::vector<std::pair<decltype(order(pieces.front())), std::size_t>> ranked;
  for (std::size_t i = 0; i < pieces.size(); ++i) ranked.emplace_back(order(pieces[i]), i);
  std::sort(ranked.begin(), ranked.end());
  std::vector<Expr> sum;
  for (const auto& [rank, i] : ranked) sum.push_back(expr_of(graph, pieces[i].coefficient, pieces[i].factors));
  return graph.sum(std::move(sum));
}

}  // namespace sinew
