// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <thread>

#include "tests/readings/every_call.h"

namespace {

using namespace sinew_test;
using sinew::Instructions;

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

std::vector<std::vector<double>> results(const sinew::Model<double>& model, Instructions use, std::uint64_t seed) {
  const EveryCall every(model, use, seed);
  std::vector<std::vector<double>> y;
  for (const auto& call : every.calls()) {
    call.run();
    y.push_back(call.given());
  }
  return y;
}

std::vector<sinew::Model<double>> some_robots() {
  std::vector<sinew::Model<double>> robots;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) robots.push_back(a_rich_robot(seed, seed % 2 == 0, seed > 3));
  for (int joints = 2; joints <= 8; ++joints)
    robots.push_back(sinew::build_model(a_random_chain(static_cast<std::uint64_t>(joints), joints)));
  return robots;
}

TEST(EveryCall, GivesFiniteNumbers) {
  for (const auto& model : some_robots())
    for (const auto use : {Instructions::Plain, Instructions::Avx2})
      for (const auto& numbers : results(model, use, 1))
        for (const double x : numbers) EXPECT_TRUE(std::isfinite(x));
}

TEST(EveryCall, GivesTheSameBitsAgain) {
  for (const auto& model : some_robots())
    for (const auto use : {Instructions::Plain, Instructions::Avx2}) {
      const EveryCall every(model, use, 1);
      const auto fresh = results(model, use, 1);
      // in another order, on scratch that all others have used
      for (int round = 0; round < 3; ++round)
        for (std::size_t i = every.calls().size(); i-- > 0;) {
          every.calls()[i].run();
          EXPECT_TRUE(same_bits(every.calls()[i].given(), fresh[i])) << every.calls()[i].name;
        }
    }
}

TEST(EveryCall, GivesTheSameOnBothInstructionSetsButForRoundOff) {
  if (sinew::best_instructions() != Instructions::Avx2) GTEST_SKIP() << "this processor has no AVX2";
  double worst = 0.0;
  for (const auto& model : some_robots()) {
    const EveryCall names(model, Instructions::Plain, 1);
    const auto plain = results(model, Instructions::Plain, 1), avx2 = results(model, Instructions::Avx2, 1);
    for (std::size_t i = 0; i < plain.size(); ++i) {
      double size = 0.0, apart = 0.0;
      for (std::size_t k = 0; k < plain[i].size(); ++k) {
        size = std::max(size, std::abs(plain[i][k]));
        apart = std::max(apart, std::abs(plain[i][k] - avx2[i][k]));
      }
      const std::string& name = names.calls()[i].name;
      const bool solved = name.find("forward") != std::string::npos || name == "inverse_mass_matrix";
      worst = std::max(worst, apart / size);
      EXPECT_LE(apart, (solved ? 1e-11 : 1e-13) * size) << model.name() << ", " << name;
    }
  }
  RecordProperty("worst", std::to_string(worst * 1e16) + "e-16");
}

TEST(EightThreads, ShareAModelAndGetTheSameBits) {
  const auto model = a_rich_robot(4, true);
  for (const auto use : {Instructions::Plain, Instructions::Avx2}) {
    const auto expected = results(model, use, 1);
    std::vector<std::vector<std::vector<double>>> found(8);
    std::vector<std::thread> threads;
    for (auto& mine : found)
      threads.emplace_back([&model, &mine, use] {
        for (int round = 0; round < 20; ++round) mine = results(model, use, 1);
      });
    for (std::thread& thread : threads) thread.join();
    for (const auto& mine : found)
      for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_TRUE(same_bits(mine[i], expected[i])) << i;
  }
}

}  // namespace
