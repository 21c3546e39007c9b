// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/number_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sinew/print/shortest_digits.h"

namespace sinew {
namespace {

constexpr std::size_t longest_number = 32;  ///< a double takes at most 24 characters
constexpr int most_digits = 17;

/// "00", "01", ..., "99".
constexpr std::array<char, 200> digit_pairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

void write_pair(std::uint32_t below_100, char* to) { std::memcpy(to, &digit_pairs[std::size_t{2} * below_100], 2); }

/// Writes backwards; where the digits begin.
char* write_backwards(std::uint64_t digits, char* end) {
  constexpr std::uint32_t eight_digits = 100'000'000, four_digits = 10'000;
  for (; digits >= eight_digits; digits /= eight_digits) {
    const auto last = static_cast<std::uint32_t>(digits % eight_digits);
    const std::uint32_t high = last / four_digits, low = last % four_digits;
    end -= 8;
    write_pair(high / 100, end);
    write_pair(high % 100, end + 2);
    write_pair(low / 100, end + 4);
    write_pair(low % 100, end + 6);
  }
  auto rest = static_cast<std::uint32_t>(digits);
  for (; rest >= 100; rest /= 100) write_pair(rest % 100, end -= 2);
  if (rest >= 10)
    write_pair(rest, end -= 2);
  else
    *--end = static_cast<char>('0' + rest);
  return end;
}

char* copy(const char* from, int count, char* to) {
  std::memcpy(to, from, static_cast<std::size_t>(count));
  return to + count;
}
char* zeros(int count, char* to) {
  std::memset(to, '0', static_cast<std::size_t>(count));
  return to + count;
}

/// d.ddde+16, the exponent of two digits at least.
char* write_scientific(const char* digits, int count, int power, char* to) {
  *to++ = *digits;
  if (count > 1) {
    *to++ = '.';
    to = copy(digits + 1, count - 1, to);
  }
  *to++ = 'e';
  *to++ = power < 0 ? '-' : '+';
  const auto size = static_cast<std::size_t>(std::abs(power));
  if (size >= 100) *to++ = static_cast<char>('0' + size / 100);
  return copy(&digit_pairs[2 * (size % 100)], 2, to);
}

/// As {} of fmt writes it: powers of ten from 10¹⁶ on and below 10⁻⁴.
char* write_exact(double value, char* to) {
  if (value == 0.0) return *to = '0', to + 1;
  if (!std::isfinite(value))
    return copy(std::isnan(value) ? "nan" : value < 0.0 ? "-inf" : "inf", value < 0.0 ? 4 : 3, to);
  if (value < 0.0) *to++ = '-';
  const ShortestDigits shortest = shortest_digits(std::abs(value));
  char room[most_digits + 3];
  char* const end = room + sizeof room;
  const char* const digits = write_backwards(shortest.digits, end);
  const int count = static_cast<int>(end - digits), power = count - 1 + shortest.exponent;
  constexpr int least_plain = -4, most_plain = 15;
  if (power < least_plain || power > most_plain) return write_scientific(digits, count, power, to);
  if (power < 0) {
    to = zeros(1, to);
    *to++ = '.';
    return copy(digits, count, zeros(-power - 1, to));
  }
  if (shortest.exponent >= 0) return zeros(shortest.exponent, copy(digits, count, to));
  to = copy(digits, power + 1, to);
  *to++ = '.';
  return copy(digits + power + 1, count - power - 1, to);
}

}  // namespace

void append_exact(double value, std::string& text) {
  char digits[longest_number];
  text.append(digits, write_exact(value, digits));
}

void append_exact(std::span<const double> values, std::string& text) {
  constexpr std::size_t at_a_time = 64;
  char digits[at_a_time * longest_number];
  for (std::size_t begin = 0; begin < values.size(); begin += at_a_time) {
    char* end = digits;
    for (const double value : values.subspan(begin, std::min(at_a_time, values.size() - begin))) {
      if (begin > 0 || end != digits) *end++ = ',';
      end = write_exact(value, end);
    }
    text.append(digits, end);
  }
}

}  // namespace sinew
