// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A folder, or one file, that pictures go to. Files are written whole or not at all.
class PlotPlace {
 public:
  /// Makes the folder if it is not there. Throws InputError where it cannot be written.
  static PlotPlace folder(const std::string& path);
  static PlotPlace file(const std::string& path);
  PlotPlace(PlotPlace&&) = default;
  PlotPlace& operator=(PlotPlace&&) = delete;
  /// Folders that it made and that nothing was written to go again.
  ~PlotPlace();

  /// Writes a file of the folder, or the one file.
  void write(const std::string& name, std::string_view content);
  /// The path of a file of the folder; of the one file itself, with another ending if `name` has one.
  std::string path_of(const std::string& name) const;
  const std::vector<std::string>& written() const noexcept { return written_; }

 private:
  PlotPlace() = default;

  std::filesystem::path path_;
  bool is_folder_ = false;
  std::vector<std::filesystem::path> made_;  ///< the outermost first
  std::vector<std::string> written_;
};

/// A name of a quantity as the name of a file: letters, digits, points, - and _ stay, and so does what is not ASCII.
/// Everything else becomes _, and a name that `taken` has already gets a number.
std::string file_stem(const std::string& name, std::vector<std::string>& taken);

}  // namespace sinew
