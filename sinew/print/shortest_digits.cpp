// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/shortest_digits.h"

#include <array>
#include <bit>
#include <cstddef>

namespace sinew {
namespace {

using Word = std::uint64_t;
__extension__ using TwoWords = unsigned __int128;

/// 10^k·2^r between 2¹²⁷ and 2¹²⁸, rounded up.
struct PowerOfTen {
  Word high = 0, low = 0;
};

/// Positive integers of up to 1152 bits, the lowest word first.
class LongNumber {
 public:
  explicit LongNumber(std::size_t one_bit) { words_[one_bit / 32] = std::uint32_t{1} << one_bit % 32; }

  void multiply_by_ten() {
    Word carry = 0;
    for (std::uint32_t& word : words_) {
      carry += Word{word} * 10;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32U;
    }
  }
  void divide_by_ten() {
    Word rest = 0;
    for (std::size_t i = words_.size(); i-- > 0;) {
      rest = rest << 32U | words_[i];
      words_[i] = static_cast<std::uint32_t>(rest / 10);
      rest %= 10;
    }
  }

  /// The first 128 bits; one more where others follow, or where `is_cut`: digits behind the last bit were lost.
  PowerOfTen leading_bits(bool is_cut) const {
    std::size_t bits = words_.size() * 32;
    while (!bit(bits - 1)) --bits;
    TwoWords number = 0;
    for (std::size_t i = 0; i < 128; ++i) number = number << 1U | TwoWords{i < bits && bit(bits - 1 - i)};
    bool has_more = is_cut;
    for (std::size_t i = 0; i + 128 < bits; ++i) has_more = has_more || bit(i);
    number += TwoWords{has_more};
    return {static_cast<Word>(number >> 64U), static_cast<Word>(number)};
  }

 private:
  bool bit(std::size_t i) const { return (words_[i / 32] >> i % 32 & 1U) != 0; }

  std::array<std::uint32_t, 36> words_{};
};

constexpr int least_power = -292, most_power = 324;

/// Every power that a double needs.
const PowerOfTen* powers_of_ten() {
  static const auto table = [] {
    std::array<PowerOfTen, most_power - least_power + 1> all;
    const auto entry = [&](int k) -> PowerOfTen& { return all[static_cast<std::size_t>(k - least_power)]; };
    LongNumber up(0), down(1151);
    for (int k = 0; k <= most_power; ++k, up.multiply_by_ten()) entry(k) = up.leading_bits(false);
    for (int k = -1; k >= least_power; --k) {
      down.divide_by_ten();
      entry(k) = down.leading_bits(true);
    }
    return all;
  }();
  return table.data() - least_power;
}

/// The product's high part, its last bit set where anything was below.
Word product(const PowerOfTen& g, Word c) {
  const TwoWords low = TwoWords{g.low} * c, high = TwoWords{g.high} * c + static_cast<Word>(low >> 64U);
  return static_cast<Word>(high >> 64U) | Word{static_cast<Word>(high) > 1};
}

/// ⌊log₁₀ 2^q⌋, or ⌊log₁₀ ¾·2^q⌋.
constexpr int power_below(int q, bool three_quarters) { return (q * 1262611 - (three_quarters ? 524031 : 0)) >> 22; }
/// ⌊log₂ 10^k⌋.
constexpr int bits_of_power(int k) { return (k * 1741647) >> 19; }

ShortestDigits without_zeros(Word digits, int exponent) {
  while (digits % 10 == 0) {
    digits /= 10;
    ++exponent;
  }
  return {digits, exponent};
}

}  // namespace

ShortestDigits shortest_digits(double value) noexcept {
  constexpr int fraction_bits = 52, bias = 1075;
  const Word bits = std::bit_cast<Word>(value), fraction = bits & ((Word{1} << fraction_bits) - 1);
  const int biased = static_cast<int>(bits >> fraction_bits);
  // value = c·2^q
  const Word c = biased > 0 ? fraction | Word{1} << fraction_bits : fraction;
  const int q = biased > 0 ? biased - bias : 1 - bias;
  if (-fraction_bits <= q && q <= 0 && (c & ((Word{1} << -q) - 1)) == 0) return without_zeros(c >> -q, 0);

  // four times the value and the borders of what is read as it, over 10^k
  const bool is_even = c % 2 == 0, lower_is_closer = fraction == 0 && biased > 1;
  const int k = power_below(q, lower_is_closer);
  const unsigned h = static_cast<unsigned>(q + bits_of_power(-k) + 1);
  const PowerOfTen& g = powers_of_ten()[-k];
  const Word middle = product(g, 4 * c << h);
  const Word lower = product(g, (4 * c - 2 + Word{lower_is_closer}) << h) + Word{!is_even};
  const Word upper = product(g, (4 * c + 2) << h) - Word{!is_even};

  const Word s = middle / 4;
  if (s >= 10) {
    const Word shorter = s / 10;
    const bool below = lower <= 40 * shorter, above = 40 * shorter + 40 <= upper;
    if (below != above) return without_zeros(shorter + Word{above}, k + 1);
  }
  const bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
  if (below != above) return without_zeros(s + Word{above}, k);
  const Word half = 4 * s + 2;
  const bool up = middle > half || (middle == half && s % 2 != 0);
  return without_zeros(s + Word{up}, k);
}

}  // namespace sinew
