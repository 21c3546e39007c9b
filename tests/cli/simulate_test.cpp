// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numbers>
#include <random>
#include <sstream>
#include <thread>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using sinew_test::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr double degree = std::numbers::pi / 180.0;

const std::string dropped_arm = "simulate two_link_2r --q 20deg,40deg ";

/// The numbers of a CSV by the names of their columns; comments are passed over.
std::map<std::string, std::vector<double>> csv_columns(const std::string& csv) {
  std::map<std::string, std::vector<double>> columns;
  std::vector<std::string> heads;
  std::istringstream in(csv);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream cells(line);
    const bool is_head = heads.empty();
    std::string cell;
    for (std::size_t i = 0; std::getline(cells, cell, ','); ++i)
      is_head ? heads.push_back(cell) : columns[heads.at(i)].push_back(std::strtod(cell.c_str(), nullptr));
  }
  return columns;
}

/// A mass of 2 kg on a horizontal rail.
void write_slider(const std::filesystem::path& folder, const std::string& more) {
  std::ofstream(folder / "slider.yaml")
      << "sinew: 1\nname: slider\nlinks:\n  - {name: cart, axis: x, joint: {name: x, kind: prismatic" << more
      << "}, mass: 2, com: [0, 0, 0], inertia: [1, 1, 1]}\n";
}

TEST(Simulate, ADroppedArmKeepsItsEnergy) {
  const auto answer = json_of(dropped_arm + "--until 5s");
  const double residual = answer["energy"]["residual"];
  EXPECT_LT(std::abs(residual), 1e-8);
  EXPECT_EQ(answer["states"].size(), 101U);
  EXPECT_EQ(answer["duration"], 5.0);
  EXPECT_THAT(answer["reason"].get<std::string>(), HasSubstr("nothing drives"));
}

TEST(Simulate, ItsRowsTakeTheTorquesThatDroveThem) {
  const TemporaryFolder folder;
  const Outcome run = sinew(
      dropped_arm + "--tau \"50*sin(3*t), -5*qd2\" --until 2s --samples 21 --format csv --out run.csv", folder.path());
  ASSERT_EQ(run.code, 0) << run.err;
  const Outcome torque = sinew("torque two_link_2r --states run.csv --format csv", folder.path());
  ASSERT_EQ(torque.code, 0) << torque.err;
  auto simulated = csv_columns(text_of(folder.path() / "run.csv")), needed = csv_columns(torque.out);
  for (const std::string joint : {"shoulder", "elbow"})
    for (std::size_t i = 0; i < 21; ++i)
      EXPECT_NEAR(simulated["tau." + joint][i], needed["tau." + joint][i], 1e-8) << joint << " " << i;
  for (std::size_t i = 0; i < 21; ++i)
    EXPECT_NEAR(simulated["tau.shoulder"][i], 50.0 * std::sin(3.0 * simulated["t"][i]), 1e-12);
}

TEST(Simulate, AConditionEndsARunWhereItIsMet) {
  const auto answer = json_of(dropped_arm + "--until 3s --until \"q1 < -90deg\"");
  EXPECT_LT(answer["duration"], 3.0);
  EXPECT_NEAR(answer["states"].back()["q"][0].get<double>(), -90.0 * degree, 1e-12);
  EXPECT_EQ(answer["states"].back()["t"], answer["duration"]);
  const auto sooner = json_of(dropped_arm + "--until 0.2s --until \"q1 < -90deg\"");
  EXPECT_EQ(sooner["duration"], 0.2);
  const auto waiting = json_of(dropped_arm + "--until \"q1 < -90deg\" --period 50ms");
  EXPECT_EQ(waiting["duration"], answer["duration"]);
  EXPECT_EQ(waiting["states"][1]["t"], 0.05);
}

TEST(Simulate, HoldStaysAndTargetArrives) {
  const auto held = json_of(dropped_arm + "--hold --until 1s --samples 2");
  EXPECT_NEAR(held["states"][1]["q"][0].get<double>(), 20.0 * degree, 1e-9);
  EXPECT_NEAR(held["states"][1]["q"][1].get<double>(), 40.0 * degree, 1e-9);
  const auto moved = json_of(dropped_arm + "--target 60deg,10deg --frequency \"3 Hz\" --until 3s --samples 2");
  EXPECT_NEAR(moved["states"][1]["q"][0].get<double>(), 60.0 * degree, 1e-4);
  EXPECT_NEAR(moved["states"][1]["q"][1].get<double>(), 10.0 * degree, 1e-4);
}

TEST(Simulate, EveryExampleOfADriveRuns) {
  for (const char* file : {"overshoot", "pick_up", "soft_tip", "kick"}) {
    const auto answer = json_of(dropped_arm + "--until 2s --drive examples/drives/" + file + ".yaml");
    ASSERT_FALSE(answer.is_null()) << file;
    EXPECT_LT(std::abs(answer["energy"]["residual"].get<double>()), 1e-6) << file;
  }
}

TEST(Simulate, ALateControllerOvershoots) {
  const auto answer = json_of(dropped_arm + "--until 3s --drive examples/drives/overshoot.yaml");
  const double highest = answer["largest"]["q"]["shoulder"]["highest"]["value"];
  EXPECT_GT(highest, 63.0 * degree);
  EXPECT_EQ(answer["largest"]["joints"]["shoulder"]["tau"]["value"], 800.0);
  EXPECT_NEAR(answer["states"].back()["q"][0].get<double>(), 60.0 * degree, 1e-2);
}

TEST(Simulate, APayloadThatTheLawDoesNotKnowPullsItAway) {
  const auto answer = json_of(dropped_arm + "--until 2s --drive examples/drives/pick_up.yaml --samples 201");
  const auto& states = answer["states"];
  EXPECT_NEAR(states[100]["q"][0].get<double>(), 60.0 * degree, 1e-6);
  EXPECT_GT(std::abs(states[200]["q"][1].get<double>() - 40.0 * degree), 0.02);
  bool is_told = false;
  for (const auto& event : answer["events"])
    is_told = is_told || (event["kind"] == "robot changed" && event["t"] == 1.0);
  EXPECT_TRUE(is_told) << answer["events"];
  EXPECT_NE(answer["energy"]["changes"], 0.0);
}

TEST(Simulate, ACoulombSliderStopsAtItsTimeAndStays) {
  const TemporaryFolder folder;
  write_slider(folder.path(), ", friction: {coulomb: 3}");
  const auto answer = json_of("simulate slider.yaml --qd 1.5 --until 3s --samples 4", folder.path());
  // x = v²·m/(2·F), t = v·m/F
  EXPECT_NEAR(answer["states"][3]["q"][0].get<double>(), 0.75, 1e-12);
  EXPECT_EQ(answer["states"][3]["qd"][0], 0.0);
  ASSERT_EQ(answer["events"].size(), 1U) << answer["events"];
  EXPECT_EQ(answer["events"][0]["kind"], "sticks");
  EXPECT_NEAR(answer["events"][0]["t"].get<double>(), 1.0, 1e-12);
  EXPECT_NEAR(answer["energy"]["dry"][0].get<double>(), 0.5 * 2.0 * 1.5 * 1.5, 1e-12);
  const auto creeping = json_of("simulate slider.yaml --qd 1.5 --until 3s --friction regularised", folder.path());
  for (const auto& event : creeping["events"]) EXPECT_NE(event["kind"], "sticks");
  EXPECT_NE(creeping["states"].back()["qd"][0], 0.0);
}

TEST(Simulate, LimitsAreStopsUnlessTheyAreIgnored) {
  const TemporaryFolder folder;
  write_slider(folder.path(), ", limits: {position: [-1, 1]}");
  const std::string run = "simulate slider.yaml --qd 2 --until 2s --samples 3 ";
  EXPECT_NEAR(json_of(run, folder.path())["states"][2]["q"][0].get<double>(), 1.0, 1e-12);
  const auto bouncing = json_of(run + "--restitution 0.5", folder.path());
  EXPECT_NEAR(bouncing["states"][2]["q"][0].get<double>(), 1.0 - 1.0 * 1.5, 1e-9);
  EXPECT_NEAR(bouncing["energy"]["impacts"][0].get<double>(), 0.5 * 2.0 * (4.0 - 1.0), 1e-9);
  EXPECT_NEAR(json_of(run + "--without-limits", folder.path())["states"][2]["q"][0].get<double>(), 4.0, 1e-9);
}

TEST(Simulate, MethodsAgreeToTheirAccuracy) {
  const double wanted = json_of(dropped_arm + "--until 1s --samples 2 --tolerance 1e-12")["states"][1]["q"][1];
  for (const auto& [method, tolerance] : {std::pair{"adaptive", 1e-6},
                                          {"stiff", 1e-4},
                                          {"rk4", 1e-6},
                                          {"semi-implicit-euler", 0.2},
                                          {"energy-keeping", 1e-8}}) {
    const auto answer = json_of(dropped_arm + "--until 1s --samples 2 --method " + method);
    EXPECT_NEAR(answer["states"][1]["q"][1].get<double>(), wanted, tolerance) << method;
    EXPECT_EQ(answer["method"], method);
  }
}

TEST(Simulate, SaysWhyARunHasNoEndAndKeepsItsRows) {
  const Outcome unstable =
      sinew(dropped_arm + "--tau \"-500*q1 + 200*qd1, -500*q2 + 200*qd2\" --until 5s --period 10ms --format csv");
  EXPECT_EQ(unstable.code, 1);
  EXPECT_THAT(unstable.err, AllOf(HasSubstr("runs away"), HasSubstr("gains")));
  EXPECT_THAT(unstable.out, HasSubstr("\n# stopped at "));
  EXPECT_GT(csv_columns(unstable.out)["t"].size(), 5U);
  const Outcome stiff =
      sinew(dropped_arm + "--tau \"-50000*q1 - 20000*qd1, -50000*q2 - 20000*qd2\" --method rk4 --until 1s");
  EXPECT_EQ(stiff.code, 1);
  EXPECT_THAT(stiff.err, HasSubstr("take a time step of at most "));
  const Outcome nan = sinew(dropped_arm + "--tau \"sqrt(0.5 - t), 0\" --until 1s --format csv");
  EXPECT_EQ(nan.code, 1);
  EXPECT_THAT(nan.err, AllOf(HasSubstr("'shoulder'"), HasSubstr("nan")));
  EXPECT_GT(csv_columns(nan.out)["t"].back(), 0.49);
  const Outcome json = sinew(dropped_arm + "--tau \"sqrt(0.5 - t), 0\" --until 1s --format json");
  EXPECT_GT(nlohmann::json::parse(json.out)["stopped_at"], 0.49);
}

TEST(Simulate, RefusesWhatMakesNoSense) {
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"--until 0s", "above zero"},
      {"--until 1s --until 2s", "two times"},
      {"--until \"q1 > -1\"", "holds at the start already"},
      {"--until \"q1 > 1 m\"", "compares rad with m"},
      {"--until \"q1 == 1\"", "no condition"},
      {"--until \"q1 > 2\" --samples 5", "--period"},
      {"--tau 1", "has 1 formula"},
      {"--tau 1,2 --tau1 3", "tau1"},
      {"--tau3 1", "has no joint 3"},
      {"--tau elbo=1", "did you mean 'elbow'?"},
      {"--tau elbow=1,elbow=2", "given twice"},
      {"--target 1,2,3", "has 3 values"},
      {"--frequency \"2 Hz\"", "--hold"},
      {"--hold --frequency 0Hz", "above zero"},
      {"--restitution 2", "from 0 to 1"},
      {"--restitution elbo=0.5", "did you mean 'elbow'?"},
      {"--restitution 0.5 --without-limits", "takes them away"},
      {"--method rk5", "rk4"},
      {"--time-step 0s", "above zero"},
      {"--copies 5", "vary"},
      {"--copies 5 --vary m9:5%", "has no parameter 'm9'"},
      {"--copies 5 --vary q1", "does not say how far"},
      {"--copies 5 --vary q1:1deg,q1:2deg", "twice"},
      {"--copies 5 --vary qd1:5%", "a share of zero is zero"},
      {"--copies 5 --vary q1:1deg --audit", "not of copies"},
      {"--resume x.csv", "--format csv"},
      {"--resume x.csv --format csv --samples 3000", "cannot be read"},
      {"--drive nowhere.yaml", "no such file"},
  };
  for (const auto& [options, says] : refused) {
    const Outcome done = sinew(dropped_arm + options);
    EXPECT_NE(done.code, 0) << options;
    EXPECT_THAT(done.err, HasSubstr(says)) << options;
  }
}

/// A run of many rows, with a kick, a payload, samples and a delay, so that there is much to go on from.
const std::string long_run =
    "simulate two_link_2r --q 20deg,40deg --until 6s --samples 12001 --checkpoint 500 --drive drive.yaml --format csv ";

void write_drive(const std::filesystem::path& folder) {
  std::ofstream(folder / "drive.yaml")
      << "sampling: 2 ms\ndelay: 5 ms\ncontrol: {law: pd, stiffness: [3000, 1000], damping: [200, 60], integral: 400, "
         "reference: {at: {shoulder: 1}}}\ntorque: {elbow: 50, from: 1 s, until: 1.1 s}\n"
         "payloads:\n  - {body: 5 kg, from: 0.5 s, until: 4.01 s}\n"
         "wrenches:\n  - {link: tip, force: [20*sin(10*t), 0, 0], from: 2 s, until: 3 s}\n";
}

/// Starts the command and kills it after a time; whether it was killed before its end.
bool killed_after(const std::string& arguments, const std::filesystem::path& folder, double milliseconds) {
  const pid_t process = ::fork();
  if (process == 0) {
    const std::string line = "cd '" + folder.string() + "' && exec '" SINEW_COMMAND "' " + arguments + " 2>/dev/null";
    ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    ::_exit(127);
  }
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
  ::kill(process, SIGKILL);
  int status = 0;
  ::waitpid(process, &status, 0);
  return WIFSIGNALED(status);
}

TEST(SimulateResume, ARunThatIsKilledAtRandomTimesGoesOnToTheSameBytes) {
  const TemporaryFolder folder;
  write_drive(folder.path());
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(sinew(long_run + "--out whole.csv", folder.path()).code, 0);
  const double whole_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  const std::string whole = text_of(folder.path() / "whole.csv");
  ASSERT_GT(whole.size(), 1'000'000U);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> moment(0.05, 1.0);
  int killed = 0;
  for (int trial = 0; trial < 20; ++trial) {
    std::ofstream(folder.path() / "part.csv", std::ios::trunc).close();
    std::string options = long_run + "--out part.csv";
    for (int again = 0; again < 3; ++again) {
      killed += killed_after(options, folder.path(), whole_ms * moment(random)) ? 1 : 0;
      options = long_run + "--resume part.csv";
    }
    const Outcome last = sinew(options, folder.path());
    ASSERT_EQ(last.code, 0) << last.err;
    ASSERT_TRUE(text_of(folder.path() / "part.csv") == whole) << "trial " << trial;
  }
  EXPECT_GT(killed, 10);
}

TEST(SimulateResume, AFileThatIsCutAtAnyByteGoesOnToTheSameBytes) {
  const TemporaryFolder folder;
  write_drive(folder.path());
  ASSERT_EQ(sinew(long_run + "--out whole.csv", folder.path()).code, 0);
  const std::string whole = text_of(folder.path() / "whole.csv");
  std::mt19937_64 random(9);
  std::vector<std::size_t> cuts = {0, 1, 30, whole.find('\n'), whole.find('\n') + 1, whole.find('\n') + 5};
  const std::size_t checkpoint = whole.find("# checkpoint", whole.size() / 2), end = whole.find('\n', checkpoint);
  cuts.insert(cuts.end(),
              {checkpoint, checkpoint + 20, end - 1, end, end + 1, end + 2, whole.size() - 1, whole.size()});
  for (int i = 0; i < 6; ++i) cuts.push_back(random() % whole.size());
  for (const std::size_t cut : cuts) {
    std::ofstream(folder.path() / "part.csv", std::ios::binary) << whole.substr(0, cut);
    const Outcome done = sinew(long_run + "--resume part.csv", folder.path());
    ASSERT_EQ(done.code, 0) << cut << ": " << done.err;
    EXPECT_TRUE(text_of(folder.path() / "part.csv") == whole) << cut;
  }
}

TEST(SimulateResume, MillionsOfFixedStepsAreKilledAndResumed) {
  if (std::getenv("SINEW_SOAK") == nullptr) GTEST_SKIP() << "takes minutes: set SINEW_SOAK=1";
  const TemporaryFolder folder;
  const std::string run =
      "simulate two_link_2r --q 20deg,40deg --until 1000s --method rk4 --samples 200001 --checkpoint 2000 --format "
      "csv ";
  ASSERT_EQ(sinew(run + "--out whole.csv", folder.path()).code, 0);
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> moment(20.0, 1500.0);
  std::string options = run + "--out part.csv";
  for (int again = 0; again < 40; ++again) {
    killed_after(options, folder.path(), moment(random));
    if (std::filesystem::exists(folder.path() / "part.csv")) options = run + "--resume part.csv";
  }
  ASSERT_EQ(sinew(options, folder.path()).code, 0);
  EXPECT_TRUE(text_of(folder.path() / "part.csv") == text_of(folder.path() / "whole.csv"));
}

TEST(SimulateResume, WhatCtrlCLeavesIsWholeToItsLastLineAndGoesOn) {
  const TemporaryFolder folder;
  const std::string run = "simulate two_link_2r --q 20deg,40deg --until 100000s --samples 100000001 --format csv ";
  const std::string left = sinew_test::left_when_stopped(run + "--out ", "part.csv", folder.path(), 2000);
  ASSERT_TRUE(left.ends_with("\n"));
  EXPECT_NE(left.find("\n# checkpoint "), std::string::npos);
  const std::string last = left.substr(left.rfind('\n', left.size() - 2) + 1);
  EXPECT_THAT(last, AllOf(testing::StartsWith("# stopped at "), HasSubstr("these rows are a part")));
}

TEST(SimulateResume, RefusesFilesOfOtherRunsAndLeavesThemAlone) {
  const TemporaryFolder folder;
  write_drive(folder.path());
  ASSERT_EQ(sinew(long_run + "--out whole.csv", folder.path()).code, 0);
  const std::string whole = text_of(folder.path() / "whole.csv");
  const Outcome other = sinew(long_run + "--resume whole.csv --gravity 0,-1,0", folder.path());
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.err, HasSubstr("another run"));
  std::ofstream(folder.path() / "drive.yaml", std::ios::app) << "saturation: 500\n";
  EXPECT_THAT(sinew(long_run + "--resume whole.csv", folder.path()).err, HasSubstr("another run"));
  EXPECT_TRUE(text_of(folder.path() / "whole.csv") == whole);
  const std::string log = "t,q.shoulder,q.elbow\n0,1,2\n";
  std::ofstream(folder.path() / "log.csv") << log;
  EXPECT_THAT(sinew(long_run + "--resume log.csv", folder.path()).err, HasSubstr("no CSV of a simulation"));
  EXPECT_EQ(text_of(folder.path() / "log.csv"), log);
}

TEST(SimulateCopies, AreTheSameEveryTimeAndVaryAsTheyWereAsked) {
  const std::string copies = "simulate point_mass_2r --q 30deg,20deg --hold --until 0.2s --samples 3 --copies 400 ";
  const auto answer = json_of(copies + "--vary q1:2deg,m2:5%");
  EXPECT_EQ(answer, json_of(copies + "--vary q1:2deg,m2:5%"));
  EXPECT_NE(answer, json_of(copies + "--vary q1:2deg,m2:5% --seed 2"));
  const auto& start = answer["states"][0]["spreads"]["q.shoulder"];
  EXPECT_NEAR(start["deviation"].get<double>(), 2.0 * degree, 0.3 * degree);
  EXPECT_NEAR(start["mean"].get<double>(), 30.0 * degree, 0.3 * degree);
  const auto uniform = json_of(copies + "--vary q1:2deg --spread uniform")["states"][0]["spreads"]["q.shoulder"];
  EXPECT_GT(uniform["least"].get<double>(), 28.0 * degree);
  EXPECT_LT(uniform["most"].get<double>(), 32.0 * degree);
  EXPECT_NEAR(uniform["deviation"].get<double>(), 2.0 * degree / std::sqrt(3.0), 0.15 * degree);
}

TEST(SimulateCopies, TheFirstIsTheRobotAsItIs) {
  const auto alone = json_of(dropped_arm + "--hold --until 1s --samples 2");
  const auto copies = json_of(dropped_arm + "--hold --until 1s --samples 2 --copies 2 --vary qd:0.5rad/s");
  EXPECT_EQ(copies["numbers"][0]["varied"], "the robot as it is");
  const auto& end = copies["states"][1]["spreads"]["q.shoulder"];
  const double first = alone["states"][1]["q"][0];
  EXPECT_TRUE(end["least"] == first || end["most"] == first) << end << first;
  EXPECT_NE(end["least"], end["most"]);
}

TEST(Simulate, ItsPageTellsWhereTheEnergyWentAndDraws) {
  const Outcome page = sinew(dropped_arm + "--until 1s --audit");
  ASSERT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(page.out, AllOf(HasSubstr("Where the energy went"), HasSubstr("Energy audit"), HasSubstr("W of drift"),
                              HasSubstr("3 total"), HasSubstr("Events\n  none")));
  EXPECT_THAT(page.err, HasSubstr("times as fast as the robot"));
  EXPECT_EQ(sinew(dropped_arm + "--until 1s --audit").out, page.out);
}

}  // namespace
