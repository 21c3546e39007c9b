// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A stretch of a sentence that is set in one way.
struct ProseRun {
  enum class Kind { Words, Math, Code };
  Kind kind = Kind::Words;
  std::string text;

  friend bool operator==(const ProseRun&, const ProseRun&) = default;
};

/// Sentences are written as people type them, "ω̇ follows: F = m·v̇_C". This finds the mathematics in them, word by word:
/// what has a sign or an index in it, what is a single letter other than the words a, A and I. Code stands in `backticks`.
std::vector<ProseRun> prose_runs(std::string_view sentences);

/// UTF-8 text, character by character.
std::vector<std::string_view> characters(std::string_view text);

}  // namespace sinew
