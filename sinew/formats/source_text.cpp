// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/source_text.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace sinew {

SourceText read_source_text(const std::string& path) {
  constexpr std::uintmax_t most_bytes = 256U << 20U;
  const auto refuse = [&](std::string what, std::string remedy) -> void {
    throw InputError({{Severity::Error, path, 0, std::move(what), std::move(remedy)}});
  };
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  if (!std::filesystem::exists(status)) refuse("there is no such file", "check the path");
  if (std::filesystem::is_directory(status)) refuse("this is a folder, not a file", "name the robot file in it");
  if (std::filesystem::is_regular_file(status) && std::filesystem::file_size(path, failed) > most_bytes)
    refuse("the file is larger than 256 MiB", "a robot file is text of a few kilobytes; is this the right one?");
  std::ifstream in(path, std::ios::binary);
  if (!in) refuse(std::string("cannot be read: ") + std::strerror(errno), "check its permissions");
  SourceText source{path, {}};
  char block[1U << 16U];
  while (in.read(block, sizeof block) || in.gcount() > 0) {
    source.text.append(block, static_cast<std::size_t>(in.gcount()));
    if (source.text.size() > most_bytes)
      refuse("the input is larger than 256 MiB", "a robot file is text of a few kilobytes; is this the right one?");
  }
  if (in.bad()) refuse("reading stopped half-way", "check the disk");
  return source;
}

}  // namespace sinew
