// SPDX-License-Identifier: BSD-3-Clause
//
// From tasks to joint commands, beside KDL and NLopt in one process: saturation in the null space, a stack of priorities,
// quadratic programs, inverse kinematics.
//
//     bench_redundancy [--summary=FILE] [--poses=10000]
#include <fmt/format.h>

#include <string_view>

#include "bench/redundancy/inverse_kinematics.h"
#include "bench/redundancy/quadratic_program.h"
#include "bench/redundancy/velocity_solvers.h"
#include "bench/summary.h"

namespace {

using namespace sinew_bench;

class Results {
 public:
  void add(const std::string& question, const std::string& robot, const std::string& mode, double ns,
           const std::string& peer, double peer_ns, double target) {
    const Row row{question, robot, mode, ns, peer, peer_ns, ns / peer_ns, target};
    fmt::print("{:<22} {:<8} {:<12} {:>9.2f} us  {:>9.2f} us {:<16} {:>6.3f}  {}\n", question, robot, mode, ns / 1e3,
               peer_ns / 1e3, peer, row.ratio, target > 0.0 ? fmt::format("{} ({})", verdict(row), target) : "");
    std::fflush(stdout);
    rows.push_back(row);
  }
  std::vector<Row> rows;
};

}  // namespace

int main(int argc, char** argv) {
  std::string summary = SINEW_SOURCE_DIR "/build/bench/summary.json";
  int poses = 10000;
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option.starts_with("--summary=")) {
      summary = option.substr(10);
    } else if (option.starts_with("--poses=")) {
      poses = std::atoi(option.substr(8).data());
    } else {
      fmt::print(stderr, "{}: no such option; there are --summary=FILE and --poses=N\n", option);
      return 2;
    }
  }
  Results results;
  fmt::print("question               robot    mode              ours         theirs                    ratio\n");
  const VelocitySolverTimes velocity = time_velocity_solvers();
  const std::string pinv = "KDL pinv";
  results.add("sns_velocity", "panda", "optimal", velocity.sns_optimal_ns, pinv, velocity.kdl_pinv_ns, 1.0);
  results.add("sns_velocity", "panda", "fast", velocity.sns_fast_ns, pinv, velocity.kdl_pinv_ns, 1.0);
  results.add("sns_velocity", "panda", "basic", velocity.sns_basic_ns, pinv, velocity.kdl_pinv_ns, 1.0);
  results.add("priority_stack", "panda", "four levels", velocity.stack_ns, pinv, velocity.kdl_pinv_ns, 2.0);
  fmt::print("  without bounds, KDL's answer and ours differ by {:.1e}\n", velocity.largest_difference);
  const QuadraticProgramTimes programs = time_quadratic_programs();
  results.add("quadratic_program", "", "n=12 m=24", programs.ours_ns, "NLopt SLSQP", programs.slsqp_ns, 0.08);
  results.add("quadratic_program", "", "warm start", programs.ours_warm_ns, "NLopt SLSQP", programs.slsqp_ns, 0.08);
  for (const InverseKinematicsTimes& times : time_inverse_kinematics(poses)) {
    results.add("inverse_kinematics", times.robot, "median", times.ours_median_ns, "KDL LMA", times.kdl_median_ns,
                0.25);
    fmt::print(
        "  solved to 1e-8 within limits: ours {:.3f} % of {}, KDL {:.2f} % ({:.2f} % without regard to limits)\n",
        100.0 * times.ours_success, poses, 100.0 * times.kdl_success_within_limits, 100.0 * times.kdl_success);
  }
  update_json(results.rows, summary);
}
