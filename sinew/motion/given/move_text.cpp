// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/move_text.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/errors/formula_error.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

constexpr const char* move_example =
    "write it like \"0,0 -> 90deg,45deg in 2s\", perhaps with more legs, and `with cubic`";

void add(YamlNode& map, const char* key, const std::string& text) {
  auto value = std::make_shared<YamlNode>();
  value->kind = YamlNode::Kind::Scalar;
  value->text = text;
  map.entries.push_back({key, {}, std::move(value)});
}

/// The texts between arrows.
std::vector<std::string> split_at_arrows(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t plain = text.find("->", begin), drawn = text.find("→", begin);
    const std::size_t end = std::min({plain, drawn, text.size()});
    parts.emplace_back(trimmed(text.substr(begin, end - begin)));
    if (end == text.size()) return parts;
    begin = end + (end == plain ? std::string_view("->").size() : std::string_view("→").size());
  }
}

/// "90deg,45deg in 2s with cubic": everything up to the first of the words `in` and `with` is the position.
std::shared_ptr<YamlNode> read_leg(const std::string& text) {
  auto leg = std::make_shared<YamlNode>();
  leg->kind = YamlNode::Kind::Map;
  std::string values[3];  // position, time, profile
  int now = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const int next = word == "in" ? 1 : word == "with" ? 2 : 0;
    if (next == 0) {
      values[now] += (values[now].empty() ? "" : " ") + word;
      continue;
    }
    if (!values[next].empty() || next == now)
      throw FormulaError(in_quotes(text) + " says `" + word + "` twice", move_example);
    now = next;
  }
  if (values[0].empty()) throw FormulaError(in_quotes(text) + " has no positions to move to", move_example);
  add(*leg, "to", values[0]);
  if (!values[2].empty()) add(*leg, "with", values[2]);
  if (values[1].empty())
    add(*leg, "limits", "robot");
  else
    add(*leg, "duration", values[1]);
  return leg;
}

}  // namespace

YamlNode::Pointer moves_in_line(std::string_view text) {
  const std::vector<std::string> parts = split_at_arrows(text);
  if (parts.size() < 2) throw FormulaError(in_quotes(text) + " has no ->, so that nothing moves", move_example);
  if (parts.front().empty()) throw FormulaError(in_quotes(text) + " does not say where it begins", move_example);
  auto segments = std::make_shared<YamlNode>();
  segments->kind = YamlNode::Kind::Sequence;
  for (std::size_t i = 1; i < parts.size(); ++i) segments->items.push_back(read_leg(parts[i]));
  auto root = std::make_shared<YamlNode>();
  root->kind = YamlNode::Kind::Map;
  add(*root, "start", parts.front());
  root->entries.push_back({"segments", {}, std::move(segments)});
  return root;
}

}  // namespace sinew
