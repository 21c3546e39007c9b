// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/readable.h"

#include <algorithm>
#include <utility>

#include "sinew/symbolic/collect.h"

namespace sinew {

std::vector<ReadableTerm> Readable::pieces(const Polynomial& polynomial) {
  std::vector<ReadableTerm> result;
  const auto& terms = polynomial.terms();
  for (std::size_t i = 0; i < terms.size();) {
    const std::uint32_t plain = terms[i].key.plain;
    TrigForms::Sum sum;
    for (; i < terms.size() && terms[i].key.plain == plain; ++i)
      sum.emplace_back(terms[i].key.trig, terms[i].coefficient);
    for (ReadableTerm& piece : trig_.shortest(sum)) {
      for (const Ring::PlainFactor& f : ring_.plain(plain))
        piece.factors.push_back({ring_.generators()[f.generator].expr, f.exponent});
      put_in_order(piece.factors);
      result.push_back(std::move(piece));
    }
  }
  return result;
}

Expr Readable::expr(const Polynomial& polynomial) { return collected(ring_.graph(), pieces(polynomial)); }
Expr Readable::factored(const Polynomial& polynomial) { return sinew::factored(ring_.graph(), pieces(polynomial)); }

template <class OfCoefficient>
Expr Readable::bracket_by_bracket(const Polynomial& polynomial, const OfCoefficient& of_coefficient) {
  std::vector<Expr> sum;
  for (const auto& [rates, coefficient] : ring_.coefficients(polynomial, &Ring::Generator::is_rate)) {
    std::vector<ReadableFactor> outside;
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
  // a sum divides all of it or none
  std::vector<ReadableFactor> sums;
  for (const Factorisation::SumPower& other : denominator.others) {
    int left = other.exponent * power;
    while (left > 0) {
      const auto smaller = exact_quotient(ring_, above, other.base);
      if (!smaller) break;
      above = *smaller;
      --left;
    }
    if (left > 0) sums.push_back({expr(other.base), -left});
  }
  // sines and cosines divide what multiplies one product of symbols, or do not
  std::vector<ReadableTerm> sum;
  const auto& terms = above.terms();
  for (std::size_t i = 0; i < terms.size();) {
    const std::uint32_t plain = terms[i].key.plain;
    std::vector<Polynomial::Term> row;
    for (; i < terms.size() && terms[i].key.plain == plain; ++i) row.push_back(terms[i]);
    Polynomial part = ring_.from_terms(std::move(row));
    std::vector<ReadableFactor> below;
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
    for (ReadableTerm& piece : pieces(part)) {
      for (const ReadableFactor& f : below) piece.factors = times(std::move(piece.factors), f.base, f.exponent);
      sum.push_back(std::move(piece));
    }
  }
  const Expr top = collected(ring_.graph(), std::move(sum));
  return sums.empty() ? top : times_bracket(ring_.graph(), top, sums);
}

Expr Readable::expr(const Factorisation& factorisation) {
  std::vector<ReadableFactor> factors;
  for (const Ring::PlainFactor& f : ring_.plain(factorisation.plain))
    factors.push_back({ring_.generators()[f.generator].expr, f.exponent});
  for (const Factorisation::TrigPower& trig : factorisation.trigs) factors.push_back({trig.atom.expr, trig.exponent});
  // a bracket of masses or lengths stands among them, one with sines behind all
  std::vector<ReadableFactor> last;
  for (const Factorisation::SumPower& other : factorisation.others) {
    const auto& terms = other.base.terms();
    const bool plain =
        std::all_of(terms.begin(), terms.end(), [](const Polynomial::Term& t) { return t.key.trig == 0; });
    (plain ? factors : last).push_back({expr(other.base), other.exponent});
  }
  put_in_order(factors);
  factors.insert(factors.end(), last.begin(), last.end());
  return expr_of(ring_.graph(), factorisation.number, factors);
}

Expr Readable::torque(const Polynomial& polynomial) {
  Polynomial inertial, velocity, still;
  for (const auto& [rates, coefficient] : ring_.coefficients(polynomial, &Ring::Generator::is_rate)) {
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
