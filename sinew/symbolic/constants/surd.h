// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "sinew/symbolic/constants/decimal.h"

namespace sinew {

/// (a + b·√2 + c·√3 + d·√6)·πᵏ/n in lowest terms, n > 0: the sines and cosines of all multiples of 15°, angles in degrees,
/// the pitch of a screw.
///
/// The numbers in front of the roots are machine words. What leaves them has no short form that anybody would want to
/// read, and goes on as a `Decimal`: each operation says so by giving nothing.
struct Surd {
  std::array<std::int64_t, 4> part{};  ///< of 1, √2, √3, √6
  std::int64_t below = 1;
  int pi = 0;  ///< power of π

  bool is_zero() const;
  /// Free of roots and of π.
  bool is_fraction() const { return part[1] == 0 && part[2] == 0 && part[3] == 0 && pi == 0; }
  int sign() const;
  Decimal decimal() const;
  friend bool operator==(const Surd&, const Surd&) = default;
};

/// Nothing for different powers of π, too.
std::optional<Surd> sum(const Surd& a, const Surd& b);
std::optional<Surd> product(const Surd& a, const Surd& b);
/// 1/a; a is not zero.
std::optional<Surd> reciprocal(const Surd& a);
/// The root where it is such a number itself: √(2 + √3) = (√6 + √2)/2.
std::optional<Surd> square_root(const Surd& a);

/// Sine and cosine of k·15°.
struct SurdSinCos {
  Surd sin, cos;
};
SurdSinCos sincos_of_twelfths(std::int64_t k);

}  // namespace sinew
