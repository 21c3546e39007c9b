// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/table.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "sinew/errors/visible_text.h"
#include "sinew/print/datum.h"

namespace sinew {
namespace {

struct CodePoints {
  char32_t first, last;
};

/// Marks that stand on the letter before them, and what joins letters without being seen.
constexpr CodePoints without_width[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
                                        {0x064B, 0x065F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},
                                        {0x20D0, 0x20FF}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
/// East Asian wide and full-width, as Unicode's EastAsianWidth.txt has them by block, and pictures.
constexpr CodePoints two_wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},  {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},
                                   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},  {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
                                   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
                                   {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

bool is_within(char32_t c, const auto& ranges) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [&](const CodePoints& range) { return range.first <= c && c <= range.last; });
}

std::size_t width_of(char32_t c) { return is_within(c, without_width) ? 0 : is_within(c, two_wide) ? 2 : 1; }

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The code point that begins `text`, and its bytes go. Of broken UTF-8 something of one or more bytes.
char32_t take_code_point(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  char32_t c = lead < 0x80 ? lead : lead < 0xE0 ? lead & 0x1FU : lead < 0xF0 ? lead & 0x0FU : lead & 0x07U;
  for (text.remove_prefix(1); !text.empty() && continues(text.front()); text.remove_prefix(1))
    c = (c << 6U) | (static_cast<unsigned char>(text.front()) & 0x3FU);
  return c;
}

std::string spaces(std::size_t width, std::string_view beside) {
  const std::size_t taken = display_width(beside);
  return std::string(width > taken ? width - taken : 0, ' ');
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) width += width_of(take_code_point(text));
  return width;
}

void Table::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text(int indent) const {
  std::vector<std::vector<std::string>> rows = rows_;
  for (auto& row : rows)
    for (std::string& cell : row) cell = visible_text(cell);
  std::vector<std::string> titles;
  std::vector<std::size_t> width(columns_.size(), 0);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    titles.push_back(visible_text(columns_[c].title));
    for (const auto& row : rows) width[c] = std::max(width[c], display_width(row[c]));
    if (width[c] > 0) width[c] = std::max(width[c], display_width(titles[c]));
  }
  std::string out;
  const auto line = [&](const auto& cell_of) {
    std::string text(static_cast<std::size_t>(indent), ' ');
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (width[c] == 0) continue;
      const std::string& cell = cell_of(c);
      const std::string gap = spaces(width[c], cell);
      text += (columns_[c].align == Align::Right ? gap + cell : cell + gap) + "  ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  };
  line([&](std::size_t c) -> const std::string& { return titles[c]; });
  for (const auto& row : rows) line([&](std::size_t c) -> const std::string& { return row[c]; });
  return out;
}

std::string Table::csv() const {
  std::string out;
  for (std::size_t c = 0; c < columns_.size(); ++c) out += (c > 0 ? "," : "") + csv_text(columns_[c].title);
  out += "\n";
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < columns_.size(); ++c) out += (c > 0 ? "," : "") + csv_text(row[c]);
    out += "\n";
  }
  return out;
}

GrowingTable::GrowingTable(std::vector<Column> columns) {
  std::vector<std::string> titles;
  for (Column& column : columns) {
    widths_.push_back(column.least_width);
    titles.push_back(std::move(column.title));
  }
  add(std::move(titles));
}

void GrowingTable::add(std::vector<std::string> cells) {
  for (std::size_t c = 0; c < cells.size(); ++c) {
    cells[c] = visible_text(cells[c]);
    widths_[c] = std::max(widths_[c], display_width(cells[c]));
  }
  waiting_.push_back(std::move(cells));
}

std::string GrowingTable::take_text() {
  std::string text;
  for (const std::vector<std::string>& row : waiting_) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) line += (c > 0 ? "  " : "") + spaces(widths_[c], row[c]) + row[c];
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  waiting_.clear();
  return text;
}

}  // namespace sinew
