// SPDX-License-Identifier: BSD-3-Clause
// Nothing that `solve` is given is dropped in silence, and whatever is wrong with a problem file has its line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <fstream>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::expect_near;
using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

/// An answer to a problem file of that text.
Outcome solved(const std::string& problem, const std::string& more = "") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "p.yaml") << problem;
  return sinew("solve --problem p.yaml " + more, folder.path());
}
Json answer(const std::string& problem) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "p.yaml") << problem;
  return json_of("solve --problem p.yaml", folder.path());
}

// ---- joints that are driven by the answers

TEST(AJointDrivenByItsOwnAnswers, NeverMeetsLimitsThatClash) {
  double q = 0.0, qd = 0.0;
  for (int step = 0; step < 80; ++step) {
    const auto number = [](double x) { return Json(x).dump(); };
    const Json y =
        json_of("solve --J '[[1]]' --y 5 --level velocity --position-limit 1 --velocity-limit 2 " +
                std::string("--acceleration-limit 10 --sampling-time 10ms --q=") + number(q) + " --qd=" + number(qd));
    ASSERT_TRUE(y.contains("qd")) << "step " << step;
    const double next = y["qd"][0].get<double>();
    EXPECT_LE(std::abs(next - qd), 0.1 + 1e-12);
    qd = next;
    q += 0.01 * qd;
    ASSERT_LE(q, 1.0 + 1e-12) << "step " << step;
  }
  EXPECT_GT(q, 0.99);
}

// ---- options

TEST(KD, DampsWhatTheTaskLeavesFree) {
  const Json y = json_of("solve --J '[[1,2,3]]' --y 1 --q 0,0,0 --qd 1,1,1 --level acceleration --K-D 3");
  EXPECT_EQ(y["method"], "projected-gradient");
  // J#·1 − 3·(I − J#·J)·(1, 1, 1)
  expect_near(y["qdd"], {1.0 / 14 - 3 * (1 - 6.0 / 14), 2.0 / 14 - 3 * (1 - 12.0 / 14), 3.0 / 14 - 3 * (1 - 18.0 / 14)},
              1e-12);
  expect_near(json_of("solve --J '[[1,2,3]]' --y 1 --qd 1,1,1 --level acceleration --K-D q2=3")["qdd"],
              {1.0 / 14 + 6.0 / 14, 2.0 / 14 - 3 * (1 - 4.0 / 14), 3.0 / 14 + 18.0 / 14}, 1e-12);
}

/// A command, how it ends, and what it says: in an error, or among the notes of its answer.
struct Option {
  const char* arguments;
  int code;
  const char* says;
};

TEST(AnOptionOfSolve, IsHonouredNotedOrRefused) {
  const std::string accelerations = "--J '[[1,2,3]]' --y 1 --qd 1,1,1 --level acceleration ";
  const std::string velocities = "--J '[[1,2,3]]' --y 1 ";
  const std::vector<std::pair<std::string, Option>> table{
      {accelerations, {"--K-D 3 --method pseudo-inverse", 1, "--K-D: K_D has no say in pseudo-inverse"}},
      {accelerations, {"--K-D 3 --method weighted --weight 1,2,3", 1, "K_D has no say in weighted"}},
      {accelerations, {"--K-D 3 --method damped --damping mu=0.1", 1, "K_D has no say in damped"}},
      {accelerations, {"--K-D 3 --method torque --M '[[1,0,0],[0,1,0],[0,0,1]]'", 1, "K_D has no say in torque"}},
      {accelerations, {"--K-D 3 --method lq", 0, ""}},
      {accelerations, {"--K-D 3 --method hqp", 0, ""}},
      {accelerations, {"--K-D 3 --method qp", 0, ""}},
      {accelerations, {"--K-D 3 --method priority", 0, ""}},
      {accelerations, {"--K-D 3 --acceleration-limit 50 --method sns", 0, ""}},
      {accelerations, {"--K-D 3 --method reduced-gradient", 0, ""}},
      {velocities, {"--K-D 3", 1, "this is the velocity level"}},
      {"--J '[[1,2,3]]' --y 1 --level acceleration ", {"--K-D 3", 0, "K_D has no say where qd is not given"}},
      {velocities, {"--step 2", 1, "--step: the step is α"}},
      {velocities, {"--maximise", 1, "--maximise: maximise is the sign"}},
      {velocities, {"--preferred 1,1,1 --step 2", 1, "--step: the step is α"}},
      {accelerations, {"--n 1,2,3", 1, "--n: n is the torque beside M"}},
      {velocities, {"--without-limits", 1, "there is no robot"}},
      {velocities, {"--damping 'mu=0.1 region=1 filtered=true' --method qp", 1, "filtered has no say in qp"}},
      {velocities,
       {"--damping 'mu=0.1 region=1 filtered=true' --method priority", 1, "filtered has no say in priority"}},
      {velocities, {"--damping 'mu=0.1 region=1 filtered=true'", 0, ""}},
      {velocities, {"--qd 1,1,1", 0, "qd has no say at velocity level"}},
      {velocities, {"--q 1,1,1", 0, "q has no say"}},
      {"--J '[[1,sin(q2),3]]' --y 1 ", {"--q 1,1,1", 0, ""}},
      {velocities, {"--weight 1,2,3 --method hqp", 0, "weights have no say in hqp"}},
      {velocities, {"--damping mu=0.1 --method hqp", 0, "damping and its μ have no say in hqp"}},
      {velocities, {"--preferred 1,1,1 --method damped --damping mu=1", 0, "preferred motion have no say in damped"}},
      {velocities, {"--independent q1 --method hqp", 0, "independent joints have no say in hqp"}},
      {velocities, {"--sampling-time 10ms", 0, "sampling_time has no say where no joint has a limit"}},
      {velocities, {"--position-limit 1", 0, "position_limit has no say without a sampling time"}},
  };
  for (const auto& [start, option] : table) {
    const std::string arguments = "solve " + start + option.arguments;
    if (option.code != 0) {
      const Outcome done = sinew(arguments);
      EXPECT_EQ(done.code, option.code) << arguments;
      EXPECT_THAT(done.err, HasSubstr(option.says)) << arguments;
    } else {
      const std::string notes = json_of(arguments)["warnings"].dump();
      if (*option.says == '\0')
        EXPECT_THAT(notes, Not(HasSubstr("no say"))) << arguments;
      else
        EXPECT_THAT(notes, HasSubstr(option.says)) << arguments;
    }
  }
  EXPECT_THAT(sinew("solve --J '[[sin(q1),1]]' --search-singularities --over q1=0..1 --method qp").err,
              HasSubstr("--method"));
}

TEST(AnEntryOfAProblem, ThatCouldChangeNothingIsNotedOrRefused) {
  EXPECT_THAT(solved("J: [1, 2]\ny: 1\nbraking: none\n").out, HasSubstr("braking has no say without a sampling time"));
  EXPECT_THAT(solved("J: [1, 2]\ny: 1\nvelocity_limit: 1\nsampling_time: 10 ms\nbraking: none\n").out,
              HasSubstr("braking has no say where no joint has a position limit"));
  EXPECT_THAT(solved("J: [1, 2]\ny: 1\nvelocity_limit: 1\nrank_tolerance: 1e-3\n").out,
              HasSubstr("rank_tolerance counts in the ranks"));
  EXPECT_THAT(solved("J: [1, 2]\ny: 1\nq: [1, 1]\nobjective: {minimise: q1^2, of: hand}\n").err,
              StartsWith("p.yaml:4: `of` names a task"));
}

// ---- weights of tasks

const std::string two_wishes =
    "tasks:\n"
    "  - {name: one, J: [1, 0], velocity: 1, weight: 3}\n"
    "  - {name: other, J: [1, 0], velocity: 5}\n"
    "  - {name: third, J: [0, 1], velocity: 2}\n";

TEST(WeightsOfTasks, SayWhatTheirErrorsAreWorth) {
  // 3·(x − 1)² + (x − 5)² is least at 2
  for (const char* method : {"pseudo-inverse", "qp", "hqp", "priority"}) {
    const Json y = answer(two_wishes + "method: " + method + "\n");
    expect_near(y["qd"], {2.0, 2.0}, 1e-12);
    expect_near(y["tasks"][0]["wanted"], {1.0, 5.0, 2.0}, 0.0);  // as it was stated
    expect_near(y["tasks"][0]["achieved"], {2.0, 2.0, 2.0}, 1e-12);
  }
  // one per row, in the order of rows
  expect_near(answer("tasks:\n  - {J: [[1, 0], [1, 0], [0, 1]], velocity: [1, 5, 2], weight: [1, 3, 1]}\n")["qd"],
              {4.0, 2.0}, 1e-12);
}

TEST(WeightsOfTasks, OfARobotKeepTheOrderOfRows) {
  const std::string q = "solve examples/problems/planar_3r.yaml --q 0.3,0.4,0.5 --without-limits --method qp ";
  const Json y = json_of(q +
                         "--task 'tip pose rows=x,y,rz velocity=[1,0,0] weight=[1,1,100]' "
                         "--task 'joints joints=q1,q2,q3 velocity=0 weight=0.5'");
  const Json other = json_of(q +
                             "--task 'tip pose rows=rz,y,x velocity=[0,0,1] weight=[100,1,1]' "
                             "--task 'joints joints=q1,q2,q3 velocity=0 weight=0.5'");
  expect_near(y["qd"], other["qd"].get<std::vector<double>>(), 1e-12);
}

TEST(WeightsOfTasks, ThatSayNothingAreNoted) {
  EXPECT_THAT(answer("tasks:\n  - {J: [1, 2], velocity: 1, weight: 2}\n")["warnings"].dump(),
              HasSubstr("no other task has its priority"));
  EXPECT_THAT(answer(two_wishes + "velocity_limit: 9\nmethod: sns\n")["warnings"].dump(),
              HasSubstr("the weight of task 'one' has no say in sns"));
}

// ---- errors with their lines

TEST(EveryErrorOfAProblemFile, HasItsLine) {
  const std::string J = "J: [[1, 2], [0, 1]]\n";
  const std::vector<std::pair<std::string, std::string>> table{
      {J + "y: [1, 2, 3]\n", "p.yaml:2: the wanted motion of task 1 has 3 numbers"},
      {J + "y: 1, 2\nvelocity_limit: [1, 2, 3]\n", "p.yaml:"},
      {J + "task_velocity: [1, 2]\n\nbounds: {lower: [1, 1], upper: [0, 2]}\n", "p.yaml:4: the lower bound of q1"},
      {J + "task_velocity: [1, 2]\nvelocity_limit: [[2, 1], 1]\n", "p.yaml:3: the velocity limit of q1"},
      {J + "task_velocity: [1, 2]\nqd: [9, 0]\nvelocity_limit: 1\nacceleration_limit: 1\nsampling_time: 1 ms\n",
       "p.yaml:4: joint 'q1': its acceleration limit asks"},
      {J + "task_velocity: [1, 2]\nvelocity_limit: 1\nacceleration_limit: [[1, 2], 1]\nsampling_time: 1 ms\n",
       "p.yaml:4: the acceleration limits of joint 'q1'"},
      {J + "task_velocity: [1, 2]\nmethod: sns\n", "p.yaml:3: sns needs bounds"},
      {J + "task_velocity: [1, 2]\nmethod: damped\n", "p.yaml:3: damped needs damping"},
      {J + "task_velocity: [1, 2]\nmethod: kinetic-energy\n", "p.yaml:3: kinetic-energy needs the mass matrix"},
      {J + "task_velocity: [1, 2]\nM: [[1, 0], [0, -1]]\nmethod: kinetic-energy\n", "p.yaml:3: the mass matrix is not"},
      {J + "task_velocity: [1, 2]\nweight: M\n", "p.yaml:3: the weight is to be the mass matrix"},
      {J + "task_velocity: [1, 2]\nmethod: weighted\nweight: [1, -1]\n", "p.yaml:4: the weight of the joints"},
      {J + "task_velocity: [1, 2]\ninequalities: {C: [[1, 0], [-1, 0]], d: [-1, -1], hard: true}\n",
       "p.yaml:3: no motion keeps all of row 1 of C, row 2 of C"},
      {J + "task_velocity: [1, 2]\nq: [0, 0]\npreferred: [1, 0]\nobjective: q1^2\n", "p.yaml:4: both a preferred"},
      {J + "task_velocity: [1, 2]\nq: [0, 0]\ngradient: [1, 0]\nobjective: q1^2\n", "p.yaml:4: there are both"},
      {J + "task_velocity: [1, 2]\ngradient: [1, 0]\nstep: -1\n", "p.yaml:4: the step along the gradient is -1"},
      {J + "task_velocity: [1, 2]\nstep: 2\n", "p.yaml:3: the step is"},
      {"name: nothing\n", "p.yaml:1: there is neither a robot nor a Jacobian"},
      {"name: nothing\nrobot: panda\n", "p.yaml:2: there is no task"},
      {"robot: panda\ntasks:\n  - {frame: panda_hand, velocity: [1, 0, 0]}\n  - {frame: hnd, velocity: [1, 0, 0]}\n",
       "p.yaml:4: task 2: "},
      {"robot: panda\nq: {panda_joint9: 1}\ntasks:\n  - {velocity: [1, 0, 0]}\n", "p.yaml:2: q has a value for"},
      {"robot: panda\nweight: {panda_jont1: 1}\ntasks:\n  - {velocity: [1, 0, 0]}\n",
       "p.yaml:2: there is no joint 'panda_jont1'"},
      {"robot: nowhere.yaml\ntasks:\n  - {velocity: [1, 0, 0]}\n", "p.yaml:1: the robot 'nowhere.yaml'"},
      {"tasks:\n  - {J: [1, 2], velocity: 1}\n  - {J: [1], velocity: 1}\n",
       "p.yaml:3: the Jacobian of task 'task 2' has 1 columns for 2 joints"},
      {"tasks:\n  - {J: [1, 2], velocity: 1}\n  - {J: [1, 1], velocity: 1, weight: [1, 2]}\n",
       "p.yaml:3: the weight of"},
      {"tasks:\n  - {J: [1, 2], velocity: 1}\n  - {J: [1, 1], velocity: 1, weight: 0}\n",
       "p.yaml:3: the weight of task 2 is not above zero"},
  };
  for (const auto& [problem, says] : table) {
    const Outcome done = solved(problem);
    EXPECT_EQ(done.code, 1) << problem;
    EXPECT_THAT(done.err, StartsWith(says)) << problem;
    std::istringstream lines(done.err);
    for (std::string line; std::getline(lines, line);)
      EXPECT_THAT(line, testing::ContainsRegex("^p\\.yaml:[0-9]+: ")) << problem;
  }
}

TEST(JointsOfAProblem, GoByTheirNames) {
  const std::string start = "robot: two_link_2r\nq: {elbow: 40deg, shoulder: 20deg}\n";
  const std::string task = "tasks:\n  - {kind: joints, joints: [shoulder + elbow], velocity: 1}\n";
  const Json y = answer(start + "without_limits: true\nweight: {elbow: 3}\n" + task);
  expect_near(y["qd"], {0.75, 0.25}, 1e-12);
  EXPECT_EQ(y["joints"], Json({"shoulder", "elbow"}));
  expect_near(answer(start + "without_limits: true\npreferred: {elbow: 1}\n" + task)["qd"], {0.0, 1.0}, 1e-12);
  const Json bounded = answer(start + "bounds: {upper: {shoulder: 0.25}}\n" + task);
  expect_near(bounded["qd"], {0.25, 0.75}, 1e-12);
  EXPECT_EQ(bounded["saturated"], Json({{"shoulder", "upper"}}));
  EXPECT_THAT(solved(start + "velocity_limit: {elbw: 1}\n" + task).err,
              AllOf(StartsWith("p.yaml:3: there is no joint 'elbw'"), HasSubstr("did you mean 'elbow'")));
}

// ---- hostile files

TEST(AProblemOfManyColumns, IsRefusedAtOnce) {
  std::string wide = "y: 1\nJ: [1";
  for (int i = 1; i < 300000; ++i) wide += i % 1000 == 0 ? ",\n  1" : ", 1";
  const auto begin = std::chrono::steady_clock::now();
  const Outcome done = solved(wide + "]\n");
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, StartsWith("p.yaml:2: there are 300000 columns of J; give at most 2048"));
  EXPECT_LT(seconds, 20.0);  // minutes, before
  std::string tall = "y: 0\nJ: [[1]";
  for (int i = 1; i < 5000; ++i) tall += ", [1]";
  EXPECT_THAT(solved(tall + "]\n").err, StartsWith("p.yaml:2: there are 5000 rows of tasks; give at most 1024"));
}

TEST(ARobotThatAProblemNames, IsNotQuoted) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "secret") << "root:x:0:0:password\n";
  std::ofstream(folder.path() / "secret.yaml") << "links: password\n";
  std::ofstream(folder.path() / "secret.urdf") << "<password/>\n";
  for (const char* name : {"secret", "secret.yaml", "secret.urdf"}) {
    std::ofstream(folder.path() / "p.yaml") << "robot: " << name << "\ntasks:\n  - {velocity: [1, 0, 0]}\n";
    const Outcome done = sinew("solve --problem p.yaml", folder.path());
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, AllOf(StartsWith("p.yaml:1: the robot '"), Not(HasSubstr("password")), Not(HasSubstr("root")),
                                HasSubstr("sinew check")));
  }
}

}  // namespace
