// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/extremes/motion_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "tests/motion/quantities/motions.h"

namespace sinew {
namespace {

using sinew_test::RandomMotions;
using sinew_test::robot_of_tree;

TEST(CurvePiece, is_the_polynomial_through_its_values) {
  const auto f = [](double x) { return 0.3 - x + 2.0 * std::pow(x, 3) - 0.7 * std::pow(x, 11); };
  CurvePiece::Numbers values;
  for (std::size_t j = 0; j < values.size(); ++j) values[j] = f(CurvePiece::nodes()[j]);
  const CurvePiece piece(values);
  for (double x = -1.0; x <= 1.0; x += 0.05) {
    EXPECT_NEAR(piece.at(x), f(x), 1e-14);
    EXPECT_NEAR(piece.slope_at(x), -1.0 + 6.0 * x * x - 7.7 * std::pow(x, 10), 1e-12);
    EXPECT_LE(std::abs(f(x) - piece.middle()), piece.reach() + 1e-15);
  }
  EXPECT_NEAR(piece.mean(), 0.3, 1e-15);
  EXPECT_NEAR(piece.scaled(-2.0, 1.0).at(0.3), 1.0 - 2.0 * f(0.3), 1e-14);
  double square = 0.0;
  constexpr int steps = 20'000;
  for (int i = 0; i < steps; ++i) square += std::pow(f(-1.0 + 2.0 * (i + 0.5) / steps), 2) / steps;
  EXPECT_NEAR(piece.mean_square(), square, 1e-7);
}

TEST(Curves, are_split_until_polynomials_follow_them) {
  const Curves curves{2,
                      [](double t, std::span<double> y) {
                        y[0] = std::sin(40.0 * t);
                        y[1] = t < 1.0 / 3.0 ? 1.0 : -2.0;  // jumps where no knot is
                      },
                      {0, 0}};
  double end = 0.0, largest_gap = 0.0;
  ExtremesSearch search(2);
  EXPECT_TRUE(for_each_piece(curves, {0.0, 0.7, 1.0}, [&](const CurvePieces& pieces) {
    EXPECT_EQ(pieces.from, end);
    end = pieces.to;
    search.see(pieces);
    if (pieces.are_smooth)
      for (const double x : {-1.0, -0.4, 0.2, 0.9})
        largest_gap = std::max(largest_gap, std::abs(pieces.curves[0].at(x) - std::sin(40.0 * pieces.time_at(x))));
    else
      EXPECT_LT(pieces.to - pieces.from, 1e-8);
  }));
  EXPECT_EQ(end, 1.0);
  EXPECT_LT(largest_gap, 1e-8);
  const std::vector<CurveExtremes> found = search.found(curves);
  EXPECT_NEAR(found[0].most.value, 1.0, 1e-12);
  EXPECT_NEAR(found[0].most.t, std::numbers::pi / 80.0, 1e-8);
  EXPECT_NEAR(found[0].rms, std::sqrt(0.5 - std::sin(80.0) / 160.0), 1e-9);
  EXPECT_EQ(found[1].most.value, 1.0);
  EXPECT_EQ(found[1].least.value, -2.0);
  EXPECT_NEAR(found[1].least.t, 1.0 / 3.0, 1e-8);
  EXPECT_NEAR(found[1].mean, 1.0 / 3.0 - 4.0 / 3.0, 1e-7);
}

TEST(Curves, that_never_rest_are_given_up_and_that_is_said) {
  const Curves curves{1, [](double t, std::span<double> y) { y[0] = std::sin(1e9 * t * t); }, {0}};
  long pieces = 0;
  EXPECT_FALSE(for_each_piece(curves, {0.0, 100.0}, [&](const CurvePieces&) { ++pieces; }));
  EXPECT_LT(pieces, 2'000'000);
}

/// A robot whose limits lie within the reach of a motion, so that some are exceeded; some joints rub where `rubs`. Not where
/// a motion comes to rest: the last digits of a velocity that vanishes have either sign, and dry friction with them.
Arm with_limits(const Arm& arm, const Trajectory& trajectory, bool rubs, RandomMotions& random) {
  Model<double>::Parts parts = without(arm.model(), {.friction = true}).parts();
  MotionEvaluator evaluator(
      {arm, std::make_shared<const Trajectory>(trajectory)},
      {JointSeries{&MotionSample::q}, JointSeries{&MotionSample::qd}, JointSeries{&MotionSample::qdd}, JointTorques{}});
  std::vector<double> row(at(evaluator.size())), least(row), most(row);
  constexpr int looks = 200;
  for (int i = 0; i <= looks; ++i) {
    evaluator.at(trajectory.duration() * i / looks, row);
    for (std::size_t k = 0; k < row.size(); ++k) {
      least[k] = i == 0 ? row[k] : std::min(least[k], row[k]);
      most[k] = i == 0 ? row[k] : std::max(most[k], row[k]);
    }
  }
  const std::size_t n = at(arm.velocity_count());
  for (Link<double>& link : parts.links) {
    const std::size_t k = at(link.velocity_index);
    const auto size = [&](std::size_t part) { return std::max(-least[part * n + k], most[part * n + k]); };
    link.limits.lower = least[k] + random.number(-0.1, 0.3) * (most[k] - least[k]);
    link.limits.upper = most[k] - random.number(-0.1, 0.3) * (most[k] - least[k]);
    link.limits.velocity = random.number(0.5, 1.1) * size(1);
    link.limits.acceleration = random.number(0.5, 1.1) * size(2);
    link.limits.effort = random.number(0.5, 1.1) * size(3);
    if (!rubs || random.whole(0, 2) > 0) continue;
    link.friction.viscous = 0.3;
    link.friction.coulomb_plus = link.friction.coulomb_minus = 0.05 * size(3);
  }
  return Arm(Model<double>(std::move(parts)));
}

struct Dense {
  double from, to, worst;
};

std::string text_of(const std::vector<Dense>& violations) {
  std::string text;
  for (const Dense& d : violations) text += "[" + shown(d.from) + ", " + shown(d.to) + "] by " + shown(d.worst) + "; ";
  return text;
}
std::string text_of(const std::vector<LimitViolation>& violations) {
  std::vector<Dense> same;
  for (const LimitViolation& v : violations) same.push_back({v.from, v.to, v.amount()});
  return text_of(same);
}

/// By brute force: many samples, and bisection between two on either side of the bound.
class DenseSearch {
 public:
  DenseSearch(const Arm& arm, const Trajectory& trajectory)
      : evaluator_({arm, std::make_shared<const Trajectory>(trajectory)},
                   {JointSeries{&MotionSample::q}, JointSeries{&MotionSample::qd}, JointSeries{&MotionSample::qdd},
                    JointTorques{}}),
        joints_(at(arm.velocity_count())),
        duration_(trajectory.duration()),
        row_(at(evaluator_.size())) {
    for (int i = 0; i <= looks; ++i) times_.push_back(std::min(duration_ * i / looks, duration_));
    for (const double knot : trajectory.knots()) {
      times_.push_back(knot);
      times_.push_back(std::max(0.0, knot - 1e-9));
    }
    std::sort(times_.begin(), times_.end());
    for (const double t : times_) {
      evaluator_.at(t, row_);
      rows_.push_back(row_);
    }
  }

  std::vector<Dense> beyond(const MotionLimit& limit, double bound) {
    const double sign = bound == limit.upper ? 1.0 : -1.0;
    const std::size_t column = static_cast<std::size_t>(limit.part) * joints_ + at(limit.coordinate);
    const auto g = [&](const std::vector<double>& row) { return sign * (row[column] - bound); };
    const auto crossing = [&](std::size_t i) {
      double before = times_[i - 1], after = times_[i];
      const bool was = g(rows_[i - 1]) > 0.0;
      while (after - before > 1e-13) {
        const double middle = 0.5 * (before + after);
        if (!(before < middle && middle < after)) break;
        evaluator_.at(middle, row_);
        ((g(row_) > 0.0) == was ? before : after) = middle;
      }
      return 0.5 * (before + after);
    };
    std::vector<Dense> all;
    bool is_open = false;
    for (std::size_t i = 0; i < times_.size(); ++i) {
      const double here = g(rows_[i]);
      if (here > 0.0 && !is_open) all.push_back({i == 0 ? 0.0 : crossing(i), duration_, 0.0});
      if (here <= 0.0 && is_open) all.back().to = crossing(i);
      is_open = here > 0.0;
      if (is_open) all.back().worst = std::max(all.back().worst, here);
    }
    return all;
  }

  double step() const { return duration_ / looks; }

 private:
  static constexpr int looks = 20'000;
  MotionEvaluator evaluator_;
  std::size_t joints_;
  double duration_;
  std::vector<double> row_, times_;
  std::vector<std::vector<double>> rows_;
};

/// What is shorter than this is no violation but round-off, for either search.
constexpr double least_amount = 1e-6;

void expect_same(const std::vector<LimitViolation>& found, std::vector<Dense> dense, double step,
                 const std::string& what) {
  std::erase_if(dense, [](const Dense& d) { return d.worst < least_amount; });
  std::size_t next = 0;
  for (const LimitViolation& v : found) {
    if (v.amount() < least_amount) continue;
    if (next < dense.size() && std::abs(dense[next].from - v.from) < 1e-6) {
      const Dense& d = dense[next++];
      EXPECT_NEAR(v.to, d.to, 1e-6) << what;
      EXPECT_GE(v.amount(), d.worst - 1e-9 * (1.0 + std::abs(v.bound))) << what;
      EXPECT_LE(v.amount(), d.worst + 1e-3 * (1.0 + std::abs(v.bound))) << what;
      EXPECT_GE(v.worst.t, v.from - 1e-9) << what;
      EXPECT_LE(v.worst.t, v.to + 1e-9) << what;
      continue;
    }
    // the dense search steps over what is short
    EXPECT_LT(v.to - v.from, 2.0 * step) << what << " from " << v.from;
  }
  EXPECT_EQ(next, dense.size()) << what << ": the dense search finds " << text_of(dense) << ", this one "
                                << text_of(found);
}

TEST(LimitViolations, are_those_that_a_dense_search_finds) {
  RandomMotions random(21);
  int violations = 0;
  for (const char* name : {"two_link_2r", "rrp", "elbow_3r", "puma560", "panda"}) {
    for (int kind = 0; kind < 9; ++kind) {
      const Arm plain = robot_of_tree(name);
      const Trajectory trajectory = random.motion(kind, plain.velocity_count());
      const Arm arm = with_limits(plain, trajectory, kind == 8, random);
      const MotionFindings findings = search_motion({arm, std::make_shared<const Trajectory>(trajectory)}, {});
      EXPECT_TRUE(findings.is_complete);
      violations += static_cast<int>(findings.violations.size());
      DenseSearch dense(arm, trajectory);
      for (const MotionLimit& limit : findings.limits) {
        if (limit.factor != 1.0 || limit.offset != 0.0) continue;
        for (const double bound : {limit.lower, limit.upper}) {
          if (!std::isfinite(bound)) continue;
          std::vector<LimitViolation> found;
          for (const LimitViolation& v : findings.violations)
            if (v.limit.part == limit.part && v.limit.joint == limit.joint && v.bound == bound) found.push_back(v);
          expect_same(found, dense.beyond(limit, bound), dense.step(),
                      std::string(name) + " " + std::to_string(kind) + " " + symbol_of(limit.part) + " " + limit.joint);
        }
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(violations, 300);
}

TEST(LimitViolations, between_samples_are_found) {
  // 1.0000001 rad for a few milliseconds at the top of a swing
  Model<double>::Parts parts = robot_of_tree("two_link_2r").model().parts();
  parts.links[0].limits.upper = 1.0 - 1e-7;
  ExprGraph graph;
  const Expr t = graph.symbol("t");
  const auto swing = std::make_shared<const Trajectory>(
      formula_path(std::vector<Expr>{sincos(t).sin, Expr(0.0)}, t, 0.0, 3.0), plain_clock(3.0));
  const MotionFindings findings = search_motion({Arm(Model<double>(std::move(parts))), swing}, {});
  ASSERT_EQ(findings.violations.size(), 1U);
  const LimitViolation& v = findings.violations[0];
  const double half = std::acos(1.0 - 1e-7), top = std::numbers::pi / 2.0;
  EXPECT_NEAR(v.from, top - half, 1e-11);
  EXPECT_NEAR(v.to, top + half, 1e-11);
  EXPECT_NEAR(v.worst.t, top, 1e-6);
  EXPECT_NEAR(v.amount(), 1e-7, 1e-15);
}

/// τ = −c·sin t + 5·sgn(cos t): when the joint turns back, dry friction lets the torque jump across its limit.
TEST(LimitViolations, that_begin_with_a_jump_begin_when_it_happens) {
  Model<double>::Parts parts =
      without(robot_of_tree("two_link_2r").model(), {.gravity = true, .friction = true}).parts();
  const double c = Arm(Model<double>(parts)).mass_matrix(Eigen::Vector2d::Zero())(0, 0);
  ASSERT_GT(c, 4.0);
  parts.links[0].friction.coulomb_plus = parts.links[0].friction.coulomb_minus = 5.0;
  parts.links[0].limits.effort = c + 1.0;
  ExprGraph graph;
  const Expr t = graph.symbol("t");
  const auto swing = std::make_shared<const Trajectory>(
      formula_path(std::vector<Expr>{sincos(t).sin, Expr(0.0)}, t, 0.0, 3.0), plain_clock(3.0));
  const MotionFindings findings = search_motion({Arm(Model<double>(std::move(parts))), swing}, {});
  ASSERT_EQ(findings.violations.size(), 1U);
  const LimitViolation& v = findings.violations[0];
  EXPECT_NEAR(v.from, std::numbers::pi / 2.0, 1e-12);
  EXPECT_NEAR(v.to, std::numbers::pi - std::asin((c - 4.0) / c), 1e-11);
  EXPECT_NEAR(v.worst.value, -c - 5.0, 1e-9);
}

TEST(LimitViolations, of_a_limit_that_is_just_reached_are_none) {
  Model<double>::Parts parts = robot_of_tree("two_link_2r").model().parts();
  const Eigen::Vector2d from(0.1, -0.2), to(0.9, 0.7);
  parts.links[0].limits.upper = 0.9;
  parts.links[1].limits.upper = 0.7;
  parts.links[1].limits.velocity = fastest_clock(Profile::Trapezoidal, {1.0 / 0.9, 2.0}).at(1.0).rate * 0.9;
  const auto motion =
      std::make_shared<const Trajectory>(line_path(from, to), fastest_clock(Profile::Trapezoidal, {1.0 / 0.9, 2.0}));
  parts.links[1].limits.velocity = 1.0;
  const MotionFindings findings = search_motion({Arm(Model<double>(std::move(parts))), motion}, {});
  EXPECT_TRUE(findings.violations.empty());
}

TEST(LimitViolations, of_joints_that_follow_others_count) {
  Model<double>::Parts parts = robot_of_tree("panda").model().parts();
  // the second finger follows the first
  bool has_follower = false;
  for (Link<double>& link : parts.links) {
    link.limits = {};
    if (!link.follows) continue;
    has_follower = true;
    link.limits.upper = 0.02;
  }
  ASSERT_TRUE(has_follower);
  const Arm arm(Model<double>(std::move(parts)));
  Eigen::VectorXd from = Eigen::VectorXd::Zero(arm.velocity_count()), to = from;
  to[arm.velocity_count() - 1] = 0.04;
  const auto opening = std::make_shared<const Trajectory>(line_path(from, to), profile_clock(Profile::Linear, 1.0));
  const MotionFindings findings = search_motion({arm, opening}, {});
  ASSERT_EQ(findings.violations.size(), 1U);
  EXPECT_NEAR(findings.violations[0].from, 0.5, 1e-12);
  EXPECT_EQ(findings.violations[0].to, 1.0);
  EXPECT_NEAR(findings.violations[0].amount(), 0.02, 1e-12);
}

/// Of the published example: q₂ = 3·cos 2t and its rates.
TEST(MotionSearch, finds_extremes_and_means_of_formulas) {
  const MotionFindings findings =
      search_motion({robot_of_tree("rrp"), sinew_test::rrp_motion()},
                    {JointSeries{&MotionSample::q}, JointSeries{&MotionSample::qd}, JointSeries{&MotionSample::qdd}});
  EXPECT_NEAR(findings.curves[1].most.value, 3.0, 1e-12);
  EXPECT_EQ(findings.curves[1].most.t, 0.0);
  EXPECT_NEAR(findings.curves[1].least.t, std::numbers::pi / 2.0, 1e-7);
  EXPECT_NEAR(findings.curves[4].largest().value, -6.0, 1e-12);
  EXPECT_NEAR(findings.curves[4].largest().t, std::numbers::pi / 4.0, 1e-7);
  EXPECT_NEAR(findings.curves[4].rms, 6.0 * std::sqrt(0.5 - std::sin(40.0) / 80.0), 1e-8);
  EXPECT_NEAR(findings.curves[7].rms, 12.0 * std::sqrt(0.5 + std::sin(40.0) / 80.0), 1e-8);
}

TEST(MotionSearch, looks_at_a_motion_that_takes_no_time) {
  const Eigen::Vector2d here(0.3, 0.4);
  const auto still = std::make_shared<const Trajectory>(line_path(here, here), Clock({{0.0, {1.0}}}, 0.0));
  const MotionFindings findings = search_motion({robot_of_tree("two_link_2r"), still}, {JointSeries{&MotionSample::q}});
  EXPECT_NEAR(findings.curves[0].most.value, 0.3, 1e-15);
}

}  // namespace
}  // namespace sinew
