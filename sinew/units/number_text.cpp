// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/units/number_text.h"

#include <charconv>
#include <system_error>

namespace sinew {

NumberText leading_number(std::string_view text) {
  NumberText number;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number.value);
  if (status == std::errc::invalid_argument) return {};
  number.length = static_cast<std::size_t>(end - text.data());
  number.out_of_range = status == std::errc::result_out_of_range;
  if (number.out_of_range) number.value = 0.0;
  return number;
}

}  // namespace sinew
