// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace sinew::cli {

/// A file that is written whole or not at all: what is written goes to a temporary file, which takes the place of the old
/// one at `finish`; without it nothing changes. A pipe or a device takes the text directly.
class FileOutput {
 public:
  /// Throws InputError if the file cannot be written.
  explicit FileOutput(std::string path);
  ~FileOutput();
  FileOutput(const FileOutput&) = delete;
  FileOutput& operator=(const FileOutput&) = delete;

  void write(std::string_view text);
  void finish();

 private:
  [[noreturn]] void give_up(int reason);

  std::string path_, target_, temporary_;
  int file_ = -1;
};

/// Writes a file whole or not at all: what stood there before stays until the new text is safely on disk,
/// whatever happens in between. Throws InputError if it cannot be written.
void write_file(const std::string& path, const std::string& text);

}  // namespace sinew::cli
