// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/fonts.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "sinew/print/plots/program.h"
#include "sinew/print/prose.h"

namespace sinew {
namespace {

char32_t number_of_letter(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character.front());
  char32_t c = lead < 0x80 ? lead : lead < 0xE0 ? lead & 0x1FU : lead < 0xF0 ? lead & 0x0FU : lead & 0x07U;
  for (const char next : character.substr(1)) c = (c << 6U) | (static_cast<unsigned char>(next) & 0x3FU);
  return c;
}

/// Latin, Greek, Cyrillic, dashes, arrows and signs of mathematics are in every font that programs draw with.
bool is_common(char32_t c) { return c < 0x0530 || (c >= 0x1E00 && c < 0x2300); }

bool is_in_a_font(char32_t c) {
  static std::map<char32_t, bool> known;
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  if (const auto found = known.find(c); found != known.end()) return found->second;
  const std::string program = find_program("fc-list");
  const std::string pattern = fmt::format(":charset={:x}", static_cast<unsigned>(c));
  return known[c] = !program.empty() && !run_program(program, {pattern, "family"}, "").out.empty();
}

}  // namespace

std::string with_known_letters(const std::string& text) {
  std::string known;
  for (const std::string_view character : characters(text)) {
    const char32_t c = number_of_letter(character);
    if (is_common(c) || is_in_a_font(c))
      known += character;
    else
      known += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
  }
  return known;
}

}  // namespace sinew
