// SPDX-License-Identifier: BSD-3-Clause
//
// How long our answers take and other libraries' to the same questions: one process, one thread, the same arms at the
// same states, and all of them by turns, so that a busy moment of the machine hits all alike.
//
//     bench_dynamics [--summary=FILE] [--robots=panda,ur5,iiwa14] [Google Benchmark's own options]
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdio>
#include <sstream>
#include <string_view>

#include "bench/dynamics/questions.h"
#include "bench/dynamics/summary.h"

namespace {

using namespace sinew_bench;

constexpr std::size_t state_count = 64;

/// An arm with all that can answer for it.
struct Subject {
  explicit Subject(const std::string& robot)
      : name(robot),
        arm(sinew_peers::shipped_arm(robot)),
        states(sinew_peers::random_states(arm, state_count)),
        peers(sinew_peers::peers_of(arm)),
        answers(arm) {
    for (const auto& peer : peers) peer->take(states);
  }

  std::string name;
  sinew::Model<double> arm;
  std::vector<sinew_peers::State> states;
  std::vector<std::unique_ptr<sinew_peers::Peer>> peers;
  Answers answers;
  std::vector<std::unique_ptr<sinew::Workspace>> workspaces;
};

void add_ours(Subject& subject, const Question& question, sinew::Instructions instructions, const char* mode) {
  subject.workspaces.push_back(std::make_unique<sinew::Workspace>(subject.arm, instructions));
  const auto run = [&subject, &question, &work = *subject.workspaces.back()](benchmark::State& state) {
    std::size_t k = 0;
    for (auto _ : state) {
      question.ours(subject.arm, subject.states[k++ % state_count], work, subject.answers);
      benchmark::ClobberMemory();
    }
  };
  benchmark::RegisterBenchmark(Timed{question.name, subject.name, mode}.name().c_str(), run);
}

void add_theirs(const Subject& subject, const Question& question, sinew_peers::Peer& peer) {
  const auto run = [&question, &peer](benchmark::State& state) {
    std::size_t k = 0;
    for (auto _ : state) {
      (peer.*question.theirs)(k++ % state_count);
      benchmark::ClobberMemory();
    }
  };
  benchmark::RegisterBenchmark(Timed{question.name, subject.name, peer.name()}.name().c_str(), run);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

/// Says how far it is, and keeps the medians.
class Medians : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.aggregate_name != "median") continue;
      const std::vector<std::string> name = split(run.run_name.function_name, '/');
      times[{name[0], name[1], name[2]}] = run.GetAdjustedCPUTime();
    }
  }

  Times times;
};

}  // namespace

int main(int argc, char** argv) {
  std::string summary = SINEW_SOURCE_DIR "/build/bench/summary.json", robots = "panda,ur5,iiwa14";
  std::vector<std::string> options = {argv[0], "--benchmark_repetitions=15", "--benchmark_min_time=0.02",
                                      "--benchmark_enable_random_interleaving=true"};
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option.starts_with("--summary="))
      summary = option.substr(10);
    else if (option.starts_with("--robots="))
      robots = option.substr(9);
    else
      options.emplace_back(option);
  }

  std::vector<std::unique_ptr<Subject>> subjects;
  for (const std::string& robot : split(robots, ',')) {
    Subject& subject = *subjects.emplace_back(std::make_unique<Subject>(robot));
    for (const Question& question : questions()) {
      add_ours(subject, question, sinew::Instructions::Plain, "plain");
      if (sinew::best_instructions() == sinew::Instructions::Avx2)
        add_ours(subject, question, sinew::Instructions::Avx2, "avx2");
      for (const auto& peer : subject.peers)
        if (question.theirs) add_theirs(subject, question, *peer);
    }
  }

  std::vector<char*> arguments;
  for (std::string& option : options) arguments.push_back(option.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  Medians medians;
  benchmark::RunSpecifiedBenchmarks(&medians);

  const std::vector<Row> rows = rows_of(medians.times, split(robots, ','));
  fmt::print("{}", table(rows));
  update_json(rows, summary);
  fmt::print("\nalso in {}\n", summary);
}
