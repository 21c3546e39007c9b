// SPDX-License-Identifier: BSD-3-Clause
#include "bench/redundancy/velocity_solvers.h"

#include <algorithm>
#include <chrono>
#include <kdl/chainiksolvervel_pinv.hpp>
#include <random>
#include <vector>

#include "bench/redundancy/kdl_chain.h"
#include "sinew/analysis/matrices.h"
#include "sinew/redundancy/priority_stack.h"
#include "sinew/redundancy/saturation.h"

namespace sinew_bench {

namespace {

using namespace sinew;
using Clock = std::chrono::steady_clock;

constexpr int joints = 7, rounds = 15, calls_per_round = 20;

/// A state with a twist, and bounds that three joints of the least-norm answer would break.
struct Case {
  std::vector<double> q;
  KDL::JntArray kdl_q;
  Eigen::VectorXd twist;  ///< angular over linear
  KDL::Twist kdl_twist;
  Bounds bounds;
};

template <class Work>
double ns_per_call(const Work& work) {
  const auto begin = Clock::now();
  for (int i = 0; i < calls_per_round; ++i) work();
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / calls_per_round;
}

double median(std::vector<double>& x) {
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}

class Contest {
 public:
  Contest()
      : arm_(sinew_peers::shipped_arm("panda")),
        work_(arm_),
        chain_(sinew_bench::kdl_chain(arm_, Frame<double>{})),
        pinv_(chain_),
        point_{arm_.link_count() - 1, {}},
        J_(6, joints),
        saturation_(joints, 6, 1),
        stack_(joints, joints, 4),
        middle_(RowMatrix::Identity(joints, joints)) {
    make_cases();
  }

  VelocitySolverTimes run() {
    VelocitySolverTimes times;
    std::vector<double> kdl, basic, fast, optimal, stacked;
    KDL::JntArray answer(joints);
    for (int round = 0; round < rounds; ++round)
      for (Case& c : cases_) {
        kdl.push_back(ns_per_call([&] { pinv_.CartToJnt(c.kdl_q, c.kdl_twist, answer); }));
        basic.push_back(ns_per_call([&] { saturate(c, SaturationVariant::Basic); }));
        fast.push_back(ns_per_call([&] { saturate(c, SaturationVariant::Fast); }));
        optimal.push_back(ns_per_call([&] { saturate(c, SaturationVariant::Optimal); }));
        stacked.push_back(ns_per_call([&] { stack(c); }));
        if (round == 0) times.largest_difference = std::max(times.largest_difference, difference(c, answer));
      }
    times.kdl_pinv_ns = median(kdl);
    times.sns_basic_ns = median(basic);
    times.sns_fast_ns = median(fast);
    times.sns_optimal_ns = median(optimal);
    times.stack_ns = median(stacked);
    return times;
  }

 private:
  void saturate(const Case& c, SaturationVariant variant) {
    numbers::jacobian(arm_, c.q, point_, work_, out(J_));
    const ScaledTask task{J_, c.twist};
    saturation_.solve({&task, 1}, c.bounds, variant);
  }

  void stack(const Case& c) {
    numbers::jacobian(arm_, c.q, point_, work_, out(J_));
    const std::array tasks{ScaledTask{J_.bottomRows(3), c.twist.tail(3)}, ScaledTask{J_.topRows(2), c.twist.head(2)},
                           ScaledTask{middle_.topRows(1), wish_.head(1)}, ScaledTask{middle_, wish_}};
    stack_.solve(tasks);
  }

  double difference(const Case& c, const KDL::JntArray& theirs) {
    numbers::jacobian(arm_, c.q, point_, work_, out(J_));
    const ScaledTask task{J_, c.twist};
    const Bounds none{Eigen::VectorXd::Constant(joints, -1e9), Eigen::VectorXd::Constant(joints, 1e9)};
    const Eigen::VectorXd& ours = saturation_.solve({&task, 1}, none, SaturationVariant::Fast);
    return (ours - theirs.data).lpNorm<Eigen::Infinity>() / std::max(1.0, ours.lpNorm<Eigen::Infinity>());
  }

  void make_cases() {
    wish_ = Eigen::VectorXd::Constant(joints, 0.1);
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    for (const sinew_peers::State& state : sinew_peers::random_states(arm_, 40)) {
      Case c;
      c.q = state.q;
      c.kdl_q.resize(joints);
      for (int i = 0; i < joints; ++i) c.kdl_q(static_cast<unsigned>(i)) = state.q[static_cast<std::size_t>(i)];
      c.twist = Eigen::VectorXd::NullaryExpr(6, [&] { return 0.3 * normal(random); });
      c.kdl_twist = {KDL::Vector(c.twist[3], c.twist[4], c.twist[5]), KDL::Vector(c.twist[0], c.twist[1], c.twist[2])};
      numbers::jacobian(arm_, c.q, point_, work_, out(J_));
      const ScaledTask task{J_, c.twist};
      const Bounds none{Eigen::VectorXd::Constant(joints, -1e9), Eigen::VectorXd::Constant(joints, 1e9)};
      const Eigen::VectorXd x = saturation_.solve({&task, 1}, none, SaturationVariant::Fast);
      // the three fastest joints are asked for a quarter more than they can do
      std::vector<double> speeds(joints);
      for (int i = 0; i < joints; ++i) speeds[static_cast<std::size_t>(i)] = std::abs(x[i]);
      std::sort(speeds.begin(), speeds.end(), std::greater<>());
      Eigen::VectorXd limit = 2.0 * x.cwiseAbs() + Eigen::VectorXd::Constant(joints, 0.1);
      for (int i = 0; i < joints; ++i)
        if (std::abs(x[i]) >= speeds[2]) limit[i] = 0.8 * std::abs(x[i]);
      c.bounds = {-limit, limit};
      cases_.push_back(std::move(c));
    }
  }

  Model<double> arm_;
  Workspace work_;
  KDL::Chain chain_;
  KDL::ChainIkSolverVel_pinv pinv_;
  PointOnLink<double> point_;
  RowMatrix J_;
  SaturationInNullSpace saturation_;
  PriorityStack stack_;
  RowMatrix middle_;
  Eigen::VectorXd wish_;
  std::vector<Case> cases_;
};

}  // namespace

VelocitySolverTimes time_velocity_solvers() { return Contest().run(); }

}  // namespace sinew_bench
