// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace sinew::cli {

/// While this lives, what goes to a stream goes through `visible_page`: names and texts of a robot file cannot act on the
/// terminal that shows them.
class VisibleStream : private std::streambuf {
 public:
  explicit VisibleStream(std::ostream& stream) : stream_(stream), behind_(stream.rdbuf(this)) {}
  ~VisibleStream() override;
  VisibleStream(const VisibleStream&) = delete;
  VisibleStream& operator=(const VisibleStream&) = delete;

  /// Writes text whose control characters are ours, such as those of colours.
  void pass_unchanged(std::string_view text);

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  bool pass_on(std::string_view text);

  std::ostream& stream_;
  std::streambuf* behind_;
  std::string begun_;  ///< the beginning of a UTF-8 sequence whose end is still to come
};

}  // namespace sinew::cli
