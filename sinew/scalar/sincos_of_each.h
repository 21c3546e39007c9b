// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>

#include "sinew/scalar/pack.h"

namespace sinew {

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
