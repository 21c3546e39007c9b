// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/source_text.h"

namespace sinew {

/// A YAML value with the line it stands on. Aliases share their anchor's node, so a document is never larger
/// in memory than its file.
struct YamlNode {
  enum class Kind { Null, Scalar, Sequence, Map };
  using Pointer = std::shared_ptr<const YamlNode>;

  Kind kind = Kind::Null;
  SourceLine source;
  std::string text;            ///< Scalar
  std::vector<Pointer> items;  ///< Sequence
  struct Entry {
    std::string key;
    SourceLine source;  ///< of the key
    Pointer value;
  };
  std::vector<Entry> entries;  ///< Map, in file order

  std::size_t weight = 1;  ///< how many nodes it holds, those behind aliases counted each time

  bool is(Kind wanted) const { return kind == wanted; }
  /// The entry of that key, or nothing.
  const YamlNode* find(std::string_view key) const;
};

/// The one document of a file, or nothing and the reason. Repeated keys are problems, not overwrites.
YamlNode::Pointer read_yaml_document(const SourceText& source, Diagnostics& diagnostics);

}  // namespace sinew
