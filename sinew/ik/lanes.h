// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/spatial/vec3.h"

// GCC notes that these are passed differently with and without AVX; ours are inlined, never passed between libraries
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace sinew::ik {

/// A 3-vector in one register of four doubles, the last of them zero. What a Pack is to four states, this is to one:
/// a chain is walked joint by joint, each waiting for the one before, and three components at once shorten the wait.
class Lanes {
  // aligned as AVX wants it even where the compiler does not know of AVX, for both compilations share the memory
  using Doubles __attribute__((vector_size(32), aligned(32))) = double;

 public:
  Lanes() = default;
  // as a whole: copied in halves, as GCC copies structures, it could not be read back before both have left for memory
  Lanes(const Lanes& other) : v_(other.v_) {}  // NOLINT(modernize-use-equals-default)
  Lanes& operator=(const Lanes& other) {       // NOLINT(modernize-use-equals-default,bugprone-*)
    v_ = other.v_;
    return *this;
  }
  ~Lanes() = default;
  Lanes(double x, double y, double z) : v_{x, y, z, 0.0} {}
  explicit Lanes(const Vec3<double>& v) : v_{v.x, v.y, v.z, 0.0} {}

  double operator[](int i) const { return v_[i]; }
  Vec3<double> vec3() const { return {v_[0], v_[1], v_[2]}; }

  Lanes& operator+=(const Lanes& b) {
    v_ += b.v_;
    return *this;
  }
  Lanes& operator-=(const Lanes& b) {
    v_ -= b.v_;
    return *this;
  }
  friend Lanes operator+(const Lanes& a, const Lanes& b) { return Lanes(a.v_ + b.v_); }
  friend Lanes operator-(const Lanes& a, const Lanes& b) { return Lanes(a.v_ - b.v_); }
  friend Lanes operator-(const Lanes& a) { return Lanes(-a.v_); }
  /// Component by component.
  friend Lanes operator*(const Lanes& a, const Lanes& b) { return Lanes(a.v_ * b.v_); }
  friend Lanes operator*(const Lanes& a, double s) { return Lanes(a.v_ * Doubles{s, s, s, s}); }

  /// Component i in all lanes, the fourth as well: only to be multiplied with.
  template <int i>
  Lanes spread() const {
    return Lanes(__builtin_shufflevector(v_, v_, i, i, i, i));
  }

  double sum() const { return (v_[0] + v_[1]) + v_[2]; }
  friend double dot(const Lanes& a, const Lanes& b) { return (a * b).sum(); }
  friend Lanes cross(const Lanes& a, const Lanes& b) {
    const Doubles a_yzx = __builtin_shufflevector(a.v_, a.v_, 1, 2, 0, 3);
    const Doubles b_yzx = __builtin_shufflevector(b.v_, b.v_, 1, 2, 0, 3);
    const Doubles zxy = a.v_ * b_yzx - a_yzx * b.v_;
    return Lanes(__builtin_shufflevector(zxy, zxy, 1, 2, 0, 3));
  }

 private:
  explicit Lanes(const Doubles& v) : v_(v) {}
  Doubles v_{};
};

/// A 3×3 matrix by its columns.
struct Columns {
  Lanes x, y, z;

  Lanes operator*(const Lanes& v) const { return x * v.spread<0>() + (y * v.spread<1>() + z * v.spread<2>()); }
  Columns operator*(const Columns& B) const { return {*this * B.x, *this * B.y, *this * B.z}; }
};

}  // namespace sinew::ik

#pragma GCC diagnostic pop
