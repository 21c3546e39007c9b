// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/constants/decimal.h"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <stdexcept>

namespace sinew {

namespace {

using LongNumber =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<80>, boost::multiprecision::et_off>;

constexpr int bits_that_count = 100;  // 2⁻¹⁰⁰ is about 10⁻³⁰

}  // namespace

struct Decimal::Value {
  LongNumber number;
};

template <class Number>
Decimal Decimal::made(Number value) {
  if (!isfinite(value)) throw std::domain_error("not a finite number");
  return Decimal(std::make_shared<const Value>(Value{std::move(value)}));
}

Decimal Decimal::quotient(std::int64_t numerator, std::int64_t denominator) {
  return made(LongNumber(numerator) / LongNumber(denominator));
}

Decimal Decimal::quotient(const std::string& numerator, const std::string& denominator) {
  return made(LongNumber(numerator) / LongNumber(denominator));
}

Decimal Decimal::pi() {
  static const Decimal value = made(boost::math::constants::pi<LongNumber>());
  return value;
}

bool Decimal::is_zero() const { return value_->number.is_zero(); }
int Decimal::sign() const { return value_->number.sign(); }
double Decimal::to_double() const { return static_cast<double>(value_->number); }

std::optional<std::pair<std::int64_t, std::int64_t>> Decimal::as_simple_fraction() const {
  constexpr double most = 1e12;
  const double parts = 24.0 * to_double(), whole = std::nearbyint(parts);
  if (whole == 0.0 || std::abs(whole) > most || std::abs(parts - whole) > 1e-14 * std::abs(whole)) return {};
  const LongNumber exact(whole), difference = value_->number * 24 - exact;
  if (!difference.is_zero() && ilogb(difference) > ilogb(exact) - bits_that_count) return {};
  return std::pair(static_cast<std::int64_t>(whole), std::int64_t{24});
}

Decimal Decimal::operator-() const { return made(LongNumber(-value_->number)); }

Decimal operator+(const Decimal& a, const Decimal& b) {
  const LongNumber &x = a.value_->number, &y = b.value_->number;
  LongNumber sum = x + y;
  if (!sum.is_zero() && !x.is_zero() && !y.is_zero() && ilogb(sum) < std::max(ilogb(x), ilogb(y)) - bits_that_count)
    sum = 0;
  return Decimal::made(std::move(sum));
}
Decimal operator*(const Decimal& a, const Decimal& b) {
  return Decimal::made(LongNumber(a.value_->number * b.value_->number));
}
Decimal operator/(const Decimal& a, const Decimal& b) {
  return Decimal::made(LongNumber(a.value_->number / b.value_->number));
}
Decimal sqrt(const Decimal& x) { return Decimal::made(LongNumber(sqrt(x.value_->number))); }
Decimal sin(const Decimal& x) { return Decimal::made(LongNumber(sin(x.value_->number))); }
Decimal cos(const Decimal& x) { return Decimal::made(LongNumber(cos(x.value_->number))); }
Decimal exp(const Decimal& x) { return Decimal::made(LongNumber(exp(x.value_->number))); }

}  // namespace sinew
