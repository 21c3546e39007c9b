// SPDX-License-Identifier: BSD-3-Clause
// Bounds from limits can be kept for ever: joints are driven by nothing but the answers that the bounds lead to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "sinew/redundancy/resolution.h"
#include "sinew/redundancy/saturation.h"
#include "sinew/tasks/joint_bounds.h"
#include "sinew/tasks/stopping_speed.h"
#include "tests/tasks/task_robots.h"

namespace {

using namespace sinew_test;
using sinew::CommandLevel;
using sinew::JointBounds;
using sinew::JointLimits;
using sinew::Model;
using sinew::MotionBounds;
using sinew::RedundancyMethod;
using sinew::ScaledTask;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Numbers = std::vector<double>;

double power_of_ten(Random& random, double least, double most) { return std::pow(10.0, random.uniform(least, most)); }

struct LimitSet {
  JointLimits limits;
  double T = 0.0;
};

/// Limits that differ by side and by four orders of magnitude; one in ten is not there.
LimitSet random_limits(const Model<double>& model, Random& random) {
  LimitSet set{JointLimits::none(model), power_of_ten(random, -3.5, -1.0)};
  const auto pair = [&](double& lower, double& upper, double least, double most) {
    if (random.below(10) == 0) return;
    const bool symmetric = random.below(2) == 0;
    upper = power_of_ten(random, least, most);
    lower = symmetric ? -upper : -power_of_ten(random, least, most);
  };
  for (std::size_t i = 0; i < set.limits.lower.size(); ++i) {
    JointLimits& y = set.limits;
    pair(y.lower[i], y.upper[i], -2.0, 1.0);
    const double shift = random.below(3) == 0 ? random.uniform(-5.0, 5.0) : 0.0;
    y.lower[i] += shift;
    y.upper[i] += shift;
    pair(y.velocity_lower[i], y.velocity_upper[i], -1.5, 1.0);
    pair(y.acceleration_lower[i], y.acceleration_upper[i], -1.0, 2.0);
  }
  return set;
}

/// How far a joint goes on that brakes with A, or as much of it as stops it at the next sample: command by command.
double way_to_stop(CommandLevel level, double v, double A, double T) {
  if (v <= 0.0) return 0.0;
  if (std::isinf(A)) return level == CommandLevel::Velocity ? 0.0 : 0.5 * v * T;
  double way = 0.0;
  while (v > 0.0) {
    const double next = std::max(v - A * T, 0.0);
    way += level == CommandLevel::Velocity ? next * T : 0.5 * (v + next) * T;
    v = next;
  }
  return way;
}

/// A state that the joint can still be stopped from, moving as fast as that allows in one case of three.
void start(const LimitSet& set, CommandLevel level, Random& random, Numbers& q, Numbers& qd) {
  const JointLimits& y = set.limits;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double low = std::max(y.lower[i], -10.0), high = std::min(y.upper[i], 10.0);
    q[i] = random.uniform(low, high);
    const double fastest = random.uniform(std::max(y.velocity_lower[i], -10.0), std::min(y.velocity_upper[i], 10.0));
    const auto can_stop = [&](double v) {
      return v > 0.0 ? q[i] + way_to_stop(level, v, -y.acceleration_lower[i], set.T) <= y.upper[i]
                     : q[i] - way_to_stop(level, -v, y.acceleration_upper[i], set.T) >= y.lower[i];
    };
    double slow = 0.0, fast = 1.0;  // halving, as far as digits go
    for (int k = 0; k < 40; ++k) {
      const double middle = 0.5 * (slow + fast);
      (can_stop(middle * fastest) ? slow : fast) = middle;
    }
    qd[i] = random.below(3) == 0 ? slow * fastest : random.uniform(0.0, slow) * fastest;
  }
}

/// What was wrong on the way: nothing, where all is well.
class Ride {
 public:
  Ride(const Model<double>& model, LimitSet set, CommandLevel level, std::uint64_t seed)
      : set_(std::move(set)),
        level_(level),
        random_(seed),
        bounds_(model, set_.T, set_.limits),
        q_(static_cast<std::size_t>(model.velocity_count())),
        qd_(q_.size()) {
    start(set_, level, random_, q_, qd_);
    const auto n = static_cast<Eigen::Index>(q_.size());
    J_ = RowMatrix::Identity(1 + random_.below(static_cast<int>(n)), n);
    if (n > 1)
      for (Eigen::Index i = 0; i < J_.size(); ++i) J_.data()[i] = random_.uniform(-1.0, 1.0);
    y_ = Eigen::VectorXd::Zero(J_.rows());
  }

  /// Goes on by one sample, with whatever `solve` makes of the bounds; false once something is wrong.
  template <class Solve>
  bool step(const Solve& solve) {
    // pushes against the limits for a while, then in another direction
    if (random_.below(50) == 0 || y_.isZero(0.0))
      for (Eigen::Index i = 0; i < y_.size(); ++i)
        y_[i] = random_.uniform(-1.0, 1.0) * power_of_ten(random_, -2.0, 3.0);
    const bool velocity = level_ == CommandLevel::Velocity;
    const MotionBounds& found = velocity ? bounds_.velocity(q_, qd_) : bounds_.acceleration(q_, qd_);
    for (const auto& clash : found.clashes) note(bounds_.text(clash));
    if (!wrong_.empty()) return false;
    const Eigen::VectorXd x = solve(J_, y_, found.bounds);
    for (std::size_t i = 0; i < q_.size(); ++i) move(i, x[static_cast<Eigen::Index>(i)]);
    ++steps_;
    return wrong_.empty();
  }

  const std::string& wrong() const { return wrong_; }
  double nearest() const { return nearest_; }

 private:
  void move(std::size_t i, double x) {
    const double T = set_.T, before = qd_[i];
    const double a = level_ == CommandLevel::Velocity ? (x - before) / T : x;
    const double after = level_ == CommandLevel::Velocity ? x : before + a * T;
    const JointLimits& y = set_.limits;
    if (level_ == CommandLevel::Acceleration && before * after < 0.0)  // it turns round within the sample
      keep("position within the sample", i, q_[i] - 0.5 * before * before / a, y.lower[i], y.upper[i], 1.0);
    q_[i] += level_ == CommandLevel::Velocity ? T * after : 0.5 * T * (before + after);
    qd_[i] = after;
    keep("position", i, q_[i], y.lower[i], y.upper[i], 1.0);
    keep("velocity", i, after, y.velocity_lower[i], y.velocity_upper[i], 0.0);
    keep("acceleration", i, a, y.acceleration_lower[i], y.acceleration_upper[i], std::abs(before) / T);
    nearest_ = std::min({nearest_, q_[i] - y.lower[i], y.upper[i] - q_[i]});
  }

  void keep(const char* what, std::size_t i, double value, double lower, double upper, double size) {
    const double leeway = 1e-11 * (std::max(std::abs(value), size));
    if (value >= lower - leeway && value <= upper + leeway) return;
    std::ostringstream text;
    text << what << " of joint " << i + 1 << " is " << value << " beyond " << lower << " to " << upper << " by "
         << std::max(lower - value, value - upper);
    note(text.str());
  }

  void note(const std::string& text) {
    std::ostringstream where;
    where << "step " << steps_ << ", T = " << set_.T << ": " << text;
    if (wrong_.empty()) wrong_ = where.str();
  }

  LimitSet set_;
  CommandLevel level_;
  Random random_;
  JointBounds bounds_;
  Numbers q_, qd_;
  RowMatrix J_;
  Eigen::VectorXd y_;
  int steps_ = 0;
  std::string wrong_;
  double nearest_ = INFINITY;
};

const std::vector<Model<double>>& planar_arms() {
  static const std::vector<Model<double>> arms{a_planar_arm({1.0}), a_planar_arm({1.0, 1.0}),
                                               a_planar_arm({1.0, 1.0, 1.0})};
  return arms;
}

class BothLevels : public testing::TestWithParam<CommandLevel> {};
INSTANTIATE_TEST_SUITE_P(OfCommands, BothLevels, testing::Values(CommandLevel::Velocity, CommandLevel::Acceleration));

TEST_P(BothLevels, OfAThousandLimitSetsAreKeptForTwoThousandSamplesOfTheirOwnAnswers) {
  int wrong = 0, arrived = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Random random(seed);
    const Model<double>& model = planar_arms()[seed % 2 == 0 ? 0 : 1 + seed % 4 / 2];
    Ride ride(model, random_limits(model, random), GetParam(), seed);
    sinew::SaturationInNullSpace sns(model.velocity_count(), model.velocity_count(), 1);
    int step = 0;
    while (step < 2000 && ride.step([&](const RowMatrix& J, const Eigen::VectorXd& y, const sinew::Bounds& bounds) {
      const ScaledTask task{J, y};
      return sns.solve({&task, 1}, bounds);
    }))
      ++step;
    if (ride.nearest() < 1e-9) ++arrived;
    if (!ride.wrong().empty() && ++wrong < 10) ADD_FAILURE() << "set " << seed << ", " << ride.wrong();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(arrived, 300);  // or the limits were never tried
}

TEST_P(BothLevels, AreKeptByEveryMethodThatLooksAtBounds) {
  using enum RedundancyMethod;
  for (const RedundancyMethod method : {SnsBasic, SnsFast, SnsOptimal, QuadraticProgram, HierarchicalProgram})
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      Random random(seed);
      const Model<double>& model = planar_arms()[seed % 3];
      Ride ride(model, random_limits(model, random), GetParam(), seed);
      sinew::RedundancyProblem problem;
      problem.level = GetParam();
      problem.size = model.velocity_count();
      problem.tasks.resize(1);
      int step = 0;
      while (step < 200 && ride.step([&](const RowMatrix& J, const Eigen::VectorXd& y, const sinew::Bounds& bounds) {
        problem.tasks[0].J = J;
        problem.tasks[0].y = y;
        problem.bounds = bounds;
        return sinew::resolve(problem, method).x;
      }))
        ++step;
      EXPECT_EQ(ride.wrong(), "") << sinew::entry_of(method).name << ", set " << seed;
    }
}

TEST(AStoppingSpeed, IsTheFastestThatStopsInTime) {
  Random random(71);
  for (int k = 0; k < 20000; ++k) {
    const double A = power_of_ten(random, -1.0, 2.0), T = power_of_ten(random, -3.0, -1.0);
    const double room = power_of_ten(random, -6.0, 0.5), v = sinew::stopping_speed(room, A, T);
    const double way = v * T + way_to_stop(CommandLevel::Velocity, v, A, T);
    EXPECT_NEAR(way, room, 1e-12 * (1.0 + room)) << room << " " << A << " " << T;
    EXPECT_LE(v, std::sqrt(2.0 * A * room) * (1.0 + 1e-12));
  }
  EXPECT_EQ(sinew::stopping_speed(0.0, 10.0, 0.01), 0.0);
  EXPECT_DOUBLE_EQ(sinew::stopping_speed(-0.01, 10.0, 0.01), -1.0);
  EXPECT_DOUBLE_EQ(sinew::stopping_speed(0.3, INFINITY, 0.1), 3.0);
  EXPECT_EQ(sinew::stopping_speed(0.3, 0.0, 0.1), 0.0);
  EXPECT_NEAR(sinew::stopping_speed(1.0, 1e-300, 1e-3), std::sqrt(2e-300), 1e-160);
}

}  // namespace
