// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "sinew/scalar/scalar.h"

namespace sinew_test {

class Hostile;

/// What comes of comparing two of them: it goes to `select` and never to `if`.
class HostileTruth {
  HostileTruth(bool holds, bool poisoned) : holds_(holds), poisoned_(poisoned) {}
  friend HostileTruth operator<(const Hostile& a, const Hostile& b);
  friend Hostile select(const HostileTruth& condition, const Hostile& a, const Hostile& b);
  bool holds_, poisoned_;
};

/// A double that offers what `Scalar` and the functions of the recursions ask for and nothing else.
///
/// It has no equality and no way to bool or double, and its order no way to bool either, so that code which looks
/// inside a number does not compile. One made without a value is NaN and poisoned: whatever is computed from it is
/// poisoned too, and counted.
class Hostile {
 public:
  Hostile() = default;
  explicit Hostile(double value) : value_(value), poisoned_(false) {}

  double value() const { return value_; }
  bool poisoned() const { return poisoned_; }

  /// Since the program began.
  static int operations() { return operations_; }
  static int poisoned_reads() { return poisoned_reads_; }

  friend Hostile operator+(const Hostile& a, const Hostile& b) { return result(a.value_ + b.value_, a, b); }
  friend Hostile operator-(const Hostile& a, const Hostile& b) { return result(a.value_ - b.value_, a, b); }
  friend Hostile operator*(const Hostile& a, const Hostile& b) { return result(a.value_ * b.value_, a, b); }
  friend Hostile operator/(const Hostile& a, const Hostile& b) { return result(a.value_ / b.value_, a, b); }
  friend Hostile operator-(const Hostile& a) { return result(-a.value_, a, a); }
  Hostile& operator+=(const Hostile& b) { return *this = *this + b; }
  Hostile& operator-=(const Hostile& b) { return *this = *this - b; }
  Hostile& operator*=(const Hostile& b) { return *this = *this * b; }

  friend Hostile sqrt(const Hostile& a) { return result(std::sqrt(a.value_), a, a); }
  friend Hostile exp(const Hostile& a) { return result(std::exp(a.value_), a, a); }

  friend HostileTruth operator<(const Hostile& a, const Hostile& b) {
    const Hostile compared = result(0.0, a, b);
    return {a.value_ < b.value_, compared.poisoned_};
  }
  /// Neither may be poisoned, chosen or not: a number of many lanes computes both.
  friend Hostile select(const HostileTruth& condition, const Hostile& a, const Hostile& b) {
    Hostile r = result(condition.holds_ ? a.value_ : b.value_, a, b);
    r.poisoned_ = r.poisoned_ || condition.poisoned_;
    return r;
  }

  /// What comes out of an operation on a and b.
  static Hostile result(double value, const Hostile& a, const Hostile& b) {
    ++operations_;
    Hostile r(value);
    r.poisoned_ = a.poisoned_ || b.poisoned_;
    if (r.poisoned_) ++poisoned_reads_;
    return r;
  }

 private:
  static inline int operations_ = 0;
  static inline int poisoned_reads_ = 0;
  double value_ = std::numeric_limits<double>::quiet_NaN();
  bool poisoned_ = true;
};

inline sinew::SinCos<Hostile> sincos(const Hostile& a) {
  return {Hostile::result(std::sin(a.value()), a, a), Hostile::result(std::cos(a.value()), a, a)};
}

}  // namespace sinew_test
