// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/number_rows.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cstddef>

namespace sinew {
namespace {

constexpr std::size_t longest_number = 32;  ///< a double takes at most 24 characters

char* write_exact(double value, char* to) { return fmt::format_to(to, FMT_COMPILE("{}"), value == 0.0 ? 0.0 : value); }

}  // namespace

void append_exact(double value, std::string& text) {
  char digits[longest_number];
  text.append(digits, write_exact(value, digits));
}

void append_exact(std::span<const double> values, std::string& text) {
  const std::size_t before = text.size();
  text.resize(before + values.size() * longest_number);
  char* const begin = text.data() + before;
  char* end = begin;
  for (const double value : values) {
    if (end != begin) *end++ = ',';
    end = write_exact(value, end);
  }
  text.resize(before + static_cast<std::size_t>(end - begin));
}

}  // namespace sinew
