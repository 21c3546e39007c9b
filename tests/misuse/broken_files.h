// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace sinew_test {

/// A file that must be refused: what is in it, where the fault is, and words of the complaint.
struct BrokenFile {
  std::string name;  ///< its ending tells the format
  std::string text;
  int line = 0;  ///< of the complaint; 0 for the file as a whole
  std::string says;
};

inline void PrintTo(const BrokenFile& file, std::ostream* out) { *out << file.name; }

/// One for each way to get a robot file wrong that we could think of.
std::vector<BrokenFile> broken_files();

}  // namespace sinew_test
