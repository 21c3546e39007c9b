// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/motion/retime/minimum_time.h"
#include "sinew/motion/retime/time_scaling.h"
#include "sinew/print/figures.h"
#include "sinew/redundancy/resolution.h"

/// What `retime` answers, for people (text) and for programs (JSON).
namespace sinew {

/// A joint as the answer names it, and what its numbers are measured in.
struct RetimedJoint {
  std::string name;
  Dimension position = dimension::angle;
  Dimension effort = dimension::torque;

  Measure measure_of(PaceLimit quantity) const;
};
/// Of a robot.
std::vector<RetimedJoint> retimed_joints(const Model<double>& model);

/// What keeps one joint from a faster motion.
struct RetimedBound {
  double k = 0.0;  ///< the least factor of the time for this joint; 0 where no pace is too fast
  PaceLimit limit = PaceLimit::Torque;
  double value = 0.0;       ///< that limit, with its sign
  std::optional<double> t;  ///< [s] where it binds, on the clock of the motion as it is given
};

struct RetimeAnswer {
  std::string robot, motion;  ///< empty: plain numbers
  std::vector<RetimedJoint> joints;
  std::optional<double> duration;      ///< [s] as given
  std::optional<double> new_duration;  ///< [s] that was found or asked about
  std::optional<double> k;
  std::vector<RetimedBound> bounds;     ///< of each joint; empty where another time was asked about
  std::size_t limiting = 0;             ///< which of them counts
  Eigen::VectorXd q;                    ///< where that one binds; empty: not known
  std::vector<PaceInterval> durations;  ///< [s] that fit
  std::optional<double> k_by_formula;   ///< what (τ_d − g)/k² + g gives, where it is wrong
  std::optional<RampShares> shares;     ///< of a profile with ramps
  bool has_edges = false;               ///< its ramps have edges
  std::optional<PeakShortCut> short_cut;
  std::optional<MotionDemand> demand;  ///< what the motion takes in the new duration; times on the new clock
  Eigen::VectorXd torque_limit;        ///< to compare the demand with; infinite where there is none
  std::vector<std::string> notes;      ///< further warnings, one sentence each
  std::vector<WorkedStep> steps;       ///< empty unless they were asked for
};

/// With every greater factor the motion fits, too.
bool fits_when_slower(const RetimeAnswer& answer);
/// What is to be said of the answer beside its numbers, one sentence each.
std::vector<std::string> retime_warnings(const RetimeAnswer& answer);

std::string retime_text(const RetimeAnswer& answer, const Showing& showing);
std::string retime_json(const RetimeAnswer& answer);

/// Rows of a motion: t, q.<joint>, qd.<joint>, qdd.<joint>, tau.<joint>, as states have them.
class RetimedCsv {
 public:
  explicit RetimedCsv(const Model<double>& model);

  const std::string& header() const { return header_; }
  void add_row(const MotionSample& sample, const Eigen::VectorXd& tau, std::string& to) const;

 private:
  std::string header_;
};

}  // namespace sinew
