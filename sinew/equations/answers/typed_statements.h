// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// `left = right` on one line, and where in the file it began.
struct TypedStatement {
  std::string text;
  int line = 0;
};

/// A file's lines put together to statements: # starts a comment; one with an open bracket goes on in the next line, and
/// so does one whose next line begins with a sign.
///
/// What Sinew prints is read back as it is, in plain text and in Unicode: labels behind terms (Coriolis), matrices drawn
/// over several lines with blanks between their entries, lists of entries with a head (M, 3×3, symmetric:), underlined
/// titles and the legend below them.
std::vector<TypedStatement> typed_statements(const std::string& text);

/// How many brackets of any kind are open at its end.
int bracket_balance(std::string_view text);

}  // namespace sinew
