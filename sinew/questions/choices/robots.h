// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "sinew/arm/arm.h"
#include "sinew/formats/load.h"

namespace sinew {

/// Robots that were read, kept for the next question about them: a stream of requests reads a file once. A file that has
/// changed since is read again. For one thread: each has its own, with a door of its own. An Arm that is kept may be copied
/// and asked by any thread.
class Robots {
 public:
  struct Kept {
    std::shared_ptr<const LoadedRobot> loaded;
    std::optional<Arm> arm;  ///< with everything that the question changes about the robot
  };

  /// What is kept under `key`, a text that says all about the robot; made by `make` where there is none, or where the file
  /// is another than it was.
  const Kept& find(const std::string& key, const std::string& file, const std::function<Kept()>& make);

 private:
  /// When the file was written, and its size.
  struct FileVersion {
    std::int64_t seconds = 0, nanoseconds = 0, size = 0;
    bool operator==(const FileVersion&) const = default;
  };
  struct Entry {
    std::string key;
    std::optional<FileVersion> version;  ///< nothing where it is no file
    Kept kept;
  };
  static constexpr std::size_t most_entries = 64;
  std::list<Entry> entries_;  ///< the one asked for last comes first
};

}  // namespace sinew
