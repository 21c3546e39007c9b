// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/robots/draw.h"

#include <fmt/format.h>

#include <istream>
#include <memory>
#include <numbers>
#include <utility>

#include "sinew/analysis/matrices.h"
#include "sinew/questions/door_input.h"
#include "sinew/questions/usage_error.h"

namespace sinew {
namespace {

constexpr std::size_t most_poses = 64;
constexpr std::size_t most_numbers_in_caption = 4;

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

void DrawQuestion::describe(Fields& fields) {
  robot.describe(fields);
  describe_poses(fields);
  wrench.describe(fields);
  picture.describe(fields);
}

AnswerShape DrawQuestion::answer_shape() const { return a_text("the picture as SVG").or_null(); }

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
  picture.check();
  RobotChoice::refuse_dynamics(fields());
  const Arm arm = robot.arm(door);
  DrawingStyle style = picture.style(arm.model());
  RobotScene what = scene(arm, door);
  style.side_by_side = what.poses.size() > 1 && (layout.empty() ? !what.trace.empty() : layout == "strip");
  if (style.shapes) {
    const std::shared_ptr<const LoadedRobot> loaded = robot.load(door);
    Diagnostics faults(loaded->description.file);
    what.shapes = robot_shapes(loaded->description, faults);
    door.warn(faults.all());
  }
  const RobotDrawing drawing = robot_drawing(what, style);
  if (drawing.labels_left_out > 0)
    door.warn({{Severity::Warning, "--labels", 0,
                std::to_string(drawing.labels_left_out) +
                    (drawing.labels_left_out == 1 ? " label has" : " labels have") + " no room in the picture",
                "give a larger --size, or fewer --labels"}});
  picture.write(drawing.picture, door);
  return Outcome::Yes;
}

}  // namespace sinew
