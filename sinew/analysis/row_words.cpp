// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/row_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

struct RowWord {
  std::string_view word;
  std::size_t first, count;
};
constexpr std::array row_words_known{
    RowWord{"all", 0, 6},      RowWord{"angular", 0, 3},     RowWord{"linear", 3, 3}, RowWord{"wx", 0, 1},
    RowWord{"wy", 1, 1},       RowWord{"wz", 2, 1},          RowWord{"vx", 3, 1},     RowWord{"vy", 4, 1},
    RowWord{"vz", 5, 1},       RowWord{"pose", 0, 6},        RowWord{"rx", 0, 1},     RowWord{"ry", 1, 1},
    RowWord{"rz", 2, 1},       RowWord{"x", 3, 1},           RowWord{"y", 4, 1},      RowWord{"z", 5, 1},
    RowWord{"position", 3, 3}, RowWord{"orientation", 0, 3},
};

void add_rows(std::string_view word, Rows& rows) {
  const auto* const found = std::find_if(row_words_known.begin(), row_words_known.end(),
                                         [&](const RowWord& known) { return known.word == word; });
  if (found == row_words_known.end()) {
    std::vector<std::string> words;
    for (const RowWord& known : row_words_known) words.emplace_back(known.word);
    refuse("there is no row " + in_quotes(word), suggestion(word, words));
  }
  for (std::size_t row = found->first; row < found->first + found->count; ++row) rows.add(row);
}

std::string_view without_spaces_around(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

Rows rows_named(std::string_view text) {
  text = without_spaces_around(text);
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  Rows rows;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    std::string_view part = without_spaces_around(text.substr(0, comma));
    if (part.empty()) refuse("there is nothing between two commas or beside one", "leave that comma out");
    while (!part.empty()) {
      const std::size_t end = std::min(part.find(' '), part.size());
      add_rows(part.substr(0, end), rows);
      part = without_spaces_around(part.substr(end));
    }
    if (more) text.remove_prefix(comma + 1);
  }
  return rows;
}

}  // namespace sinew
