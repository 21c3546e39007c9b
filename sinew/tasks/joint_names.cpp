// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/joint_names.h"

#include <charconv>
#include <optional>
#include <string>

#include "sinew/readings/door.h"

namespace sinew {
namespace {

/// 0 for "q1".
std::optional<std::size_t> number_in(std::string_view name) {
  if (name.size() < 2 || name[0] != 'q' || name[1] < '1' || name[1] > '9') return std::nullopt;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number - 1;
}

}  // namespace

std::vector<int> independent_joints(const Model<double>& model) {
  std::vector<int> links(at(model.independent_count()));
  const int first = model.floating_base() ? 6 : 0;
  for (int i = 0; i < model.link_count(); ++i)
    if (!model.link(i).follows) links[at(model.link(i).velocity_index - first)] = i;
  return links;
}

int joint_named(const Model<double>& model, std::string_view name) {
  const std::optional<int> named = model.find_joint(name);
  const std::vector<int> independent = independent_joints(model);
  const std::optional<std::size_t> number = number_in(name);
  const bool numbered = number && *number < independent.size();
  if (named && numbered && *named != independent[*number])
    numbers::refuse(
        model, in_quotes(name) + " is the name of one joint and the number of another",
        "say " + in_quotes(model.link(independent[*number]).joint_name) + " for the latter, or rename the former");
  if (named) return *named;
  if (numbered) return independent[*number];
  std::vector<std::string> known;
  for (const Link<double>& link : model.links()) known.push_back(link.joint_name);
  for (std::size_t k = 1; k <= independent.size(); ++k) known.push_back(std::string("q").append(std::to_string(k)));
  numbers::refuse(model, "there is no joint " + in_quotes(name), suggestion(name, known));
}

}  // namespace sinew
