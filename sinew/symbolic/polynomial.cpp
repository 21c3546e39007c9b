// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/polynomial.h"

#include <algorithm>
#include <utility>

#include "sinew/symbolic/ring.h"

namespace sinew {

namespace {

Ring* ring_of(const Polynomial& a, const Polynomial& b) { return a.ring() != nullptr ? a.ring() : b.ring(); }

}  // namespace

Polynomial::Polynomial(Ring& ring, Rational constant) : ring_(&ring) {
  if (!constant.is_zero()) terms_.push_back({Key{}, std::move(constant)});
}

Polynomial operator*(const Rational& k, const Polynomial& a) {
  if (k.is_zero()) return {};
  Polynomial result = a;
  for (Polynomial::Term& term : result.terms_) term.coefficient *= k;
  return result;
}

Polynomial Polynomial::operator-() const { return Rational(-1) * *this; }

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  return a.ring_->sum(a, Rational(1), b);
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  if (b.is_zero()) return a;
  if (a.is_zero()) return -b;
  return a.ring_->sum(a, Rational(-1), b);
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (a.is_zero() || b.is_zero()) return {};
  return ring_of(a, b)->product(a, b);
}

bool operator==(const Polynomial& a, const Polynomial& b) {
  return std::equal(a.terms_.begin(), a.terms_.end(), b.terms_.begin(), b.terms_.end(),
                    [](const auto& x, const auto& y) { return x.key == y.key && x.coefficient == y.coefficient; });
}

Fraction operator+(const Fraction& a, const Fraction& b) {
  if (a.denominator == b.denominator) return {a.numerator + b.numerator, a.denominator};
  return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
}

Fraction operator*(const Fraction& a, const Fraction& b) {
  if (a.numerator == b.denominator) return {b.numerator, a.denominator};
  if (b.numerator == a.denominator) return {a.numerator, b.denominator};
  return {a.numerator * b.numerator, a.denominator * b.denominator};
}

}  // namespace sinew
