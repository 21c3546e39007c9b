// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/rational.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace sinew {

using Whole =  // without expression templates: numbers here are short, and debuggers and analyzers read along
    boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;

struct Rational::Big {
  Whole numerator, denominator;  // lowest terms, the denominator positive
};

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// By Euclid; not Boost's, whose operators clang's analyzer takes for dangling references.
Whole largest_divisor(Whole a, Whole b) {
  while (b != 0) {
    a %= b;
    a.swap(b);
  }
  return abs(a);
}

constexpr std::size_t most_bits = 16'384;

[[noreturn]] void refuse_size() { throw std::length_error("an exact number of more than 4,900 digits"); }

bool is_word(const Whole& x) { return abs(x) <= most; }

std::size_t bits_of(const Whole& x) { return x.backend().size() * sizeof(boost::multiprecision::limb_type) * 8; }

// a·b + c·d, or false where it leaves the machine word
bool product_sum(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, std::int64_t& sum) {
  std::int64_t ab = 0, cd = 0;
  return !__builtin_mul_overflow(a, b, &ab) && !__builtin_mul_overflow(c, d, &cd) &&
         !__builtin_add_overflow(ab, cd, &sum) && sum != least;
}

bool product(std::int64_t a, std::int64_t b, std::int64_t& ab) {
  return !__builtin_mul_overflow(a, b, &ab) && ab != least;
}

}  // namespace

void Rational::Delete::operator()(Big* big) const noexcept { delete big; }

Rational::Rational(std::int64_t whole) : numerator_(whole) {
  // the one machine word that has no opposite among them
  if (whole == least) big_.reset(new Big{Whole(whole), Whole(1)});
}

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) throw std::domain_error("division by zero");
  *this = Rational(Big{Whole(numerator), Whole(denominator)});
}

Rational::Rational(Big big) {
  if (big.denominator < 0) {
    big.numerator = -big.numerator;
    big.denominator = -big.denominator;
  }
  const Whole divisor = largest_divisor(big.numerator, big.denominator);
  if (divisor > 1) {
    big.numerator /= divisor;
    big.denominator /= divisor;
  }
  store(std::move(big));
}

void Rational::store(Big big) {
  if (bits_of(big.numerator) > most_bits || bits_of(big.denominator) > most_bits) refuse_size();
  if (is_word(big.numerator) && is_word(big.denominator)) {
    numerator_ = static_cast<std::int64_t>(big.numerator);
    denominator_ = static_cast<std::int64_t>(big.denominator);
  } else {
    big_.reset(new Big(std::move(big)));
  }
}

Rational::Big Rational::as_big() const { return big_ ? *big_ : Big{Whole(numerator_), Whole(denominator_)}; }

Rational::Rational(const Rational& other)
    : numerator_(other.numerator_),
      denominator_(other.denominator_),
      big_(other.big_ ? new Big(*other.big_) : nullptr) {}

Rational& Rational::operator=(const Rational& other) {
  if (this != &other) *this = Rational(other);
  return *this;
}

Rational Rational::decimal(double value) {
  if (!std::isfinite(value)) throw std::domain_error("not a finite number");
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
  const std::size_t e = text.find('e');
  int exponent = 0;
  const std::string_view behind = text.substr(e + 1 + (text[e + 1] == '+' ? 1 : 0));
  std::from_chars(behind.data(), behind.data() + behind.size(), exponent);
  Whole digits = 0;
  bool after_point = false;
  for (const char c : text.substr(0, e)) {
    if (c == '.') after_point = true;
    if (c < '0' || c > '9') continue;
    digits = digits * 10 + (c - '0');
    if (after_point) --exponent;
  }
  if (text.front() == '-') digits = -digits;
  const Whole scale = pow(Whole(10), static_cast<unsigned>(std::abs(exponent)));
  return Rational(exponent < 0 ? Big{digits, scale} : Big{digits * scale, Whole(1)});
}

bool Rational::is_whole() const { return big_ ? big_->denominator == 1 : denominator_ == 1; }

int Rational::sign() const {
  if (big_) return big_->numerator.sign();
  return (numerator_ > 0) - (numerator_ < 0);
}

Rational Rational::numerator() const { return big_ ? Rational(Big{big_->numerator, Whole(1)}) : Rational(numerator_); }

Rational Rational::denominator() const {
  return big_ ? Rational(Big{big_->denominator, Whole(1)}) : Rational(denominator_);
}

double Rational::to_double() const {
  if (!big_) {
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (std::abs(numerator_) <= exact && denominator_ <= exact)
      return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  }
  // 64 bits of the quotient, the last of which remembers whether anything followed: rounding once from there is exact
  const Big big = as_big();
  const Whole size = abs(big.numerator);
  if (size == 0) return 0.0;
  const int shift = 64 - (static_cast<int>(msb(size)) - static_cast<int>(msb(big.denominator)));
  const Whole above = shift > 0 ? Whole(size << static_cast<unsigned>(shift)) : size;
  const Whole below = shift < 0 ? Whole(big.denominator << static_cast<unsigned>(-shift)) : big.denominator;
  Whole quotient = above / below;
  bool more = quotient * below != above;
  int exponent = -shift;
  while (msb(quotient) > 63) {
    more = more || (quotient & 1) != 0;
    quotient >>= 1;
    ++exponent;
  }
  const std::uint64_t bits = static_cast<std::uint64_t>(quotient) | (more ? 1U : 0U);
  return std::ldexp(static_cast<double>(bits), exponent) * (big.numerator < 0 ? -1.0 : 1.0);
}

std::string Rational::text() const {
  if (!big_)
    return denominator_ == 1 ? std::to_string(numerator_)
                             : std::to_string(numerator_) + "/" + std::to_string(denominator_);
  return big_->numerator.str() + (big_->denominator == 1 ? "" : "/" + big_->denominator.str());
}

std::size_t Rational::hash() const {
  if (big_) return hash_value(big_->numerator) * 31 + hash_value(big_->denominator);
  return static_cast<std::size_t>(numerator_) * 0x9E3779B97F4A7C15U + static_cast<std::size_t>(denominator_);
}

Rational Rational::operator-() const {
  if (big_) return Rational(Big{-big_->numerator, big_->denominator});
  Rational result;
  result.numerator_ = -numerator_;
  result.denominator_ = denominator_;
  return result;
}

Rational& Rational::operator+=(const Rational& b) {
  if (!big_ && !b.big_) {
    std::int64_t sum = 0;
    if (denominator_ == b.denominator_) {
      if (!__builtin_add_overflow(numerator_, b.numerator_, &sum) && sum != least) {
        if (denominator_ == 1) {
          numerator_ = sum;
          return *this;
        }
        const std::int64_t divisor = std::gcd(sum, denominator_);
        numerator_ = sum / divisor;
        denominator_ /= divisor;
        return *this;
      }
    } else {
      std::int64_t below = 0;
      if (product_sum(numerator_, b.denominator_, b.numerator_, denominator_, sum) &&
          product(denominator_, b.denominator_, below)) {
        const std::int64_t divisor = std::gcd(sum, below);
        numerator_ = sum / divisor;
        denominator_ = below / divisor;
        return *this;
      }
    }
  }
  const Big x = as_big(), y = b.as_big();
  return *this =
             Rational(Big{x.numerator * y.denominator + y.numerator * x.denominator, x.denominator * y.denominator});
}

Rational& Rational::operator-=(const Rational& b) { return *this += -b; }

Rational& Rational::operator*=(const Rational& b) {
  if (!big_ && !b.big_) {
    const std::int64_t left = std::gcd(numerator_, b.denominator_), right = std::gcd(b.numerator_, denominator_);
    std::int64_t above = 0, below = 0;
    if (left != 0 && right != 0 && product(numerator_ / left, b.numerator_ / right, above) &&
        product(denominator_ / right, b.denominator_ / left, below)) {
      numerator_ = above;
      denominator_ = above == 0 ? 1 : below;
      return *this;
    }
  }
  const Big x = as_big(), y = b.as_big();
  return *this = Rational(Big{x.numerator * y.numerator, x.denominator * y.denominator});
}

Rational& Rational::operator/=(const Rational& b) {
  if (b.is_zero()) throw std::domain_error("division by zero");
  const Big y = b.as_big();
  return *this *= Rational(Big{y.denominator, y.numerator});
}

bool operator==(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
  return a.big_ && b.big_ && a.big_->numerator == b.big_->numerator && a.big_->denominator == b.big_->denominator;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  const int sign = (a - b).sign();
  return sign < 0 ? std::strong_ordering::less : sign > 0 ? std::strong_ordering::greater : std::strong_ordering::equal;
}

Rational power(const Rational& x, int exponent) {
  if (exponent < 0) return power(Rational(1) / x, -exponent);
  if (x.is_zero()) return exponent == 0 ? Rational(1) : Rational();
  const Rational::Big y = x.as_big();
  const auto n = static_cast<unsigned>(exponent);
  const std::size_t digits = std::max(msb(abs(y.numerator)), msb(y.denominator));
  if (digits * n > most_bits) refuse_size();
  // in lowest terms, as x was
  Rational result;
  result.store({pow(y.numerator, n), pow(y.denominator, n)});
  return result;
}

std::size_t Rational::bits() const {
  return big_ ? std::max(bits_of(big_->numerator), bits_of(big_->denominator)) : 64;
}

Rational common_divisor(const Rational& a, const Rational& b) {
  const Rational::Big x = a.as_big(), y = b.as_big();
  return Rational(Rational::Big{largest_divisor(x.numerator, y.numerator),
                                x.denominator / largest_divisor(x.denominator, y.denominator) * y.denominator});
}

bool has_rational_root(const Rational& x, Rational& root) {
  if (x.sign() < 0) return false;
  const Rational::Big big = x.as_big();
  const Whole above = sqrt(big.numerator), below = sqrt(big.denominator);
  if (above * above != big.numerator || below * below != big.denominator) return false;
  root = Rational(Rational::Big{above, below});
  return true;
}

}  // namespace sinew
