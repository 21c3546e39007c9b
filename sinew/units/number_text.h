// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string_view>

namespace sinew {

/// A decimal number at the start of a text, read the same in every locale.
struct NumberText {
  double value = 0.0;
  std::size_t length = 0;     ///< how much of the text it is; zero if the text does not begin with a number
  bool out_of_range = false;  ///< too large or too small for a double; `value` is zero then
};

/// The longest number that `text` begins with: 1, -.5, 2e-3, also inf and nan. A sign + is not part of it.
NumberText leading_number(std::string_view text);

}  // namespace sinew
