// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/errors/visible_text.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr char hex_digits[] = "0123456789abcdef";

/// Everything else in ASCII is harmless, and most texts have nothing else.
bool is_plain(char c) { return c >= 0x20 && c < 0x7F; }

char32_t code_point(std::string_view sequence) {
  const auto lead = static_cast<unsigned char>(sequence.front());
  char32_t c = sequence.size() == 1   ? lead
               : sequence.size() == 2 ? lead & 0x1FU
               : sequence.size() == 3 ? lead & 0x0FU
                                      : lead & 0x07U;
  for (const char byte : sequence.substr(1)) c = (c << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
  return c;
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

/// U+061C, U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069: separators of lines, directions of writing.
bool changes_the_line(char32_t c) {
  return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

std::string escaped_bytes(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += {'\\', 'x', hex_digits[byte >> 4U], hex_digits[byte & 15U]};
  }
  return out;
}

std::string escaped_code_point(char32_t c) {
  return {'\\',
          'u',
          hex_digits[(c >> 12U) & 15U],
          hex_digits[(c >> 8U) & 15U],
          hex_digits[(c >> 4U) & 15U],
          hex_digits[c & 15U]};
}

std::string made_visible(std::string_view text, bool keeps_line_ends) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text));
    const std::string_view sequence = text.substr(0, length);
    const bool broken = utf8_length(text) == 0;
    const char32_t c = broken ? 0 : code_point(sequence);
    if (keeps_line_ends && c == '\n' && !broken)
      out += '\n';
    else if (broken || is_control(c))
      out += escaped_bytes(sequence);
    else if (changes_the_line(c))
      out += escaped_code_point(c);
    else
      out += sequence;
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80                    ? 1
                             : lead >= 0xC2 && lead <= 0xDF ? 2
                             : lead >= 0xE0 && lead <= 0xEF ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  // no longer than need be, no half of a surrogate pair, nothing beyond U+10FFFF
  const bool forbidden = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
                         (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F);
  return forbidden ? 0 : length;
}

std::string visible_text(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  return made_visible(text, false);
}

std::string visible_page(std::string_view page) { return made_visible(page, true); }

}  // namespace sinew
