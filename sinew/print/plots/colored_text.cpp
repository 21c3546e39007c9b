// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/colored_text.h"

#include <iterator>

#include "sinew/errors/visible_text.h"

namespace sinew {

std::string plain_text(const ColoredPage& page) {
  std::string all;
  for (const ColoredText& piece : page) all += piece.text;
  return all;
}

std::string terminal_text(const ColoredPage& page) {
  // blue, red, green, magenta, cyan, yellow, and brighter ones: black and white may be the background
  static constexpr const char* colors[] = {"34", "31", "32", "35", "36", "33", "94", "91"};
  std::string all;
  for (const ColoredText& piece : page) {
    const std::string text = visible_page(piece.text);
    all +=
        piece.color ? "\x1b[" + std::string(colors[*piece.color % std::size(colors)]) + "m" + text + "\x1b[0m" : text;
  }
  return all;
}

}  // namespace sinew
