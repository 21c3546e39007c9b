// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "sinew/formats/output_file.h"

namespace sinew {

/// A file that grows while rows are computed, so that a process that is killed leaves them: what OutputFile does not
/// do. Text reaches the file whole lines at a time, ten times a second.
class GrowingFile {
 public:
  /// Keeps the first `kept` bytes of a file that is there, and drops the others. Throws InputError if it cannot be
  /// written.
  GrowingFile(const std::string& path, long long kept, Replacing replacing);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  /// Whole lines. Throws InputError where there is no room.
  void add(std::string_view lines);
  void finish();

 private:
  void flush();

  std::string path_;
  int file_ = -1;
  std::string buffer_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace sinew
