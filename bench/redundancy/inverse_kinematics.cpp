// SPDX-License-Identifier: BSD-3-Clause
#include "bench/redundancy/inverse_kinematics.h"

#include <algorithm>
#include <chrono>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <numeric>
#include <random>

#include "bench/redundancy/kdl_chain.h"
#include "sinew/ik/inverse_kinematics.h"

namespace sinew_bench {
namespace {

using namespace sinew;

constexpr double tolerance = 1e-8;
constexpr double kdl_default_tolerance = 1e-5;

double seconds_to_ns(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double, std::nano>(d).count();
}

double median(std::vector<double> x) {
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}
double mean(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

/// One arm with both that are to solve it.
class Contest {
 public:
  explicit Contest(const std::string& robot)
      : arm_(sinew_peers::shipped_arm(robot)),
        end_(last_frame(arm_)),
        ours_(arm_, end_.name),
        chain_(kdl_chain(arm_, end_)),
        forward_(chain_),
        theirs_(chain_, tolerance),
        theirs_by_default_(chain_, kdl_default_tolerance) {
    times_.robot = robot;
    middle_ = as_array(ours_.middle());
  }

  InverseKinematicsTimes run(int poses) {
    std::mt19937_64 engine(11);
    for (int k = 0; k < poses; ++k) {
      std::vector<double> q(static_cast<std::size_t>(arm_.position_count()));
      for (std::size_t i = 0; i < q.size(); ++i) {
        const Limits& limits = arm_.link(static_cast<int>(i)).limits;
        q[i] = limits.lower + (limits.upper - limits.lower) * static_cast<double>(engine() >> 11U) * 0x1p-53;
      }
      KDL::Frame target;
      forward_.JntToCart(as_array(q), target);
      solve_ours(target);
      solve_theirs(target);
    }
    const double count = poses;
    for (double* part : {&times_.ours_success, &times_.kdl_success, &times_.kdl_success_within_limits,
                         &times_.kdl_reported, &times_.kdl_default_reported, &times_.ours_mean_starts,
                         &times_.ours_mean_iterations, &times_.kdl_mean_iterations})
      *part /= count;
    times_.ours_median_ns = median(ours_ns_);
    times_.ours_mean_ns = mean(ours_ns_);
    times_.kdl_median_ns = median(kdl_ns_);
    times_.kdl_mean_ns = mean(kdl_ns_);
    times_.kdl_default_median_ns = median(kdl_default_ns_);
    return times_;
  }

 private:
  static Frame<double> last_frame(const Model<double>& arm) {
    Frame<double> last;
    for (const Frame<double>& frame : arm.frames())
      if (frame.link == arm.link_count() - 1) last = frame;
    return last;
  }

  static KDL::JntArray as_array(const std::vector<double>& x) {
    KDL::JntArray y(static_cast<unsigned>(x.size()));
    for (unsigned i = 0; i < y.rows(); ++i) y(i) = x[i];
    return y;
  }

  bool is_there(const KDL::JntArray& q, const KDL::Frame& target) {
    KDL::Frame X;
    forward_.JntToCart(q, X);
    const KDL::Twist left = KDL::diff(X, target);
    return left.vel.Norm() <= tolerance && left.rot.Norm() <= tolerance;
  }

  bool is_within_limits(const KDL::JntArray& q) const {
    for (unsigned i = 0; i < q.rows(); ++i) {
      const Limits& limits = arm_.link(static_cast<int>(i)).limits;
      if (!(limits.lower <= q(i) && q(i) <= limits.upper)) return false;
    }
    return true;
  }

  void solve_ours(const KDL::Frame& frame) {
    const IkTarget target = IkTarget::pose(from_kdl(frame));
    // half the tolerance, so that the other library's own round-off is no failure of ours
    const IkOptions options{
        .position_tolerance = 0.5 * tolerance, .orientation_tolerance = 0.5 * tolerance, .explain = false};
    const auto before = std::chrono::steady_clock::now();
    const IkSolution& solution = ours_.solve(target, ours_.middle(), options);
    ours_ns_.push_back(seconds_to_ns(std::chrono::steady_clock::now() - before));
    const KDL::JntArray q = as_array(solution.q);
    times_.ours_success += solution.solved && is_there(q, frame) && is_within_limits(q) ? 1.0 : 0.0;
    times_.ours_mean_starts += solution.starts;
    times_.ours_mean_iterations += solution.iterations;
  }

  void solve_theirs(const KDL::Frame& target) {
    KDL::JntArray q(middle_.rows());
    auto before = std::chrono::steady_clock::now();
    int code = theirs_.CartToJnt(middle_, target, q);
    kdl_ns_.push_back(seconds_to_ns(std::chrono::steady_clock::now() - before));
    const bool success = is_there(q, target);
    times_.kdl_reported += code == KDL::SolverI::E_NOERROR ? 1.0 : 0.0;
    times_.kdl_success += success ? 1.0 : 0.0;
    times_.kdl_success_within_limits += success && is_within_limits(q) ? 1.0 : 0.0;
    times_.kdl_mean_iterations += theirs_.lastNrOfIter;
    before = std::chrono::steady_clock::now();
    code = theirs_by_default_.CartToJnt(middle_, target, q);
    kdl_default_ns_.push_back(seconds_to_ns(std::chrono::steady_clock::now() - before));
    times_.kdl_default_reported += code == KDL::SolverI::E_NOERROR ? 1.0 : 0.0;
  }

  Model<double> arm_;
  Frame<double> end_;
  InverseKinematics ours_;
  KDL::Chain chain_;
  KDL::ChainFkSolverPos_recursive forward_;
  KDL::ChainIkSolverPos_LMA theirs_, theirs_by_default_;
  KDL::JntArray middle_;
  std::vector<double> ours_ns_, kdl_ns_, kdl_default_ns_;
  InverseKinematicsTimes times_;
};

}  // namespace

std::vector<InverseKinematicsTimes> time_inverse_kinematics(int poses) {
  std::vector<InverseKinematicsTimes> all;
  for (const char* robot : {"panda", "iiwa14", "ur5"}) all.push_back(Contest(robot).run(poses));
  return all;
}

}  // namespace sinew_bench
