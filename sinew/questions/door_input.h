// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <streambuf>
#include <string>

#include "sinew/formats/input_file.h"
#include "sinew/questions/door.h"

namespace sinew {

/// A file or a pipe that a question reads while it answers. Before it waits for more, everything that has been answered goes
/// out; where the work is stopped, the input ends.
class DoorInput : public std::streambuf {
 public:
  /// `path`: - is the standard input. `before_waiting` hands on the answers so far.
  DoorInput(const std::string& path, Door& door, std::function<void()> before_waiting);

 protected:
  int_type underflow() override;

 private:
  InputFile file_;
  Door& door_;
  std::function<void()> before_waiting_;
  char buffer_[std::size_t{1} << 16U];
};

}  // namespace sinew
