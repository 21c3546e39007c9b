// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/structure.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace sinew {
namespace {

using Index = std::unordered_map<std::string_view, int>;

/// What a misspelt name may have meant. Looking is dear, so that a file with a hundred such names gets no more.
class Suggestions {
 public:
  explicit Suggestions(const Index& index) : index_(index) {}

  std::string operator()(std::string_view name) {
    constexpr int most = 100;
    if (++given_ > most) return "define it, or use a name that is";
    if (names_.empty()) {
      for (const auto& [known, place] : index_) names_.emplace_back(known);
      std::sort(names_.begin(), names_.end());
    }
    return suggestion(name, names_);
  }

 private:
  const Index& index_;
  std::vector<std::string> names_;
  int given_ = 0;
};

/// Places of the parts by name; an empty or repeated name is a problem.
Index index_by_name(const std::vector<NamedPart>& parts, const char* kind, Diagnostics& diagnostics) {
  Index index;
  index.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const NamedPart& part = parts[i];
    if (part.name.empty()) {
      diagnostics.error(part.source, std::string("a ") + kind + " has no name", "give it one");
      continue;
    }
    const auto [first, fresh] = index.emplace(part.name, static_cast<int>(i));
    if (!fresh)
      diagnostics.error(part.source,
                        std::string(kind) + " " + in_quotes(part.name) + " is defined twice, first on line " +
                            std::to_string(parts[static_cast<std::size_t>(first->second)].source.line),
                        "rename one of them");
  }
  return index;
}

int place_of(const Index& index, std::string_view name) {
  const auto found = index.find(name);
  return found == index.end() ? -1 : found->second;
}

/// Ties each joint to its links; a link may be carried by one joint only.
void connect(const NamedParts& parts, const Index& links, Tree& tree, Suggestions& nearest_link,
             Diagnostics& diagnostics) {
  tree.joint_of_link.assign(parts.links.size(), -1);
  for (std::size_t j = 0; j < parts.joints.size(); ++j) {
    const NamedPart& joint = parts.joints[j];
    for (const auto& [end, name] : {std::pair{"parent", joint.parent}, std::pair{"child", joint.child}})
      if (place_of(links, name) < 0)
        diagnostics.error(joint.source,
                          "joint " + in_quotes(joint.name) + " has the " + end + " link " + in_quotes(name) +
                              ", which is not defined",
                          nearest_link(name));
    const int parent = place_of(links, joint.parent), child = place_of(links, joint.child);
    tree.parent_link.push_back(parent);
    tree.child_link.push_back(child);
    if (child < 0) continue;
    int& carrier = tree.joint_of_link[static_cast<std::size_t>(child)];
    if (carrier >= 0)
      diagnostics.error(joint.source,
                        "link " + in_quotes(joint.child) + " is carried by two joints, " +
                            in_quotes(parts.joints[static_cast<std::size_t>(carrier)].name) + " and " +
                            in_quotes(joint.name),
                        "closed loops are not supported: remove one of them");
    else
      carrier = static_cast<int>(j);
    if (parent == child)
      diagnostics.error(joint.source, "joint " + in_quotes(joint.name) + " joins a link to itself",
                        "give it another parent or child");
  }
}

/// The one link that no joint carries, or −1.
int find_root(const NamedParts& parts, const Tree& tree, Diagnostics& diagnostics) {
  int root = -1;
  for (std::size_t l = 0; l < parts.links.size(); ++l) {
    if (tree.joint_of_link[l] >= 0) continue;
    if (root >= 0)
      diagnostics.error(parts.links[l].source,
                        "no joint carries link " + in_quotes(parts.links[l].name) + ", nor " +
                            in_quotes(parts.links[static_cast<std::size_t>(root)].name) + ": two roots",
                        "join it to the robot, with a fixed joint if it does not move");
    else
      root = static_cast<int>(l);
  }
  if (root < 0 && !parts.joints.empty())
    diagnostics.error(parts.joints.front().source, "every link is carried by a joint, so the joints form a loop",
                      "remove the joint that closes it; one link must be the base");
  return root;
}

/// From parents first to depth first: a joint is followed by all that it carries, so that a subtree is a range.
void go_deep_first(Tree& tree) {
  std::vector<std::vector<int>> carried(tree.joint_of_link.size());
  for (const int j : tree.joint_order)
    carried[static_cast<std::size_t>(tree.parent_link[static_cast<std::size_t>(j)])].push_back(j);
  std::vector<int> waiting(carried[static_cast<std::size_t>(tree.root)].rbegin(),
                           carried[static_cast<std::size_t>(tree.root)].rend());
  tree.joint_order.clear();
  while (!waiting.empty()) {
    const int j = waiting.back();
    waiting.pop_back();
    tree.joint_order.push_back(j);
    const auto& next = carried[static_cast<std::size_t>(tree.child_link[static_cast<std::size_t>(j)])];
    waiting.insert(waiting.end(), next.rbegin(), next.rend());
  }
}

/// Depth first, else in file order.
void order_joints(const NamedParts& parts, Tree& tree, Diagnostics& diagnostics) {
  enum class State { Waiting, OnTheWay, Done };
  std::vector<State> state(parts.joints.size(), State::Waiting);
  std::vector<int> waiting;
  for (std::size_t first = 0; first < parts.joints.size(); ++first) {
    for (int j = static_cast<int>(first); j >= 0 && state[static_cast<std::size_t>(j)] != State::Done;) {
      if (state[static_cast<std::size_t>(j)] == State::OnTheWay) {
        diagnostics.error(parts.joints[static_cast<std::size_t>(j)].source,
                          "joint " + in_quotes(parts.joints[static_cast<std::size_t>(j)].name) +
                              " is part of a loop that does not reach the base",
                          "remove the joint that closes the loop");
        return;
      }
      state[static_cast<std::size_t>(j)] = State::OnTheWay;
      waiting.push_back(j);
      j = tree.joint_of_link[static_cast<std::size_t>(tree.parent_link[static_cast<std::size_t>(j)])];
    }
    for (; !waiting.empty(); waiting.pop_back()) {
      state[static_cast<std::size_t>(waiting.back())] = State::Done;
      tree.joint_order.push_back(waiting.back());
    }
  }
  go_deep_first(tree);
}

/// The motors of elastic joints have names that the file does not give.
void check_motor_names(const NamedParts& parts, const Index& links, const Index& joints, const Index& frames,
                       Diagnostics& diagnostics) {
  for (const NamedPart& joint : parts.joints) {
    if (!joint.elastic) continue;
    const std::string name = motor_name(std::string(joint.name));
    for (const auto& [index, kind] :
         {std::pair{&links, "link"}, std::pair{&joints, "joint"}, std::pair{&frames, "frame"}})
      if (index->contains(name))
        diagnostics.error(joint.source,
                          "the motor of the elastic joint " + in_quotes(joint.name) + " has the name " +
                              in_quotes(name) + ", which is that of a " + kind,
                          std::string("rename the ") + kind);
  }
}

void check_mimics(const NamedParts& parts, const Index& joints, Diagnostics& diagnostics) {
  Suggestions nearest_joint(joints);
  for (const NamedPart& joint : parts.joints) {
    if (!joint.leader) continue;
    const int leader = place_of(joints, *joint.leader);
    if (!joint.moves)
      diagnostics.error(joint.source, "fixed joint " + in_quotes(joint.name) + " mimics another", "remove its mimic");
    else if (leader < 0)
      diagnostics.error(
          joint.source,
          "joint " + in_quotes(joint.name) + " mimics " + in_quotes(*joint.leader) + ", which is not defined",
          nearest_joint(*joint.leader));
    else if (!parts.joints[static_cast<std::size_t>(leader)].moves)
      diagnostics.error(joint.source,
                        "joint " + in_quotes(joint.name) + " mimics the fixed joint " + in_quotes(*joint.leader),
                        "name a joint that moves");
  }

  // a leader may itself follow; the chain must end at a joint that does not
  enum class State { Waiting, OnTheWay, Done };
  std::vector<State> state(parts.joints.size(), State::Waiting);
  const auto leader_of = [&](int j) {
    const NamedPart& joint = parts.joints[static_cast<std::size_t>(j)];
    return joint.leader ? place_of(joints, *joint.leader) : -1;
  };
  for (int first = 0; first < static_cast<int>(parts.joints.size()); ++first) {
    int j = first;
    for (; j >= 0 && state[static_cast<std::size_t>(j)] == State::Waiting; j = leader_of(j))
      state[static_cast<std::size_t>(j)] = State::OnTheWay;
    if (j >= 0 && state[static_cast<std::size_t>(j)] == State::OnTheWay)
      diagnostics.error(
          parts.joints[static_cast<std::size_t>(j)].source,
          "joint " + in_quotes(parts.joints[static_cast<std::size_t>(j)].name) + " mimics itself in a circle",
          "let one joint of the circle move on its own");
    for (j = first; j >= 0 && state[static_cast<std::size_t>(j)] == State::OnTheWay; j = leader_of(j))
      state[static_cast<std::size_t>(j)] = State::Done;
  }
}

}  // namespace

std::optional<Tree> find_tree(const NamedParts& parts, Diagnostics& diagnostics) {
  Diagnostics found(diagnostics.file());
  Tree tree;
  if (parts.links.empty()) found.error({}, "the robot has no link", "define at least a base and one moving link");
  const Index links = index_by_name(parts.links, "link", found);
  const Index joints = index_by_name(parts.joints, "joint", found);
  Index frames = index_by_name(parts.frames, "frame", found);
  Suggestions nearest_link(links);
  connect(parts, links, tree, nearest_link, found);
  for (const NamedPart& joint : parts.joints)
    if (joint.carrier && place_of(links, *joint.carrier) < 0)
      found.error(joint.source,
                  "the motor of joint " + in_quotes(joint.name) + " is carried by " + in_quotes(*joint.carrier) +
                      ", which is not a link",
                  nearest_link(*joint.carrier));
  for (const NamedPart& frame : parts.frames) {
    if (place_of(links, frame.parent) < 0)
      found.error(frame.source,
                  "frame " + in_quotes(frame.name) + " is on " + in_quotes(frame.parent) + ", which is not a link",
                  nearest_link(frame.parent));
    if (place_of(links, frame.name) >= 0)
      found.error(frame.source, "frame " + in_quotes(frame.name) + " has the name of a link", "rename the frame");
  }
  check_motor_names(parts, links, joints, frames, found);
  frames.insert(links.begin(), links.end());
  Suggestions nearest_frame(frames);
  for (const NamedPart& payload : parts.payloads)
    if (place_of(frames, payload.parent) < 0)
      found.error(payload.source, "the payload is held at " + in_quotes(payload.parent) + ", which is no frame or link",
                  nearest_frame(payload.parent));
  check_mimics(parts, joints, found);
  if (!found.has_errors()) tree.root = find_root(parts, tree, found);
  if (!found.has_errors()) order_joints(parts, tree, found);
  for (Diagnostic& diagnostic : found.all()) diagnostics.add(std::move(diagnostic));
  if (found.has_errors()) return std::nullopt;
  return tree;
}

}  // namespace sinew
