// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/joint_list.h"

#include <algorithm>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

/// q1, q12.
bool is_numbered(std::string_view name) {
  return name.size() > 1 && name.front() == 'q' && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

}  // namespace

JointList::JointList(const Model<double>& model) : model_(model), robot_(model.name()) {
  if (model.floating_base())
    refuse(model.name(), "has a floating base, and a trajectory moves joints alone",
           "leave out --floating-base, or write `floating_base: false` in the robot's file, so that the base stands");
  joints_ = state_numbers(model, StatePart::Position);
  if (joints_.empty()) refuse(model.name(), "has no joint that moves", "choose a robot with joints");
}

Dimension JointList::dimension(int joint, int rate) const {
  constexpr Dimension per_time{0, 0, -1, 0};
  return dimension(joint) * per_time.to_the(rate);
}

std::optional<int> JointList::find(std::string_view name) const {
  const auto found = std::find_if(joints_.begin(), joints_.end(), [&](const StateNumber& n) { return n.name == name; });
  if (found != joints_.end()) return static_cast<int>(found - joints_.begin());
  if (std::any_of(joints_.begin(), joints_.end(), [](const StateNumber& n) { return is_numbered(n.name); }))
    return std::nullopt;
  for (int i = 0; i < count(); ++i)
    if (is_numbered(name) && name.substr(1) == std::to_string(i + 1)) return i;
  return std::nullopt;
}

std::string JointList::no_such_joint(const std::string& name) const {
  if (const std::optional<std::string> why = why_it_has_no_state(model_, name)) return *why;
  return robot_ + " has no joint " + in_quotes(name);
}

std::string JointList::nearest(const std::string& name) const {
  std::vector<std::string> known;
  for (const StateNumber& joint : joints_) known.push_back(joint.name);
  return suggestion(name, known);
}

std::string JointList::names() const {
  constexpr int most = 12;
  std::string text;
  for (int i = 0; i < count() && i < most; ++i) text += (i > 0 ? ", " : "") + name(i);
  return text + (count() > most ? ", …" : "");
}

}  // namespace sinew
