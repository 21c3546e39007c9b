// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace sinew {

/// A number with 80 digits, for what no short exact form is known of: cos 40°, 1/√14.
///
/// A sum that cancels to less than 10⁻³⁰ of what it is made of is zero, and two numbers that differ by less are equal: what
/// is left there is rounding, fifty digits away from anything that a robot's figures could mean.
class Decimal {
 public:
  static Decimal quotient(std::int64_t numerator, std::int64_t denominator = 1);
  /// Of whole numbers of any length, as text.
  static Decimal quotient(const std::string& numerator, const std::string& denominator);
  static Decimal pi();

  bool is_zero() const;
  int sign() const;
  double to_double() const;
  /// n/24 where it is that, for a whole number n of some ten digits at most: (numerator, 24).
  std::optional<std::pair<std::int64_t, std::int64_t>> as_simple_fraction() const;

  Decimal operator-() const;
  friend Decimal operator+(const Decimal& a, const Decimal& b);
  friend Decimal operator*(const Decimal& a, const Decimal& b);
  /// b must not be zero.
  friend Decimal operator/(const Decimal& a, const Decimal& b);
  friend Decimal sqrt(const Decimal& x);
  friend Decimal sin(const Decimal& x);
  friend Decimal cos(const Decimal& x);
  friend Decimal exp(const Decimal& x);

 private:
  struct Value;
  explicit Decimal(std::shared_ptr<const Value> value) : value_(std::move(value)) {}
  template <class Number>
  static Decimal made(Number value);

  std::shared_ptr<const Value> value_;  // numbers are copied far more often than made
};

Decimal sqrt(const Decimal& x);
Decimal sin(const Decimal& x);
Decimal cos(const Decimal& x);
Decimal exp(const Decimal& x);

}  // namespace sinew
