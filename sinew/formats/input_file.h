// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace sinew {

/// The path that stands for standard input wherever a file is read.
inline constexpr const char* standard_input = "/dev/stdin";

/// An input that is open for reading: a regular file, or standard input, which may be anything.
///
/// Every file that a user or another file names is opened here. A pipe or a device could keep the program waiting for
/// ever, or be changed by being opened; a file of the kernel (/proc, /sys) has no size and is nobody's robot. They are
/// refused before they are opened.
class InputFile {
 public:
  /// Throws InputError with the reason and what to do.
  explicit InputFile(std::string path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Up to `size` bytes, 0 at the end, or nothing where reading failed, with the reason in errno (EINTR: by a signal).
  std::optional<std::size_t> read(char* into, std::size_t size);

  /// Of a regular file, in bytes; 0 of standard input.
  std::uintmax_t size() const noexcept { return size_; }

 private:
  void check(unsigned mode) const;

  std::string path_;
  int descriptor_ = -1;
  std::uintmax_t size_ = 0;
};

}  // namespace sinew
