// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/door_input.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

namespace sinew {

DoorInput::DoorInput(const std::string& path, Door& door, std::function<void()> before_waiting)
    : file_(path == "-" ? standard_input : path), door_(door), before_waiting_(std::move(before_waiting)) {}

DoorInput::int_type DoorInput::underflow() {
  before_waiting_();
  for (;;) {
    if (door_.stop() != Door::Stop::GoOn || !door_.is_open()) return traits_type::eof();
    const std::optional<std::size_t> count = file_.read(buffer_, sizeof buffer_);
    if (!count && errno != EINTR) throw std::runtime_error(std::strerror(errno));  // istream turns it into badbit
    if (!count) continue;
    if (*count == 0) return traits_type::eof();
    setg(buffer_, buffer_, buffer_ + *count);
    return traits_type::to_int_type(*gptr());
  }
}

}  // namespace sinew
