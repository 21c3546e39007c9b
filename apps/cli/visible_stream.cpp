// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/visible_stream.h"

#include <algorithm>

#include "sinew/errors/visible_text.h"

namespace sinew::cli {
namespace {

/// How many bytes at the end of `text` begin a UTF-8 sequence and do not end it.
std::size_t begun_at_end(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) return 0;
    if (byte < 0xC0) continue;
    const std::size_t length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return back < length ? back : 0;
  }
  return 0;
}

}  // namespace

VisibleStream::~VisibleStream() {
  pass_on(begun_);
  behind_->pubsync();
  stream_.rdbuf(behind_);
}

bool VisibleStream::pass_on(std::string_view text) {
  const bool is_plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7F); });
  const std::string shown = is_plain ? std::string() : visible_page(text);
  const std::string_view out = is_plain ? text : std::string_view(shown);
  return behind_->sputn(out.data(), static_cast<std::streamsize>(out.size())) ==
         static_cast<std::streamsize>(out.size());
}

void VisibleStream::pass_unchanged(std::string_view text) {
  pass_on(begun_);
  begun_.clear();
  behind_->sputn(text.data(), static_cast<std::streamsize>(text.size()));
}

VisibleStream::int_type VisibleStream::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize VisibleStream::xsputn(const char* text, std::streamsize count) {
  const std::string_view added(text, static_cast<std::size_t>(count));
  if (begun_.empty()) {
    const std::size_t rest = begun_at_end(added);
    begun_ = added.substr(added.size() - rest);
    return pass_on(added.substr(0, added.size() - rest)) ? count : 0;
  }
  std::string all = begun_ + std::string(added);
  begun_ = all.substr(all.size() - begun_at_end(all));
  all.resize(all.size() - begun_.size());
  return pass_on(all) ? count : 0;
}

int VisibleStream::sync() { return behind_->pubsync(); }

}  // namespace sinew::cli
