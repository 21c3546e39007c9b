// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/scalar/scalar.h"

// libquadmath's, declared here because clang has no quadmath.h; link with quadmath
extern "C" {
__float128 sqrtq(__float128) noexcept;
__float128 expq(__float128) noexcept;
__float128 sinq(__float128) noexcept;
__float128 cosq(__float128) noexcept;
}

namespace sinew_test {

/// A number of 113 bits, 34 digits: what doubles are held against.
///
/// An identity that holds to 1e-30 here is an identity; one that holds to 1e-14 in doubles may be luck.
class Quad {
 public:
  Quad() = default;
  explicit Quad(double value) : value_(value) {}
  static Quad of(__float128 value) {
    Quad y;
    y.value_ = value;
    return y;
  }

  explicit operator double() const { return static_cast<double>(value_); }
  __float128 value() const { return value_; }

  friend Quad operator+(const Quad& a, const Quad& b) { return of(a.value_ + b.value_); }
  friend Quad operator-(const Quad& a, const Quad& b) { return of(a.value_ - b.value_); }
  friend Quad operator*(const Quad& a, const Quad& b) { return of(a.value_ * b.value_); }
  friend Quad operator/(const Quad& a, const Quad& b) { return of(a.value_ / b.value_); }
  friend Quad operator-(const Quad& a) { return of(-a.value_); }
  Quad& operator+=(const Quad& b) { return *this = *this + b; }
  Quad& operator-=(const Quad& b) { return *this = *this - b; }
  Quad& operator*=(const Quad& b) { return *this = *this * b; }

  friend bool operator<(const Quad& a, const Quad& b) { return a.value_ < b.value_; }

  /// Like a double, it knows its own zeros.
  friend bool is_structural_zero(const Quad& a) { return a.value_ == 0; }

  friend Quad sqrt(const Quad& a) { return of(sqrtq(a.value_)); }
  friend Quad exp(const Quad& a) { return of(expq(a.value_)); }
  friend sinew::SinCos<Quad> sincos(const Quad& a) { return {of(sinq(a.value_)), of(cosq(a.value_))}; }

 private:
  __float128 value_ = 0;
};

}  // namespace sinew_test
