// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/frame_path.h"

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "sinew/formats/yaml/pose.h"
#include "sinew/motion/cartesian/blended_path.h"
#include "sinew/motion/cartesian/path_parts.h"
#include "sinew/motion/cartesian/screw_path.h"

namespace sinew {
namespace {

/// A path that takes so many seconds. Throws InputError.
using Shape = std::function<std::shared_ptr<const CartesianPath>(double duration)>;

class ShapeReader {
 public:
  ShapeReader(const Pose<double>& start, MotionReading& reading) : start_(start), reading_(reading) {}

  std::optional<Shape> line(const YamlNode& node) {
    YamlFields fields(node, "line", reading_.diagnostics());
    const YamlNode *to = fields.find("to"), *by = fields.find("by");
    fields.refuse_the_rest();
    if (!one_of(to, by, node, "the line", "write `line: {to: [0.4, 0, 0.3]}`, or {by: [0.1, 0, 0]}"))
      return std::nullopt;
    std::optional<Pose<double>> end;
    if (to != nullptr) end = pose(*to, start_.R, "end of the line");
    if (by != nullptr)
      if (const auto way = place(*by, "way of the line (by)")) end = Pose<double>{start_.R, start_.p + *way};
    if (!end) return std::nullopt;
    return [start = start_, end = *end](double duration) { return line_path(start, end, duration); };
  }

  std::optional<Shape> arc(const YamlNode& node) {
    YamlFields fields(node, "arc", reading_.diagnostics());
    const YamlNode *through = fields.find("through"), *to = fields.find("to");
    const Facing facing = read_facing(fields);
    fields.refuse_the_rest();
    if (through == nullptr || to == nullptr)
      return lacks(node, "the arc lacks `through` or `to`", "write `arc: {through: [x, y, z], to: [x, y, z]}`");
    const auto middle = place(*through, "place that the arc goes through");
    const auto end = pose(*to, start_.R, "end of the arc");
    if (!middle || !end) return std::nullopt;
    return [start = start_, middle = *middle, end = *end, facing](double duration) {
      Facing to_end = facing;
      if (!facing.with_screw) to_end.at_end = end.R;
      return screw_path(start, arc_through(start.p, middle, end.p), to_end, duration);
    };
  }

  std::optional<Shape> circle(const YamlNode& node) {
    YamlFields fields(node, "circle", reading_.diagnostics());
    const YamlNode* centre_node = fields.find("centre");
    const auto axis = read_axis(fields);
    const auto turn = read_turn(fields, 2.0 * M_PI);
    const Facing facing = read_facing(fields);
    fields.refuse_the_rest();
    if (centre_node == nullptr)
      return lacks(node, "the circle has no centre", "write `circle: {centre: [x, y, z], axis: z}`");
    const auto centre = place(*centre_node, "centre of the circle");
    if (!centre || !axis || !turn) return std::nullopt;
    return [start = start_, c = *centre, a = *axis, turn = *turn, facing](double duration) {
      return circle_path(start, c, a, turn, facing.with_screw, duration);
    };
  }

  std::optional<Shape> screw(const YamlNode& node) {
    YamlFields fields(node, "screw", reading_.diagnostics());
    const YamlNode *to = fields.find("to"), *point = fields.find("point"), *advance = fields.find("advance");
    if (!one_of(
            to, point, node, "the screw",
            "write `screw: {to: {xyz: […], quaternion: […]}}`, or {point: […], axis: z, turn: 360deg, advance: 20 mm}"))
      return std::nullopt;
    if (to != nullptr) {
      fields.refuse_the_rest();
      const auto end = pose(*to, start_.R, "end of the screw");
      if (!end) return std::nullopt;
      return [start = start_, end = *end](double duration) {
        return screw_path(start, screw_between(start, end), {true}, duration);
      };
    }
    const auto on_axis = place(*point, "point of the screw's axis");
    const auto axis = read_axis(fields);
    const auto turn = read_turn(fields, 0.0);
    const auto shift = advance != nullptr
                           ? reading_.values().plain_number(*advance, dimension::length, "advance of the screw")
                           : std::optional(0.0);
    fields.refuse_the_rest();
    if (!on_axis || !axis || !turn || !shift) return std::nullopt;
    return [start = start_, screw = ScrewMotion{*on_axis, *axis, *turn, *shift}](double duration) {
      return screw_path(start, screw, {true}, duration);
    };
  }

  std::optional<Shape> via(const YamlNode& node, const YamlNode* blend_node) {
    if (!node.is(YamlNode::Kind::Sequence) || node.items.empty())
      return lacks(node, "the poses of the path are no list, or an empty one", "write a line `- [x, y, z]` for each");
    std::vector<Pose<double>> poses = {start_};
    bool whole = true;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const auto next = pose(*node.items[i], poses.back().R, "pose " + std::to_string(i + 1) + " of the path");
      whole = whole && next.has_value();
      if (next) poses.push_back(*next);
    }
    const auto blend = blend_node != nullptr ? reading_.values().plain_number(*blend_node, dimension::length, "blend")
                                             : std::optional(0.0);
    if (!whole || !blend) return std::nullopt;
    return [poses, is_blended = blend_node != nullptr,
            blend = *blend](double duration) -> std::shared_ptr<const CartesianPath> {
      if (is_blended) return blended_path(poses, blend, duration);
      return via_path(poses, duration);
    };
  }

 private:
  std::optional<Shape> lacks(const YamlNode& node, std::string what, std::string remedy) {
    reading_.diagnostics().error(node.source, std::move(what), std::move(remedy));
    return std::nullopt;
  }

  bool one_of(const YamlNode* a, const YamlNode* b, const YamlNode& node, const std::string& what,
              const std::string& remedy) {
    if ((a == nullptr) != (b == nullptr)) return true;
    reading_.diagnostics().error(
        node.source, what + (a == nullptr ? " does not say where it goes" : " says twice where it goes"), remedy);
    return false;
  }

  std::optional<Vec3<double>> place(const YamlNode& node, const std::string& what) {
    return reading_.values().vec3(node, dimension::length, what);
  }

  /// A place, with the orientation of the pose before it, or a whole pose.
  std::optional<Pose<double>> pose(const YamlNode& node, const Rotation<double>& before, const std::string& what) {
    if (!node.is(YamlNode::Kind::Sequence)) return read_pose(node, what, reading_.values());
    const auto p = place(node, what);
    if (!p) return std::nullopt;
    return Pose<double>{before, *p};
  }

  std::optional<Vec3<double>> read_axis(YamlFields& fields) {
    const YamlNode* axis = fields.find("axis");
    if (axis == nullptr) return unit_z<double>();
    return reading_.values().direction(*axis, "axis");
  }

  std::optional<double> read_turn(YamlFields& fields, double otherwise) {
    const YamlNode* turn = fields.find("turn");
    if (turn == nullptr) return otherwise;
    return reading_.values().plain_number(*turn, dimension::angle, "turn");
  }

  Facing read_facing(YamlFields& fields) {
    const YamlNode* turning = fields.find("turning");
    return {turning != nullptr && reading_.values().flag(*turning, "turning").value_or(false)};
  }

  Pose<double> start_;
  MotionReading& reading_;
};

std::optional<Shape> read_shape(YamlFields& fields, const YamlNode& node, const Pose<double>& start,
                                MotionReading& reading) {
  ShapeReader shapes(start, reading);
  const YamlNode* found = nullptr;
  std::string chosen;
  for (const char* key : {"line", "arc", "circle", "screw", "via"}) {
    const YamlNode* entry = fields.find(key);
    if (entry == nullptr) continue;
    if (found != nullptr) {
      reading.diagnostics().error(entry->source, "the path has both `" + chosen + "` and `" + key + "`",
                                  "make them two segments, one after the other");
      return std::nullopt;
    }
    found = entry;
    chosen = key;
  }
  const YamlNode* blend = fields.find("blend");
  if (found == nullptr) {
    reading.diagnostics().error(node.source, "the path has no shape",
                                "give one of `line`, `arc`, `circle`, `screw` and `via`");
    return std::nullopt;
  }
  if (blend != nullptr && chosen != "via")
    reading.diagnostics().error(blend->source, "`blend` rounds the corners of `via`, and this path has none",
                                "leave it out");
  if (chosen == "line") return shapes.line(*found);
  if (chosen == "arc") return shapes.arc(*found);
  if (chosen == "circle") return shapes.circle(*found);
  if (chosen == "screw") return shapes.screw(*found);
  return shapes.via(*found, blend);
}

}  // namespace

std::shared_ptr<const CartesianPath> read_frame_path(YamlFields& fields, const YamlNode& node,
                                                     const Pose<double>& start, MotionReading& reading) {
  const std::optional<Shape> shape = read_shape(fields, node, start, reading);
  const YamlNode *duration = fields.find("duration"), *speed = fields.find("speed");
  if ((duration == nullptr) == (speed == nullptr)) {
    reading.diagnostics().error(node.source,
                                duration == nullptr ? "the path says neither its duration nor its speed"
                                                    : "the path has both a duration and a speed",
                                "give one of `duration: 2 s` and `speed: 0.1 m/s`");
    return nullptr;
  }
  const auto time = duration != nullptr ? reading.duration(*duration, "duration of the path") : std::optional(1.0);
  std::optional<double> rate;
  if (speed != nullptr) {
    rate = reading.values().plain_number(*speed, dimension::length / dimension::time, "speed");
    if (rate && !(*rate > 0.0)) {
      reading.diagnostics().error(speed->source, "the speed is " + shown(*rate) + " m/s", "give one above zero");
      rate.reset();
    }
  }
  if (!shape || !time || (speed != nullptr && !rate)) return nullptr;
  return reading
      .at(node.source,
          [&]() -> std::shared_ptr<const CartesianPath> {
            std::shared_ptr<const CartesianPath> path = (*shape)(*time);
            if (path->length() > longest_path)
              refuse("the path is " + shown(path->length()) + " m long",
                     "give places in metres, or with units such as 300mm");
            if (!rate) return path;
            if (!(path->length() > 0.0)) refuse("the path has no length to have a speed along", "give its duration");
            return (*shape)(path->length() / *rate);
          })
      .value_or(nullptr);
}

}  // namespace sinew
