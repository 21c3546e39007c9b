// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Rows under named columns, printed for people or as CSV. Numbers come as text: what they mean decides how
/// many digits they get.
class Table {
 public:
  enum class Align { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Left;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// A row shorter than the columns ends in empty cells.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }

  /// Aligned, two spaces between columns, each line indented and ended by a newline; columns that are empty
  /// in every row are left out.
  std::string text(int indent = 0) const;
  /// RFC 4180, with a header line.
  std::string csv() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// How many columns of a terminal UTF-8 text takes, one per code point.
std::size_t display_width(std::string_view text);

}  // namespace sinew
