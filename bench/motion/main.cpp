// SPDX-License-Identifier: BSD-3-Clause
//
// Quantities along a motion of Panda, to text in memory as `sinew motion --format csv` writes it: torque columns of 100 000
// samples, and full traces; the search for limits.
//
//     bench_motion [--summary=FILE]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "bench/summary.h"
#include "sinew/motion/extremes/motion_search.h"
#include "sinew/motion/trajectory/profile.h"
#include "sinew/report/motion/motion_rows.h"

namespace {

using namespace sinew;
using sinew_bench::Row;

RobotMotion panda_motion(Profile profile) {
  Arm arm = load(SINEW_SOURCE_DIR "/robots/panda.yaml");
  Eigen::VectorXd from(arm.velocity_count()), to(arm.velocity_count());
  from << 0, -0.6, 0, -2.2, 0, 1.7, 0.8, 0;
  to << 0.5, 0.2, -0.3, -1.5, 0.4, 2.2, 0.1, 0.02;
  auto trajectory = std::make_shared<const Trajectory>(line_path(from, to), profile_clock(profile, 10.0));
  return {std::move(arm), std::move(trajectory)};
}

template <class Work>
double seconds_of(const Work& work) {
  constexpr int repeats = 3;
  double best = 1e9;
  for (int i = 0; i < repeats; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

struct Written {
  double seconds = 0.0;
  long bytes = 0, numbers = 0;
};

Written write_csv(const RobotMotion& motion, const std::string& show, int samples, int threads) {
  const std::vector<NamedQuantity> quantities = QuantityCatalogue(motion).chosen(show);
  const CsvMotionRows format(quantities);
  const SampleTimes times = SampleTimes::counted(motion.trajectory->duration(), samples);
  Written written;
  for (const NamedQuantity& one : quantities) written.numbers += std::ssize(one.measures) * samples;
  written.seconds = seconds_of([&] {
    written.bytes = 0;
    write_motion_rows(motion, quantities, times, 0.0, format, threads, [&](std::string_view text, long) {
      written.bytes += static_cast<long>(text.size());
      return true;
    });
  });
  return written;
}

class Results {
 public:
  void add(const std::string& question, const std::string& mode, double seconds, double target_seconds) {
    const Row row{question, "panda", mode, 1e9 * seconds, "target", 1e9 * target_seconds, seconds / target_seconds,
                  1.0};
    fmt::print("{:<24} {:<24} {:>12.3f} us  target {:>12.3f} us  {}\n", question, mode, 1e6 * seconds,
               1e6 * target_seconds, verdict(row));
    rows.push_back(row);
  }
  std::vector<Row> rows;
};

}  // namespace

int main(int argc, char** argv) {
  std::string summary = SINEW_SOURCE_DIR "/build/bench/summary.json";
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (!option.starts_with("--summary=")) {
      fmt::print(stderr, "{}: no such option; there is --summary=FILE\n", option);
      return 2;
    }
    summary = option.substr(10);
  }
  Results results;
  const RobotMotion motion = panda_motion(Profile::Quintic);
  for (const int threads : {1, 2}) {
    const std::string mode = threads == 1 ? "1 thread" : "2 threads";
    const Written torques = write_csv(motion, "q,qd,qdd,torque", 100'000, threads);
    results.add("motion_torques_csv", mode + ", 1e5 samples", torques.seconds, 1.0);
    const Written traces = write_csv(motion, "q,qd,qdd,torque,causes,links", 20'000, threads);
    results.add("motion_traces_csv", mode + ", 1e7 numbers", traces.seconds * 1e7 / static_cast<double>(traces.numbers),
                1.0);
    fmt::print("  traces: {:.1f} million numbers/s, {:.0f} MB/s\n",
               1e-6 * static_cast<double>(traces.numbers) / traces.seconds,
               1e-6 * static_cast<double>(traces.bytes) / traces.seconds);
  }
  results.add("motion_limits", "between samples", seconds_of([&] { search_motion(motion, {}); }), 0.1);
  sinew_bench::update_json(results.rows, summary);
}
