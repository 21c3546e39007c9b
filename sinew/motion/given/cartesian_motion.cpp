// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sinew/model/end_frame.h"
#include "sinew/motion/follow/follow_run.h"
#include "sinew/motion/given/frame_path.h"
#include "sinew/motion/given/motion_readers.h"
#include "sinew/motion/trajectory/spline.h"
#include "sinew/redundancy/redundancy_method.h"

namespace sinew {
namespace {

constexpr double most_samples = 1e6;

struct Following {
  FrameMotionChoice frame;
  FollowSettings settings;
};

/// `frame`, `rows`, `method`, `level`, `period`: as `sinew follow` has them.
std::optional<Following> read_following(YamlFields& fields, const YamlNode& node, MotionReading& reading) {
  Following following;
  const Model<double>& model = reading.arm().model();
  following.frame.frame = end_frame(model);
  bool whole = true;
  if (const YamlNode* frame = fields.find("frame")) {
    const auto name = reading.values().text(*frame, "frame");
    whole = name.has_value();
    if (name && model.find_frame(*name) == nullptr) {
      std::vector<std::string> known;
      for (const Frame<double>& one : model.frames()) known.push_back(one.name);
      reading.diagnostics().error(frame->source, model.name() + " has no link or frame " + in_quotes(*name),
                                  suggestion(*name, known));
      whole = false;
    }
    following.frame.frame = name.value_or("");
  }
  if (const YamlNode* rows = fields.find("rows")) {
    const auto parsed = reading.at(rows->source, [&] { return FrameRows::parse(rows->text); });
    whole = whole && parsed.has_value();
    following.frame.rows = parsed.value_or(FrameRows::pose());
  }
  if (const YamlNode* method = fields.find("method")) {
    std::vector<std::string> known;
    for (const MethodEntry& entry : redundancy_methods()) known.emplace_back(entry.name);
    const auto word = reading.word(*method, known, "method");
    whole = whole && word.has_value();
    if (word) following.settings.method = *method_named(*word);
  }
  if (const YamlNode* level = fields.find("level")) {
    const auto word = reading.word(*level, {"velocity", "acceleration"}, "level");
    whole = whole && word.has_value();
    if (word == "acceleration") following.settings.level = CommandLevel::Acceleration;
  }
  if (const YamlNode* period = fields.find("period")) {
    const auto time = reading.duration(*period, "period");
    whole = whole && time.has_value();
    following.settings.period = time.value_or(1e-3);
  }
  static_cast<void>(node);
  if (!whole) return std::nullopt;
  return following;
}

/// Joint positions at the samples of the way.
struct JointCourse {
  std::vector<double> times;
  std::vector<double> positions;  ///< of one time after the other
};

/// Throws InputError where the frame leaves its path or does not come to its end.
JointCourse follow(const Arm& arm, const Following& following, const std::shared_ptr<const CartesianPath>& path,
                   const Eigen::VectorXd& q, FollowSummary& summary) {
  if (path->duration() / following.settings.period > most_samples)
    refuse("the path takes " + shown(path->duration()) + " s, which is more than a million periods",
           "give a shorter duration or a longer `period`");
  FollowRun run(arm.model(), following.frame, path, following.settings, q);
  JointCourse course;
  const auto note = [&] {
    const FollowSample& sample = run.sample();
    course.times.push_back(sample.t);
    course.positions.insert(course.positions.end(), sample.q.begin(), sample.q.end());
  };
  note();
  while (run.goes_on()) {
    run.advance();
    note();
  }
  summary = run.summary();
  const double part = std::round(1000.0 * summary.path_time / summary.duration) / 10.0;
  if (summary.end == FollowEnd::Stuck)
    refuse(in_quotes(summary.frame) + " on a " + summary.path + " comes to a stop after " + shown(part) +
               " % of it: limits, a singularity or the edge of its reach let nothing more be done",
           "begin elsewhere (`start:`), shorten the path, or follow fewer rows (`rows: position`)");
  if (!summary.findings.is_on_path(summary.most_position, summary.most_orientation))
    refuse(in_quotes(summary.frame) + " leaves its path, a " + summary.path + ", by " +
               shown(1e3 * summary.findings.position) + " mm and " + shown(1e3 * summary.findings.orientation) +
               " mrad; 1 mm and 1 mrad are allowed",
           "give it more time, another `method` or another `start:`");
  return course;
}

}  // namespace

std::optional<ReadMotion> read_cartesian(YamlFields& outer, const YamlNode& node, MotionReading& reading) {
  const YamlNode& path_node = *outer.find("path");
  YamlFields fields(path_node, "path", reading.diagnostics());
  if (!path_node.is(YamlNode::Kind::Map)) return std::nullopt;
  const std::optional<Following> following = read_following(fields, path_node, reading);
  if (!following) return std::nullopt;
  if (!reading.knows_here())
    reading.diagnostics().warning(node.source, "nothing says where the path begins: every joint is at 0",
                                  "write `start:` with the positions of the joints above it");
  const Pose<double> start = reading.arm().pose(reading.here(), following->frame.frame);
  const auto path = read_frame_path(fields, path_node, start, reading);
  fields.refuse_the_rest();
  if (!path) return std::nullopt;
  FollowSummary summary;
  const auto course =
      reading.at(path_node.source, [&] { return follow(reading.arm(), *following, path, reading.here(), summary); });
  if (!course) return std::nullopt;
  if (summary.slowed > 0)
    reading.diagnostics().warning(
        path_node.source,
        "limits make the path take " + shown(summary.time) + " s in place of " + shown(summary.duration) + " s",
        "give it more time, so that its own pace is kept");
  const auto joints = reading.here().size();
  const Eigen::Map<const Eigen::MatrixXd> q(course->positions.data(), joints,
                                            static_cast<Eigen::Index>(course->times.size()));
  const auto spline =
      reading.at(path_node.source, [&] { return spline_path(course->times, q, 3, SplineEnd::Clamped); });
  if (!spline) return std::nullopt;
  return ReadMotion{{{*spline, plain_clock((*spline)->end())}}};
}

}  // namespace sinew
