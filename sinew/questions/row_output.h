// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "sinew/formats/output_file.h"
#include "sinew/questions/door.h"

namespace sinew {

/// Where rows go as they are computed: to the door, or to a file that is replaced in the end. Without `finish` the file stays
/// as it was.
class RowOutput {
 public:
  /// `out`: - is the door. InputError for a file that cannot be written, before anything is computed.
  RowOutput(Door& door, const std::string& out, Replacing replacing);

  void add(std::string_view text);
  void finish();

 private:
  void flush();

  Door& door_;
  std::optional<OutputFile> file_;
  std::string buffer_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace sinew
