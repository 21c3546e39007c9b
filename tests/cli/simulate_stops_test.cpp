// SPDX-License-Identifier: BSD-3-Clause
/// Stops, restitution and audits of simulated runs, through the command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <map>

#include "tests/cli/command_line.h"
#include "tests/support/elastic_arm.h"

namespace {

using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A kilogram on each of two horizontal slides at right angles, which do not feel each other; stops at 0.
void write_table(const std::filesystem::path& folder, const std::string& of_x, const std::string& of_y) {
  const auto link = [](const std::string& axis, const std::string& mass, const std::string& limits) {
    return "  - {name: " + axis + "_carriage, axis: " + axis + ", joint: {name: " + axis +
           ", kind: prismatic, limits: {position: [0, 5]" + limits + "}}, mass: " + mass + "}\n";
  };
  std::ofstream(folder / "table.yaml") << "sinew: 1\nname: table\nlinks:\n"
                                       << link("x", "1", of_x) << link("y", "1", of_y);
}

/// The times at which a joint hits its stop.
std::vector<double> hits_of(const nlohmann::json& answer, const std::string& joint) {
  std::vector<double> times;
  for (const auto& event : answer["events"])
    if (event["kind"] == "hits its stop" && event["joint"].get<std::string>().starts_with(joint))
      times.push_back(event["t"].get<double>());
  return times;
}

/// It falls from 1 m with a, and then flies for 2·v·rᵏ/a between its hits.
void expect_bounces(const std::vector<double>& hits, double a, double r) {
  ASSERT_GE(hits.size(), 6U);
  double t = std::sqrt(2.0 / a), flight = 2.0 * t * r;
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(hits[k], t, 1e-9) << k;
    t += flight;
    flight *= r;
  }
}

// the whole mass is 2 kg along x, and 1 kg along y
const std::string pushed = "simulate table.yaml --q 1,1 --tau \"-4, -2\" --until 10s --samples 2 ";

TEST(SimulateStops, BounceAsTheLimitsOfTheFileSay) {
  const TemporaryFolder folder;
  write_table(folder.path(), ", restitution: 0.5", ", restitution: 0.7");
  const auto answer = json_of(pushed, folder.path());
  expect_bounces(hits_of(answer, "x"), 2.0, 0.5);
  expect_bounces(hits_of(answer, "y"), 2.0, 0.7);
}

TEST(SimulateStops, TakeAnotherRestitutionForTheJointsThatAreNamed) {
  const TemporaryFolder folder;
  write_table(folder.path(), ", restitution: 0.5", "");
  const auto both = json_of(pushed + "--restitution y=0.7", folder.path());
  expect_bounces(hits_of(both, "x"), 2.0, 0.5);
  expect_bounces(hits_of(both, "y"), 2.0, 0.7);
  const auto one = json_of(pushed + "--restitution x=0.6", folder.path());
  expect_bounces(hits_of(one, "x"), 2.0, 0.6);
  EXPECT_EQ(hits_of(one, "y").size(), 1U);  // the file says nothing of it
  const auto all = json_of(pushed + "--restitution 0.8", folder.path());
  expect_bounces(hits_of(all, "x"), 2.0, 0.8);
  expect_bounces(hits_of(all, "y"), 2.0, 0.8);
}

TEST(SimulateStops, OfAPandaWhoseJointsTakeTurnsAtThemEndInTime) {
  const auto answer =
      json_of("simulate panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0.01 --until 1s --tau1 \"5*sin(t)\" --samples 11");
  ASSERT_FALSE(answer.is_null());
  EXPECT_EQ(answer["duration"], 1.0);
  int ends = 0;
  for (const auto& event : answer["events"]) ends += event["kind"] == "ends its bounces" ? 1 : 0;
  EXPECT_GE(ends, 2);
  EXPECT_LT(std::abs(answer["energy"]["residual"].get<double>()), 1e-6);
}

TEST(SimulateStops, LetARunBeInterruptedAmongItsImpacts) {
  // a perfectly elastic block between stops that are a micrometre apart: two million impacts a second, without end
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "rattle.yaml")
      << "sinew: 1\nname: rattle\nlinks:\n  - {name: block, axis: x, joint: {name: x, kind: prismatic, limits: "
         "{position: [0, 1e-6], restitution: 1}}, mass: 1}\n";
  const auto begin = std::chrono::steady_clock::now();
  const Outcome run = sinew_test::run("timeout --foreground -s INT 1 '" SINEW_COMMAND
                                      "' simulate rattle.yaml --q 5e-7 --qd 2 --until 1s --format csv --out run.csv",
                                      folder.path());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_EQ(run.code, 124) << run.err;  // of timeout: it had to interrupt
  EXPECT_LT(seconds, 2.0);
  EXPECT_THAT(sinew_test::text_of(folder.path() / "run.csv"), HasSubstr("interrupted"));
}

TEST(SimulateAudit, OfARecordedRunClosesWithTheSameFigures) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "arm.yaml")
      << "sinew: 1\nname: arm\ngravity: [0, 0, -9.81]\nlinks:\n"
         "  - {name: a, axis: y, joint: {name: shoulder, kind: revolute, friction: {viscous: 0.3, coulomb: 0.4}}, "
         "mass: 1,"
         " com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.1]}\n"
         "  - {name: b, axis: y, joint: {name: elbow, kind: revolute, friction: {viscous: 0.1}}, pose: Tz(-1),"
         " mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.1]}\n";
  const std::string run = "simulate arm.yaml --q 1,0.5 --tau \"3*sin(4*t), 0\" --until 3s --samples 3001 ";
  const Outcome done = sinew(run + "--format csv --out run.csv", folder.path());
  ASSERT_EQ(done.code, 0) << done.err;
  const auto simulated = json_of(run, folder.path())["energy"];
  const Outcome page = sinew("audit arm.yaml run.csv", folder.path());
  EXPECT_EQ(page.code, 0) << page.out << page.err;
  EXPECT_THAT(page.out, AllOf(HasSubstr("The energy closes"), HasSubstr("No signal is suspect.")));
  const auto audited = json_of("audit arm.yaml run.csv", folder.path());
  for (const char* work : {"drive", "viscous", "dry"}) {
    double sum = 0.0;
    for (const auto& one : simulated[work]) sum += one.get<double>();
    EXPECT_GT(std::abs(sum), 0.05) << work;
    EXPECT_NEAR(audited["whole"][work].get<double>(), sum, 1e-3 * std::abs(sum)) << work;
  }
  EXPECT_NEAR(audited["whole"]["stored"].get<double>(),
              simulated["total"].get<double>() - simulated["at_start"].get<double>(), 1e-3);
}

TEST(SimulateAudit, AndAuditUseTheSameWords) {
  const TemporaryFolder folder;
  write_table(folder.path(), "}, friction: {viscous: 0.1, coulomb: 0.2", "");
  const Outcome page = sinew("simulate table.yaml --q 1,1 --qd 1,1 --until 1s --audit", folder.path());
  ASSERT_EQ(page.code, 0) << page.err;
  const Outcome log = sinew("audit two_link_2r examples/logs/two_link_swing.csv");
  for (const char* word : {"Where the energy went", "drive", "viscous", "dry"}) {
    EXPECT_THAT(page.out, HasSubstr(word));
    EXPECT_THAT(log.out, HasSubstr(word));
  }
  EXPECT_THAT(log.out, Not(HasSubstr("actuators")));
}

TEST(SimulateElastic, AnElasticArmFallsSwingsAndKeepsItsLedger) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "elastic.yaml") << sinew_test::elastic_arm;
  const auto answer = json_of("simulate elastic.yaml --until 2s --samples 21", folder.path());
  ASSERT_FALSE(answer.is_null());
  EXPECT_LT(std::abs(answer["energy"]["residual"].get<double>()), 1e-6);
  EXPECT_EQ(answer["states"][20]["q"].size(), 4U);
  EXPECT_LT(answer["states"][20]["q"][1].get<double>(), -0.5);  // it hangs down at −90°
}

}  // namespace
