// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

namespace sinew {
namespace {

SourceLine line_of(const YAML::Mark& mark) { return {mark.line + 1}; }

/// Raised inside the parser to leave it; the problem is already noted.
struct GaveUp {};

/// Builds the tree from yaml-cpp's events, which keeps lines, key order and repeated keys, as its own Node does not.
class TreeBuilder : public YAML::EventHandler {
 public:
  /// A text of so many bytes has no more nodes than that, unless aliases repeat them.
  TreeBuilder(std::size_t text_bytes, Diagnostics& diagnostics)
      : most_weight_(2'000'000 + text_bytes), diagnostics_(diagnostics) {}

  YamlNode::Pointer root() const { return root_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    finish(make(YamlNode::Kind::Null, mark), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      diagnostics_.error(line_of(mark), "an alias (*) stands inside the anchor (&) that it refers to", "write it out");
      throw GaveUp{};
    }
    place(found->second, line_of(mark));
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& value) override {
    auto node = make(YamlNode::Kind::Scalar, mark);
    node->text = value;
    finish(std::move(node), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(make(YamlNode::Kind::Sequence, mark), anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(make(YamlNode::Kind::Map, mark), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    std::shared_ptr<YamlNode> node;
    YAML::anchor_t anchor = 0;
    std::string key;
    SourceLine key_source;
    bool has_key = false;
    std::set<std::string, std::less<>> keys;
  };

  static std::shared_ptr<YamlNode> make(YamlNode::Kind kind, const YAML::Mark& mark) {
    auto node = std::make_shared<YamlNode>();
    node->kind = kind;
    node->source = line_of(mark);
    return node;
  }

  void open(std::shared_ptr<YamlNode> node, YAML::anchor_t anchor) {
    constexpr std::size_t most_depth = 64;
    if (open_.size() >= most_depth) {
      diagnostics_.error(node->source, "the file is nested more than 64 levels deep",
                         "no robot needs that: is it one?");
      throw GaveUp{};
    }
    open_.push_back({std::move(node), anchor, {}, {}, false, {}});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    finish(std::move(done.node), done.anchor);
  }

  void finish(std::shared_ptr<YamlNode> node, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = node;
    const SourceLine source = node->source;
    place(std::move(node), source);
  }

  /// Puts a finished node where it belongs: as a key or a value of the innermost open map, or into its sequence.
  void place(YamlNode::Pointer node, SourceLine source) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& into = open_.back();
    into.node->weight += node->weight;
    if (into.node->weight > most_weight_) {
      diagnostics_.error(source, "the file repeats its parts over and over through aliases (*)",
                         "no robot needs that: is it one?");
      throw GaveUp{};
    }
    if (into.node->is(YamlNode::Kind::Sequence)) {
      into.node->items.push_back(std::move(node));
    } else if (!into.has_key) {
      if (!node->is(YamlNode::Kind::Scalar))
        diagnostics_.error(source, "a key is not a plain word", "write `word: value`");
      into.key = node->text;
      into.key_source = source;
      into.has_key = true;
      if (!into.keys.insert(into.key).second)
        diagnostics_.error(source, "the key " + in_quotes(into.key) + " stands here twice", "keep one of them");
    } else {
      // nothing at all is found only on the next line, but it is missing on this one
      if (node->is(YamlNode::Kind::Null)) {
        auto nothing = std::make_shared<YamlNode>(*node);
        nothing->source = into.key_source;
        node = std::move(nothing);
      }
      into.node->entries.push_back({std::move(into.key), into.key_source, std::move(node)});
      into.has_key = false;
    }
  }

  std::size_t most_weight_;
  Diagnostics& diagnostics_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlNode::Pointer> anchors_;
  YamlNode::Pointer root_;
};

/// The first line that the parser would keep in memory piece by piece, or 0: a line that begins with [ may turn out to be a
/// key, which is known at its end only, and each bracket and comma of it takes 250 bytes until then.
int line_of_too_many_pieces(std::string_view text) {
  constexpr int most_pieces = 100'000;
  constexpr std::string_view pieces = "[]{},:?&*";
  int line = 1, count = 0;
  for (const char c : text) {
    if (c == '\n') {
      ++line;
      count = 0;
    } else if (pieces.find(c) != std::string_view::npos && ++count > most_pieces) {
      return line;
    }
  }
  return 0;
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return entry.value.get();
  return nullptr;
}

YamlNode::Pointer read_yaml_document(const SourceText& source, Diagnostics& diagnostics) {
  if (const std::size_t zero = source.text.find('\0'); zero != std::string::npos) {
    const auto line = 1 + std::count(source.text.begin(), source.text.begin() + static_cast<long>(zero), '\n');
    diagnostics.error({static_cast<int>(line)}, "the file holds a zero byte, so it is not text",
                      "is this a robot file?");
    return nullptr;
  }
  if (const int line = line_of_too_many_pieces(source.text); line > 0) {
    diagnostics.error({line}, "the line has more than 100,000 brackets, commas and colons",
                      "break it into several lines");
    return nullptr;
  }
  std::istringstream in(source.text);
  TreeBuilder tree(source.text.size(), diagnostics);
  try {
    YAML::Parser parser(in);
    if (!parser.HandleNextDocument(tree) || !tree.root() || tree.root()->is(YamlNode::Kind::Null)) {
      diagnostics.error({1}, "the file is empty", "start from one of the shipped robots");
      return nullptr;
    }
    TreeBuilder rest(source.text.size(), diagnostics);
    if (parser.HandleNextDocument(rest))
      diagnostics.error(rest.root() ? rest.root()->source : SourceLine{}, "the file holds a second document (---)",
                        "keep one robot per file");
  } catch (const GaveUp&) {
    return nullptr;
  } catch (const YAML::Exception& e) {
    // what is missing at the end is missing on the last line, not behind it
    const auto breaks = std::count(source.text.begin(), source.text.end(), '\n');
    const int last_line = static_cast<int>(breaks) + (source.text.ends_with('\n') ? 0 : 1);
    diagnostics.error({std::clamp(e.mark.line + 1, 1, std::max(1, last_line))}, "this is not YAML: " + e.msg,
                      "check the indentation, colons and brackets of this line and the one before");
    return nullptr;
  }
  return tree.root();
}

}  // namespace sinew
