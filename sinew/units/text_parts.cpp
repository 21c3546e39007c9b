// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/units/text_parts.h"

namespace sinew {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> list_parts(std::string_view text) {
  std::string_view rest = trimmed(text);
  if (rest.starts_with('[') && rest.ends_with(']')) rest = rest.substr(1, rest.size() - 2);
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= rest.size(); ++i) {
    const char c = i < rest.size() ? rest[i] : ',';
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (i < rest.size() && (c != ',' || depth > 0)) continue;
    parts.emplace_back(trimmed(rest.substr(begin, i - begin)));
    begin = i + 1;
  }
  return parts;
}

}  // namespace sinew
