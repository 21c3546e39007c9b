// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <istream>
#include <memory>
#include <numbers>
#include <optional>
#include <tuple>
#include <utility>

#include "sinew/analysis/matrices.h"
#include "sinew/formats/output_file.h"
#include "sinew/model/end_frame.h"
#include "sinew/print/drawing/gnuplot_picture.h"
#include "sinew/print/drawing/svg.h"
#include "sinew/print/plots/gnuplot.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/door_input.h"
#include "sinew/questions/usage_error.h"
#include "sinew/units/number_text.h"

namespace sinew {
namespace {

constexpr std::size_t most_poses = 64;
constexpr std::size_t most_numbers_in_caption = 4;

const std::vector<std::string>& shown_parts() {
  static const std::vector<std::string> words{"axes", "com", "frames", "shapes", "none"};
  return words;
}
const std::vector<std::string>& label_kinds() {
  static const std::vector<std::string> words{"joints", "links", "frames", "com", "wrenches", "none"};
  return words;
}

/// The words of a list, or none of them.
std::vector<std::string> words_or_none(const char* field, const std::string& list,
                                       const std::vector<std::string>& known) {
  std::vector<std::string> words = chosen_words(field, list, known);
  const bool none = std::find(words.begin(), words.end(), "none") != words.end();
  if (none && words.size() > 1) throw UsageError(field, "has none beside others; keep the one or the others");
  if (none) words.clear();
  return words;
}

bool contains(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// "q = 30°, −60°" with metres for joints that slide; of arms with many joints only the number of the pose.
std::string caption_of(const Model<double>& model, const std::vector<double>& q, std::size_t number) {
  if (model.floating_base() || q.size() > most_numbers_in_caption) return std::to_string(number);
  std::string text;
  for (const Link<double>& link : model.links()) {
    if (link.follows) continue;
    const double value = q[static_cast<std::size_t>(link.position_index)];
    text += (text.empty() ? "" : ", ") + (turns(link.kind) ? fmt::format("{:.4g}°", value * 180.0 / std::numbers::pi)
                                                           : fmt::format("{:.4g} m", value));
  }
  return text;
}

/// "640x480" or "640,480", in pixels.
std::pair<double, double> size_given(const std::string& text) {
  const std::size_t by = text.find_first_of("x,");
  const auto number = [](const std::string& part) {
    const NumberText found = leading_number(part);
    return found.length == part.size() && !part.empty() ? found.value : 0.0;
  };
  const double width = by == std::string::npos ? 0.0 : number(text.substr(0, by));
  const double height = by == std::string::npos ? 0.0 : number(text.substr(by + 1));
  const auto fits = [](double pixels) { return pixels >= 200.0 && pixels <= 8000.0; };
  if (!fits(width) || !fits(height))
    throw UsageError("size", "is " + in_quotes(text) + "; give width and height from 200 to 8000 pixels: 800x600");
  return {width, height};
}

/// What the picture is written as: the ending of the file tells.
std::optional<PlotFormat> picture_format(const std::string& out) {
  if (out == "-") return PlotFormat::Svg;
  return format_of_file(out);
}

}  // namespace

void DrawQuestion::describe_poses(Fields& fields) {
  fields
      .add("q", &q,
           "Positions of the joints [rad or m], one per joint in order (20deg,40deg) or by name (elbow=20deg). A joint "
           "that "
           "is not named is at 0.")
      .of("VALUE,...")
      .excludes({"configurations"})
      .without_option();
  fields
      .add("configurations", &configurations,
           "Positions of the joints [rad or m], one per joint in order (20deg,40deg) or by name (elbow=20deg). A joint "
           "that "
           "is not named is at 0. The option can be repeated, and all configurations are drawn.")
      .of("VALUE,...")
      .with_option("q");
  fields
      .add("states", &states,
           "A CSV file with one configuration per row, or - for the standard input. Its columns are q.<joint>, in any "
           "order. A "
           "column t becomes the caption.")
      .of("FILE")
      .input();
  trajectory.describe(fields);
  fields
      .add("poses", &poses,
           "The number of poses that are drawn along a trajectory, at equal times from its start to its end.")
      .between(2, most_poses)
      .shows_initial();
  fields
      .add("layout", &layout,
           "How several poses are arranged: overlay draws them in one place, the last one full and the others pale; "
           "strip "
           "draws them side by side. If it is left out, a trajectory is a strip and configurations are an overlay.")
      .one_of({"overlay", "strip"});
}

void DrawQuestion::describe_picture(Fields& fields) {
  fields
      .add("view", &view,
           "The side from which the robot is seen: front (x to the right, z up), side (y to the right, z up), top (x "
           "to the "
           "right, y up) or isometric. auto looks at the plane in which the arm moves, and is isometric where there is "
           "none.")
      .one_of(view_names())
      .shows_initial();
  fields
      .add("show", &show,
           "Parts to draw beside links and joints: axes (of the joints), com (centres of mass), frames (x, y and z of "
           "the "
           "base, of every link and of the arm's end), shapes (the bodies of the file), or none.")
      .of("PART,...")
      .shows_initial();
  fields
      .add("frame", &frame,
           "A link or frame whose x, y and z are drawn. The option can be repeated, and replaces the choice of --show "
           "frames.")
      .of("NAME");
  fields
      .add("labels", &labels,
           "Names that are written: joints, links, frames (those that are drawn), com (masses at the centres of mass), "
           "wrenches (their amounts), or none.")
      .of("KIND,...")
      .shows_initial();
  fields
      .add("size", &size,
           "Width and height of the picture in pixels, such as 800x600; as the robot needs it if left out.")
      .of("WIDTHxHEIGHT");
  fields
      .add("out", &out,
           "The file for the picture; its ending .svg, .pdf or .png tells the format. - is SVG on the standard output. "
           "PDF and "
           "PNG are drawn by gnuplot.")
      .of("FILE")
      .shows_initial();
  fields.add("force", &force, "Replace the file even if it is read-only.").needs("out");
}

void DrawQuestion::describe(Fields& fields) {
  robot.describe(fields);
  describe_poses(fields);
  wrench.describe(fields);
  describe_picture(fields);
}

AnswerShape DrawQuestion::answer_shape() const { return a_text("the picture as SVG").or_null(); }

DrawingStyle DrawQuestion::style(const Arm& arm) const {
  const Model<double>& model = arm.model();
  DrawingStyle made;
  made.view = view_named(view, model);
  if (!size.empty()) std::tie(made.width, made.height) = size_given(size);
  const std::vector<std::string> parts = words_or_none("show", show, shown_parts());
  made.axes = contains(parts, "axes");
  made.com = contains(parts, "com");
  made.shapes = contains(parts, "shapes");
  for (const std::string& name : frame) made.frames.push_back(model.frame(name).name);
  if (frame.empty() && contains(parts, "frames")) {
    for (const Frame<double>& known : model.frames())
      if (known.link == base_link && made.frames.empty()) made.frames.push_back(known.name);
    for (const Link<double>& link : model.links()) made.frames.push_back(link.name);
    const std::string end = end_frame(model);
    if (!contains(made.frames, end.c_str())) made.frames.push_back(end);
  }
  const std::vector<std::string> kinds = words_or_none("labels", labels, label_kinds());
  made.label_joints = contains(kinds, "joints");
  made.label_links = contains(kinds, "links");
  made.label_frames = contains(kinds, "frames");
  made.label_com = contains(kinds, "com");
  made.label_wrenches = contains(kinds, "wrenches");
  if (made.label_com && !made.com) throw UsageError("labels", "has com, which is not drawn; add com to --show");
  return made;
}

void DrawQuestion::add_configurations(const Arm& arm, Door& door, RobotScene& scene) const {
  StateChoice choice({StatePart::Position});
  const auto add = [&](const State& state) {
    if (scene.poses.size() == most_poses)
      refuse(states.empty() ? "--q" : states, "has more than " + std::to_string(most_poses) + " configurations",
             "draw fewer of them");
    std::string caption = state.t ? "t = " + *state.t : caption_of(arm.model(), state.q, scene.poses.size() + 1);
    scene.poses.push_back({posed_robot(arm, vector(state.q)), {}, std::move(caption)});
  };
  std::vector<std::string> texts = configurations;
  if (!q.empty()) texts.push_back(q);
  if (texts.empty() && states.empty()) texts.emplace_back();
  for (const std::string& text : texts) {
    choice.q = text;
    add(choice.one(arm.model()));
  }
  if (states.empty()) return;
  DoorInput input(states, door, [] {});
  std::istream in(&input);
  choice.q.clear();
  StatesReader reader(in, states == "-" ? "stdin" : states, arm.model(), choice.one(arm.model()));
  door.warn(reader.warnings());
  for (State state; reader.next(state);) add(state);
  if (scene.poses.empty()) refuse(reader.file(), "has no configurations", "add rows below the names");
}

void DrawQuestion::add_trajectory(const Arm& arm, Door& door, RobotScene& scene) {
  const GivenTrajectory given = trajectory.given(arm, fields(), door);
  const Trajectory& motion = *given.trajectory;
  MotionSample sample = motion.sample();
  constexpr int pieces_of_trace = 200;
  for (int i = 0; i <= pieces_of_trace; ++i) {
    motion.at(motion.duration() * i / pieces_of_trace, sample);
    scene.trace.push_back(posed_robot(arm, sample.q).end);
  }
  for (int i = 0; i < poses; ++i) {
    const double t = motion.duration() * i / (poses - 1);
    motion.at(t, sample);
    scene.poses.push_back({posed_robot(arm, sample.q), {}, fmt::format("t = {:.4g} s", given.start + t)});
  }
}

RobotScene DrawQuestion::scene(const Arm& arm, Door& door) {
  RobotScene made;
  made.title = arm.model().name();
  made.floating_base = arm.model().floating_base();
  if (TrajectoryChoice::is_given(fields())) {
    fields().refuse_idle({"q", "configurations", "states"}, "does not go with a trajectory; give one of them");
    add_trajectory(arm, door, made);
  } else {
    fields().refuse_idle({"poses"}, "is of a trajectory; name one, or leave it out");
    add_configurations(arm, door, made);
  }
  const std::vector<Wrench> wrenches = wrench.wrenches(arm.model());
  for (DrawnPose& pose : made.poses)
    for (const Wrench& one : wrenches) pose.wrenches.push_back(posed_wrench(arm.model(), pose.robot, one));
  if (made.poses.size() == 1) fields().refuse_idle({"layout"}, "is of several poses, and there is one; leave it out");
  return made;
}

Outcome DrawQuestion::respond(Door& door) {
  const std::optional<PlotFormat> format = picture_format(out);
  if (!format) throw UsageError("out", "ends in none of .svg, .pdf, .png, which tell the format");
  RobotChoice::refuse_dynamics(fields());
  const Arm arm = robot.arm(door);
  DrawingStyle how = style(arm);
  RobotScene what = scene(arm, door);
  how.side_by_side = layout.empty() ? !what.trace.empty() : layout == "strip";
  if (how.side_by_side && what.poses.size() == 1) how.side_by_side = false;
  if (how.shapes) {
    const std::shared_ptr<const LoadedRobot> loaded = robot.load(door);
    Diagnostics faults(loaded->description.file);
    what.shapes = robot_shapes(loaded->description, faults);
    door.warn(faults.all());
  }
  const RobotDrawing drawing = robot_drawing(what, how);
  if (drawing.labels_left_out > 0)
    door.warn({{Severity::Warning, "--labels", 0,
                std::to_string(drawing.labels_left_out) +
                    (drawing.labels_left_out == 1 ? " label has" : " labels have") + " no room in the picture",
                "give a larger --size, or fewer --labels"}});
  const std::string text =
      *format == PlotFormat::Svg ? svg(drawing.picture) : drawn_by_gnuplot(gnuplot_picture(drawing.picture, *format));
  if (out == "-")
    door.write(text);
  else
    write_file(out, text, force ? Replacing::Anything : Replacing::OnlyWritable);
  return Outcome::Yes;
}

}  // namespace sinew
