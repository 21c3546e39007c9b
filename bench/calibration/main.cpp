// SPDX-License-Identifier: BSD-3-Clause
//
// How long a calibration takes: a Panda, 200 poses of its flange, 28 modified DH parameters and the place of the tool
// free, and the same problem by SciPy's least_squares.
//
//     bench_calibration [--summary=FILE] [--skip-scipy]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string_view>

#include "bench/summary.h"
#include "sinew/calibration/calibration.h"

namespace {

using namespace sinew;
using Clock = std::chrono::steady_clock;

constexpr int pose_count = 200, repetitions = 15;
constexpr double target_seconds = 0.05, share_of_scipy = 1.0 / 20.0;

struct Case {
  Arm arm;
  std::shared_ptr<const CalibrationChain> chain;
  std::vector<Measurement> measurements;
};

/// Poses of a robot whose parameters are off by some millimetres and tenths of a degree, with noise.
Case make_case() {
  const LoadedRobot robot = load_robot(SINEW_SOURCE_DIR "/robots/panda.yaml");
  Case c{Arm(robot),
         std::make_shared<const CalibrationChain>(make_chain(robot, "panda_link8", {.model = ChainModel::ModifiedDh})),
         {}};
  std::mt19937 engine{17};
  std::normal_distribution<double> normal;
  Eigen::VectorXd truth = c.chain->nominal();
  for (std::size_t k = 0; k < c.chain->parameters().size(); ++k) {
    const CalibrationParameter& p = c.chain->parameters()[k];
    if (p.group != "base" && p.group != "ratio" && p.group != "compliance" && p.group != "tool")
      truth[static_cast<Eigen::Index>(k)] += 2e-3 * normal(engine);
  }
  const ChainAt at(*c.chain, truth, {});
  for (int i = 0; i < pose_count; ++i) {
    Measurement m{.kind = MeasurementKind::Pose,
                  .q = Eigen::VectorXd::Zero(8),
                  .position_deviation = 1e-4,
                  .angle_deviation = 1e-4,
                  .set = "bench"};
    for (int j = 0; j < 7; ++j) {
      const Limits& limits = robot.model.link(j).limits;
      m.q[j] = std::uniform_real_distribution<double>(limits.lower, limits.upper)(engine);
    }
    m.X_MF = at.pose({m.q, {}});
    for (int k = 0; k < 3; ++k) m.X_MF.p[k] += 1e-4 * normal(engine);
    const Vec3<double> turn{1e-4 * normal(engine), 1e-4 * normal(engine), 1e-4 * normal(engine)};
    m.X_MF.R = m.X_MF.R * Rotation<double>::about(turn / norm(turn), sincos(norm(turn)));
    c.measurements.push_back(std::move(m));
  }
  return c;
}

struct Timed {
  double seconds = 0.0, cost = 0.0;
  int steps = 0;
};

/// The median.
Timed ours(const Case& c) {
  std::vector<Timed> all;
  for (int i = 0; i < repetitions; ++i) {
    const Clock::time_point begin = Clock::now();
    Calibration calibration(c.arm, c.chain, {.choice = {.free = {"all", "tool.xyz"}}});
    for (const Measurement& m : c.measurements) calibration.add(m);
    const CalibrationResult result = calibration.solve();
    all.push_back(
        {std::chrono::duration<double>(Clock::now() - begin).count(), result.fit.cost, result.fit.step_count});
  }
  std::sort(all.begin(), all.end(), [](const Timed& a, const Timed& b) { return a.seconds < b.seconds; });
  return all[all.size() / 2];
}

/// SciPy's answer to the measurements in a file; no time where it has failed.
Timed by_scipy(const Case& c) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "sinew_bench_calibration.csv";
  {
    std::ofstream out(file);
    for (const Measurement& m : c.measurements) {
      std::string line;
      for (int j = 0; j < 7; ++j) line += fmt::format("{:.17g},", m.q[j]);
      for (int i = 0; i < 3; ++i) line += fmt::format("{:.17g},", m.X_MF.p[i]);
      for (int i = 0; i < 9; ++i) line += fmt::format("{:.17g}{}", m.X_MF.R(i / 3, i % 3), i < 8 ? "," : "\n");
      out << line;
    }
  }
  const std::string command =
      "/usr/bin/python3 -B " SINEW_SOURCE_DIR "/bench/calibration/scipy_route.py " + file.string();
  Timed answer;
  if (std::FILE* pipe = popen(command.c_str(), "r")) {
    if (std::fscanf(pipe, "%lf %lf", &answer.seconds, &answer.cost) != 2) answer = {};
    pclose(pipe);
  }
  std::filesystem::remove(file);
  return answer;
}

}  // namespace

int main(int argc, char** argv) {
  std::string summary = SINEW_SOURCE_DIR "/build/bench/summary.json";
  bool skip_scipy = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--skip-scipy")
      skip_scipy = true;
    else if (argument.starts_with("--summary="))
      summary = argument.substr(10);
    else
      return fmt::print(stderr, "bench_calibration [--summary=FILE] [--skip-scipy]\n"), 2;
  }
  const Case c = make_case();
  const Timed own = ours(c);
  std::vector<sinew_bench::Row> rows = {{.question = "calibration",
                                         .robot = "panda",
                                         .mode = "levenberg-marquardt",
                                         .ns = 1e9 * own.seconds,
                                         .peer = "target",
                                         .peer_ns = 1e9 * target_seconds,
                                         .ratio = own.seconds / target_seconds,
                                         .target = 1.0}};
  fmt::print("Panda, {} poses, 31 unknowns: {:.2f} ms, {} steps, cost {:.9g}; target {:.0f} ms: {}\n", pose_count,
             1e3 * own.seconds, own.steps, own.cost, 1e3 * target_seconds, sinew_bench::verdict(rows.back()));
  if (!skip_scipy) {
    const Timed theirs = by_scipy(c);
    if (!(theirs.seconds > 0.0)) return fmt::print(stderr, "SciPy gave no answer\n"), 1;
    rows.push_back({.question = "calibration",
                    .robot = "panda",
                    .mode = "levenberg-marquardt",
                    .ns = 1e9 * own.seconds,
                    .peer = "SciPy",
                    .peer_ns = 1e9 * theirs.seconds,
                    .ratio = own.seconds / theirs.seconds,
                    .target = share_of_scipy});
    fmt::print("SciPy least_squares: {:.1f} ms, cost {:.9g}; ours over theirs {:.4f}, target {:.3f}: {}\n",
               1e3 * theirs.seconds, theirs.cost, rows.back().ratio, share_of_scipy, sinew_bench::verdict(rows.back()));
    if (std::abs(theirs.cost - own.cost) > 1e-6 * own.cost) return fmt::print(stderr, "the two costs differ\n"), 1;
  }
  sinew_bench::update_json(rows, summary);
  return 0;
}
