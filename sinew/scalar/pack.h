// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "sinew/scalar/scalar.h"

// GCC notes that packs are passed differently with and without AVX; ours are inlined, never passed between libraries
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace sinew {

/// What N lanes are made of. Spelt out size by size: GCC takes a vector whose size depends on N for a scalar.
template <int N>
struct PackLanes;
template <>
struct PackLanes<2> {
  using Doubles __attribute__((vector_size(16))) = double;
  using Truths __attribute__((vector_size(16))) = std::int64_t;
  static Doubles all(double x) { return Doubles{x, x}; }
};
template <>
struct PackLanes<4> {
  using Doubles __attribute__((vector_size(32))) = double;
  using Truths __attribute__((vector_size(32))) = std::int64_t;
  static Doubles all(double x) { return Doubles{x, x, x, x}; }
};
template <>
struct PackLanes<8> {
  using Doubles __attribute__((vector_size(64))) = double;
  using Truths __attribute__((vector_size(64))) = std::int64_t;
  static Doubles all(double x) { return Doubles{x, x, x, x, x, x, x, x}; }
};

/// N doubles that are computed with at once: N states through one recursion.
///
/// On the compilers' vector extensions, which GCC, Clang and WebAssembly share. Lane k of a result depends on
/// lane k of the operands alone, so a state's answer does not depend on its neighbours. A comparison gives a Mask,
/// one truth per lane, which goes to `select` and never to `if`.
template <int N>
class Pack {
  using Lanes = typename PackLanes<N>::Doubles;
  using Truths = typename PackLanes<N>::Truths;
  static constexpr std::size_t size = N;

 public:
  static constexpr int lane_count = N;

  /// Which lanes a condition holds in.
  class Mask {
   public:
    explicit Mask(const Truths& lanes) : lanes_(lanes) {}
    bool operator[](int k) const { return lanes_[k] != 0; }
    bool any() const {
#if defined(__SSE2__)
      using Pair = PackLanes<2>;
      typename Pair::Truths pairs[size / 2], found = {};
      std::memcpy(pairs, &lanes_, sizeof pairs);
      for (const auto& pair : pairs) found |= pair;
      return __builtin_ia32_movmskpd(std::bit_cast<typename Pair::Doubles>(found)) != 0;
#else
      std::int64_t found = 0;
      for (int k = 0; k < N; ++k) found |= lanes_[k];
      return found != 0;
#endif
    }
    friend Mask operator&(const Mask& a, const Mask& b) { return Mask(a.lanes_ & b.lanes_); }
    /// The lanes of a where it holds, those of b where it does not: bit by bit, as plain x86-64 does it best.
    Pack choose(const Pack& a, const Pack& b) const {
      const Truths A = bits_of(a.lanes_), B = bits_of(b.lanes_);
      return from_bits(B ^ ((A ^ B) & lanes_));
    }
    friend Pack select(const Mask& condition, const Pack& a, const Pack& b) { return condition.choose(a, b); }

   private:
    Truths lanes_;
  };

  Pack() = default;
  Pack(double value) : lanes_(PackLanes<N>::all(value)) {}  // NOLINT(google-explicit-constructor): a constant is a Pack

  static Pack from(const double* values) {
    Lanes lanes;  // a vector alone, and not in a class, is what compilers keep in a register
    std::memcpy(&lanes, values, sizeof lanes);
    return Pack(lanes);
  }
  template <class... Values>
  static Pack of(Values... values) {
    static_assert(sizeof...(Values) == N);
    return Pack(Lanes{values...});
  }
  void to(double* values) const {
    const Lanes lanes = lanes_;
    std::memcpy(values, &lanes, sizeof lanes);
  }
  double operator[](int k) const { return lanes_[k]; }
  void set(int k, double value) { lanes_[k] = value; }

  Pack& operator+=(const Pack& b) {
    lanes_ += b.lanes_;
    return *this;
  }
  Pack& operator-=(const Pack& b) {
    lanes_ -= b.lanes_;
    return *this;
  }
  Pack& operator*=(const Pack& b) {
    lanes_ *= b.lanes_;
    return *this;
  }
  Pack& operator/=(const Pack& b) {
    lanes_ /= b.lanes_;
    return *this;
  }
  friend Pack operator+(Pack a, const Pack& b) { return a += b; }
  friend Pack operator-(Pack a, const Pack& b) { return a -= b; }
  friend Pack operator*(Pack a, const Pack& b) { return a *= b; }
  friend Pack operator/(Pack a, const Pack& b) { return a /= b; }
  // the compiler puts one number into all lanes better than `all`, which GCC does lane by lane
  friend Pack operator*(double a, const Pack& b) { return Pack(a * b.lanes_); }
  friend Pack operator*(const Pack& a, double b) { return Pack(a.lanes_ * b); }
  friend Pack operator-(const Pack& a) { return Pack(-a.lanes_); }

  friend Mask operator<(const Pack& a, const Pack& b) { return Mask(a.lanes_ < b.lanes_); }

  /// The larger one in each lane, b's where a lane of either is NaN.
  friend Pack max(const Pack& a, const Pack& b) { return Pack(a.lanes_ > b.lanes_ ? a.lanes_ : b.lanes_); }

  friend Pack sqrt(const Pack& a) {
    Pack y;
    for (int k = 0; k < N; ++k) y.lanes_[k] = std::sqrt(a.lanes_[k]);
    return y;
  }
  friend Pack exp(const Pack& a) {
    Pack y;
    for (int k = 0; k < N; ++k) y.lanes_[k] = std::exp(a.lanes_[k]);
    return y;
  }

  friend SinCos<Pack> sincos(const Pack& x) {
    const SinCos<Pack> y = near_zero(x);
    const Mask far = x.is_far();
    if (!far.any()) return y;
    double angles[size], sines[size], cosines[size];
    x.to(angles);
    y.sin.to(sines);
    y.cos.to(cosines);
    sincos_by_library(far, angles, sines, cosines);
    return {from(sines), from(cosines)};
  }

  /// The same from memory to memory, where nothing need be kept in a register while the library is called.
  static void sincos(const double* angles, double* sines, double* cosines) {
    const Pack x = from(angles);
    const SinCos<Pack> y = near_zero(x);
    y.sin.to(sines);
    y.cos.to(cosines);
    if (const Mask far = x.is_far(); far.any()) [[unlikely]]
      sincos_by_library(far, angles, sines, cosines);
  }

 private:
  explicit Pack(const Lanes& lanes) : lanes_(lanes) {}

  /// Beyond what `near_zero` can reduce, or no number at all.
  Mask is_far() const {
    constexpr double largest_reduced = 1e5;  // beyond it k·π/2 no longer has an exact leading part
    constexpr std::int64_t all_but_sign = std::numeric_limits<std::int64_t>::max();
    return Mask(~(from_bits(bits_of(lanes_) & all_but_sign).lanes_ < largest_reduced));
  }

  static void sincos_by_library(const Mask& where, const double* angles, double* sines, double* cosines) {
    for (int k = 0; k < N; ++k)
      if (where[k]) {
        sines[k] = std::sin(angles[k]);
        cosines[k] = std::cos(angles[k]);
      }
  }

  /// Cody-Waite reduction by π/2 in three parts, then the minimax polynomials on [−π/4, π/4].
  ///
  /// The parts have 33, 33 and 53 bits, so that k times the first two is exact for |k| < 2²⁰. The angle less the first
  /// two is r, rounded; what that rounding lost and the third part are e, which the polynomials put back. No operation
  /// that leads to r waits for e, and the error stays below one unit in the last place even next to multiples of π/2.
  static SinCos<Pack> near_zero(const Pack& x) {
    constexpr double half_pi_1 = 0x1.921fb54400000p+0;
    constexpr double half_pi_2 = 0x1.0b4611a600000p-34;
    constexpr double half_pi_3 = 0x1.3198a2e037073p-69;
    constexpr double to_nearest = 0x1.8p52;  // adding it leaves the nearest integer in the low bits
    const Lanes shifted = x.lanes_ * (2.0 * std::numbers::inv_pi) + to_nearest;
    const Lanes k = shifted - to_nearest;
    const Lanes a = x.lanes_ - k * half_pi_1;  // exact
    const Lanes b = k * half_pi_2;             // exact
    const Lanes r = a - b;
    const Lanes e = ((a - r) - b) - k * half_pi_3;

    // fdlibm's minimax polynomials, in pairs of terms (Estrin) so that fewer operations wait for each other
    const Lanes z = r * r, z2 = z * z, rz = r * z;
    const Lanes sin_tail =
        (8.33333333332248946124e-03 + z * -1.98412698298579493134e-04) +
        z2 * ((2.75573137070700676789e-06 + z * -2.50507602534068634195e-08) + z2 * 1.58969099521155010221e-10);
    const Lanes sine = r - ((z * (0.5 * e - rz * sin_tail) - e) + rz * 1.66666666666666324348e-01);
    const Lanes cos_tail = (4.16666666666666019037e-02 + z * -1.38888888888741095749e-03) +
                           z2 * ((2.48015872894767294178e-05 + z * -2.75573143513906633035e-07) +
                                 z2 * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
    const Lanes half_z = 0.5 * z;
    const Lanes one_less = 1.0 - half_z;
    const Lanes cosine = one_less + (((1.0 - one_less) - half_z) + (z2 * cos_tail - r * e));

    // bit by bit, for plain x86-64 has no comparison of 64-bit integers: an odd quadrant swaps the two, and the signs
    // are the second bit of the quadrant and of the one after it
    constexpr std::int64_t sign = std::numeric_limits<std::int64_t>::min();
    const Truths quadrant = bits_of(shifted), last = quadrant << 63, second = quadrant << 62;
    const Truths ss = bits_of(sine), cc = bits_of(cosine);
    const Truths swapped = (ss ^ cc) & -(quadrant & 1);
    return {from_bits(ss ^ swapped ^ (second & sign)), from_bits(cc ^ swapped ^ ((last ^ second) & sign))};
  }

  static Truths bits_of(const Lanes& value) { return std::bit_cast<Truths>(value); }
  static Pack from_bits(const Truths& bits) { return Pack(std::bit_cast<Lanes>(bits)); }

  Lanes lanes_{};
};

/// Room for `count` numbers in whole packs.
constexpr std::size_t padded(std::size_t count) { return count + 4; }

/// Sine and cosine of many angles, N at a time where T is a double; `sines` and `cosines` have `padded(count)` elements.
/// Each angle's result is the same wherever it stands among the others, and whatever N is.
template <int N, Scalar T>
void sincos_of_each(const T* angles, std::size_t count, T* sines, T* cosines) noexcept {
  if constexpr (std::same_as<T, double>) {
    constexpr std::size_t width = N;
    if (count < width) {
      double few[width] = {};
      for (std::size_t k = 0; k < count; ++k) few[k] = angles[k];
      return Pack<N>::sincos(few, sines, cosines);
    }
    std::size_t i = 0;
    for (; i + width <= count; i += width) Pack<N>::sincos(angles + i, sines + i, cosines + i);
    if (i == count) return;
    i = count - width;  // the last pack overlaps the one before
    Pack<N>::sincos(angles + i, sines + i, cosines + i);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      const SinCos<T> y = sincos(angles[i]);
      sines[i] = y.sin;
      cosines[i] = y.cos;
    }
  }
}

}  // namespace sinew

#pragma GCC diagnostic pop
