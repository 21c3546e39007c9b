// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/formats/yaml/document.h"

namespace sinew {

/// What someone asks, in their own words: the entries of a problem file, and those of flags, which stand for the file's.
///
/// A flag's value is written as it would be in the file, brackets around a list left out at will: "[[1, 0], [0, 1]]",
/// "20deg, 40deg", "elbow=40deg, shoulder=20deg", "mu=0.5 region=0.1", "{xyz: [0.4, 0, 0.5], rpy: [180deg, 0, 0]}".
class ProblemStatement {
 public:
  struct Entry {
    std::string key;
    YamlNode::Pointer value;
    std::string origin;  ///< the file or the flag that it is from, for messages
    SourceLine source;   ///< of the key
  };

  ProblemStatement() = default;
  /// Throws InputError for what is no YAML map.
  explicit ProblemStatement(const SourceText& file);

  /// Throws InputError for brackets that do not match and names that come twice.
  void set(const std::string& key, std::string_view value, const std::string& flag);
  /// The same of a value that has its parts already.
  void set(const std::string& key, YamlNode::Pointer value, const std::string& flag);
  /// One task more, "tip position rows=x,y velocity=[-3,0]": the first replaces those of the file.
  void add_task(std::string_view text, const std::string& flag);
  void add_task(YamlNode::Pointer task, const std::string& flag);
  /// The file's entry no longer counts, for a flag says the same in another way.
  void forget(std::string_view key);

  /// The entry of that key, one of `problem_keys`, or nothing. What nobody asks for is unknown.
  const Entry* find(std::string_view key) const;
  const std::vector<Entry>& entries() const noexcept { return entries_; }
  /// The first of these keys that has an entry; the first entry of all where none has, nothing where there is none.
  const Entry* first_of(std::initializer_list<const char*> keys) const;
  /// Every entry that `find` was never asked for.
  std::vector<Diagnostic> unknown_entries() const;

  const std::string& file() const noexcept { return file_; }

 private:
  std::string file_;
  std::vector<Entry> entries_;
  bool has_flag_tasks_ = false;
  mutable std::set<std::string, std::less<>> asked_;
};

/// Every key that a problem may have, as docs/guides/redundancy.md explains them.
const std::vector<std::string>& problem_keys();

/// What a task can be, as files and flags say it: "position", "centre of mass".
const std::vector<std::string>& task_kind_words();

}  // namespace sinew
