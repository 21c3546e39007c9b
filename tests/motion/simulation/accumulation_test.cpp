// SPDX-License-Identifier: BSD-3-Clause
//
// Impacts that follow one another without end, across several joints, and runs that cannot go on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sinew/errors/diagnostic.h"
#include "sinew/model/build_model.h"
#include "tests/motion/simulation/machines.h"
#include "tests/support/descriptions.h"
#include "tests/support/soak.h"

namespace sinew_test {
namespace {

using Kind = sinew::SimulationEvent::Kind;
using sinew::SimulationMethod;

/// False where the run has not ended after so many steps.
bool ends_within(sinew::Simulation& run, long steps) {
  while (!run.ended() && steps-- > 0) run.step();
  return run.ended();
}

sinew::SimulationSettings with_stops(SimulationMethod method, double restitution, double until) {
  auto settings = settings_of(method);
  settings.stops = true;
  settings.restitution = {restitution};
  settings.until = until;
  return settings;
}

/// Two slides of 1 kg, the second one on the first at 60° to it: M = [2 ½; ½ 1] everywhere. The lower stop of the first
/// and the upper stop of the second are at 0.
sinew::Arm crossed_slides(const std::string& joint = "") {
  return arm_of(
      "sinew: 1\nname: slides\nlinks:\n"
      "  - {name: a, axis: x, joint: {name: a, kind: prismatic, limits: {position: [0, 5]}" +
      joint +
      "}, mass: 1}\n"
      "  - {name: b, axis: x, pose: Rz(60deg), joint: {name: b, kind: prismatic, limits: {position: [-5, 0]}" +
      joint + "}, mass: 1}\n");
}

std::shared_ptr<Law> pressed(double a, double b) {
  return law([=](double, auto, auto, sinew::Out<double> tau) { tau[0] = -a, tau[1] = b; });
}

TEST(JointsThatThrowEachOther, RestTogetherAtTheEndOfAllTheirImpacts) {
  // the second one falls on its stop and throws the first one off, which comes back and throws the second one off, ...
  const double M11 = 2.0, M12 = 0.5, M22 = 1.0, F1 = 3.0, F2 = 2.0, height = 0.3;
  const double a1 = F1 / M11, a2 = F2 / M22, fall = std::sqrt(2.0 * height / a2), v = a2 * fall;
  const double first = M12 / M11 * v, second = M12 / M22 * first, c = second / v;
  const double end = fall + (2.0 * first / a1 + 2.0 * second / a2) / (1.0 - c);
  for (const SimulationMethod method : {SimulationMethod::Automatic, SimulationMethod::RungeKutta4,
                                        SimulationMethod::Stiff, SimulationMethod::EnergyKeeping}) {
    sinew::Simulation run(crossed_slides(), with_stops(method, 0.0, 4.0), pressed(F1, F2));
    const double q[] = {0.0, -height}, qd[] = {0.0, 0.0};
    run.start(0.0, q, qd);
    ASSERT_TRUE(ends_within(run, 10000)) << static_cast<int>(method) << " is at " << run.t();
    const auto hits = events_of(run, Kind::HitsStop), ends = events_of(run, Kind::BouncesEnd);
    ASSERT_GE(hits.size(), 8U);
    EXPECT_NEAR(hits[1].t, fall + 2.0 * first / a1, 1e-9);
    EXPECT_NEAR(hits[1].value, -first, 1e-9);
    EXPECT_NEAR(hits[2].value, second, 1e-9);
    ASSERT_EQ(ends.size(), 2U) << static_cast<int>(method);
    for (const auto& one : ends) EXPECT_NEAR(one.t, end, 1e-9) << static_cast<int>(method);
    EXPECT_EQ(ends[0].value + ends[1].value, static_cast<double>(hits.size()));
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(run.q()[i], 0.0);
      EXPECT_EQ(run.qd()[i], 0.0);
    }
    // all that the press has given is lost in impacts
    EXPECT_NEAR(run.ledger().impacts[0] + run.ledger().impacts[1], F2 * height, 1e-9);
  }
}

TEST(JointsThatThrowEachOther, ComeToRestWithAnyRestitutionAndFriction) {
  for (const double restitution : {0.0, 0.3, 0.6, 0.9})
    for (const char* friction : {"", ", friction: {viscous: 0.2}", ", friction: {coulomb: 0.3, static: 0.4}"}) {
      sinew::Simulation run(crossed_slides(friction), with_stops(SimulationMethod::Automatic, restitution, 40.0),
                            pressed(3.0, 2.0));
      const double q[] = {0.4, -0.3}, qd[] = {0.0, 0.0};
      run.start(0.0, q, qd);
      ASSERT_TRUE(ends_within(run, 40000)) << restitution << friction << " is at " << run.t();
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(run.q()[i], 0.0) << restitution << friction;
        EXPECT_EQ(run.qd()[i], 0.0) << restitution << friction;
      }
      EXPECT_NEAR(run.ledger().residual(), 0.0, 1e-8) << restitution << friction;
    }
}

TEST(JointsThatThrowEachOther, GoOnWhereOneIsPulledAway) {
  // the press on the first one turns at 2.5 s: it leaves the stop on which both rest since the end of their impacts
  sinew::Simulation run(crossed_slides(), with_stops(SimulationMethod::Automatic, 0.2, 3.0),
                        law([](double t, auto, auto, sinew::Out<double> tau) {
                          tau[0] = 8.0 * (t - 2.5) - 1.0;  // held is −τ₁ + M₁₂·0
                          tau[1] = 2.0;
                        }));
  const double q[] = {0.0, -0.1}, qd[] = {0.0, 0.0};
  run.start(0.0, q, qd);
  ASSERT_TRUE(ends_within(run, 10000)) << run.t();
  const auto leaves = events_of(run, Kind::LeavesStop);
  ASSERT_FALSE(leaves.empty());
  EXPECT_EQ(leaves.back().velocity_index, 0);
  EXPECT_NEAR(leaves.back().t, 2.625, 1e-9);
  EXPECT_GT(run.q()[0], 0.0);
}

TEST(Panda, WhoseJointsTakeTurnsAtTheirStopsComesToItsEnd) {
  auto settings = settings_of(SimulationMethod::Automatic);
  settings.stops = true;
  settings.until = 1.0;
  sinew::Simulation run(sinew::load(SINEW_SOURCE_DIR "/robots/panda.yaml"), settings,
                        law([](double t, auto, auto, sinew::Out<double> tau) { tau[0] = 5.0 * std::sin(t); }));
  const double q[] = {0, -0.6, 0, -2.2, 0, 1.7, 0.8, 0.01};
  const std::vector<double> qd(8, 0.0);
  run.start(0.0, q, qd);
  ASSERT_TRUE(ends_within(run, 20000)) << run.t();
  EXPECT_GE(events_of(run, Kind::BouncesEnd).size(), 2U);
  EXPECT_NEAR(run.ledger().residual(), 0.0, 1e-7);
}

/// What must hold while a random tree falls on its stops.
void expect_sound_run(sinew::Simulation& run, const std::string& what) {
  const auto lost_so_far = [&] {
    const std::vector<double> lost = run.ledger().impacts;
    return std::accumulate(lost.begin(), lost.end(), 0.0);
  };
  const double size = 1.0 + std::abs(run.ledger().at_start);
  double lost = lost_so_far();
  for (long steps = 0; !run.ended(); ++steps) {
    ASSERT_LT(steps, 200000) << what << " is at " << run.t();
    run.step();
    const double now = lost_so_far();
    ASSERT_GE(now, lost - 1e-11 * size) << what << " at " << run.t();
    lost = now;
    for (const auto& link : run.arm().model().links()) {
      const double own = link.multiplier * run.q()[sinew::at(link.position_index)] + link.offset;
      ASSERT_GE(own, link.limits.lower - 1e-9) << what << " at " << run.t();
      ASSERT_LE(own, link.limits.upper + 1e-9) << what << " at " << run.t();
    }
  }
  EXPECT_NEAR(run.ledger().residual(), 0.0, 1e-6 * size) << what;
}

/// A tree whose joints have little room to move.
sinew::RobotDescription<double> tight_tree(std::uint64_t seed) {
  auto tree = a_random_tree(seed, 8, seed % 5 == 0);
  add_missing_bodies(tree, seed);
  Random random(seed);
  for (auto& joint : tree.joints) {
    const double below = random.uniform(0.02, 0.4), above = random.uniform(0.02, 0.4);
    if (joint.mimic) continue;  // its leader has stops
    joint.limits.lower = -below;
    joint.limits.upper = above;
  }
  return tree;
}

/// How many impacts and ends of bounces there were.
struct Counts {
  std::size_t hits = 0, ends = 0;
};

/// Drops a robot at q = 0.
Counts dropped(const sinew::Arm& arm, SimulationMethod method, double restitution, const std::string& what) {
  sinew::Simulation run(arm, with_stops(method, restitution, 5.0));
  std::vector<double> q(sinew::at(arm.position_count()), 0.0);
  if (arm.model().floating_base()) q[6] = 1.0;
  const std::vector<double> qd(sinew::at(arm.velocity_count()), 0.0);
  run.start(0.0, q, qd);
  expect_sound_run(run, what + " with " + std::to_string(restitution));
  return {events_of(run, Kind::HitsStop).size(), events_of(run, Kind::BouncesEnd).size()};
}

TEST(RandomTreesBetweenTightStops, AllComeToTheirEnd) {
  Counts all;
  for (std::uint64_t seed = 1; seed <= case_count<std::uint64_t>(50, 500); ++seed)
    for (const double restitution : {0.0, 0.3, 0.9}) {
      const sinew::Arm arm(sinew::build_model(tight_tree(seed)));
      const Counts one = dropped(arm, SimulationMethod::Automatic, restitution, "tree " + std::to_string(seed));
      all.hits += one.hits;
      all.ends += one.ends;
    }
  EXPECT_GT(all.hits, 20000U);
  EXPECT_GT(all.ends, 300U);
}

TEST(RandomTreesThatRubBetweenTightStops, AllComeToTheirEnd) {
  Counts all;
  // from 230 on: there a joint leaves a stop for less than its position shows, as often as another one sticks
  for (std::uint64_t seed = case_count<std::uint64_t>(230, 1); seed <= case_count<std::uint64_t>(250, 500); ++seed)
    for (const double restitution : {0.0, 0.5}) {
      auto tree = tight_tree(seed);
      add_joint_forces(tree, seed);
      const sinew::Arm arm(sinew::build_model(tree));
      all.hits += dropped(arm, SimulationMethod::Automatic, restitution, "rubbing tree " + std::to_string(seed)).hits;
    }
  EXPECT_GT(all.hits, 200U);
}

TEST(LawThatJumpsAtRest, IsRefusedWithJointTimeAndRemedy) {
  // it lifts a block that rests and throws down one that moves: there is no motion that obeys it
  const auto drive =
      law([](double, auto, sinew::In<double> qd, sinew::Out<double> tau) { tau[0] = qd[0] == 0.0 ? 20.0 : -20.0; });
  for (const double restitution : {0.0, 0.5}) {
    sinew::Simulation run(lift("limits: {position: [0, 5]}"),
                          with_stops(SimulationMethod::RungeKutta4, restitution, 1.0), drive);
    const double q[] = {0.0}, qd[] = {0.0};
    run.start(0.0, q, qd);
    try {
      ASSERT_TRUE(ends_within(run, 20000)) << restitution << " is at " << run.t();
      FAIL() << "no refusal";
    } catch (const sinew::InputError& refusal) {
      const sinew::Diagnostic& one = refusal.diagnostics().front();
      EXPECT_THAT(one.what, testing::AllOf(testing::HasSubstr("at t = "), testing::HasSubstr("'height'"),
                                           testing::HasSubstr("events")));
      EXPECT_THAT(one.remedy, testing::HasSubstr("jumps"));
    }
  }
}

}  // namespace
}  // namespace sinew_test
