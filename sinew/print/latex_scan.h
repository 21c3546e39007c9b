// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

/// Reading LaTeX from its front: what is read goes from `rest`.
namespace sinew::latex {

inline std::string_view take(std::string_view& rest, std::size_t count) {
  const std::string_view result = rest.substr(0, count);
  rest.remove_prefix(result.size());
  return result;
}

template <class Belongs>
std::string_view take_while(std::string_view& rest, Belongs belongs) {
  return take(rest, static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), belongs) - rest.begin()));
}

inline void skip_spaces(std::string_view& rest) {
  take_while(rest, [](char c) { return c == ' ' || c == '\n'; });
}

/// The name of a command, which begins with a backslash: "tau" of \tau, "," of \,
inline std::string_view take_command(std::string_view& rest) {
  take(rest, 1);
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  return !rest.empty() && is_letter(static_cast<unsigned char>(rest.front())) ? take_while(rest, is_letter)
                                                                              : take(rest, 1);
}

/// What stands between braces; nothing where there are none.
inline std::string_view take_group(std::string_view& rest) {
  skip_spaces(rest);
  if (!rest.starts_with('{')) return {};
  std::size_t end = 0;
  for (int depth = 0; end < rest.size(); ++end) {
    if (rest[end] == '\\')
      ++end;
    else if (rest[end] == '{')
      ++depth;
    else if (rest[end] == '}' && --depth == 0)
      break;
  }
  const std::string_view inside = take(rest, end).substr(1);
  take(rest, 1);
  return inside;
}

}  // namespace sinew::latex
