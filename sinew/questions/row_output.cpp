// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/row_output.h"

namespace sinew {

RowOutput::RowOutput(Door& door, const std::string& out, Replacing replacing) : door_(door) {
  if (out != "-") file_.emplace(out, replacing);
}

void RowOutput::add(std::string_view text) {
  buffer_ += text;
  const auto now = std::chrono::steady_clock::now();
  constexpr std::size_t large = std::size_t{1} << 16U;
  if (buffer_.size() >= large || now >= next_) flush();
}

void RowOutput::finish() {
  flush();
  if (file_) file_->finish();
}

void RowOutput::flush() {
  next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  if (file_) {
    file_->write(buffer_);
  } else {
    door_.write(buffer_);
    door_.flush();
  }
  buffer_.clear();
}

}  // namespace sinew
