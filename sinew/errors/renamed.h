// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sinew {

/// A name of the vocabulary (docs/notation.md) that was spelled in another way before.
struct Renamed {
  std::string_view field;   ///< the field whose value it is, such as `show`; empty: it is the name of a field itself
  std::string_view before;  ///< fields with underscores: an option `--velocity-limit` is the field `velocity_limit`
  std::string_view now;
};

/// All of them. Options, members of requests, entries of problem files and words of `--show` are looked up here before
/// they are refused, so that the refusal can tell the new name.
std::span<const Renamed> renamed_names();

/// How `name` is spelled now; empty where it never was another name.
std::string_view name_now(std::string_view field, std::string_view name);

/// The last part of a refusal: "it is called 'c' now" where the word has another name now, else the nearest of those known.
std::string renamed_or_suggestion(std::string_view field, std::string_view word, const std::string& otherwise);

}  // namespace sinew
