// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/drawing/text_width.h"

#include <algorithm>
#include <cstddef>

#include "sinew/errors/visible_text.h"

namespace sinew {
namespace {

/// The first character, by its number.
char32_t first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
  switch (utf8_length(text)) {
    case 2:
      return (byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU);
    case 3:
      return (byte(0) & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
    case 4:
      return (byte(0) & 0x07U) << 18U | (byte(1) & 0x3FU) << 12U | (byte(2) & 0x3FU) << 6U | (byte(3) & 0x3FU);
    default:
      return byte(0);
  }
}

/// In sizes of the font.
double width_of_character(char32_t c) {
  if (c >= 0x0300 && c <= 0x036F) return 0.0;  // a mark on the character before it
  if (c >= 0x1100 && (c < 0x2000 || c > 0x2BFF)) return 1.05;
  if (c >= 0x80) return 0.84;
  const auto is_one_of = [&](std::string_view letters) { return letters.find(static_cast<char>(c)) != letters.npos; };
  if (is_one_of("ijlI.,:;'| ")) return 0.36;
  if (is_one_of("frtJ()[]-/\\!\"*")) return 0.50;
  if (is_one_of("mwMW@%")) return 1.0;
  if (is_one_of("+=<>~^#OQGHNDU")) return 0.84;
  if (c >= 'A' && c <= 'Z') return 0.73;
  return 0.64;
}

}  // namespace

double text_width(std::string_view text, double size) {
  double width = 0.0;
  while (!text.empty()) {
    width += width_of_character(first_code_point(text));
    text.remove_prefix(std::max<std::size_t>(1, utf8_length(text)));
  }
  return size * width;
}

PictureBox text_box(const PictureText& text) {
  const double half_width = 0.5 * text_width(text.text, text.size), half_height = 0.6 * text.size;
  return {text.centre.x - half_width, text.centre.y - half_height, text.centre.x + half_width,
          text.centre.y + half_height};
}

std::string shortened(std::string_view text, double size, double most) {
  if (text_width(text, size) <= most) return std::string(text);
  std::string kept;
  while (!text.empty()) {
    const std::string_view character = text.substr(0, std::max<std::size_t>(1, utf8_length(text)));
    if (text_width(kept + std::string(character) + "…", size) > most) break;
    kept += character;
    text.remove_prefix(character.size());
  }
  return kept + "…";
}

}  // namespace sinew
