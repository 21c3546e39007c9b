// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/plot_place.h"

#include <algorithm>
#include <cctype>
#include <system_error>

#include "sinew/errors/diagnostic.h"
#include "sinew/errors/visible_text.h"
#include "sinew/formats/output_file.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// What any file system takes, with room for an ending.
constexpr std::size_t longest_stem = 120;

bool is_taken(const std::string& stem, const std::vector<std::string>& taken) {
  const auto lower = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;  // some disks do not tell X from x
  };
  return std::any_of(taken.begin(), taken.end(), [&](const std::string& one) { return lower(one) == lower(stem); });
}

}  // namespace

PlotPlace PlotPlace::folder(const std::string& path) {
  PlotPlace place;
  place.is_folder_ = true;
  place.path_ = path;
  std::error_code failed;
  std::vector<fs::path> missing;
  for (fs::path at = fs::path(path).lexically_normal(); !at.empty() && !fs::exists(at, failed); at = at.parent_path())
    missing.push_back(at);
  std::reverse(missing.begin(), missing.end());
  for (const fs::path& folder : missing) {
    if (!fs::create_directory(folder, failed) && failed)
      refuse(path, "cannot be made a folder: " + failed.message(), "name another folder for the plots with --plot-to");
    place.made_.push_back(folder);
  }
  if (!fs::is_directory(path, failed))
    refuse(path, "is no folder, and its ending is none of a picture", "name a folder, or a file in .svg, .png or .pdf");
  const OutputFile probe(place.path_of("plots.csv"));  // made and removed again: can there be a file?
  return place;
}

PlotPlace PlotPlace::file(const std::string& path) {
  PlotPlace place;
  place.path_ = path;
  const OutputFile probe(path);
  return place;
}

PlotPlace::~PlotPlace() {
  if (!written_.empty()) return;
  std::error_code ignored;
  std::reverse(made_.begin(), made_.end());
  for (const fs::path& folder : made_) fs::remove(folder, ignored);
}

std::string PlotPlace::path_of(const std::string& name) const {
  if (is_folder_) return (path_ / name).string();
  const std::string ending = fs::path(name).extension().string();
  return ending.empty() || ending == path_.extension() ? path_.string()
                                                       : fs::path(path_).replace_extension(ending).string();
}

void PlotPlace::write(const std::string& name, std::string_view content) {
  write_file(path_of(name), content);
  written_.push_back(is_folder_ ? name : path_of(name));
}

std::string file_stem(const std::string& name, std::vector<std::string>& taken) {
  std::string stem;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool stays = byte >= 0x80 || std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.';
    stem += stays ? c : '_';
  }
  if (first_byte_that_is_not_utf8(stem) != std::string::npos)
    for (char& c : stem)
      if (static_cast<unsigned char>(c) >= 0x80) c = '_';
  if (stem.size() > longest_stem) {
    stem.resize(longest_stem);
    while (first_byte_that_is_not_utf8(stem) != std::string::npos) stem.pop_back();
  }
  if (stem.empty() || stem.front() == '.' || stem.front() == '-') stem.insert(0, "_");
  std::string free = stem;
  for (int number = 2; is_taken(free, taken); ++number) free = stem + "-" + std::to_string(number);
  taken.push_back(free);
  return free;
}

}  // namespace sinew
