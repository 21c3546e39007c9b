// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/measured_joints.h"

#include <algorithm>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/states_csv.h"
#include "sinew/model/end_frame.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

/// q1, q12.
bool is_joint_number(std::string_view name) {
  return name.size() > 1 && name.front() == 'q' && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

}  // namespace

MeasuredJoints::MeasuredJoints(const Model<double>& model, const std::string& frame)
    : model_(model), frame_(frame.empty() ? end_frame(model) : frame) {
  if (model.floating_base())
    refuse(model.name(), "has a floating base, and calibration is about a robot that is bolted down",
           "leave out --floating-base, or write `floating_base: false` in the robot's file");
  for (const StateNumber& number : state_numbers(model, StatePart::Position))
    joints_.push_back({number.name, number.dimension, {}, false});
  for (const Link<double>& link : model.links())
    if (!link.follows) joints_[at(link.position_index)].limits = link.limits;
  for (int i = model.frame(frame_).link; i != base_link; i = model.link(i).parent)
    joints_[at(model.link(i).position_index)].moves_frame = true;
  if (std::none_of(joints_.begin(), joints_.end(), [](const MeasuredJoint& joint) { return joint.moves_frame; }))
    refuse(model.name(), "no joint moves the frame " + in_quotes(frame_), "measure a frame that moves with the robot");
}

std::optional<int> MeasuredJoints::find(std::string_view name) const {
  for (int i = 0; i < count(); ++i)
    if ((*this)[i].name == name) return i;
  const auto is_numbered = [](const MeasuredJoint& joint) { return is_joint_number(joint.name); };
  if (!is_joint_number(name) || std::any_of(joints_.begin(), joints_.end(), is_numbered)) return std::nullopt;
  for (int i = 0; i < count(); ++i)
    if (name.substr(1) == std::to_string(i + 1)) return i;
  return std::nullopt;
}

std::string MeasuredJoints::no_such_joint(const std::string& name) const {
  if (const std::optional<std::string> why = why_it_has_no_state(model_, name)) return *why;
  return model_.name() + " has no joint " + in_quotes(name);
}

std::vector<std::string> MeasuredJoints::names() const {
  std::vector<std::string> names;
  for (const MeasuredJoint& joint : joints_) names.push_back(joint.name);
  return names;
}

}  // namespace sinew
