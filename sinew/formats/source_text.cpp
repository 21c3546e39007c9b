// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/source_text.h"

#include <cerrno>
#include <cstring>

#include "sinew/formats/input_file.h"

namespace sinew {

SourceText read_source_text(const std::string& path) {
  constexpr std::uintmax_t most_bytes = 256U << 20U;
  const auto refuse_size = [&] {
    refuse(path, "the input is larger than 256 MiB", "a robot file is text of a few kilobytes; is this the right one?");
  };
  InputFile in(path);
  if (in.size() > most_bytes) refuse_size();
  SourceText source{path, {}};
  source.text.reserve(in.size());
  char block[1U << 16U];
  for (;;) {
    const std::optional<std::size_t> count = in.read(block, sizeof block);
    if (!count && errno == EINTR) continue;
    if (!count) refuse(path, std::string("reading stopped half-way: ") + std::strerror(errno), "check the disk");
    if (*count == 0) return source;
    source.text.append(block, *count);
    if (source.text.size() > most_bytes) refuse_size();
  }
}

}  // namespace sinew
