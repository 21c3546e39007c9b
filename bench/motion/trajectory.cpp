// SPDX-License-Identifier: BSD-3-Clause
#include <benchmark/benchmark.h>

#include <random>
#include <span>
#include <string>
#include <vector>

#include "sinew/motion/trajectory/formula_path.h"
#include "sinew/motion/trajectory/profile.h"
#include "sinew/motion/trajectory/spline.h"
#include "sinew/motion/trajectory/trajectory.h"

namespace {

using namespace sinew;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int joints = 7;

/// One evaluation of q, q̇, q̈ (and jerk), at times in any order: no piece is the one of the evaluation before.
void evaluate(benchmark::State& state, const Trajectory& trajectory) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> time(0.0, trajectory.duration());
  std::vector<double> times(1024);
  for (double& t : times) t = time(random);
  MotionSample sample = trajectory.sample();
  std::size_t i = 0;
  for (auto _ : state) {
    trajectory.at(times[i], sample);
    benchmark::DoNotOptimize(sample.qdd.data());
    benchmark::ClobberMemory();
    i = (i + 1) % times.size();
  }
}

Trajectory spline(int degree, int points) {
  std::vector<double> times;
  for (int i = 0; i < points; ++i) times.push_back(0.1 * i);
  const auto path = spline_path(times, MatrixXd::Random(joints, points), degree, SplineEnd::Clamped);
  return {path, plain_clock(path->end())};
}

Trajectory move(Profile profile) {
  return {line_path(VectorXd::Zero(joints), VectorXd::Random(joints)), profile_clock(profile, 2.0)};
}

/// Ten moves, one after the other.
Trajectory moves(Profile profile) {
  std::vector<Trajectory::Segment> segments;
  VectorXd from = VectorXd::Zero(joints);
  for (int i = 0; i < 10; ++i) {
    const VectorXd to = VectorXd::Random(joints);
    segments.push_back({line_path(from, to), profile_clock(profile, 1.0)});
    from = to;
  }
  return Trajectory(std::move(segments));
}

Trajectory formulas() {
  static ExprGraph graph;
  const Expr t = graph.symbol("t");
  std::vector<Expr> all;
  for (int j = 0; j < joints; ++j) all.push_back(sincos(Expr(1.0 + j) * t).sin);
  return {formula_path(all, t, 0.0, 10.0), plain_clock(10.0)};
}

void add(const std::string& name, Trajectory trajectory) {
  benchmark::RegisterBenchmark(
      ("trajectory of 7 joints/" + name).c_str(),
      [trajectory = std::move(trajectory)](benchmark::State& state) { evaluate(state, trajectory); });
}

}  // namespace

int main(int argc, char** argv) {
  for (const Profile profile : {Profile::Quintic, Profile::Trapezoidal, Profile::DoubleS}) {
    add(name_of(profile), move(profile));
    add(std::string("ten times ") + name_of(profile), moves(profile));
  }
  add("cubic spline, 10 points", spline(3, 10));
  add("cubic spline, 1000 points", spline(3, 1000));
  add("quintic spline, 1000 points", spline(5, 1000));
  add("formulas", formulas());
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
