// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sinew {

/// Text in one of a few colours, where colours can be shown; in its own otherwise.
struct ColoredText {
  std::string text;
  std::optional<std::size_t> color;  ///< counted from 0; those of neighbours are told apart easily
};
using ColoredPage = std::vector<ColoredText>;

/// The page without its colours.
std::string plain_text(const ColoredPage& page);
/// The page with its colours as a terminal takes them. The texts themselves come as visible text.
std::string terminal_text(const ColoredPage& page);

}  // namespace sinew
