// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/recorded_csv.h"

#include <charconv>
#include <limits>
#include <sstream>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/csv.h"
#include "sinew/formats/source_text.h"

namespace sinew {
namespace {

double recorded_number(const std::string& text) {
  double number = 0.0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? number
                                                                         : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

const std::vector<double>* RecordedCsv::column(const std::string& name) const {
  const auto found = columns_.find(name);
  return found == columns_.end() ? nullptr : &found->second;
}

RecordedCsv read_recorded_csv(const std::string& path) {
  const SourceText source = read_source_text(path);
  std::istringstream in(source.text);
  CsvReader reader(in, source.file);
  Diagnostics diagnostics(source.file);
  CsvRow names, row;
  RecordedCsv csv;
  if (!reader.next(names, diagnostics))
    diagnostics.error({}, "has no line of names", "give a CSV that Sinew has written");
  while (!names.fields.empty() && reader.next(row, diagnostics)) {
    if (row.fields.size() != names.fields.size()) {
      diagnostics.error(
          {row.line},
          "has " + std::to_string(row.fields.size()) + " cells for " + std::to_string(names.fields.size()) + " columns",
          "give one each");
      continue;
    }
    for (std::size_t i = 0; i < row.fields.size(); ++i)
      csv.columns_[names.fields[i]].push_back(recorded_number(row.fields[i]));
    ++csv.rows_;
  }
  if (!diagnostics.has_errors() && csv.rows_ == 0) diagnostics.error({}, "has no rows", "give the CSV of a run");
  diagnostics.throw_if_errors();
  // of a name that stands twice nothing can be said
  std::erase_if(csv.columns_, [&](const auto& column) { return column.second.size() != csv.rows_; });
  return csv;
}

}  // namespace sinew
