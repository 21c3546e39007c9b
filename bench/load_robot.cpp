// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/load.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace {

/// Every robot that we ship, by its file.
std::vector<std::filesystem::path> shipped_robots() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(SINEW_SOURCE_DIR "/robots"))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// From the file on disk to a model ready to compute with, every check included.
void load_robot(benchmark::State& state, const std::string& file) {
  for (auto _ : state) benchmark::DoNotOptimize(sinew::load_robot(file));
}

}  // namespace

int main(int argc, char** argv) {
  for (const auto& file : shipped_robots())
    benchmark::RegisterBenchmark(("load_robot/" + file.stem().string()).c_str(), load_robot, file.string())
        ->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
