// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/collect.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace sinew {

namespace {

using Factor = Readable::Factor;
using Piece = Readable::Piece;

constexpr int rank_of_lengths = 3;

enum class Sort { Parameter, Trig, Other, Velocity, Acceleration };

/// A bracket stands where the first thing in it would stand.
Expr first_inside(const Expr& bracket) {
  const Expr first = split_coefficient(bracket.operands().front()).rest;
  return first.op() == Expr::Op::Product || first.op() == Expr::Op::Power ? first.operands().front() : first;
}

Sort sort_of(const Expr& base) {
  switch (base.op()) {
    case Expr::Op::Symbol:
      switch (base.symbol().kind) {
        case SymbolKind::Parameter:
        case SymbolKind::Position:
          return Sort::Parameter;
        case SymbolKind::Velocity:
          return Sort::Velocity;
        case SymbolKind::Acceleration:
          return Sort::Acceleration;
      }
      return Sort::Parameter;
    case Expr::Op::Sin:
    case Expr::Op::Cos:
      return Sort::Trig;
    case Expr::Op::Sum:
      return sort_of(first_inside(base));
    case Expr::Op::Product:
      return sort_of(base.operands().front());
    default:
      return Sort::Other;
  }
}

/// What slides stands with the lengths.
int rank_of(const Symbol& symbol) { return symbol.kind == SymbolKind::Position ? rank_of_lengths : symbol.rank; }

/// Where a factor stands in a product.
auto place(const Factor& f) {
  int rank = 0, index = 0;
  Expr x = f.base;
  while (x.op() == Expr::Op::Sum) x = first_inside(x);
  if (x.op() == Expr::Op::Symbol) {
    rank = rank_of(x.symbol());
    index = x.symbol().joint >= 0 ? x.symbol().joint : x.symbol().index;
  } else if (sort_of(x) == Sort::Trig) {
    index = static_cast<int>(x.operands().front().node()->id);
  }
  const bool moves = x.op() == Expr::Op::Symbol && x.symbol().joint >= 0;
  return std::tuple(static_cast<int>(sort_of(x)), rank, f.base.op() == Expr::Op::Sum ? 0 : 1, moves, index,
                    x.op() == Expr::Op::Sin ? 1 : 0, f.base.node()->id);
}

void put_in_order(std::vector<Factor>& factors) {
  std::sort(factors.begin(), factors.end(), [](const Factor& a, const Factor& b) { return place(a) < place(b); });
}

using Key = std::vector<std::pair<const Expr::Node*, int>>;

Key key_of(const std::vector<Factor>& factors) {
  Key key;
  for (const Factor& f : factors) key.emplace_back(f.base.node(), f.exponent);
  std::sort(key.begin(), key.end());
  return key;
}

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::size_t hash = key.size();
    for (const auto& [node, exponent] : key)
      hash = (hash ^ (std::size_t{node->id} * 131U + static_cast<std::size_t>(exponent + 1000))) * 0x9E3779B97F4A7C15U;
    return hash;
  }
};
template <class T>
using ByKey = std::unordered_map<Key, T, KeyHash>;

std::vector<Factor> without(const std::vector<Factor>& factors, std::size_t index, int powers) {
  std::vector<Factor> rest = factors;
  rest[index].exponent -= powers;
  if (rest[index].exponent == 0) rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(index));
  return rest;
}

std::vector<Factor> times(std::vector<Factor> factors, const Expr& base, int exponent) {
  for (Factor& f : factors)
    if (f.base == base) {
      f.exponent += exponent;
      return factors;
    }
  factors.push_back({base, exponent});
  put_in_order(factors);
  return factors;
}

bool is_rate(const Expr& base) { return sort_of(base) == Sort::Velocity || sort_of(base) == Sort::Acceleration; }

/// May f and g stand in one bracket? Masses with masses, accelerations with accelerations, lengths with what slides.
int bracket_of(const Factor& f) {
  if (f.exponent != 1) return -1;
  switch (sort_of(f.base)) {
    case Sort::Acceleration:
      return 1;
    case Sort::Velocity:
      return 2;
    case Sort::Parameter:
      return f.base.op() == Expr::Op::Symbol ? 10 + rank_of(f.base.symbol()) : -1;
    default:
      return -1;
  }
}

/// What every term has.
std::vector<Factor> common_factors(const std::vector<Piece>& pieces) {
  std::vector<Factor> common = pieces.front().factors;
  for (const Piece& piece : pieces)
    for (Factor& f : common) {
      const auto same =
          std::find_if(piece.factors.begin(), piece.factors.end(), [&](const Factor& g) { return g.base == f.base; });
      const int there = same == piece.factors.end() ? 0 : same->exponent;
      f.exponent = f.exponent > 0 ? std::clamp(there, 0, f.exponent) : std::clamp(there, f.exponent, 0);
    }
  std::erase_if(common, [](const Factor& f) { return f.exponent == 0; });
  return common;
}

/// What stands in front of a bracket: the largest number that leaves whole ones inside, with the sign of the first.
Rational content(const std::vector<Rational>& numbers) {
  Rational divisor = magnitude(numbers.front());
  for (const Rational& x : numbers) divisor = common_divisor(divisor, x);
  return numbers.front().sign() < 0 ? -divisor : divisor;
}

Expr expr_of(ExprGraph& graph, const Factor& factor) {
  return factor.exponent == 1 ? factor.base : graph.node(Expr::Op::Power, {factor.base}, factor.exponent);
}

Expr expr_of(ExprGraph& graph, const Rational& coefficient, const std::vector<Factor>& factors) {
  std::vector<Expr> product{Expr(coefficient)};
  for (const Factor& f : factors) product.push_back(expr_of(graph, f));
  return graph.product(std::move(product));
}

std::vector<Factor> factors_of(const Expr& x) {
  if (x.op() != Expr::Op::Product) {
    if (x.is_one()) return {};
    return {x.op() == Expr::Op::Power ? Factor{x.operands().front(), x.exponent()} : Factor{x, 1}};
  }
  std::vector<Factor> factors;
  for (const Expr& y : x.operands())
    factors.push_back(y.op() == Expr::Op::Power ? Factor{y.operands().front(), y.exponent()} : Factor{y, 1});
  return factors;
}

/// front·outside in one product. A bracket gives up its sign, and a number where no term of it is free of one.
Expr times_bracket(ExprGraph& graph, const Expr& front, const std::vector<Factor>& outside) {
  Rational number(1);
  std::vector<Factor> factors = outside;
  if (front.op() == Expr::Op::Sum) {
    std::vector<Scaled> terms;
    Rational most(0);
    bool has_one = false;
    for (const Expr& term : front.operands()) {
      terms.push_back(split_coefficient(term));
      const Rational size = magnitude(terms.back().coefficient);
      has_one = has_one || size.is_one();
      if (size > most) most = size;
    }
    if (!has_one) number = most;
    if (terms.front().coefficient.sign() < 0) number = -number;
    std::vector<Expr> inside;
    for (const Scaled& term : terms)
      inside.push_back(term.rest.is_one() ? Expr(term.coefficient / number)
                                          : expr_of(graph, term.coefficient / number, factors_of(term.rest)));
    factors.push_back({graph.sum(std::move(inside)), 1});
  } else {
    const Scaled scaled = split_coefficient(front);
    number = scaled.coefficient;
    const std::vector<Factor> own = factors_of(scaled.rest);
    factors.insert(factors.end(), own.begin(), own.end());
  }
  put_in_order(factors);
  return expr_of(graph, number, factors);
}

}  // namespace

std::vector<Piece> Readable::pieces(const Polynomial& polynomial) {
  std::vector<Piece> result;
  const auto& terms = polynomial.terms();
  for (std::size_t i = 0; i < terms.size();) {
    const std::uint32_t plain = terms[i].key.plain;
    TrigForms::Sum sum;
    for (; i < terms.size() && terms[i].key.plain == plain; ++i)
      sum.emplace_back(terms[i].key.trig, terms[i].coefficient);
    for (TrigForms::Term& form : trig_.shortest(sum)) {
      Piece piece{std::move(form.coefficient), std::move(form.factors)};
      for (const Ring::PlainFactor& f : ring_.plain(plain))
        piece.factors.push_back({ring_.generators()[f.generator].expr, f.exponent});
      put_in_order(piece.factors);
      result.push_back(std::move(piece));
    }
  }
  return result;
}

/// k·u²·R + 2·√(k·l)·u·v·R + l·v²·R is R·(√k·u + √l·v)², and so on for more of them.
void Readable::find_squares(std::vector<Piece>& pieces) {
  struct Square {
    Expr base;
    std::size_t piece;
  };
  ByKey<std::size_t> places;
  std::vector<std::pair<std::vector<Factor>, std::vector<Square>>> families;  // by R, in order of appearance
  ByKey<std::size_t> family_of;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    places[key_of(pieces[i].factors)] = i;
    for (std::size_t k = 0; k < pieces[i].factors.size(); ++k) {
      const Factor& f = pieces[i].factors[k];
      if (f.exponent != 2 || sort_of(f.base) == Sort::Trig) continue;
      std::vector<Factor> rest = without(pieces[i].factors, k, 2);
      const auto [found, is_new] = family_of.try_emplace(key_of(rest), families.size());
      if (is_new) families.emplace_back(std::move(rest), std::vector<Square>{});
      families[found->second].second.push_back({f.base, i});
    }
  }
  std::set<std::size_t> used;
  std::vector<Piece> squares;
  for (const auto& [rest, members] : families) {
    if (members.size() < 2) continue;
    for (const Square& first : members) {
      if (used.contains(first.piece)) continue;
      const Rational& k = pieces[first.piece].coefficient;
      struct Inside {
        Expr base;
        Rational factor;  // relative to the first
      };
      std::vector<Inside> inside{{first.base, Rational(1)}};
      std::set<std::size_t> taken{first.piece};
      for (const Square& next : members) {
        Rational root;
        if (next.piece == first.piece || used.contains(next.piece) ||
            !has_rational_root(pieces[next.piece].coefficient / k, root))
          continue;
        // every cross term must be there, with the right number
        std::set<std::size_t> crossing{next.piece};
        std::optional<Rational> factor;
        bool all = true;
        for (const Inside& other : inside) {
          const auto cross = places.find(key_of(times(times(rest, other.base, 1), next.base, 1)));
          if (cross == places.end() || used.contains(cross->second) || taken.contains(cross->second)) {
            all = false;
            break;
          }
          const Rational needed = pieces[cross->second].coefficient / (Rational(2) * k * other.factor);
          if (magnitude(needed) != root || (factor && *factor != needed)) {
            all = false;
            break;
          }
          factor = needed;
          crossing.insert(cross->second);
        }
        if (!all) continue;
        inside.push_back({next.base, *factor});
        taken.insert(crossing.begin(), crossing.end());
      }
      if (inside.size() < 2) continue;
      used.insert(taken.begin(), taken.end());
      std::sort(inside.begin(), inside.end(), [](const Inside& a, const Inside& b) {
        return place({a.base, 1}) < place({b.base, 1});
      });
      std::vector<Rational> numbers;
      for (const Inside& x : inside) numbers.push_back(x.factor);
      const Rational front = content(numbers);
      std::vector<Expr> sum;
      for (const Inside& x : inside) sum.push_back(ring_.graph().product({Expr(x.factor / front), x.base}));
      squares.push_back({k * front * front, times(rest, ring_.graph().sum(std::move(sum)), 2)});
    }
  }
  if (squares.empty()) return;
  std::vector<Piece> left;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (!used.contains(i)) left.push_back(std::move(pieces[i]));
  left.insert(left.end(), squares.begin(), squares.end());
  pieces = std::move(left);
}

/// Terms that differ in one factor become one term with a bracket; true if any did.
bool Readable::merge(std::vector<Piece>& pieces) {
  struct Class {
    std::vector<Factor> rest;
    std::vector<std::pair<std::size_t, Expr>> members;
    double score = 0.0;
  };
  std::vector<Class> classes;
  std::map<std::pair<int, Key>, std::size_t> class_of;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t k = 0; k < pieces[i].factors.size(); ++k) {
      const Factor& f = pieces[i].factors[k];
      const int bracket = bracket_of(f);
      if (bracket < 0) continue;
      std::vector<Factor> rest = without(pieces[i].factors, k, 1);
      if (rest.empty()) continue;
      const auto [found, is_new] = class_of.try_emplace({bracket, key_of(rest)}, classes.size());
      if (is_new) classes.push_back({std::move(rest), {}, 0.0});
      classes[found->second].members.emplace_back(i, f.base);
    }
  std::vector<std::size_t> order;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    Class& candidate = classes[c];
    if (candidate.members.size() < 2) continue;
    candidate.score = static_cast<double>((candidate.members.size() - 1) * candidate.rest.size());
    if (is_rate(candidate.members.front().second)) candidate.score += 0.5;
    const Rational& number = pieces[candidate.members.front().first].coefficient;
    if (std::all_of(candidate.members.begin(), candidate.members.end(),
                    [&](const auto& m) { return pieces[m.first].coefficient == number; }))
      candidate.score += 0.25;
    order.push_back(c);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return classes[a].score > classes[b].score; });
  std::vector<bool> used(pieces.size(), false);
  std::vector<Piece> merged;
  for (const std::size_t c : order) {
    Class& chosen = classes[c];
    if (std::any_of(chosen.members.begin(), chosen.members.end(), [&](const auto& m) { return used[m.first]; }))
      continue;
    std::sort(chosen.members.begin(), chosen.members.end(), [](const auto& a, const auto& b) {
      return place({a.second, 1}) < place({b.second, 1});
    });
    std::vector<Rational> numbers;
    for (const auto& [piece, base] : chosen.members) numbers.push_back(pieces[piece].coefficient);
    const Rational front = content(numbers);
    std::vector<Expr> sum;
    for (std::size_t m = 0; m < numbers.size(); ++m) {
      sum.push_back(ring_.graph().product({Expr(numbers[m] / front), chosen.members[m].second}));
      used[chosen.members[m].first] = true;
    }
    merged.push_back({front, times(chosen.rest, ring_.graph().sum(std::move(sum)), 1)});
  }
  if (merged.empty()) return false;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (!used[i]) merged.push_back(std::move(pieces[i]));
  pieces = std::move(merged);
  return true;
}

/// (I2 + m2·l2²)·(q̈1 + q̈2): terms that have one rate, or a bracket of rates, in common and else parameters alone.
void Readable::merge_by_rates(std::vector<Piece>& pieces) {
  std::map<std::uint32_t, std::vector<std::size_t>> by_rate;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (const Factor& f : pieces[i].factors)
      if (is_rate(f.base) && f.exponent == 1) by_rate[f.base.node()->id].push_back(i);
  std::set<std::size_t> used;
  std::vector<Piece> merged;
  for (const auto& [id, members] : by_rate) {
    std::vector<Piece> inside;
    std::vector<std::size_t> from;
    Expr rate;
    for (const std::size_t i : members) {
      Piece piece = pieces[i];
      std::erase_if(piece.factors, [&, wanted = id](const Factor& f) {
        if (f.base.node()->id != wanted) return false;
        rate = f.base;
        return true;
      });
      const bool plain = std::all_of(piece.factors.begin(), piece.factors.end(),
                                     [](const Factor& f) { return sort_of(f.base) == Sort::Parameter; });
      if (!plain || used.contains(i)) continue;
      inside.push_back(std::move(piece));
      from.push_back(i);
    }
    if (inside.size() < 2) continue;
    used.insert(from.begin(), from.end());
    merged.push_back({Rational(1), {{collected(std::move(inside)), 1}, {rate, 1}}});
  }
  if (merged.empty()) return;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (!used.contains(i)) merged.push_back(std::move(pieces[i]));
  pieces = std::move(merged);
}

Expr Readable::collected(std::vector<Piece> pieces, bool parameters_too) {
  if (pieces.empty()) return {};
  const auto outside = [&](const std::vector<Factor>& common, bool worth_it) -> std::optional<Expr> {
    if (pieces.size() < 2 || !worth_it) return {};
    for (Piece& piece : pieces) {
      for (const Factor& f : common) piece.factors = times(std::move(piece.factors), f.base, -f.exponent);
      std::erase_if(piece.factors, [](const Factor& f) { return f.exponent == 0; });
    }
    return times_bracket(ring_.graph(), collected(std::move(pieces)), common);
  };
  const auto any = [](const std::vector<Factor>& factors, const auto& test) {
    return std::any_of(factors.begin(), factors.end(), [&](const Factor& f) { return test(f.base); });
  };
  // a sine, a cosine or a rate in every term: it and all else in every term stands outside; so it does in m·(x² + y²)
  std::vector<Factor> common = common_factors(pieces);
  const bool powers_alone = std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
    return piece.factors.size() == common.size() + 1 && piece.factors.back().exponent > 1;
  });
  if (const auto whole =
          outside(common, parameters_too ? !common.empty()
                                         : any(common, [](const Expr& x) { return sort_of(x) != Sort::Parameter; }) ||
                                               (!common.empty() && powers_alone)))
    return *whole;
  find_squares(pieces);
  while (merge(pieces)) {
  }
  merge_by_rates(pieces);
  // and a bracket that has come to stand in every term
  common = common_factors(pieces);
  if (const auto whole = outside(common, any(common, [](const Expr& x) { return x.op() == Expr::Op::Sum; })))
    return *whole;
  return sum_in_order(pieces);
}

Expr Readable::sum_in_order(const std::vector<Piece>& pieces) {
  const auto order = [](const Piece& p) {
    // accelerations, then velocities, then the rest
    const bool accelerates = std::any_of(p.factors.begin(), p.factors.end(),
                                         [](const Factor& f) { return sort_of(f.base) == Sort::Acceleration; });
    const bool moves = std::any_of(p.factors.begin(), p.factors.end(),
                                   [](const Factor& f) { return sort_of(f.base) == Sort::Velocity; });
    std::vector<decltype(place(p.factors.front()))> places;
    for (const Factor& f : p.factors) places.push_back(place(f));
    return std::tuple(accelerates ? 0 : moves ? 1 : 2, std::move(places));
  };
  std::vector<std::pair<decltype(order(pieces.front())), std::size_t>> ranked;
  for (std::size_t i = 0; i < pieces.size(); ++i) ranked.emplace_back(order(pieces[i]), i);
  std::sort(ranked.begin(), ranked.end());
  std::vector<Expr> sum;
  for (const auto& [rank, i] : ranked) sum.push_back(expr_of(ring_.graph(), pieces[i].coefficient, pieces[i].factors));
  return ring_.graph().sum(std::move(sum));
}

Expr Readable::expr(const Polynomial& polynomial) { return collected(pieces(polynomial)); }
Expr Readable::factored(const Polynomial& polynomial) { return collected(pieces(polynomial), true); }

namespace {

bool is_rate_generator(const Ring::Generator& g) {
  return g.symbol != nullptr && (g.symbol->kind == SymbolKind::Velocity || g.symbol->kind == SymbolKind::Acceleration);
}

}  // namespace

template <class OfCoefficient>
Expr Readable::bracket_by_bracket(const Polynomial& polynomial, const OfCoefficient& of_coefficient) {
  std::vector<Expr> sum;
  for (const auto& [rates, coefficient] : ring_.coefficients(polynomial, is_rate_generator)) {
    std::vector<Factor> outside;
    for (const Ring::PlainFactor& f : ring_.plain(rates))
      outside.push_back({ring_.generators()[f.generator].expr, f.exponent});
    const Expr front = of_coefficient(coefficient);
    sum.push_back(outside.empty() ? front : times_bracket(ring_.graph(), front, outside));
  }
  return ring_.graph().sum(std::move(sum));
}

Expr Readable::by_rates(const Polynomial& polynomial) {
  return bracket_by_bracket(polynomial, [&](const Polynomial& p) { return expr(p); });
}

Expr Readable::quotient_by_rates(const Polynomial& numerator, const Factorisation& denominator, int power) {
  return bracket_by_bracket(numerator, [&](const Polynomial& p) { return quotient(p, denominator, power); });
}

Expr Readable::quotient(const Polynomial& numerator, const Factorisation& denominator, int power) {
  if (numerator.is_zero()) return {};
  Ring::PlainProduct turned = ring_.plain(denominator.plain);
  for (Ring::PlainFactor& f : turned) f.exponent = static_cast<std::int16_t>(-f.exponent * power);
  Polynomial above = numerator * ring_.term({ring_.plain_id(std::move(turned)), 0},
                                            Rational(1) / sinew::power(denominator.number, power));
  // the rest divides all of it or none
  int rest_power = denominator.rest.is_constant() ? 0 : power;
  while (rest_power > 0) {
    const auto smaller = exact_quotient(ring_, above, denominator.rest);
    if (!smaller) break;
    above = *smaller;
    --rest_power;
  }
  // sines and cosines divide what multiplies one product of symbols, or do not
  std::vector<Piece> sum;
  const auto& terms = above.terms();
  for (std::size_t i = 0; i < terms.size();) {
    const std::uint32_t plain = terms[i].key.plain;
    std::vector<Polynomial::Term> row;
    for (; i < terms.size() && terms[i].key.plain == plain; ++i) row.push_back(terms[i]);
    Polynomial part = ring_.from_terms(std::move(row));
    std::vector<Factor> below;
    for (const Factorisation::TrigPower& trig : denominator.trigs) {
      int left = trig.exponent * power;
      while (left > 0) {
        const auto smaller = exact_quotient(ring_, part, trig.atom.value);
        if (!smaller) break;
        part = *smaller;
        --left;
      }
      if (left > 0) below.push_back({trig.atom.expr, -left});
    }
    for (Piece& piece : pieces(part)) {
      for (const Factor& f : below) piece.factors = times(std::move(piece.factors), f.base, f.exponent);
      sum.push_back(std::move(piece));
    }
  }
  const Expr top = collected(std::move(sum));
  if (rest_power == 0) return top;
  return times_bracket(ring_.graph(), top, {{expr(denominator.rest), -rest_power}});
}

Expr Readable::expr(const Factorisation& factorisation) {
  std::vector<Factor> factors;
  for (const Ring::PlainFactor& f : ring_.plain(factorisation.plain))
    factors.push_back({ring_.generators()[f.generator].expr, f.exponent});
  for (const Factorisation::TrigPower& trig : factorisation.trigs) factors.push_back({trig.atom.expr, trig.exponent});
  put_in_order(factors);
  const Expr rest = expr(factorisation.rest);
  if (!rest.is_one()) factors.push_back({rest, 1});
  return expr_of(ring_.graph(), factorisation.number, factors);
}

Expr Readable::torque(const Polynomial& polynomial) {
  Polynomial inertial, velocity, still;
  for (const auto& [rates, coefficient] : ring_.coefficients(polynomial, is_rate_generator)) {
    const Polynomial whole = coefficient * ring_.term({rates, 0}, Rational(1));
    const auto& factors = ring_.plain(rates);
    const bool accelerates = std::any_of(factors.begin(), factors.end(), [&](const Ring::PlainFactor& f) {
      return ring_.generators()[f.generator].symbol->kind == SymbolKind::Acceleration;
    });
    (rates == 0 ? still : accelerates ? inertial : velocity) += whole;
  }
  std::vector<Expr> sum;
  for (const Expr& part : {expr(inertial), by_rates(velocity), expr(still)}) {
    if (part.is_zero()) continue;
    if (part.op() == Expr::Op::Sum)
      sum.insert(sum.end(), part.operands().begin(), part.operands().end());
    else
      sum.push_back(part);
  }
  return ring_.graph().sum(std::move(sum));
}

}  // namespace sinew
