// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/constants/rational.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>

namespace sinew {

using Whole =  // without expression templates: numbers here are short, and debuggers and analyzers read along
    boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;

struct Rational::Big {
  Whole numerator, denominator;  // lowest terms, the denominator positive
};
struct Rational::Beyond {
  std::variant<Big, Surd, Decimal> value;
  int digits = 0;  // to be printed with
};

namespace {

constexpr std::int64_t least_integer = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest_integer = std::numeric_limits<std::int64_t>::max();

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

bool is_word(const Whole& x) { return abs(x) <= largest_integer; }

std::size_t bits_of(const Whole& x) { return x.backend().size() * sizeof(boost::multiprecision::limb_type) * 8; }

// a·b + c·d, or false where it leaves the machine word
bool product_sum(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, std::int64_t& sum) {
  std::int64_t ab = 0, cd = 0;
  return !__builtin_mul_overflow(a, b, &ab) && !__builtin_mul_overflow(c, d, &cd) &&
         !__builtin_add_overflow(ab, cd, &sum) && sum != least_integer;
}

bool product(std::int64_t a, std::int64_t b, std::int64_t& ab) {
  return !__builtin_mul_overflow(a, b, &ab) && ab != least_integer;
}

}  // namespace

void Rational::Delete::operator()(Beyond* beyond) const noexcept { delete beyond; }

Rational::Rational(std::int64_t whole) : numerator_(whole) {
  // the one machine word that has no opposite among them
  if (whole == least_integer) big_.reset(new Beyond{Big{Whole(whole), Whole(1)}, 0});
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
    big_.reset(new Beyond{std::move(big), 0});
  }
}

Rational::Rational(const Surd& surd) {
  if (surd.is_fraction()) {
    numerator_ = surd.part[0];
    denominator_ = surd.below;
  } else {
    big_.reset(new Beyond{surd, 0});
  }
}

Rational::Rational(const Decimal& decimal) {
  if (decimal.is_zero()) return;
  if (const auto fraction = decimal.as_simple_fraction())
    *this = Rational(fraction->first, fraction->second);
  else
    big_.reset(new Beyond{decimal, 0});
}

const Rational::Big* Rational::big() const { return big_ ? std::get_if<Big>(&big_->value) : nullptr; }
const Surd* Rational::surd() const { return big_ ? std::get_if<Surd>(&big_->value) : nullptr; }
bool Rational::is_decimal() const { return big_ && std::holds_alternative<Decimal>(big_->value); }
bool Rational::is_fraction() const { return !big_ || big() != nullptr; }

Rational::Big Rational::as_big() const {
  return big_ ? std::get<Big>(big_->value) : Big{Whole(numerator_), Whole(denominator_)};
}

std::optional<Surd> Rational::as_surd() const {
  if (!big_) return Surd{{numerator_, 0, 0, 0}, denominator_, 0};
  if (const Surd* s = surd()) return *s;
  return {};
}

Decimal Rational::as_decimal() const {
  if (!big_) return Decimal::quotient(numerator_, denominator_);
  if (const Surd* s = surd()) return s->decimal();
  if (const Big* b = big()) return Decimal::quotient(b->numerator.str(), b->denominator.str());
  return std::get<Decimal>(big_->value);
}

Rational Rational::shortened(Big big) {
  constexpr std::size_t readable_bits = 1024;
  Rational result(std::move(big));
  if (const Big* b = result.big(); b != nullptr && msb(abs(b->numerator)) + msb(b->denominator) > readable_bits)
    return Rational(result.as_decimal());
  return result;
}

Rational Rational::pi() { return Rational(Surd{{1, 0, 0, 0}, 1, 1}); }
Rational Rational::rounded() const {
  if (is_zero() || is_decimal()) return *this;
  Rational result;
  result.big_.reset(new Beyond{as_decimal(), 0});
  return result;
}

Rational Rational::with_digits(int digits) const {
  Rational result = rounded();
  if (result.big_) result.big_->digits = digits;
  return result;
}
int Rational::digits() const { return big_ ? big_->digits : 0; }

Rational::Rational(const Rational& other)
    : numerator_(other.numerator_),
      denominator_(other.denominator_),
      big_(other.big_ ? new Beyond(*other.big_) : nullptr) {}

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

bool Rational::is_whole() const { return big_ ? big() != nullptr && big()->denominator == 1 : denominator_ == 1; }

int Rational::sign() const {
  if (!big_) return (numerator_ > 0) - (numerator_ < 0);
  if (const Surd* s = surd()) return s->sign();
  return big() != nullptr ? big()->numerator.sign() : std::get<Decimal>(big_->value).sign();
}

Rational Rational::numerator() const {
  if (!big_) return Rational(numerator_);
  if (const Big* b = big()) return Rational(Big{b->numerator, Whole(1)});
  if (const Surd* s = surd()) return Rational(Surd{s->part, 1, s->pi});
  return *this;
}

Rational Rational::denominator() const {
  if (!big_) return Rational(denominator_);
  if (const Big* b = big()) return Rational(Big{b->denominator, Whole(1)});
  if (const Surd* s = surd()) return Rational(s->below);
  return Rational(1);
}

double Rational::to_double() const {
  if (!big_) {
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (std::abs(numerator_) <= exact && denominator_ <= exact)
      return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  } else if (big() == nullptr) {
    return as_decimal().to_double();
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
  const Big* b = big();
  if (b == nullptr) {
    std::array<char, 32> buffer{};
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), to_double()).ptr};
  }
  return b->numerator.str() + (b->denominator == 1 ? "" : "/" + b->denominator.str());
}

// Equal numbers may be of different kinds, a fraction and a decimal: the hash is made of what they have in common.
std::size_t Rational::hash() const { return std::hash<float>()(static_cast<float>(to_double())); }

Rational Rational::operator-() const {
  if (!big_) {
    Rational result;
    result.numerator_ = -numerator_;
    result.denominator_ = denominator_;
    return result;
  }
  Rational result = *this;
  if (auto* b = std::get_if<Big>(&result.big_->value))
    b->numerator = -b->numerator;
  else if (auto* s = std::get_if<Surd>(&result.big_->value))
    for (std::int64_t& p : s->part) p = -p;
  else
    result.big_->value = -std::get<Decimal>(result.big_->value);
  return result;
}

Rational& Rational::operator+=(const Rational& b) {
  if (!big_ && !b.big_) {
    std::int64_t sum = 0;
    if (denominator_ == b.denominator_) {
      if (!__builtin_add_overflow(numerator_, b.numerator_, &sum) && sum != least_integer) {
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
  if (b.is_zero()) return *this;
  if (is_zero()) return *this = b;
  if (is_fraction() && b.is_fraction()) {
    const Big x = as_big(), y = b.as_big();
    return *this =
               shortened(Big{x.numerator * y.denominator + y.numerator * x.denominator, x.denominator * y.denominator});
  }
  if (const auto x = as_surd(), y = b.as_surd(); x && y)
    if (const auto exact = sum(*x, *y)) return *this = Rational(*exact);
  return *this = Rational(as_decimal() + b.as_decimal());
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
  if (is_zero() || b.is_one()) return *this;
  if (b.is_zero() || is_one()) return *this = b;
  if (is_fraction() && b.is_fraction()) {
    const Big x = as_big(), y = b.as_big();
    return *this = shortened(Big{x.numerator * y.numerator, x.denominator * y.denominator});
  }
  if (const auto x = as_surd(), y = b.as_surd(); x && y)
    if (const auto exact = sinew::product(*x, *y)) return *this = Rational(*exact);
  const int printed_with = std::max(digits(), b.digits());
  *this = Rational(as_decimal() * b.as_decimal());
  if (big_) big_->digits = printed_with;
  return *this;
}

Rational& Rational::operator/=(const Rational& b) {
  if (b.is_zero()) throw std::domain_error("division by zero");
  if (b.is_fraction()) {
    const Big y = b.as_big();
    return *this *= Rational(Big{y.denominator, y.numerator});
  }
  if (const Surd* y = b.surd())
    if (const auto turned = reciprocal(*y)) return *this *= Rational(*turned);
  return *this = Rational(as_decimal() / b.as_decimal());
}

bool operator==(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
  if (a.is_decimal() || b.is_decimal()) return (a - b).is_zero();
  if (!a.big_ || !b.big_ || a.is_fraction() != b.is_fraction()) return false;
  if (const Surd* x = a.surd(), *y = b.surd(); x != nullptr && y != nullptr) return *x == *y;
  return a.big()->numerator == b.big()->numerator && a.big()->denominator == b.big()->denominator;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  const int sign = (a - b).sign();
  return sign < 0 ? std::strong_ordering::less : sign > 0 ? std::strong_ordering::greater : std::strong_ordering::equal;
}

Rational power(const Rational& x, int exponent) {
  if (exponent < 0) return power(Rational(1) / x, -exponent);
  if (x.is_zero()) return exponent == 0 ? Rational(1) : Rational();
  if (!x.is_fraction()) {
    Rational result(1), square = x;
    for (int n = exponent; n > 0; n /= 2) {
      if (n % 2 == 1) result *= square;
      if (n > 1) square *= square;
    }
    return result;
  }
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
  const Big* b = big();
  return b != nullptr ? std::max(bits_of(b->numerator), bits_of(b->denominator)) : 64;
}

Rational common_divisor(const Rational& a, const Rational& b) {
  if (!a.is_fraction() || !b.is_fraction()) {
    if (a.is_zero() || b.is_zero()) return magnitude(a.is_zero() ? b : a);
    if (const Rational ratio = a / b; ratio.is_fraction()) return magnitude(b) * common_divisor(ratio, Rational(1));
    const auto x = a.as_surd(), y = b.as_surd();
    if (!x || !y) return Rational(1);
    const auto fraction = [](const Surd& s) {
      std::int64_t divisor = 0;
      for (const std::int64_t p : s.part) divisor = std::gcd(divisor, p);
      return Rational(divisor, s.below);
    };
    const Rational divisor = common_divisor(fraction(*x), fraction(*y));
    return x->pi == y->pi ? divisor * Rational(Surd{{1, 0, 0, 0}, 1, x->pi}) : divisor;
  }
  const Rational::Big x = a.as_big(), y = b.as_big();
  return Rational(Rational::Big{largest_divisor(x.numerator, y.numerator),
                                x.denominator / largest_divisor(x.denominator, y.denominator) * y.denominator});
}

bool has_rational_root(const Rational& x, Rational& root) {
  if (!x.is_fraction() || x.sign() < 0) return false;
  const Rational::Big big = x.as_big();
  const Whole above = sqrt(big.numerator), below = sqrt(big.denominator);
  if (above * above != big.numerator || below * below != big.denominator) return false;
  root = Rational(Rational::Big{above, below});
  return true;
}

Rational square_root(const Rational& x) {
  if (x.sign() < 0) throw std::domain_error("the root of a negative number");
  Rational root;
  if (has_rational_root(x, root)) return root;
  if (const auto surd = x.as_surd())
    if (const auto exact = square_root(*surd)) return Rational(*exact);
  return Rational(sqrt(x.as_decimal()));
}

std::optional<int> multiple_of_15_degrees(const Rational& angle) {
  constexpr int most_twelfths = 1000;
  const double twelfths = angle.to_double() / (std::numbers::pi / 12), whole = std::nearbyint(twelfths);
  if (std::abs(whole) > most_twelfths || std::abs(twelfths - whole) > 1e-15 * std::abs(whole)) return {};
  if (angle.surd() != nullptr && angle != Rational(static_cast<int>(whole), 12) * Rational::pi()) return {};
  return static_cast<int>(whole);
}

SinCos<Rational> sincos_of_constant(const Rational& angle) {
  if (const std::optional<int> twelfths = multiple_of_15_degrees(angle)) {
    const SurdSinCos exact = sincos_of_twelfths(*twelfths);
    return {Rational(exact.sin), Rational(exact.cos)};
  }
  const Decimal x = angle.as_decimal();
  return {Rational(sin(x)), Rational(cos(x))};
}

Rational exponential(const Rational& x) { return Rational(exp(x.as_decimal())); }

}  // namespace sinew
