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

/// A table that is printed while it grows, everything aligned to the right. A column is as wide as what it has held so
/// far, so that only rows that are already out can be narrower.
class GrowingTable {
 public:
  struct Column {
    std::string title;
    std::size_t least_width = 0;
  };

  explicit GrowingTable(std::vector<Column> columns);

  /// One cell per column.
  void add(std::vector<std::string> cells);
  /// The rows since the last call, the titles above the first of them.
  std::string take_text();

 private:
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> waiting_;
};

/// How many columns of a terminal UTF-8 text takes: a combining mark none, an East Asian wide character two.
std::size_t display_width(std::string_view text);

}  // namespace sinew
