// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sinew {

/// Length of the well-formed UTF-8 sequence at the start of `text`, or 0; `text` must not be empty.
std::size_t utf8_length(std::string_view text);

/// `text` as a page or a message may show it, whoever wrote it: characters that would act on a terminal or on the line
/// that they stand in come as `\x1b` or `\u202e`: control characters (C0, C1, DEL), line and paragraph separators, marks
/// that turn the direction of writing, and bytes that are not UTF-8.
std::string visible_text(std::string_view text);

/// The same for a whole page, whose own line ends stay.
std::string visible_page(std::string_view page);

}  // namespace sinew
