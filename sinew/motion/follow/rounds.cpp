// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/follow/rounds.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/states_csv.h"
#include "sinew/spatial/rotation.h"

namespace sinew {

namespace {

/// [rad or m]: less is round-off of the way.
constexpr double negligible = 1e-5;
/// How far joints may move for each metre or radian that the frame is off.
constexpr double joint_motion_of_an_error = 10.0;

class Rounds : public CartesianPath {
 public:
  Rounds(std::shared_ptr<const CartesianPath> path, int rounds) : path_(std::move(path)), rounds_(rounds) {}

  double duration() const override { return rounds_ * path_->duration(); }
  double length() const override { return rounds_ * path_->length(); }
  std::string text() const override { return path_->text() + ", " + std::to_string(rounds_) + " times"; }
  PathPoint at(double t) const override {
    const double one = path_->duration();
    const double round = std::clamp(std::floor(t / one), 0.0, rounds_ - 1.0);
    return path_->at(t - round * one);
  }

 private:
  std::shared_ptr<const CartesianPath> path_;
  int rounds_;
};

}  // namespace

PathGap gap_of(const CartesianPath& path, const FrameRows& rows) {
  const Pose<double> start = path.at(0.0).X, end = path.at(path.duration()).X;
  const AxisAngle<double> turn = axis_angle(end.R * start.R.inverse());
  double angular = 0.0, linear = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double angle = turn.angle * turn.axis[i], way = end.p[i] - start.p[i];
    if (rows.has[static_cast<std::size_t>(i)]) angular += angle * angle;
    if (rows.has[static_cast<std::size_t>(i) + 3]) linear += way * way;
  }
  return {std::sqrt(linear), std::sqrt(angular)};
}

std::shared_ptr<const CartesianPath> rounds_of(std::shared_ptr<const CartesianPath> path, const FrameRows& rows,
                                               int rounds) {
  if (rounds < 1) refuse("the path is to be followed " + std::to_string(rounds) + " times", "give one round at least");
  if (rounds == 1) return path;
  if (const PathGap gap = gap_of(*path, rows); !gap.is_closed())
    refuse("the path ends " + shown(gap.position) + " m and " + shown(gap.orientation) +
               " rad from where it began, so it has no second round",
           "follow it once, or close it: a circle turns by 360deg, and the last pose of a file is the first");
  return std::make_shared<Rounds>(std::move(path), rounds);
}

double JointDrift::largest() const {
  double most = 0.0;
  for (const Eigen::VectorXd& round : rounds) most = std::max(most, round.lpNorm<Eigen::Infinity>());
  return most;
}

bool JointDrift::is_cyclic() const { return largest() <= std::max(negligible, explained); }

bool JointDrift::is_of_whole_turns(const Model<double>& model) const {
  const auto is_back = [&](const Link<double>& link, const Eigen::VectorXd& round) {
    if (link.kind == JointKind::Fixed) return true;
    const double moved = link.multiplier * round[link.position_index];
    const bool only_turns = link.kind == JointKind::Revolute || link.kind == JointKind::Continuous;
    const double away = only_turns ? std::remainder(moved, 2.0 * std::numbers::pi) : moved;
    return std::abs(away) <= std::max(negligible, explained);
  };
  return std::all_of(rounds.begin(), rounds.end(), [&](const Eigen::VectorXd& round) {
    return std::all_of(model.links().begin(), model.links().end(),
                       [&](const Link<double>& link) { return is_back(link, round); });
  });
}

std::string drift_text(const Model<double>& model, const Eigen::VectorXd& drift) {
  std::string text;
  const std::vector<StateNumber> joints = state_numbers(model, StatePart::Position);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const double value = drift[static_cast<Eigen::Index>(j)];
    if (std::abs(value) <= negligible) continue;
    const double digits = std::pow(10.0, 3.0 - std::floor(std::log10(std::abs(value))));
    text += (text.empty() ? "" : ", ") + joints[j].name + " " + shown(std::round(value * digits) / digits) + " " +
            joints[j].dimension.si_text();
  }
  return text;
}

void RoundWatch::note(const FollowSample& sample) {
  q_.push_back(sample.q);
  error_.push_back(sample.position_error + sample.orientation_error);
}

void RoundWatch::see(const FollowSample& sample) {
  if (q_.empty()) return note(sample);
  const int over = static_cast<int>(q_.size()) - 1;
  if (over == rounds_) {  // the robot settles
    q_.back() = sample.q;
    error_.back() = sample.position_error + sample.orientation_error;
  } else if (sample.path_time >= (over + 1) * duration_ * (1.0 - 1e-12)) {
    note(sample);
  }
}

JointDrift RoundWatch::drift() const {
  JointDrift drift;
  for (std::size_t k = 1; k < q_.size(); ++k) {
    drift.rounds.emplace_back(q_[k] - q_[k - 1]);
    drift.explained = std::max(drift.explained, joint_motion_of_an_error * (error_[k] + error_[k - 1]));
  }
  return drift;
}

}  // namespace sinew
