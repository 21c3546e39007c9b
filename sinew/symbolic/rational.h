// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace sinew {

/// An exact fraction of whole numbers, in lowest terms, of up to 16,384 binary digits above and below the line. What is
/// larger throws std::length_error: a tower of powers must not fill the memory.
///
/// Nearly all constants of a robot's equations are small: those live in two machine words and are computed with
/// in them. What does not fit moves to the heap and comes back when it can.
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

  Rational(const Rational& other);
  Rational(Rational&&) noexcept = default;
  Rational& operator=(const Rational& other);
  Rational& operator=(Rational&&) noexcept = default;
  ~Rational() = default;

  bool is_zero() const { return numerator_ == 0 && !big_; }
  bool is_one() const { return numerator_ == 1 && denominator_ == 1 && !big_; }
  bool is_minus_one() const { return numerator_ == -1 && denominator_ == 1 && !big_; }
  bool is_whole() const;
  int sign() const;

  Rational numerator() const;
  Rational denominator() const;
  /// The numerator and denominator where both are machine words, which is what `is_small` says.
  bool is_small() const { return !big_; }
  std::int64_t small_numerator() const { return numerator_; }
  std::int64_t small_denominator() const { return denominator_; }

  /// The nearest double.
  double to_double() const;
  /// "-2", "1/12".
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
  friend bool operator==(const Rational& a, const Rational& b);
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

  /// How many binary digits the larger of numerator and denominator has, in whole machine words.
  std::size_t bits() const;

  /// x to a whole power, which may be negative.
  friend Rational power(const Rational& x, int exponent);
  /// The largest rational that divides both a whole number of times, with no sign; what a sum can be freed of.
  friend Rational common_divisor(const Rational& a, const Rational& b);
  /// The root, where it is rational itself: true and the root in `root`.
  friend bool has_rational_root(const Rational& x, Rational& root);

 private:
  struct Big;
  struct Delete {
    void operator()(Big* big) const noexcept;
  };
  explicit Rational(Big big);
  void store(Big big);  ///< which is in lowest terms
  Big as_big() const;

  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
  std::unique_ptr<Big, Delete> big_;  ///< where set, it counts and the two above do not
};

Rational power(const Rational& x, int exponent);
Rational common_divisor(const Rational& a, const Rational& b);
bool has_rational_root(const Rational& x, Rational& root);

inline Rational magnitude(const Rational& x) { return x.sign() < 0 ? -x : x; }

}  // namespace sinew
