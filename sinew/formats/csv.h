// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/errors/diagnostic.h"

namespace sinew {

/// One row of a CSV file: its fields without quotes and without the spaces around them.
struct CsvRow {
  int line = 0;  ///< counted from 1
  std::vector<std::string> fields;
};

/// The one reader of CSV files, RFC 4180: `a,"say ""hi""",c`. It reads row by row, so memory does not grow with the file.
///
/// A byte-order mark, CRLF, blank lines and lines that begin with # are passed over. A quoted field ends in the line that
/// it begins in, and nothing but spaces stands around its quotes: `"1"5` is an error, not a number.
class CsvReader {
 public:
  CsvReader(std::istream& in, std::string file) : in_(in), file_(std::move(file)) {}

  /// The next row, or false at the end. Throws InputError with the line of a row whose quotes are wrong; the row after it
  /// can still be read.
  bool next(CsvRow& row);

  /// The next row whose quotes are right, or false at the end; wrong rows before it are noted in `problems`.
  bool next(CsvRow& row, Diagnostics& diagnostics);

  const std::string& file() const noexcept { return file_; }

 private:
  bool read_line();
  void split(CsvRow& row) const;
  [[noreturn]] void refuse_here(std::string what, std::string remedy) const;

  std::istream& in_;
  std::string file_;
  int line_ = 0;
  std::string text_;  ///< the line that was read last
  bool ended_ = false;
};

}  // namespace sinew
