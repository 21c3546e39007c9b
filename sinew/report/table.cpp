// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/table.h"

#include <algorithm>
#include <utility>

namespace sinew {
namespace {

std::string csv_cell(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (const char c : cell) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void Table::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text(int indent) const {
  std::vector<std::size_t> width(columns_.size(), 0);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    for (const auto& row : rows_) width[c] = std::max(width[c], display_width(row[c]));
    if (width[c] > 0) width[c] = std::max(width[c], display_width(columns_[c].title));
  }
  std::string out;
  const auto line = [&](const auto& cell_of) {
    std::string text(static_cast<std::size_t>(indent), ' ');
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (width[c] == 0) continue;
      const std::string& cell = cell_of(c);
      const std::string gap(width[c] - display_width(cell), ' ');
      text += (columns_[c].align == Align::Right ? gap + cell : cell + gap) + "  ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  };
  line([&](std::size_t c) -> const std::string& { return columns_[c].title; });
  for (const auto& row : rows_) line([&](std::size_t c) -> const std::string& { return row[c]; });
  return out;
}

std::string Table::csv() const {
  std::string out;
  for (std::size_t c = 0; c < columns_.size(); ++c) out += (c > 0 ? "," : "") + csv_cell(columns_[c].title);
  out += "\n";
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < columns_.size(); ++c) out += (c > 0 ? "," : "") + csv_cell(row[c]);
    out += "\n";
  }
  return out;
}

}  // namespace sinew
