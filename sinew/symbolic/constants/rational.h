// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sinew/scalar/scalar.h"
#include "sinew/symbolic/constants/decimal.h"
#include "sinew/symbolic/constants/surd.h"

namespace sinew {

/// A constant of an equation. Nearly all are exact fractions of whole numbers, in lowest terms, of up to 16,384 binary
/// digits above and below the line; what is larger throws std::length_error: a tower of powers must not fill the memory.
/// Some hold √2, √3 and π, as the sines of 30° and 45° do; and what has no such form is a decimal of 80 digits.
///
/// Small fractions live in two machine words and are computed with in them. What does not fit moves to the heap and
/// comes back when it can: a decimal that is a small fraction after all is one again.
class Rational {
 public:
  Rational() = default;
  Rational(int whole) : numerator_(whole) {}  // NOLINT(google-explicit-constructor): a whole number is one
  Rational(std::int64_t whole);               // NOLINT(google-explicit-constructor)
  /// Throws std::domain_error for a denominator of zero.
  Rational(std::int64_t numerator, std::int64_t denominator);

  /// The shortest decimal that reads back as this double: 0.1 is 1/10, as its author meant it. Throws
  /// std::domain_error for what is not finite.
  static Rational decimal(double value);
  static Rational pi();
  explicit Rational(const Surd& surd);
  /// The same number as one of 80 digits: sums and products of it stay that long.
  Rational rounded() const;
  /// The same, to be printed with so many of them; 0: as many as the place asks for.
  Rational with_digits(int digits) const;
  int digits() const;

  Rational(const Rational& other);
  Rational(Rational&&) noexcept = default;
  Rational& operator=(const Rational& other);
  Rational& operator=(Rational&&) noexcept = default;
  ~Rational() = default;

  bool is_zero() const { return numerator_ == 0 && !big_; }
  bool is_one() const { return numerator_ == 1 && denominator_ == 1 && !big_; }
  bool is_minus_one() const { return numerator_ == -1 && denominator_ == 1 && !big_; }
  bool is_whole() const;
  bool is_fraction() const;  ///< of whole numbers
  bool is_decimal() const;   ///< of 80 digits, and not known exactly
  const Surd* surd() const;  ///< where it holds roots or π; nullptr elsewhere
  int sign() const;

  /// Of a fraction; with roots, what stands above and below the bar. A decimal has nothing below it.
  Rational numerator() const;
  Rational denominator() const;
  /// The numerator and denominator where both are machine words, which is what `is_small` says.
  bool is_small() const { return !big_; }
  std::int64_t small_numerator() const { return numerator_; }
  std::int64_t small_denominator() const { return denominator_; }

  /// The nearest double.
  double to_double() const;
  /// "-2", "1/12"; of what is no fraction the nearest double.
  std::string text() const;
  std::size_t hash() const;

  Rational operator-() const;
  Rational& operator+=(const Rational& b);
  Rational& operator-=(const Rational& b);
  Rational& operator*=(const Rational& b);
  /// Throws std::domain_error when b is zero.
  Rational& operator/=(const Rational& b);
  friend Rational operator+(Rational a, const Rational& b) { return a += b; }
  friend Rational operator-(Rational a, const Rational& b) { return a -= b; }
  friend Rational operator*(Rational a, const Rational& b) { return a *= b; }
  friend Rational operator/(Rational a, const Rational& b) { return a /= b; }
  /// Decimals are equal to thirty digits.
  friend bool operator==(const Rational& a, const Rational& b);
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

  /// How many binary digits the larger of numerator and denominator has, in whole machine words.
  std::size_t bits() const;

  /// x to a whole power, which may be negative.
  friend Rational power(const Rational& x, int exponent);
  /// The largest number that divides both a whole number of times, with no sign; what a sum can be freed of. Where there is
  /// none, the largest fraction that leaves only roots of whole numbers, and 1 for decimals.
  friend Rational common_divisor(const Rational& a, const Rational& b);
  /// The root, where it is rational itself: true and the root in `root`.
  friend bool has_rational_root(const Rational& x, Rational& root);

  /// Exact where the root is a fraction times √2, √3 or √6. Throws std::domain_error for what is negative.
  friend Rational square_root(const Rational& x);
  /// Exact for multiples of 15°, which are fractions of π or the doubles next to one.
  friend SinCos<Rational> sincos_of_constant(const Rational& angle);
  friend Rational exponential(const Rational& x);

 private:
  struct Big;
  struct Beyond;
  struct Delete {
    void operator()(Beyond* beyond) const noexcept;
  };
  explicit Rational(Big big);
  explicit Rational(const Decimal& decimal);
  const Big* big() const;
  void store(Big big);  ///< which is in lowest terms
  Big as_big() const;
  std::optional<Surd> as_surd() const;  ///< where its words are short enough
  Decimal as_decimal() const;
  static Rational shortened(Big big);  ///< a decimal, where nobody could read the fraction

  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
  std::unique_ptr<Beyond, Delete> big_;  ///< where set, it counts and the two above do not
};

Rational power(const Rational& x, int exponent);
Rational common_divisor(const Rational& a, const Rational& b);
bool has_rational_root(const Rational& x, Rational& root);
Rational square_root(const Rational& x);
SinCos<Rational> sincos_of_constant(const Rational& angle);
Rational exponential(const Rational& x);

/// How many times 15° an angle is: exactly, or as the double next to it; nothing for any other angle.
std::optional<int> multiple_of_15_degrees(const Rational& angle);

inline Rational magnitude(const Rational& x) { return x.sign() < 0 ? -x : x; }

}  // namespace sinew
