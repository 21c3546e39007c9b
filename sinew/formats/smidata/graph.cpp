// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/smidata/graph.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "sinew/formats/smidata/names.h"

namespace sinew {
namespace {

std::string key_of(std::string_view parent, std::string_view child) {
  return std::string(parent) + ":-:" + std::string(child);
}

/// The part of a path from its name number `first` on; "" if it has no more names than that.
std::string_view path_from(std::string_view path, const std::vector<std::string_view>& names, std::size_t first) {
  if (first >= names.size()) return {};
  return path.substr(static_cast<std::size_t>(names[first].data() - path.data()));
}

std::string_view path_before(std::string_view path, const std::vector<std::string_view>& names, std::size_t count) {
  if (count == 0) return {};
  const std::string_view last = names[count - 1];
  return path.substr(0, static_cast<std::size_t>(last.data() + last.size() - path.data()));
}

/// Deeper nesting is a damaged file.
constexpr std::size_t most_names = 32;
/// Longer names of frames, on average, count as several of them.
constexpr std::size_t longest_name = 500;

class Connector {
 public:
  Connector(const SmiRecords& records, Diagnostics& diagnostics) : records_(records), diagnostics_(diagnostics) {
    graph_.parts.push_back({"world", false, {}});
  }

  SmiGraph connect() {
    for (const SmiTransform& transform : records_.transforms) sort_in(transform);
    for (const SmiJoint& joint : records_.joints) add_joint(joint);
    for (Pair& pair : pairs_)
      if (!pair.joint && is_complete(pair)) add_weld(pair);
    find_assemblies();
    for (const InDesign& tie : in_designs_) add_to_each_instance(tie);
    find_assemblies();
    mark_assemblies();
    add_frames();
    return std::move(graph_);
  }

 private:
  /// The two transforms of one connection.
  struct Pair {
    SmiSides sides;
    const SmiTransform* base = nullptr;
    const SmiTransform* follower = nullptr;
    const SmiJoint* joint = nullptr;
  };

  /// A weld inside a sub-assembly, given once for all instances of its design; paths are from the assembly on.
  struct InDesign {
    std::string_view design, parent, child;
    SmiConnection connection;
  };

  void sort_in(const SmiTransform& transform) {
    const auto id = parse_transform_id(transform.id);
    if (!id) {
      diagnostics_.warning(transform.source, "the transform " + in_quotes(transform.id) + " is not understood",
                           "B[…], F[…], RootGround[…], AssemblyGround[…], SixDofRigidTransform[…] and UCS[…] are");
      return;
    }
    for (const std::string_view path : {id->sides.parent, id->sides.child, id->path})
      if (path_names(path).size() > most_names) {
        refuse(transform.source, "the path of " + in_quotes(transform.id) + " does not end", "correct the ID");
        return;
      }
    switch (id->use) {
      case SmiTransformUse::Base:
      case SmiTransformUse::Follower:
        pair_up(transform, *id);
        break;
      case SmiTransformUse::RootGround:
        connect(SmiGraph::world, part(id->path, transform.source), {.X_PB = transform.X, .source = transform.source});
        break;
      case SmiTransformUse::AssemblyGround:
        ground_in_assembly(transform, id->path);
        break;
      case SmiTransformUse::Free:
        graph_.free_parts.push_back(part(id->path, transform.source));
        break;
      case SmiTransformUse::CoordinateSystem:
        coordinate_systems_.emplace_back(&transform, id->path);
        break;
    }
  }

  void pair_up(const SmiTransform& transform, const SmiTransformId& id) {
    const auto [place, fresh] = pair_index_.emplace(pair_key(id.sides), pairs_.size());
    if (fresh) pairs_.push_back({id.sides, nullptr, nullptr, nullptr});
    Pair& pair = pairs_[place->second];
    const SmiTransform*& slot = id.use == SmiTransformUse::Base ? pair.base : pair.follower;
    if (slot != nullptr)
      refuse(transform.source,
             "a second transform has the ID " + in_quotes(transform.id) + ", after line " +
                 std::to_string(slot->source.line),
             "two parts can be joined only once: closed loops are not supported");
    else
      slot = &transform;
  }

  /// Under the plain name of the design where both sides are inside one.
  static std::string pair_key(const SmiSides& sides) {
    const auto parent = path_names(sides.parent), child = path_names(sides.child);
    if (!is_design(parent.front()) || parent.front() != child.front()) return key_of(sides.parent, sides.child);
    return design_key(plain_design(parent.front()), path_from(sides.parent, parent, 1),
                      path_from(sides.child, child, 1));
  }
  static std::string design_key(std::string_view design, std::string_view parent, std::string_view child) {
    return std::string(design) + '\n' + key_of(parent, child);
  }

  /// The transforms of a joint: under its own ID, else under the design of the assembly that holds both parts.
  Pair* find_pair(const SmiSides& sides) {
    if (const auto found = pair_index_.find(key_of(sides.parent, sides.child)); found != pair_index_.end())
      return &pairs_[found->second];
    const auto parent = path_names(sides.parent), child = path_names(sides.child);
    std::size_t shared = 0;
    while (shared < std::min(parent.size(), child.size()) && parent[shared] == child[shared]) ++shared;
    for (; shared > 0; --shared) {
      const auto found =
          pair_index_.find(design_key(design_of_instance(parent[shared - 1]), path_from(sides.parent, parent, shared),
                                      path_from(sides.child, child, shared)));
      if (found != pair_index_.end()) return &pairs_[found->second];
    }
    return nullptr;
  }

  void add_joint(const SmiJoint& joint) {
    const auto sides = parse_joint_id(joint.id);
    // smimport marks with a joint of six freedoms what only a constraint holds
    if (!sides || std::max(path_names(sides->parent).size(), path_names(sides->child).size()) > most_names) {
      refuse(joint.source, "the " + joint.type + " " + in_quotes(joint.id) + " does not name two parts",
             "joints are named [parent:-:child]; constraints between parts are not supported");
      return;
    }
    Pair* pair = find_pair(*sides);
    if (pair == nullptr) {
      refuse(joint.source, "the " + joint.type + " " + in_quotes(joint.id) + " has no transforms",
             "the file should also have the transforms B[…] and F[…] of that name");
      return;
    }
    if (!is_complete(*pair)) return;
    pair->joint = &joint;
    if (joint.cut) {
      refuse(joint.source, "the joint " + in_quotes(joint.id) + " closes a loop of parts",
             "closed loops are not supported: remove this joint and its two transforms to read the "
             "open arm");
      return;
    }
    const int parent = part(sides->parent, joint.source), child = part(sides->child, joint.source);
    if (joint.type == "SixDofJoint" && (parent == SmiGraph::world) != (child == SmiGraph::world)) {
      graph_.free_parts.push_back(std::max(parent, child));
      return;
    }
    auto primitives = smi_primitives(joint.type);
    if (!primitives) {
      refuse(joint.source,
             "the " + joint.type + " " + in_quotes(joint.id) + " is not supported: it cannot be made of " +
                 "single turns and slides",
             "draw it as revolute and prismatic joints, with small parts between them, and export again");
      return;
    }
    connect(parent, child,
            {.X_PB = pair->base->X,
             .X_CF = pair->follower->X,
             .primitives = std::move(*primitives),
             .source = joint.source});
  }

  bool is_complete(const Pair& pair) {
    if (pair.base != nullptr && pair.follower != nullptr) return true;
    const SmiTransform& there = pair.base != nullptr ? *pair.base : *pair.follower;
    if (incomplete_.insert(&there).second)
      refuse(there.source, "the transform " + in_quotes(there.id) + " has no counterpart",
             "a joint needs both frames: add " + in_quotes((pair.base != nullptr ? "F" : "B") + there.id.substr(1)));
    return false;
  }

  void add_weld(const Pair& pair) {
    SmiConnection weld{.X_PB = pair.base->X, .X_CF = pair.follower->X, .source = pair.base->source};
    const auto parent = path_names(pair.sides.parent), child = path_names(pair.sides.child);
    if (is_design(parent.front()) && parent.front() == child.front())
      in_designs_.push_back({plain_design(parent.front()), path_from(pair.sides.parent, parent, 1),
                             path_from(pair.sides.child, child, 1), std::move(weld)});
    else
      connect_named(pair.sides.parent, pair.sides.child, std::move(weld));
  }

  void ground_in_assembly(const SmiTransform& transform, std::string_view path) {
    SmiConnection weld{.X_PB = transform.X, .source = transform.source};
    const auto names = path_names(path);
    const std::string_view assembly = path_before(path, names, names.size() - 1);
    if (names.size() > 1 && is_design(names.front()))
      in_designs_.push_back({plain_design(names.front()),
                             names.size() > 2 ? path_from(assembly, names, 1) : std::string_view(),
                             path_from(path, names, 1), std::move(weld)});
    else
      connect_named(assembly, path, std::move(weld));
  }

  void add_to_each_instance(const InDesign& tie) {
    const auto instances = assemblies_of_design_.find(tie.design);
    if (instances == assemblies_of_design_.end()) {
      refuse(tie.connection.source, "no instance of the sub-assembly " + in_quotes(tie.design) + " is in the robot",
             "remove its transforms, or join one of its parts to the others");
      return;
    }
    for (const std::string& assembly : instances->second) {
      const auto within = [&](std::string_view path) {
        return path.empty() ? assembly : assembly + ":" + std::string(path);
      };
      if (has_too_many(graph_.connections.size(), tie.connection.source)) return;
      connect_named(within(tie.parent), within(tie.child), tie.connection);
    }
  }

  /// Remembers every assembly that a part is in by the design of that assembly.
  void find_assemblies() {
    for (; searched_ < graph_.parts.size(); ++searched_) {
      const std::string path = graph_.parts[searched_].name;
      const auto names = path_names(path);
      for (std::size_t count = 1; count < names.size(); ++count)
        assemblies_of_design_[std::string(design_of_instance(names[count - 1]))].insert(
            std::string(path_before(path, names, count)));
    }
  }

  void mark_assemblies() {
    for (const auto& [design, assemblies] : assemblies_of_design_)
      for (const std::string& assembly : assemblies)
        if (const auto found = part_index_.find(assembly); found != part_index_.end())
          graph_.parts[static_cast<std::size_t>(found->second)].is_assembly = true;
  }

  void add_frames() {
    std::unordered_map<std::string_view, std::vector<int>> parts_of_design;
    for (std::size_t i = 1; i < graph_.parts.size(); ++i)
      parts_of_design[design_of_instance(path_names(graph_.parts[i].name).back())].push_back(static_cast<int>(i));
    for (const auto& [transform, path] : coordinate_systems_) {
      const auto names = path_names(path);
      const auto found = parts_of_design.find(plain_design(names.front()));
      if (names.size() == 1 || found == parts_of_design.end()) {
        diagnostics_.warning(transform->source,
                             "the coordinate system " + in_quotes(path) + " is on no part of the robot and is left out",
                             "draw it on a part to use it as a frame");
        continue;
      }
      for (const int i : found->second) {
        std::string name =
            graph_.parts[static_cast<std::size_t>(i)].name + ":" + std::string(path_from(path, names, 1));
        frame_name_bytes_ += name.size();
        if (has_too_many(std::max(graph_.frames.size(), frame_name_bytes_ / longest_name), transform->source)) return;
        graph_.frames.push_back({i, std::move(name), transform->X, transform->source});
      }
    }
  }

  /// What a design has, each of its instances has: two short lists may multiply to a very long one.
  bool has_too_many(std::size_t count, SourceLine source) {
    constexpr std::size_t most = 100'000;
    if (count < most) return false;
    if (!std::exchange(has_too_many_, true))
      refuse(source, "the instances of designs have more than " + std::to_string(most) + " connections or frames",
             "remove what the robot does not need");
    return true;
  }

  /// Notes an error that leaves a connection out.
  void refuse(SourceLine source, std::string what, std::string remedy) {
    diagnostics_.error(source, std::move(what), std::move(remedy));
    graph_.is_complete = false;
  }

  int part(std::string_view name, SourceLine source) {
    if (name.empty()) return SmiGraph::world;
    const auto [place, fresh] = part_index_.emplace(name, static_cast<int>(graph_.parts.size()));
    if (fresh) graph_.parts.push_back({std::string(name), false, source});
    return place->second;
  }

  void connect_named(std::string_view parent, std::string_view child, SmiConnection connection) {
    const int parent_part = part(parent, connection.source);
    const int child_part = part(child, connection.source);
    connect(parent_part, child_part, std::move(connection));
  }

  void connect(int parent, int child, SmiConnection connection) {
    if (parent == child) {
      refuse(connection.source, in_quotes(graph_.parts[static_cast<std::size_t>(parent)].name) + " is joined to itself",
             "name two parts");
      return;
    }
    connection.parent = parent;
    connection.child = child;
    graph_.connections.push_back(std::move(connection));
  }

  const SmiRecords& records_;
  Diagnostics& diagnostics_;
  SmiGraph graph_;
  std::unordered_map<std::string, int> part_index_;
  std::vector<Pair> pairs_;
  std::unordered_map<std::string, std::size_t> pair_index_;
  std::set<const SmiTransform*> incomplete_;
  std::size_t frame_name_bytes_ = 0;
  std::vector<InDesign> in_designs_;
  std::vector<std::pair<const SmiTransform*, std::string_view>> coordinate_systems_;
  std::map<std::string, std::set<std::string>, std::less<>> assemblies_of_design_;
  bool has_too_many_ = false;
  std::size_t searched_ = 1;  // parts whose assemblies are known
};

}  // namespace

SmiGraph connect_smi_records(const SmiRecords& records, Diagnostics& diagnostics) {
  return Connector(records, diagnostics).connect();
}

}  // namespace sinew
