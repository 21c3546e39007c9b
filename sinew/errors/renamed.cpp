// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/errors/renamed.h"

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

constexpr Renamed all_renamed[] = {
    {"", "dq", "qd"},
    {"", "ddq", "qdd"},
    {"", "limits", "without_limits"},
    {"axes", "base", "world"},
    {"show", "V", "c"},
    {"show", "G", "g"},
    {"show", "S", "C"},
    {"show", "base", "base-parameters"},
};

}  // namespace

std::span<const Renamed> renamed_names() { return all_renamed; }

std::string_view name_now(std::string_view field, std::string_view name) {
  for (const Renamed& one : all_renamed)
    if (one.field == field && one.before == name) return one.now;
  return {};
}

std::string renamed_or_suggestion(std::string_view field, std::string_view word, const std::string& otherwise) {
  const std::string_view now = name_now(field, word);
  return now.empty() ? otherwise : "it is called " + in_quotes(now) + " now";
}

}  // namespace sinew
