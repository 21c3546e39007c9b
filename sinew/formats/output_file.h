// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// May a file that is read-only, or whose owner cannot be kept, be replaced?
enum class Replacing { OnlyWritable, Anything };

/// A file that is written whole or not at all: the new text goes to a temporary file in the same folder, which takes the
/// place of the old one, with its owner and mode, at `finish`. Until then, whatever happens, the old file stays; without
/// `finish` the temporary one is removed. Behind a symbolic link the file that it leads to is replaced.
///
/// Temporary files are called .sinew-<target>-<process>-<number>. One that a killed process has left is removed by the next
/// OutputFile to the same target: its process is gone and its lock is free.
///
/// A pipe or a device takes the text directly.
class OutputFile {
 public:
  /// Throws InputError if the file cannot be written.
  explicit OutputFile(std::string path, Replacing replacing = Replacing::OnlyWritable);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Adds to the new text. Throws InputError; the old file has not changed then.
  void write(std::string_view text);
  /// Puts the new text in place of the old. Throws InputError; the old file has not changed then.
  void finish();

 private:
  void open();
  void open_device();
  void open_temporary();
  /// Owner and mode of the file that will be replaced, or those of a new one.
  void take_over_rights();
  void remove_stale_files(const std::string& prefix) const;
  [[noreturn]] void give_up(int reason);
  /// Closes everything and removes the temporary file.
  void release() noexcept;

  std::string path_;    ///< as the user has named it
  std::string target_;  ///< name of the file itself, in `folder_`
  Replacing replacing_;
  int folder_ = -1, file_ = -1;
  std::string temporary_;  ///< name in `folder_`; empty where the text goes to a device, and after `finish`
};

/// Writes a whole text, undisturbed by signals, which are delivered once it is done.
void write_file(const std::string& path, std::string_view text, Replacing replacing = Replacing::OnlyWritable);

}  // namespace sinew
