// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/constants/surd.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace sinew {

namespace {

using Word = std::int64_t;

constexpr std::array<Word, 4> square_of_root{1, 2, 3, 6};
constexpr int most_pi = 1000;

/// Adds k·a·b; false where that leaves a machine word.
bool add_product(Word& sum, Word k, Word a, Word b) {
  Word ab = 0;
  return !__builtin_mul_overflow(a, b, &ab) && !__builtin_mul_overflow(k, ab, &ab) &&
         !__builtin_add_overflow(sum, ab, &sum) && sum != std::numeric_limits<Word>::min();
}

Surd in_lowest_terms(Surd x) {
  Word divisor = x.below;
  for (const Word p : x.part) divisor = std::gcd(divisor, p);
  if (x.below < 0) divisor = -divisor;
  for (Word& p : x.part) p /= divisor;
  x.below /= divisor;
  if (x.is_zero()) x = Surd{};
  return x;
}

/// √2 and √3 with a sign each: the four values that a rule of arithmetic cannot tell apart.
double conjugate(const Surd& x, int sign_of_two, int sign_of_three) {
  const double two = sign_of_two * std::sqrt(2.0), three = sign_of_three * std::sqrt(3.0);
  return (static_cast<double>(x.part[0]) + static_cast<double>(x.part[1]) * two +
          static_cast<double>(x.part[2]) * three + static_cast<double>(x.part[3]) * two * three) /
         static_cast<double>(x.below);
}

}  // namespace

bool Surd::is_zero() const { return part == std::array<std::int64_t, 4>{}; }

int Surd::sign() const {
  double sum = 0.0, size = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double term = static_cast<double>(part[i]) * std::sqrt(static_cast<double>(square_of_root[i]));
    sum += term;
    size += std::abs(term);
  }
  if (std::abs(sum) > 1e-14 * size) return sum > 0.0 ? 1 : -1;
  return decimal().sign();
}

Decimal Surd::decimal() const {
  static const std::array<Decimal, 4> root{Decimal::quotient(1), sqrt(Decimal::quotient(2)), sqrt(Decimal::quotient(3)),
                                           sqrt(Decimal::quotient(6))};
  Decimal sum = Decimal::quotient(0);
  for (std::size_t i = 0; i < 4; ++i)
    if (part[i] != 0) sum = sum + Decimal::quotient(part[i]) * root[i];
  sum = sum / Decimal::quotient(below);
  for (int n = 0; n < std::abs(pi); ++n) sum = pi > 0 ? sum * Decimal::pi() : sum / Decimal::pi();
  return sum;
}

std::optional<Surd> sum(const Surd& a, const Surd& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  if (a.pi != b.pi) return {};
  const Word divisor = std::gcd(a.below, b.below), of_a = b.below / divisor, of_b = a.below / divisor;
  Surd result{{}, 0, a.pi};
  if (!add_product(result.below, 1, a.below, of_a)) return {};
  for (std::size_t i = 0; i < 4; ++i)
    if (!add_product(result.part[i], 1, a.part[i], of_a) || !add_product(result.part[i], 1, b.part[i], of_b)) return {};
  return in_lowest_terms(result);
}

std::optional<Surd> product(const Surd& a, const Surd& b) {
  // a fraction's bar first, so that words stay short
  Surd x = a, y = b;
  Word of_x = x.below, of_y = y.below;
  for (std::size_t i = 0; i < 4; ++i) {
    of_x = std::gcd(of_x, y.part[i]);
    of_y = std::gcd(of_y, x.part[i]);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    y.part[i] /= of_x;
    x.part[i] /= of_y;
  }
  Surd result{{}, 0, a.pi + b.pi};
  if (std::abs(result.pi) > most_pi || !add_product(result.below, 1, x.below / of_x, y.below / of_y)) return {};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 4; ++k) {
      // √2·√6 = 2·√3: what both contain comes out, what one of them contains stays
      if (!add_product(result.part[i ^ k], square_of_root[i & k], x.part[i], y.part[k])) return {};
    }
  return in_lowest_terms(result);
}

std::optional<Surd> reciprocal(const Surd& a) {
  // (A + B·√3)⁻¹ = (A − B·√3)/(A² − 3·B²), and then the same with √2
  Surd above{{1, 0, 0, 0}, 1, 0}, below{a.part, 1, 0};
  for (const auto& opposite : {std::array<Word, 4>{1, 1, -1, -1}, std::array<Word, 4>{1, -1, 1, -1}}) {
    Surd turned = below;
    for (std::size_t i = 0; i < 4; ++i) turned.part[i] *= opposite[i];
    if (turned == below) continue;
    const auto longer = product(above, turned), shorter = product(below, turned);
    if (!longer || !shorter) return {};
    above = *longer;
    below = *shorter;
  }
  // what is left below is a fraction
  const Word sign = below.part[0] < 0 ? -1 : 1;
  Surd turned{{sign * below.below, 0, 0, 0}, sign * below.part[0], -a.pi};
  const auto scaled = product(turned, Surd{{a.below, 0, 0, 0}, 1, 0});
  if (!scaled) return {};
  return product(above, *scaled);
}

std::optional<Surd> square_root(const Surd& a) {
  if (a.pi % 2 != 0) return {};
  double value[4] = {conjugate(a, 1, 1), conjugate(a, -1, 1), conjugate(a, 1, -1), conjugate(a, -1, -1)};
  for (double& v : value) {
    if (v < -1e-9) return {};
    v = std::max(v, 0.0);
  }
  // the root's four values are known up to their signs; one choice of them makes a, b, c, d fractions
  for (unsigned signs = 0; signs < 8; ++signs) {
    double r[4];
    for (unsigned i = 0; i < 4; ++i) r[i] = std::sqrt(value[i]) * (i > 0 && (signs >> (i - 1) & 1U) != 0 ? -1.0 : 1.0);
    const double coefficient[4] = {(r[0] + r[1] + r[2] + r[3]) / 4, (r[0] - r[1] + r[2] - r[3]) / 4 / std::sqrt(2.0),
                                   (r[0] + r[1] - r[2] - r[3]) / 4 / std::sqrt(3.0),
                                   (r[0] - r[1] - r[2] + r[3]) / 4 / std::sqrt(6.0)};
    constexpr double most = 1e15;
    Surd root{{}, 0, a.pi / 2};
    if (__builtin_mul_overflow(a.below, Word{12}, &root.below)) return {};
    bool short_enough = true;
    for (std::size_t i = 0; i < 4; ++i) {
      const double above = std::nearbyint(coefficient[i] * static_cast<double>(root.below));
      short_enough = short_enough && std::abs(above) < most;
      if (short_enough) root.part[i] = static_cast<Word>(above);
    }
    if (!short_enough) return {};
    root = in_lowest_terms(root);
    if (const auto square = product(root, root); square && *square == a) return root;
  }
  return {};
}

SurdSinCos sincos_of_twelfths(std::int64_t k) {
  static constexpr std::array<Word, 4> quarter[] = {{4, 0, 0, 0}, {0, 1, 0, 1},  {0, 0, 2, 0}, {0, 2, 0, 0},
                                                    {2, 0, 0, 0}, {0, -1, 0, 1}, {0, 0, 0, 0}};
  const auto cosine = [](Word n) {
    n = ((n % 24) + 24) % 24;
    if (n > 12) n = 24 - n;
    Surd x{quarter[n > 6 ? 12 - n : n], 4, 0};
    if (n > 6)
      for (Word& p : x.part) p = -p;
    return in_lowest_terms(x);
  };
  return {cosine(k - 6), cosine(k)};
}

}  // namespace sinew
