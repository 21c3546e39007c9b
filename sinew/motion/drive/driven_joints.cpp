// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/driven_joints.h"

#include <algorithm>

#include "sinew/errors/diagnostic.h"

namespace sinew {

DrivenJoints::DrivenJoints(const Model<double>& model) : model_(model), first_(model.floating_base() ? 6 : 0) {
  const std::vector<StateNumber> efforts = state_numbers(model, StatePart::Effort),
                                 positions = state_numbers(model, StatePart::Position);
  joints_.assign(efforts.begin() + static_cast<std::ptrdiff_t>(first_), efforts.end());
  for (std::size_t i = positions.size() - joints_.size(); i < positions.size(); ++i)
    positions_.push_back(positions[i].dimension);
  if (joints_.empty()) refuse(model.name(), "has no joint that could be driven", "choose a robot with joints");
}

std::optional<std::size_t> DrivenJoints::find(std::string_view name) const {
  for (std::size_t i = 0; i < joints_.size(); ++i)
    if (joints_[i].name == name) return i;
  for (std::size_t i = 0; i < joints_.size(); ++i)
    if (name == "q" + std::to_string(i + 1)) return i;
  return std::nullopt;
}

std::string DrivenJoints::no_such_joint(const std::string& name) const {
  if (const std::optional<std::string> why = why_it_has_no_state(model_, name)) return *why;
  return model_.name() + " has no joint " + in_quotes(name);
}

std::string DrivenJoints::nearest(const std::string& name) const {
  std::vector<std::string> known;
  for (const StateNumber& joint : joints_) known.push_back(joint.name);
  return suggestion(name, known);
}

std::string DrivenJoints::names() const {
  constexpr std::size_t most = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, count()); ++i) text += (i > 0 ? ", " : "") + name(i);
  return text + (count() > most ? ", …" : "");
}

}  // namespace sinew
