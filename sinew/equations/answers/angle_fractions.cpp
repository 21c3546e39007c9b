// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/angle_fractions.h"

#include <numeric>
#include <utility>

#include "sinew/equations/answers/entry_verdict.h"
#include "sinew/symbolic/derivative.h"

namespace sinew {

namespace {

constexpr int most_parts = 12;

/// The symbol of a term k·x, or nothing.
const Symbol* single_symbol(const Ring& ring, const Polynomial::Term& term) {
  const Ring::PlainProduct& product = ring.plain(term.key.plain);
  if (term.key.trig != 0 || product.size() != 1 || product.front().exponent != 1) return nullptr;
  return ring.generators()[product.front().generator].symbol;
}

/// Σ z·exp(i·κ·φ) over the ring's angles φ.
struct Complex {
  Rational real, imaginary;
};
using Series = std::map<std::vector<int>, Complex>;

/// Times (e^iφ + sign·e^−iφ)/2, with a sine's 1/i.
Series times(const Series& series, std::size_t angle, bool is_sine) {
  Series result;
  const Rational half(1, 2);
  for (const auto& [frequency, z] : series)
    for (const int step : {1, -1}) {
      std::vector<int> shifted = frequency;
      shifted[angle] += step;
      Complex& sum = result[std::move(shifted)];
      const Rational k = is_sine && step < 0 ? -half : half;
      // 1/i turns a + b·i into b − a·i
      sum.real += k * (is_sine ? z.imaginary : z.real);
      sum.imaginary += k * (is_sine ? -z.real : z.imaginary);
    }
  return result;
}

Series series_of(const Ring& ring, std::uint32_t trig) {
  Series series{{std::vector<int>(ring.angles().size(), 0), {Rational(1), Rational()}}};
  for (const Ring::TrigFactor& f : ring.trig(trig)) {
    for (int n = 0; n < f.cosines; ++n) series = times(series, f.angle, false);
    if (f.sines > 0) series = times(series, f.angle, true);
  }
  return series;
}

}  // namespace

AngleFractions::AngleFractions(Ring& ring, const std::vector<Expr>& formulas) {
  for (const Expr& formula : formulas)
    for (const Expr& part : parts_of(formula)) {
      if (part.op() != Expr::Op::Sin && part.op() != Expr::Op::Cos) continue;
      const Fraction angle = normal_form(ring, part.operands().front());
      if (!angle.denominator.is_constant()) continue;
      for (const Polynomial::Term& t : angle.numerator.terms()) {
        const Rational k = t.coefficient / angle.denominator.constant();
        const Symbol* symbol = single_symbol(ring, t);
        if (symbol == nullptr || k.is_whole()) continue;
        const Rational below = k.denominator();
        const auto known = parts_.find(symbol->name);
        if (below > Rational(most_parts)) {
          left_alone_ = true;
          continue;
        }
        const int together =
            std::lcm(known == parts_.end() ? 1 : known->second, static_cast<int>(below.small_numerator()));
        if (together > most_parts)
          left_alone_ = true;
        else
          parts_[symbol->name] = together;
      }
    }
  for (const auto& [name, count] : parts_) {
    const Expr symbol = ring.graph().symbol(name);
    finer_[name] = Expr(Rational(count)) * symbol;
    coarser_[name] = Expr(Rational(1, count)) * symbol;
  }
}

Expr AngleFractions::in_finer_angles(const Expr& formula) const { return substituted(formula, finer_); }
Expr AngleFractions::back(const Expr& formula) const { return substituted(formula, coarser_); }

bool AngleFractions::in_whole_angles(Ring& ring, const Polynomial& finer, Expr& whole) const {
  std::vector<Expr> sum;
  for (const Polynomial::Term& t : finer.terms()) {
    const Expr plain = Expr(t.coefficient) * back(ring.expr_of_plain(t.key.plain));
    for (const auto& [frequency, z] : series_of(ring, t.key.trig)) {
      // of κ and −κ one is enough: together they are 2·a·cos − 2·b·sin
      int leading = 0;
      Expr angle;
      for (std::size_t a = 0; a < frequency.size(); ++a) {
        if (leading == 0) leading = frequency[a];
        if (frequency[a] != 0) angle += Expr(Rational(frequency[a])) * ring.expr_of_angle(static_cast<int>(a));
      }
      if (leading == 0) {
        sum.push_back(plain * Expr(z.real));
        continue;
      }
      if (leading < 0 || (z.real.is_zero() && z.imaginary.is_zero())) continue;
      const SinCos<Expr> both = sincos(back(ring.expr(ring.polynomial(angle))));
      sum.push_back(plain * (Expr(Rational(2) * z.real) * both.cos - Expr(Rational(2) * z.imaginary) * both.sin));
    }
  }
  // what is not whole may still cancel between the terms
  whole = ring.expr(ring.polynomial(ring.graph().sum(std::move(sum))));
  return AngleFractions(ring, {whole}).none();
}

Expr with_whole_angles(Ring& ring, const Expr& formula) {
  const AngleFractions fractions(ring, {formula});
  if (fractions.none()) return formula;
  const auto finer = as_polynomial(ring, normal_form(ring, fractions.in_finer_angles(formula)));
  Expr whole;
  return finer && fractions.in_whole_angles(ring, *finer, whole) ? whole : formula;
}

}  // namespace sinew
