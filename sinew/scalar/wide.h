// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "sinew/scalar/pack.h"

namespace sinew {

/// What a loop over independent numbers computes with: N at once where T is a double, one otherwise.
template <Scalar T, int N>
struct Wide {
  using Type = T;
  static constexpr std::size_t width = 1;
  static const T& from(const T* values) { return *values; }
  static void to(T* values, const T& x) { *values = x; }
};

template <int N>
struct Wide<double, N> {
  using Type = Pack<N>;
  static constexpr std::size_t width = N;
  static Type from(const double* values) { return Type::from(values); }
  static void to(double* values, const Type& x) { x.to(values); }
};

/// Room for `count` numbers in whole packs.
constexpr std::size_t padded(std::size_t count) { return count + 4; }

/// Sine and cosine of many angles, N at a time where T is a double; `sines` and `cosines` have `padded(count)` elements.
/// Each angle's result is the same wherever it stands among the others, and whatever N is.
template <int N, Scalar T>
void sincos_of_each(const T* angles, std::size_t count, T* sines, T* cosines) noexcept {
  using W = Wide<T, N>;
  for (std::size_t i = 0; i < count;) {
    if (i + W::width > count && count >= W::width) i = count - W::width;  // the last pack overlaps the one before
    typename W::Type x;
    if (count >= W::width) {
      x = W::from(angles + i);
    } else {
      T few[W::width];
      for (std::size_t k = 0; k < W::width; ++k) few[k] = k < count ? angles[k] : T(0.0);
      x = W::from(few);
    }
    const SinCos<typename W::Type> y = sincos(x);
    W::to(sines + i, y.sin);
    W::to(cosines + i, y.cos);
    i += W::width;
  }
}

}  // namespace sinew
