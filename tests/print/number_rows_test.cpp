// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/number_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <random>
#include <sstream>
#include <vector>

namespace sinew {
namespace {

std::string text_of(double value) {
  std::string text;
  append_exact(value, text);
  return text;
}

/// The digits of a number without zeros at either end.
std::string digits_of(const std::string& number) {
  std::string digits;
  for (const char c : number.substr(0, number.find('e')))
    if (c >= '0' && c <= '9') digits += c;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

/// Every kind of double: any bits, powers of two and ten and their neighbours, short decimals, the least ones.
std::vector<double> doubles_of_every_kind() {
  std::mt19937_64 random(3);
  std::vector<double> all;
  const auto below = [&](std::uint64_t n) { return static_cast<int>(random() % n); };
  for (int i = 0; i < 50'000; ++i) {
    all.push_back(std::bit_cast<double>(std::uint64_t{random()}));
    all.push_back(std::ldexp(1.0, below(2098) - 1074));
    const double power = std::pow(10.0, below(616) - 308);
    for (const double one : {power, std::nextafter(power, 0.0), std::nextafter(power, 1e308)}) all.push_back(one);
    all.push_back(below(100'000) / 1000.0);
    all.push_back(std::bit_cast<double>(std::uint64_t{random() % 1000}));
  }
  std::erase_if(all, [](double x) { return !std::isfinite(x); });
  return all;
}

TEST(ExactNumbers, are_the_shortest_that_are_read_back_bit_for_bit) {
  for (const double value : doubles_of_every_kind()) {
    const std::string text = text_of(value);
    ASSERT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
    char wanted[64];
    const std::to_chars_result end =
        std::to_chars(std::begin(wanted), std::end(wanted), value, std::chars_format::scientific);
    ASSERT_EQ(digits_of(text), digits_of({wanted, end.ptr}));
  }
}

TEST(ExactNumbers, look_as_in_every_other_answer) {
  const std::pair<double, const char*> cases[] = {{0.0, "0"},
                                                  {-0.0, "0"},
                                                  {1.0, "1"},
                                                  {-1.5, "-1.5"},
                                                  {0.1, "0.1"},
                                                  {1e-4, "0.0001"},
                                                  {1.25e-5, "1.25e-05"},
                                                  {123456789.0, "123456789"},
                                                  {1e15, "1000000000000000"},
                                                  {1e16, "1e+16"},
                                                  {1e22, "1e+22"},
                                                  {-1.5e-300, "-1.5e-300"},
                                                  {1e300, "1e+300"},
                                                  {5e-324, "5e-324"},
                                                  {1.0 / 3.0, "0.3333333333333333"},
                                                  {std::numeric_limits<double>::max(), "1.7976931348623157e+308"},
                                                  {-std::numeric_limits<double>::infinity(), "-inf"},
                                                  {std::nan(""), "nan"}};
  for (const auto& [value, text] : cases) EXPECT_EQ(text_of(value), text);
}

TEST(ExactNumbers, stand_in_rows_with_commas) {
  std::vector<double> values(1000);
  std::iota(values.begin(), values.end(), -3.5);
  std::string text = "t,";
  append_exact(std::span<const double>(values), text);
  EXPECT_EQ(text.substr(0, 12), "t,-3.5,-2.5,");
  EXPECT_EQ(std::count(text.begin(), text.end(), ','), 1000);
  std::istringstream in(text.substr(2));
  std::string cell;
  for (const double value : values) {
    ASSERT_TRUE(std::getline(in, cell, ','));
    EXPECT_EQ(cell, text_of(value));
  }
  append_exact(std::span<const double>(), text);
  EXPECT_EQ(text.back(), '5');
}

}  // namespace
}  // namespace sinew
