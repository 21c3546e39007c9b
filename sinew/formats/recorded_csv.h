// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace sinew {

/// The columns of numbers of a CSV that Sinew has written, by their names.
class RecordedCsv {
 public:
  /// Null where there is no such column.
  const std::vector<double>* column(const std::string& name) const;
  std::size_t row_count() const noexcept { return rows_; }

 private:
  friend RecordedCsv read_recorded_csv(const std::string& path);
  std::map<std::string, std::vector<double>> columns_;
  std::size_t rows_ = 0;
};

/// A cell that is empty or no number is NaN. Throws InputError for a file that cannot be read, that has no rows, or whose
/// rows are longer or shorter than its first line; - is the standard input.
RecordedCsv read_recorded_csv(const std::string& path);

}  // namespace sinew
