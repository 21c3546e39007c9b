// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <set>
#include <utility>

#include "sinew/analysis/matrices.h"
#include "sinew/formats/robot_changes_text.h"
#include "sinew/motion/drive/drive_readers.h"
#include "sinew/motion/drive/torque_formulas.h"
#include "sinew/motion/drive/torque_table.h"

namespace sinew {
namespace {

const std::set<std::string, std::less<>> window_keys = {"from", "until"};

/// Every entry of a list, with its fields; a single map is a list of one.
template <class Read>
void for_each_entry(const YamlNode& node, const char* what, DriveReading& reading, const Read& read) {
  const auto one = [&](const YamlNode& entry) {
    YamlFields fields(entry, what, reading.diagnostics());
    if (!entry.is(YamlNode::Kind::Map)) return;
    read(entry, fields);
    fields.refuse_the_rest();
  };
  if (!node.is(YamlNode::Kind::Sequence)) {
    one(node);
    return;
  }
  for (const YamlNode::Pointer& item : node.items) one(*item);
}

/// The torques of one map.
std::optional<std::vector<Expr>> formulas_of(const YamlNode& node, YamlFields& fields, DriveReading& reading) {
  const DrivenJoints& joints = reading.joints();
  std::vector<Expr> torques(joints.velocity_count(), Expr(0.0));
  std::vector<bool> is_given(joints.count(), false);
  bool whole = true;
  for (const YamlNode::Entry& entry : node.entries) {
    if (window_keys.contains(entry.key)) continue;
    fields.find(entry.key);
    const std::optional<std::size_t> joint = joints.find(entry.key);
    if (!joint || is_given[*joint]) {
      reading.diagnostics().error(
          entry.source,
          joint ? "joint " + in_quotes(joints.name(*joint)) + " has two formulas" : joints.no_such_joint(entry.key),
          joint ? "keep one of them" : joints.nearest(entry.key));
      whole = false;
      continue;
    }
    is_given[*joint] = true;
    const auto torque =
        reading.formula(*entry.value, joints.effort(*joint), "torque of joint " + in_quotes(joints.name(*joint)));
    whole = whole && torque.has_value();
    if (torque) torques[joints.velocity(*joint)] = *torque;
  }
  if (whole && std::find(is_given.begin(), is_given.end(), true) == is_given.end()) {
    reading.diagnostics().error(node.source, "no joint has a torque here",
                                "name one: " + joints.name(0) + ": 5*sin(t)");
    return std::nullopt;
  }
  if (!whole) return std::nullopt;
  return torques;
}

/// Three formulas, or none where nothing is said.
bool read_three(const YamlNode* node, const Dimension& wanted, const std::string& what, DriveReading& reading,
                std::vector<Expr>& three) {
  three.assign(3, Expr(0.0));
  if (node == nullptr) return true;
  if (!node->is(YamlNode::Kind::Sequence) || node->items.size() != 3) {
    reading.diagnostics().error(node->source, "the " + what + " is no list of three",
                                "write three formulas in [ ], such as [10*sin(t), 0, 0]");
    return false;
  }
  bool whole = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto one = reading.formula(*node->items[i], wanted, what);
    whole = whole && one.has_value();
    three[i] = one.value_or(Expr(0.0));
  }
  return whole;
}

/// A name of a frame that the robot has.
std::optional<std::string> frame_name(const YamlNode& node, const std::string& what, bool may_be_world,
                                      DriveReading& reading) {
  const auto name = reading.values().text(node, what);
  if (!name || (may_be_world && (*name == "world" || *name == "base"))) return name;
  if (!reading.at_line(node.source, [&] { return &reading.arm().model().frame(*name); })) return std::nullopt;
  return name;
}

}  // namespace

void read_torques(const YamlNode& node, DriveReading& reading, SummedDrive& drive) {
  for_each_entry(node, "torque entry", reading, [&](const YamlNode& entry, YamlFields& fields) {
    const auto window = reading.window(fields);
    const auto torques = formulas_of(entry, fields, reading);
    if (window && torques) drive.add(std::make_unique<TorqueFormulas>(reading.formulas(), *torques, *window));
  });
}

std::unique_ptr<TorquePart> read_samples(const YamlNode& node, const YamlNode* between, DriveReading& reading) {
  const auto how = between == nullptr ? std::optional<std::string>("linear")
                                      : reading.word(*between, {"linear", "held"}, "way between rows");
  const auto name = reading.values().text(node, "samples");
  if (!name || !how) return nullptr;
  auto samples = reading.at_line(node.source, [&] {
    const std::string path = reading.path_beside(*name);
    return read_torque_samples(read_source_text(path).text, path, reading.arm().model());
  });
  if (!samples) return nullptr;
  return std::make_unique<TorqueTable>(std::move(*samples), *how == "held" ? BetweenRows::Held : BetweenRows::Linear);
}

void read_wrenches(const YamlNode& node, DriveReading& reading, GivenDrive& given) {
  for_each_entry(node, "wrench", reading, [&](const YamlNode& entry, YamlFields& fields) {
    WrenchFormulas wrench;
    const YamlNode *link = fields.find("link"), *point = fields.find("point"), *point_in = fields.find("point_in"),
                   *axes = fields.find("axes"), *force = fields.find("force"), *moment = fields.find("moment");
    const auto window = reading.window(fields);
    if (link == nullptr || (force == nullptr && moment == nullptr)) {
      reading.diagnostics().error(entry.source,
                                  link == nullptr ? "the wrench does not say on which link it acts"
                                                  : "the wrench has neither a force nor a moment",
                                  "write `link: tip` and `force: [10*sin(t), 0, 0]`");
      return;
    }
    const auto name = frame_name(*link, "link of the wrench", false, reading);
    const auto own_axes =
        axes == nullptr ? std::optional<std::string>("world") : frame_name(*axes, "axes of the wrench", true, reading);
    const auto of_point = point_in == nullptr ? std::optional<std::string>("")
                                              : frame_name(*point_in, "frame of the point", true, reading);
    const auto at_point = point == nullptr ? std::optional<Vec3<double>>(Vec3<double>{})
                                           : reading.values().vec3(*point, dimension::length, "point of the wrench");
    std::vector<Expr> F;
    const bool has_moment = read_three(moment, dimension::torque, "moment of the wrench", reading, wrench.moment_force);
    const bool has_force = read_three(force, dimension::force, "force of the wrench", reading, F);
    if (!window || !name || !own_axes || !of_point || !at_point || !has_moment || !has_force) return;
    wrench.moment_force.insert(wrench.moment_force.end(), F.begin(), F.end());
    wrench.place = {*name, vector(*at_point), *of_point, Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(), *own_axes};
    wrench.window = *window;
    given.wrenches.push_back(std::move(wrench));
  });
}

void read_payloads(const YamlNode& node, DriveReading& reading, GivenDrive& given) {
  for_each_entry(node, "payload", reading, [&](const YamlNode& entry, YamlFields& fields) {
    const YamlNode* body = fields.find("body");
    const auto window = reading.window(fields);
    if (body == nullptr) {
      reading.diagnostics().error(entry.source, "the payload does not say which body it is",
                                  "write `body: 2.5 kg at 0,0,80mm`");
      return;
    }
    const auto text = reading.values().text(*body, "body of the payload");
    if (!text || !window) return;
    const auto held = reading.at_line(body->source, [&] {
      PayloadWindow one{parse_payload(*text), *window};
      // whether it fits the robot is told where it stands in the file
      static_cast<void>(reading.arm().changed({.payloads = {one.payload}}));
      return one;
    });
    if (held) given.payloads.push_back(*held);
  });
}

}  // namespace sinew
