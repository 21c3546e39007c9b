// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/smidata/reader.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "sinew/formats/smidata/solids.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

/// Turns the graph of parts into a tree that grows from the root, joint by joint.
class TreeGrower {
 public:
  TreeGrower(const SmiGraph& graph, const std::vector<const SmiSolid*>& solids, RobotDescription<double>& robot,
             Diagnostics& diagnostics)
      : graph_(graph), solids_(solids), robot_(robot), diagnostics_(diagnostics), placed_(graph.parts.size(), false) {
    for (const SmiPart& part : graph_.parts) link_names_.insert(part.name);
    connections_of_.resize(graph_.parts.size());
    for (std::size_t c = graph_.connections.size(); c-- > 0;) {
      // the last first: the stack turns them round
      connections_of_[at(graph_.connections[c].parent)].push_back(c);
      connections_of_[at(graph_.connections[c].child)].push_back(c);
    }
  }

  void grow() {
    const int root = choose_root();
    if (root < 0) return;
    place(root);
    std::vector<bool> followed(graph_.connections.size(), false);
    while (!waiting_.empty()) {
      const std::size_t c = waiting_.back();
      waiting_.pop_back();
      if (followed[c]) continue;
      followed[c] = true;
      const SmiConnection& connection = graph_.connections[c];
      if (placed_[at(connection.parent)] && placed_[at(connection.child)]) {
        refuse_loop(connection);
        continue;
      }
      const bool backwards = placed_[at(connection.child)];
      add_joint(connection, backwards);
      place(backwards ? connection.parent : connection.child);
    }
    report_unplaced();
    for (const SmiFrame& frame : graph_.frames)
      if (placed_[at(frame.part)])
        robot_.frames.push_back({frame.name, name_of_part(frame.part), frame.X, frame.source});
  }

 private:
  const std::string& name_of_part(int part) const { return graph_.parts[at(part)].name; }

  int choose_root() {
    if (graph_.parts.size() == 1) {
      diagnostics_.error({}, "no transform of the file names a part", "export the assembly with its joints");
      return -1;
    }
    if (!connections_of_[SmiGraph::world].empty()) {
      for (const int part : graph_.free_parts)
        diagnostics_.error(graph_.parts[at(part)].source,
                           "part " + in_quotes(name_of_part(part)) + " is free although others are grounded",
                           "join it to another part in the assembly and export again; only a robot that is not "
                           "grounded at all may float");
      return SmiGraph::world;
    }
    if (!graph_.free_parts.empty()) {
      const int root = graph_.free_parts.front();
      for (const int part : graph_.free_parts)
        if (part != root)
          diagnostics_.error(
              graph_.parts[at(part)].source,
              "part " + in_quotes(name_of_part(part)) + " is free, and so is " + in_quotes(name_of_part(root)),
              "only one part may be free, the floating base: join the others to it");
      robot_.floating_base = true;
      return root;
    }
    return choose_ungrounded_root();
  }

  /// The one part that is nobody's child; where there are more, the one assembly among them.
  int choose_ungrounded_root() {
    std::vector<bool> is_child(graph_.parts.size(), false);
    for (const SmiConnection& connection : graph_.connections) is_child[at(connection.child)] = true;
    std::vector<int> roots;
    for (int part = 1; part < static_cast<int>(graph_.parts.size()); ++part)
      if (!is_child[at(part)]) roots.push_back(part);
    if (roots.size() > 1) {
      std::vector<int> assemblies;
      std::copy_if(roots.begin(), roots.end(), std::back_inserter(assemblies),
                   [&](int part) { return graph_.parts[at(part)].is_assembly; });
      if (assemblies.size() == 1) roots = assemblies;
    }
    if (roots.size() == 1) {
      diagnostics_.warning(graph_.parts[at(roots.front())].source,
                           "nothing is grounded: " + in_quotes(name_of_part(roots.front())) + " is taken as the base",
                           "fix a part in the assembly if that is wrong");
      return roots.front();
    }
    if (graph_.is_complete)
      diagnostics_.error({}, "the file does not say which part stands still",
                         "fix one in the assembly, or add a transform with an ID such as " +
                             in_quotes("RootGround[" + name_of_part(roots.empty() ? 1 : roots.front()) + "]"));
    return -1;
  }

  void place(int part) {
    placed_[at(part)] = true;
    LinkDescription<double> link;
    link.name = name_of_part(part);
    link.source = graph_.parts[at(part)].source;
    if (const SmiSolid* solid = solids_[at(part)]) link.inertia = solid->inertia;
    robot_.links.push_back(std::move(link));
    const auto& connections = connections_of_[at(part)];
    waiting_.insert(waiting_.end(), connections.begin(), connections.end());
  }

  /// One joint for each freedom, and a fixed one for a weld. Backwards,
  ///
  ///     X_CP(q) = X_CF · J(q)⁻¹ · X_PB⁻¹,    J(q)⁻¹ = … J₂(−q₂)·J₁(−q₁),
  ///
  /// so that the chain is run through from its end with every axis turned round, and q keeps its meaning.
  void add_joint(const SmiConnection& connection, bool backwards) {
    const std::string& parent = name_of_part(backwards ? connection.child : connection.parent);
    const std::string& child = name_of_part(backwards ? connection.parent : connection.child);
    std::vector<SmiPrimitive> chain = connection.primitives;
    if (backwards) std::reverse(chain.begin(), chain.end());
    if (chain.empty()) chain.push_back({JointKind::Fixed, unit_z<double>(), ""});

    const std::string name = parent + "--" + child;
    std::string carrier = parent;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const bool is_last = i + 1 == chain.size();
      JointDescription<double> joint;
      joint.name = fresh_name(name + chain[i].suffix, joint_names_);
      joint.kind = chain[i].kind;
      joint.parent = carrier;
      joint.child = is_last ? child : fresh_name(name + chain[i].suffix + ".link", link_names_);
      joint.axis = backwards && joint.kind != JointKind::Fixed ? reversed(chain[i].axis) : chain[i].axis;
      if (i == 0) joint.X_PJ = backwards ? connection.X_CF : connection.X_PB;
      if (is_last) joint.X_JC = (backwards ? connection.X_PB : connection.X_CF).inverse();
      joint.source = connection.source;
      carrier = joint.child;
      if (!is_last) robot_.links.push_back({carrier, std::nullopt, connection.source});
      robot_.joints.push_back(std::move(joint));
    }
  }

  /// Zero stays plus zero.
  static Vec3<double> reversed(const Vec3<double>& axis) { return Vec3<double>{} - axis; }

  static std::string fresh_name(const std::string& name, std::unordered_set<std::string>& taken) {
    std::string fresh = name;
    for (int i = 2; !taken.insert(fresh).second; ++i) fresh = name + "#" + std::to_string(i);
    return fresh;
  }

  void refuse_loop(const SmiConnection& connection) {
    diagnostics_.error(connection.source,
                       std::string(connection.primitives.empty() ? "the weld" : "the joint") + " of " +
                           in_quotes(name_of_part(connection.parent)) + " and " +
                           in_quotes(name_of_part(connection.child)) +
                           " closes a loop: other joints and welds hold them together already",
                       "closed loops are not supported: remove it, or another one of the loop, with its transforms");
  }

  void report_unplaced() {
    if (!graph_.is_complete) return;
    std::vector<bool> is_free(graph_.parts.size(), false);
    for (const int part : graph_.free_parts) is_free[at(part)] = true;
    for (std::size_t i = 1; i < graph_.parts.size(); ++i)
      if (!placed_[i] && !is_free[i])
        diagnostics_.error(graph_.parts[i].source,
                           "no chain of joints leads from " + in_quotes(robot_.links.front().name) + " to part " +
                               in_quotes(graph_.parts[i].name),
                           "join it to the robot in the assembly, or remove it");
  }

  const SmiGraph& graph_;
  const std::vector<const SmiSolid*>& solids_;
  RobotDescription<double>& robot_;
  Diagnostics& diagnostics_;
  std::vector<bool> placed_;
  std::vector<std::vector<std::size_t>> connections_of_;  // by part
  std::vector<std::size_t> waiting_;                      // connections, the next one last
  std::unordered_set<std::string> link_names_, joint_names_;
};

/// "arm" for "robots/arm.m".
std::string stem_of(std::string_view file) {
  file.remove_prefix(file.find_last_of("/\\") + 1);  // npos + 1 is 0
  return std::string(file.substr(0, file.rfind('.')));
}

}  // namespace

RobotDescription<double> read_smidata(const SourceText& source, const ReadOptions& options, Diagnostics& diagnostics) {
  RobotDescription<double> robot;
  robot.name = stem_of(source.file);
  robot.file = source.file;
  robot.source = "CAD assembly, exported with smimport";
  robot.floating_base = options.floating_base;
  const std::vector<SmiAssignment> assignments = parse_smidata(source, diagnostics);
  if (assignments.empty()) return robot;
  const SmiRecords records = read_smi_records(assignments, diagnostics);
  const SmiGraph graph = connect_smi_records(records, diagnostics);
  const std::vector<const SmiSolid*> solids = match_smi_solids(graph, records.solids, options, diagnostics);
  TreeGrower(graph, solids, robot, diagnostics).grow();
  return robot;
}

}  // namespace sinew
