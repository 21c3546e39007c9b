// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sinew/analysis/matrices.h"
#include "sinew/model/end_frame.h"
#include "sinew/motion/follow/follow_run.h"
#include "sinew/motion/given/frame_path.h"
#include "sinew/motion/given/motion_readers.h"
#include "sinew/motion/trajectory/spline.h"
#include "sinew/redundancy/redundancy_method.h"
#include "sinew/tasks/task_frame.h"

namespace sinew {
namespace {

constexpr double most_samples = 1e5;

struct Following {
  FrameMotionChoice frame;
  FollowSettings settings;
};

/// `frame`, `rows`, `method`, `level`, `period`: as `sinew follow` has them.
std::optional<Following> read_following(YamlFields& fields, MotionReading& reading) {
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
  if (!whole) return std::nullopt;
  return following;
}

/// Takes away what a follower, which corrects errors by feedback, leaves of them: by steps to the nearest joint positions
/// whose frame is on its path. Where a singularity makes such a step large, or useless, the positions stay as they were.
class PathCorrection {
 public:
  PathCorrection(const Arm& arm, const FrameMotionChoice& frame, std::shared_ptr<const CartesianPath> path)
      : path_(std::move(path)),
        task_(arm.model(), frame),
        still_(Eigen::VectorXd::Zero(arm.model().velocity_count())) {}

  Eigen::VectorXd corrected(const Eigen::VectorXd& q, double path_time) {
    task_.set_goal(path_->at(path_time).X);
    Eigen::VectorXd best = q, now = q;
    double least = std::numeric_limits<double>::infinity();
    constexpr int steps = 3;
    for (int i = 0; i <= steps; ++i) {
      const TaskState& state = task_.evaluate(in(now), in(still_));
      const double error = state.error.norm();
      if (!(error < least)) break;
      least = error;
      best = now;
      const Eigen::MatrixXd square = state.J * state.J.transpose();
      const Eigen::VectorXd step = state.J.transpose() * square.ldlt().solve(Eigen::VectorXd(state.error));
      if (!(step.norm() <= largest_step)) break;
      now += step;
    }
    return best;
  }

 private:
  static constexpr double largest_step = 0.01;  ///< [rad or m]; a follower's errors are far below

  std::shared_ptr<const CartesianPath> path_;
  FrameTask task_;
  Eigen::VectorXd still_;
};

/// Joint positions at the samples of the way.
struct JointCourse {
  std::vector<double> times;
  std::vector<double> positions;  ///< of one time after the other
};

/// Throws InputError where the frame leaves its path or does not come to its end.
JointCourse follow(const Arm& arm, const Following& following, const std::shared_ptr<const CartesianPath>& path,
                   const Eigen::VectorXd& q, FollowSummary& summary) {
  if (path->duration() / following.settings.period > most_samples)
    refuse("the path takes " + shown(path->duration()) + " s, which is more than 100,000 periods",
           "give a shorter duration or a longer `period`");
  FollowRun run(arm.model(), following.frame, path, following.settings, q);
  PathCorrection correction(arm, following.frame, path);
  JointCourse course;
  const auto note = [&] {
    const FollowSample& sample = run.sample();
    const Eigen::VectorXd on_path = correction.corrected(sample.q, sample.path_time);
    course.times.push_back(sample.t);
    course.positions.insert(course.positions.end(), on_path.begin(), on_path.end());
  };
  note();
  while (run.goes_on()) {
    const FollowSample& sample = run.sample();
    const double t = sample.t, left = path->duration() - sample.path_time;
    run.advance();
    if (!(left > 0.0)) continue;  // what settles behind the end is no motion of the path
    note();
    // the end need not be at a sample
    if (sample.path_time >= path->duration()) course.times.back() = std::min(sample.t, t + left / sample.scale);
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

std::optional<ReadMotion> read_cartesian(YamlFields& fields, const YamlNode& node, MotionReading& reading) {
  const YamlNode& path_node = *fields.find("path");
  YamlFields inside(path_node, "path", reading.diagnostics());
  if (!path_node.is(YamlNode::Kind::Map)) return std::nullopt;
  const std::optional<Following> following = read_following(inside, reading);
  if (!following) return std::nullopt;
  if (!reading.knows_here())
    reading.diagnostics().warning(node.source, "nothing says where the path begins: every joint is at 0",
                                  "write `start:` with the positions of the joints above it");
  const Pose<double> start = reading.arm().pose(reading.here(), following->frame.frame);
  const auto path = read_frame_path(inside, path_node, start, reading);
  inside.refuse_the_rest();
  if (!path) return std::nullopt;
  FollowSummary summary;
  const auto course =
      reading.at(path_node.source, [&] { return follow(reading.arm(), *following, path, reading.here(), summary); });
  if (!course) return std::nullopt;
  if (summary.slowed > 0)
    reading.diagnostics().warning(
        path_node.source,
        "limits make the path take " + shown(course->times.back()) + " s in place of " + shown(summary.duration) + " s",
        "give it more time, so that its own pace is kept");
  if (summary.drift && !summary.drift->is_of_whole_turns(reading.arm().model()))
    reading.diagnostics().warning(path_node.source,
                                  "the frame comes back to where it began, the joints do not: " + summary.method +
                                      " is not cyclic on this path, and they drift by " +
                                      drift_text(reading.arm().model(), summary.drift->rounds.front()),
                                  "`sinew follow --rounds 3` shows how it goes on");
  const auto joints = reading.here().size();
  const Eigen::Map<const Eigen::MatrixXd> q(course->positions.data(), joints,
                                            static_cast<Eigen::Index>(course->times.size()));
  const auto spline =
      reading.at(path_node.source, [&] { return spline_path(course->times, q, 3, SplineEnd::Clamped); });
  if (!spline) return std::nullopt;
  return ReadMotion{{{*spline, plain_clock((*spline)->end())}}};
}

}  // namespace sinew
