// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/csv.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

constexpr std::size_t longest_csv_line = std::size_t{16} << 20U;

/// Is there nothing to read in the line?
bool is_blank_or_comment(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.empty() || text.front() == '#';
}

}  // namespace

void CsvReader::refuse_here(std::string what, std::string remedy) const {
  throw InputError({{Severity::Error, file_, line_, std::move(what), std::move(remedy)}});
}

/// Appends blocks to the line until its end: a file without line ends is refused before it fills the memory.
bool CsvReader::read_line() {
  text_.clear();
  char block[1U << 12U];
  for (;;) {
    in_.getline(block, sizeof block);
    const auto count = static_cast<std::size_t>(in_.gcount());
    const bool block_is_full = in_.fail() && !in_.eof() && !in_.bad() && count > 0;
    // a line's end is counted by gcount, but not stored
    const bool has_end = in_.good();
    text_.append(block, count - (has_end ? 1 : 0));
    if (block_is_full && text_.size() <= longest_csv_line) {
      in_.clear();
      continue;
    }
    ++line_;
    if (block_is_full) {
      ended_ = true;
      refuse_here("has more than 16 million characters", "check that it is a table with one row per line");
    }
    if (in_.bad()) {
      ended_ = true;
      --line_;
      refuse_here("cannot be read beyond this line", "check the disk or the pipe");
    }
    return has_end || !text_.empty();
  }
}

bool CsvReader::next(CsvRow& row) {
  while (!ended_ && read_line()) {
    if (line_ == 1 && text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
    if (is_blank_or_comment(text_)) continue;
    row.line = line_;
    split(row);
    return true;
  }
  ended_ = true;
  return false;
}

void CsvReader::split(CsvRow& row) const {
  const std::string_view line = text_;
  std::size_t count = 0;
  const auto next_field = [&]() -> std::string& {
    if (count == row.fields.size()) row.fields.emplace_back();
    row.fields[count].clear();
    return row.fields[count++];
  };
  for (std::size_t i = 0; i <= line.size();) {
    std::string& field = next_field();
    const auto here = [&] { return "field " + std::to_string(count); };
    const std::size_t begin = std::min(line.find_first_not_of(" \t", i), line.size());
    if (begin == line.size() || line[begin] != '"') {
      const std::size_t comma = std::min(line.find(',', i), line.size());
      field = trimmed(line.substr(i, comma - i));
      i = comma + 1;
      continue;
    }
    i = begin + 1;
    for (;; ++i) {
      const std::size_t quote = line.find('"', i);
      if (quote == std::string_view::npos)
        refuse_here(here() + " has no closing quote",
                    "close it in the same line, and write \"\" for a quote inside it");
      field += line.substr(i, quote - i);
      i = quote + 1;
      if (i == line.size() || line[i] != '"') break;
      field += '"';
    }
    const std::size_t comma = std::min(line.find(',', i), line.size());
    if (const std::string_view rest = trimmed(line.substr(i, comma - i)); !rest.empty())
      refuse_here(here() + " has " + in_quotes(rest) + " after its closing quote",
                  "put the whole field between the quotes, or leave the quotes out");
    i = comma + 1;
  }
  row.fields.resize(count);
}

bool CsvReader::next(CsvRow& row, Diagnostics& diagnostics) {
  for (;;) try {
      return next(row);
    } catch (const InputError& e) {
      for (const Diagnostic& diagnostic : e.diagnostics()) diagnostics.add(diagnostic);
    }
}

}  // namespace sinew
