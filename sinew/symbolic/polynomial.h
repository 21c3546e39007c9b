// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/symbolic/constants/rational.h"

namespace sinew {

class Ring;

/// A function of a robot in normal form: a sum of distinct products of symbols and of sines and cosines, no sine
/// squared. Two of one ring are the same function exactly if they are the same sum.
class Polynomial {
 public:
  /// Which product: the number of its plain part in the ring's list, and the number of its sines and cosines. These numbers
  /// follow the order of computing, so they are no order: `Ring::KeyOrder` is one.
  struct Key {
    std::uint32_t plain = 0;
    std::uint32_t trig = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Term {
    Key key;
    Rational coefficient;
  };

  Polynomial() = default;
  Polynomial(Ring& ring, Rational constant);

  const std::vector<Term>& terms() const { return terms_; }
  bool is_zero() const { return terms_.empty(); }
  bool is_constant() const { return terms_.empty() || (terms_.size() == 1 && terms_.front().key == Key{}); }
  Rational constant() const { return terms_.empty() ? Rational() : terms_.front().coefficient; }  ///< where it is one
  Ring* ring() const { return ring_; }  ///< nullptr for a zero that came from nowhere

  Polynomial operator-() const;
  Polynomial& operator+=(const Polynomial& b) { return *this = *this + b; }
  Polynomial& operator-=(const Polynomial& b) { return *this = *this - b; }
  Polynomial& operator*=(const Polynomial& b) { return *this = *this * b; }
  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Rational& k, const Polynomial& a);
  friend bool operator==(const Polynomial& a, const Polynomial& b);

 private:
  friend class Ring;
  Ring* ring_ = nullptr;
  std::vector<Term> terms_;  // in the order of `Ring::KeyOrder`, none zero
};

/// A quotient of two of them. Only `simplified` looks for common factors; equality needs none.
struct Fraction {
  Polynomial numerator, denominator;

  friend Fraction operator+(const Fraction& a, const Fraction& b);
  friend Fraction operator*(const Fraction& a, const Fraction& b);
  friend bool operator==(const Fraction& a, const Fraction& b) {
    return a.numerator * b.denominator == b.numerator * a.denominator;
  }
};

}  // namespace sinew
