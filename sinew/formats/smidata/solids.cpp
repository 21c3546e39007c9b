// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/smidata/solids.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sinew/formats/smidata/names.h"

namespace sinew {
namespace {

constexpr std::size_t most_listed = 30;

std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most_listed; ++i) text += (i > 0 ? ", " : "") + in_quotes(names[i]);
  return names.size() > most_listed ? text + ", …" : text;
}

class SolidMatcher {
 public:
  SolidMatcher(const SmiGraph& graph, const std::vector<SmiSolid>& solids, Diagnostics& diagnostics)
      : graph_(graph), solids_(solids), diagnostics_(diagnostics), solid_of_part_(graph.parts.size(), nullptr) {
    for (const SmiSolid& solid : solids) {
      if (!by_id_.emplace(solid.id, &solid).second)
        diagnostics_.error(solid.source, "a second solid has the ID " + in_quotes(solid.id), "remove one of them");
      else
        by_design_[plain_design(solid.id)].push_back(&solid);
    }
  }

  std::vector<const SmiSolid*> match(const ReadOptions& options) {
    for (const auto& [instance, solid] : options.solid_of_instance) map(instance, solid);
    if (solids_.empty()) {
      diagnostics_.warning({}, "the file has no solids, so that no part has a mass",
                           "positions can be computed, forces cannot; export the parts with their materials");
      return std::move(solid_of_part_);
    }
    for (std::size_t i = 1; i < graph_.parts.size(); ++i)
      if (solid_of_part_[i] == nullptr && !graph_.parts[i].is_assembly) find(i);
    report_leftovers();
    return std::move(solid_of_part_);
  }

 private:
  /// What the user says goes before what the names say.
  void map(const std::string& instance, const std::string& solid) {
    std::size_t part = 1;
    while (part < graph_.parts.size() && graph_.parts[part].name != instance) ++part;
    if (part == graph_.parts.size()) {
      std::vector<std::string> known;
      for (std::size_t i = 1; i < graph_.parts.size(); ++i) known.push_back(graph_.parts[i].name);
      diagnostics_.error({}, "no part is called " + in_quotes(instance) + ", which is to be mapped to a solid",
                         suggestion(instance, known));
      return;
    }
    if (const auto found = by_id_.find(solid); found != by_id_.end())
      use(part, *found->second);
    else if (const auto design = by_design_.find(solid); design != by_design_.end() && design->second.size() == 1)
      use(part, *design->second.front());
    else {
      std::vector<std::string> known;
      for (const SmiSolid& each : solids_) known.push_back(each.id);
      diagnostics_.error({},
                         "no solid is called " + in_quotes(solid) + ", to which " + in_quotes(instance) + " is mapped",
                         suggestion(solid, known));
      wrongly_mapped_.insert(part);
    }
  }

  void find(std::size_t part) {
    const std::string& name = graph_.parts[part].name;
    const auto found = by_design_.find(design_of_instance(path_names(name).back()));
    if (found == by_design_.end()) {
      if (wrongly_mapped_.count(part) == 0) unmatched_.push_back(name);
    } else if (found->second.size() == 1) {
      use(part, *found->second.front());
    } else {
      std::vector<std::string_view> candidates;
      for (std::size_t i = 0; i < found->second.size() && i <= most_listed; ++i)
        candidates.push_back(found->second[i]->id);
      if (ambiguous_.insert(found->first).second) used_.insert(found->second.begin(), found->second.end());
      diagnostics_.error(graph_.parts[part].source,
                         "part " + in_quotes(name) + " may be made of any of the solids " + listed(candidates),
                         "say which with --map " + in_quotes(name + "=…"));
    }
  }

  void use(std::size_t part, const SmiSolid& solid) {
    solid_of_part_[part] = &solid;
    used_.insert(&solid);
  }

  void report_leftovers() {
    std::vector<std::string_view> unused;
    for (const SmiSolid& solid : solids_)
      if (used_.count(&solid) == 0) unused.push_back(solid.id);
    if (!unmatched_.empty()) {
      std::vector<std::string_view> all;
      for (const SmiSolid& solid : solids_) all.push_back(solid.id);
      diagnostics_.error({}, "the file does not tell which solids these parts are made of: " + listed(unmatched_),
                         "say so with --map instance=solid for each; " +
                             (unused.empty() ? "every solid has a part already, the solids are: " + listed(all)
                                             : "solids without a part: " + listed(unused)));
    } else if (!unused.empty() && graph_.is_complete) {
      diagnostics_.warning({}, "no part of the robot is made of these solids: " + listed(unused),
                           "their masses do not count; check the assembly if they should");
    }
  }

  const SmiGraph& graph_;
  const std::vector<SmiSolid>& solids_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, const SmiSolid*> by_id_;
  std::unordered_map<std::string_view, std::vector<const SmiSolid*>> by_design_;
  std::vector<const SmiSolid*> solid_of_part_;
  std::unordered_set<const SmiSolid*> used_;
  std::unordered_set<std::string_view> ambiguous_;  ///< designs of several solids
  std::unordered_set<std::size_t> wrongly_mapped_;
  std::vector<std::string_view> unmatched_;
};

}  // namespace

std::vector<const SmiSolid*> match_smi_solids(const SmiGraph& graph, const std::vector<SmiSolid>& solids,
                                              const ReadOptions& options, Diagnostics& diagnostics) {
  return SolidMatcher(graph, solids, diagnostics).match(options);
}

}  // namespace sinew
