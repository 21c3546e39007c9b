// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/smidata/names.h"

#include <algorithm>
#include <utility>

namespace sinew {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// What stands in `prefix[…]`.
std::optional<std::string_view> inside(std::string_view id, std::string_view prefix) {
  if (!id.starts_with(prefix) || !id.ends_with("]")) return std::nullopt;
  id.remove_prefix(prefix.size());
  if (!id.starts_with("[")) return std::nullopt;
  return id.substr(1, id.size() - 2);
}

std::optional<SmiSides> sides_of(std::string_view text) {
  constexpr std::string_view between = ":-:";
  const std::size_t at = text.find(between);
  // a second one would leave open where the parent's name ends
  if (at == std::string_view::npos || text.find(between, at + 1) != std::string_view::npos) return std::nullopt;
  return SmiSides{text.substr(0, at), text.substr(at + between.size())};
}

}  // namespace

std::optional<SmiTransformId> parse_transform_id(std::string_view id) {
  using Use = SmiTransformUse;
  for (const auto& [prefix, use] : {std::pair{"B", Use::Base}, std::pair{"F", Use::Follower}})
    if (const auto text = inside(id, prefix)) {
      const auto sides = sides_of(*text);
      return sides ? std::optional(SmiTransformId{use, *sides, {}}) : std::nullopt;
    }
  for (const auto& [prefix, use] :
       {std::pair{"RootGround", Use::RootGround}, std::pair{"AssemblyGround", Use::AssemblyGround},
        std::pair{"SixDofRigidTransform", Use::Free}, std::pair{"UCS", Use::CoordinateSystem}})
    if (const auto text = inside(id, prefix); text && !text->empty()) return SmiTransformId{use, {}, *text};
  return std::nullopt;
}

std::optional<SmiSides> parse_joint_id(std::string_view id) {
  const auto text = inside(id, "");
  return text ? sides_of(*text) : std::nullopt;
}

std::vector<std::string_view> path_names(std::string_view path) {
  std::vector<std::string_view> names;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= path.size(); ++at) {
    const bool separates =
        at == path.size() ||
        (path[at] == ':' && !(at > 0 && path[at - 1] == '*' && path.substr(at + 1).starts_with('*')));
    if (!separates) continue;
    const std::string_view name = path.substr(begin, at - begin);
    if (is_number(name) && !names.empty() && !is_design(names.back()))
      names.back() = path.substr(static_cast<std::size_t>(names.back().data() - path.data()),
                                 names.back().size() + 1 + name.size());
    else
      names.push_back(name);
    begin = at + 1;
  }
  return names;
}

std::string_view design_of_instance(std::string_view instance) {
  const std::size_t at = instance.find_last_of("-:");
  if (at == std::string_view::npos || at == 0 || !is_number(instance.substr(at + 1))) return instance;
  return instance.substr(0, at);
}

std::string_view plain_design(std::string_view design) {
  if (const std::size_t at = design.rfind("*:*"); at != std::string_view::npos && at > 0) return design.substr(0, at);
  if (!design.ends_with('}')) return design;
  for (const std::string_view file : {".ipt_{", ".iam_{"})
    if (const std::size_t at = design.rfind(file); at != std::string_view::npos && at > 0) return design.substr(0, at);
  return design;
}

}  // namespace sinew
