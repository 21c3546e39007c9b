// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace sinew {

/// digits·10^exponent, the shortest decimal number that is read as a double, and of several as short the nearest to it.
struct ShortestDigits {
  std::uint64_t digits = 0;  ///< without zeros at the end
  int exponent = 0;
};

/// Of a positive finite number. Schubfach, by Raffaello Giulietti (The Schubfach way to render doubles, 2021).
ShortestDigits shortest_digits(double value) noexcept;

}  // namespace sinew
