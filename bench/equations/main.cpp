// SPDX-License-Identifier: BSD-3-Clause
//
// How long it takes from a robot's file to its printed equations of motion, and how much memory: arms that SymPy derives
// as well, the Puma 560, and chains of one to seven joints.
//
//     bench_equations [--summary=FILE] [--skip-sympy] [--sympy-seconds=600]
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "bench/equations/measure.h"
#include "bench/summary.h"

namespace {

using namespace sinew_bench;

struct Options {
  std::string summary = SINEW_SOURCE_DIR "/build/bench/summary.json";
  bool skip_sympy = false;
  double sympy_seconds = 600.0;
};

constexpr double share_of_sympy = 0.01;
constexpr double puma_seconds = 60.0, puma_bytes = 2.0 * 1024 * 1024 * 1024;
constexpr int most_chain_joints = 7;

const char* const header =
    "Equations of motion, from a robot's text to theirs. Targets: a hundredth of SymPy's time; about 50 ms for the\n"
    "planar 2R and 2 s for the spatial 3R, all ten inertial parameters of each link symbols; a minute and 2 GiB for "
    "the\n"
    "Puma 560. A ratio of `target` is that of the time to keep.\n\n";

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} us", 1e6 * seconds);
  return seconds < 1.0 ? fmt::format("{:.1f} ms", 1e3 * seconds) : fmt::format("{:.1f} s", seconds);
}

const char* form_name(Form form) { return form == Form::Closed ? "closed_form" : "intermediate_form"; }

/// What was asked, and what came of it.
std::string line(const std::string& robot, const std::string& form, const Measured& answer) {
  const std::string time =
      answer.end == Measured::End::Failed ? "failed" : (answer.is_answered() ? "" : "> ") + time_text(answer.seconds);
  return fmt::format("{:<18} {:<18} {:>9} {:>5.0f} MiB {:>9.0f} ", robot, form, time,
                     answer.peak_bytes / (1024.0 * 1024.0), answer.characters);
}

/// Prints what was measured, a line each, and keeps the rows.
class Results {
 public:
  explicit Results(const Options& options) : options_(options) {
    fmt::print("{}{:<18} {:<18} {:>9} {:>9} {:>9}   ours over theirs\n", header, "robot", "form", "time", "memory",
               "letters");
  }

  void arm(const std::string& name, double target_seconds) {
    const Question question = arm_question(name);
    const Measured ours = told(question, {});
    compare(question, ours, "target", target_seconds, 1.0);
    if (!options_.skip_sympy) compare_with_sympy(question, ours);
    fmt::print("\n");
  }

  void puma(bool all_ten) {
    const Question question = puma_question(all_ten);
    const Measured ours = told(question, {.seconds = 5 * puma_seconds});
    compare(question, ours, "target", puma_seconds, 1.0);
    fmt::print("  memory {}\n", ours.is_answered() && ours.peak_bytes <= puma_bytes ? "met" : "MISSED");
  }

  /// Each length beside the one before.
  void chains(Form form) {
    Measured before;
    for (int joints = 1; joints <= most_chain_joints; ++joints) {
      const Question question = chain_question(joints, form);
      const Measured now = told(question, {.seconds = 120.0});
      if (before.is_answered()) compare(question, now, "one joint less", before.seconds, 0.0);
      fmt::print("\n");
      before = now;
    }
  }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  Measured told(const Question& question, const Limits& limits) {
    const Measured answer = measured(question, limits);
    fmt::print("{}", line(question.robot, form_name(question.form), answer));
    return answer;
  }

  void compare_with_sympy(const Question& question, const Measured& ours) {
    std::fflush(stdout);
    fmt::print(stderr, "\n(SymPy derives {}: up to {:.0f} s)\n", question.robot, options_.sympy_seconds);
    const Measured theirs = measured_sympy(question.robot, {.seconds = options_.sympy_seconds});
    if (theirs.end != Measured::End::Failed)
      compare(question, ours, theirs.is_answered() ? "SymPy" : "SymPy, unfinished", theirs.seconds, share_of_sympy);
    fmt::print("\n{}", line("  by SymPy", "lagrange", theirs));
  }

  void compare(const Question& question, const Measured& ours, const std::string& peer, double peer_seconds,
               double target) {
    if (!ours.is_answered()) return;
    const Row row{.question = form_name(question.form),
                  .robot = question.robot,
                  .mode = "newton-euler",
                  .ns = 1e9 * ours.seconds,
                  .peer = peer,
                  .peer_ns = 1e9 * peer_seconds,
                  .ratio = ours.seconds / peer_seconds,
                  .target = target,
                  .peak_bytes = ours.peak_bytes};
    fmt::print("  {:.2g} {}", row.ratio, peer);
    if (target > 0) fmt::print(" (target {}: {})", target, verdict(row));
    rows_.push_back(row);
  }

  const Options& options_;
  std::vector<Row> rows_;
};

/// False where one is not known.
bool read_options(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option.starts_with("--summary="))
      options.summary = option.substr(10);
    else if (option.starts_with("--sympy-seconds="))
      options.sympy_seconds = std::atof(argv[i] + 16);
    else if (option == "--skip-sympy")
      options.skip_sympy = true;
    else
      return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read_options(argc, argv, options)) {
    fmt::print(stderr, "usage: bench_equations [--summary=FILE] [--skip-sympy] [--sympy-seconds=600]\n");
    return 2;
  }
  Results results(options);
  results.arm("planar_2r", 0.05);
  results.arm("spatial_3r", 2.0);
  results.puma(false);
  results.puma(true);
  results.chains(Form::Intermediate);
  results.chains(Form::Closed);
  update_json(results.rows(), options.summary);
  fmt::print("\nalso in {}\n", options.summary);
}
