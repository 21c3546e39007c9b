// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::expect_near;
using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using sinew_test::text_of;
using sinew_test::tree;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

constexpr double printed = 6e-5;  // published with four decimals

void expect_published(const Json& list, const std::vector<double>& wanted) { expect_near(list, wanted, printed); }

std::string example(const std::string& name) { return "solve --problem examples/problems/" + name + ".yaml"; }

/// The value of that name in the first step that has one.
Json step_value(const Json& answer, const std::string& name) {
  for (const Json& step : answer["steps"])
    if (step["values"].contains(name)) return step["values"][name];
  ADD_FAILURE() << "no step shows " << name;
  return {};
}

// ---- published exercises, by their date and number

TEST(Exercise2022April13Number4, IsAProjectedGradientScaledToTheLimit) {
  const Json y = json_of(example("projected_gradient") + " --explain");
  expect_published(step_value(y, "J#·ṙ"), {2.1076, -1.9261, 0.8730});
  expect_published(step_value(y, "(I − J#·J)·q̇0"), {-0.0437, 0.0, 0.1056});
  EXPECT_NEAR(y["scale"].get<double>(), 0.9697, printed);
  expect_published(y["qd"], {2.0, -1.8678, 0.9521});
  EXPECT_EQ(y["saturated"], Json({{"joint1", "upper"}}));
}

TEST(Exercise2022April13Number4, NeedsNoFile) {
  const Json y = json_of(
      "solve examples/problems/planar_3r.yaml --q 2*pi/5,pi/2,-pi/4 --task 'tip position rows=x,y velocity=[-3,0]' "
      "--objective 'joint range' --position-limit '[[-pi/2,pi/2],[0,2*pi/3],[-pi/4,pi/4]]' --velocity-limit 2 "
      "--method projected-gradient");
  expect_published(y["qd"], {2.0, -1.8678, 0.9521});
}

TEST(Exercise2020June5Number1, StaysWithinItsLimitsByEverySns) {
  for (const char* method : {"sns", "sns-fast", "sns-basic"}) {
    const Json y = json_of(example("sns_velocity") + " --method " + method);
    expect_published(y["qd"], {-1.0, -1.2679, 0.5359});
    EXPECT_NEAR(y["scale"].get<double>(), 1.0, 1e-12);
    EXPECT_EQ(y["saturated"], Json({{"q1", "lower"}}));
  }
  const Json y =
      json_of("solve --J '[[-1,-1,-0.5],[(1-sqrt(3))/2,-sqrt(3)/2,-sqrt(3)/2]]' --y 2,1 --velocity-limit 1,1.5,2");
  EXPECT_EQ(y["method"], "sns");
  expect_published(y["qd"], {-1.0, -1.2679, 0.5359});
}

TEST(Exercise2023April19Number1, KeepsVelocitiesAndAccelerationsOverASamplingTime) {
  for (const char* method : {"sns", "sns-fast", "sns-basic"}) {
    const Json y = json_of(example("sns_acceleration") + " --explain --method " + method);
    expect_published(y["qdd"], {5.28, -8.56, -2.0});
    expect_near(y["bounds"]["lower"], {-10, -10, -2}, 1e-12);
    expect_near(y["bounds"]["upper"], {7, 10, 10}, 1e-12);
    expect_near(step_value(y, "y"), {2.64, 1.0}, 1e-12);
    expect_near(y["tasks"][0]["wanted"], {2.0, 1.0}, 0.0);
    expect_near(y["tasks"][0]["achieved"], {2.0, 1.0}, 1e-12);
  }
  expect_published(
      json_of(example("sns_acceleration") + " --method pseudo-inverse --without-limits --velocity-limit none "
                                            "--acceleration-limit none")["qdd"],
      {1.88, -1.76, -5.40});
  // the same in matrices
  const Json y = json_of(
      "solve --J '[[-0.5,-0.5,-0.5],[1,0.5,0]]' --y 2,1 --drift=-0.64,0 --qd 0.8,0,-0.8 --velocity-limit 1.5,1.5,1 "
      "--acceleration-limit 10 --sampling-time 0.1s --method sns");
  expect_published(y["qdd"], {5.28, -8.56, -2.0});
}

TEST(Exercise2017March29Number4, LeavesTheTaskToTheFirstAndThirdJoint) {
  const Json y = json_of(example("reduced_gradient") + " --explain");
  EXPECT_NEAR(step_value(y, "q̇_b").get<double>(), 0.8660, printed);
  expect_published(y["qd"], {-0.4330, 0.8660, -2.0});
  expect_near(step_value(y, "J_a")[0], {-2.0, -0.5}, 1e-12);
  expect_near(step_value(y, "J_a")[1], {0.0, 0.8660254037844386}, 1e-12);
  expect_published(json_of(example("reduced_gradient") + " --independent q1,q3")["qd"], {-0.4330, 0.8660, -2.0});
}

TEST(Exercise2020April15Question3, HasDependentRows) {
  const Json y = json_of(example("rank_deficient"));
  expect_near(y["qd"], {0.428571428571, 0.142857142857, 0.285714285714}, 1e-10);
  EXPECT_EQ(y["rank"], 1);
  EXPECT_EQ(y["condition"], Json());
}

TEST(Exercise2021April14Number2, IsAtAnAlgorithmicSingularity) {
  const Json damped = json_of(example("algorithmic_singularity"));
  expect_published(damped["qd"], {0.2959, 0.2199, 0.2959});
  const Json y = json_of(example("algorithmic_singularity") + " --method pseudo-inverse");
  expect_published(y["qd"], {0.3357, 0.2135, 0.3357});
  EXPECT_EQ(y["conflict"], true);
  EXPECT_EQ(y["algorithmic_singularity"], true);
  EXPECT_EQ(y["ranks"], Json({2, 1}));
}

TEST(Exercise2023February13Number1, HasThreeTorques) {
  expect_published(json_of(example("torque_norms"))["tau"], {-0.0339, 0.6748, -0.2680});
  expect_published(json_of(example("torque_norms") + " --method squared-inverse-inertia-torque")["tau"],
                   {-0.1179, 0.6678, -0.2750});
  expect_published(json_of(example("torque_norms") + " --minimise acceleration")["tau"], {-0.1179, 0.6678, -0.2750});
  expect_published(json_of(example("torque_norms") + " --method inverse-inertia-torque")["tau"],
                   {0.4950, 0.7189, -0.2239});
}

TEST(Exercise2019April29Number5, HasTheLeastKineticEnergy) {
  const Json y = json_of(example("kinetic_energy"));
  expect_published(y["qd"], {0.1179, -0.7071});
  EXPECT_NEAR(y["kinetic_energy"].get<double>(), 0.3472, printed);
}

// ---- worked solutions, line by line

/// A problem and the file that holds what `--explain` prints. A wanted change: write the new output there, and read it.
class EveryWorkedSolution : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Solve, EveryWorkedSolution,
                         testing::Values("projected_gradient", "sns_acceleration", "torque_norms",
                                         "algorithmic_singularity"),
                         [](const auto& chosen) { return std::string(chosen.param); });

TEST_P(EveryWorkedSolution, IsPrinted) {
  const Outcome done = sinew(example(GetParam()) + " --explain");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.err, IsEmpty());
  EXPECT_EQ(done.out, text_of(tree / ("tests/cli/expected/solve_" + std::string(GetParam()) + ".txt")));
}

// ---- robots

TEST(SolveOfARobot, DoesWhatJacobianSays) {
  const std::string q = " --q 0.1,-0.5,0.2,-2,0.3,1.8,0.4,0 ";
  const Json y =
      json_of("solve panda" + q + "--task 'panda_hand pose velocity=[0.1,0,0,0.05,0,-0.1]' --without-limits");
  EXPECT_EQ(y["method"], "pseudo-inverse");
  const Json J = json_of("jacobian panda --frame panda_hand" + q)["states"][0]["J"];
  const std::vector<double> wanted{0.1, 0, 0, 0.05, 0, -0.1};
  for (std::size_t i = 0; i < 6; ++i) {
    double rate = 0.0;
    for (std::size_t j = 0; j < 7; ++j) rate += J[i][j].get<double>() * y["qd"][j].get<double>();
    EXPECT_NEAR(rate, wanted[i], 1e-12);
  }
}

TEST(SolveOfARobot, KnowsItsTorquesAndEnergies) {
  const std::string q = " --q 20deg,40deg --qd 0.2,0.15 ";
  const Json y = json_of("solve two_link_2r" + q + "--task 'tip position rows=x,y acceleration=[0.3,-0.1]'");
  const Json tau = json_of("torque two_link_2r" + q + "--qdd=" + std::to_string(y["qdd"][0].get<double>()) + "," +
                           std::to_string(y["qdd"][1].get<double>()))["states"][0]["tau"];
  expect_near(y["tau"], tau.get<std::vector<double>>(), 1e-4);
  const Json energy = json_of("solve two_link_2r --q 20deg,40deg --task 'joints joints=q1,q2 velocity=[0.2,0.15]'");
  EXPECT_NEAR(energy["kinetic_energy"].get<double>(),
              json_of("terms two_link_2r" + q + "--show energy")["states"][0]["energy"]["kinetic"].get<double>(),
              1e-12);
}

TEST(SolveOfARobot, HasEveryKindOfTask) {
  const std::string q = "solve panda --q 0.1,-0.5,0.2,-2,0.3,1.8,0.4,0 --without-limits ";
  for (const char* task :
       {"panda_hand orientation velocity=[0.1,0,0]", "panda_hand pose rows=rz,x velocity=[0.1,0.2]",
        "panda_hand direction axis=z along=[1,0,0] gain=2", "panda_hand direction axis=z at=[1,0,0.5] gain=2",
        "joints joints=q1,q2+q4 velocity=[0.1,0.2]", "com rows=x,y velocity=[0.01,0]",
        "panda_hand distance from=[0,0,0.3] velocity=0.1", "panda_hand distance from=[0,0,0.3] goal=0.6m gain=5",
        "panda_hand position goal=[0.4,0.1,0.5] gain=10 point=[0,0,10cm]",
        "panda_hand position axes=own velocity=[0,0,0.1]", "jacobian J=[[1,0,0,0,0,0,1,0]] velocity=0.3"}) {
    const Json y = json_of(q + "--task '" + task + "'");
    ASSERT_TRUE(y.contains("tasks")) << task;
    EXPECT_LT(y["tasks"][0]["error"].get<double>(), 1e-9) << task;
  }
}

TEST(SolveOfARobot, KeepsPrioritiesAndBounds) {
  const Json y = json_of(example("panda_two_tasks"));
  EXPECT_TRUE(y["within_bounds"].get<bool>());
  ASSERT_EQ(y["tasks"].size(), 2U);
  EXPECT_NEAR(y["tasks"][0]["scale"].get<double>(), 1.0, 1e-12);
  EXPECT_LT(y["tasks"][0]["error"].get<double>(), 1e-9);
  EXPECT_TRUE(y.contains("optimality"));
}

TEST(SolveOfARobot, PrintsUnits) {
  const Outcome done =
      sinew("solve rp --q 20deg,400mm --task 'link2 position rows=x,y velocity=[0.1,0.2]' --without-limits");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("rad/s"), HasSubstr("m/s")));
  EXPECT_THAT(sinew("solve rp --q 20deg,400mm --task 'link2 position rows=x,y velocity=[0.1,0.2]' --units deg,mm").out,
              AllOf(HasSubstr("°/s"), HasSubstr("mm/s"), HasSubstr("100.0000")));
}

TEST(UnitsOfJoints, AreNotedWhereTheyChangeTheCommandAlone) {
  const auto notes = [](const std::string& arguments) { return json_of("solve " + arguments)["warnings"].dump(); };
  const auto warned = HasSubstr("adds rad to m");
  // turning can be traded for sliding along x
  EXPECT_THAT(notes("rp --q 20deg,400mm --task 'link2 position rows=x velocity=0.1' --without-limits"), warned);
  EXPECT_THAT(notes("rp --q 20deg,400mm --task 'link2 position rows=x,y velocity=[0.1,0.2]' --without-limits "
                    "--damping mu=0.1"),
              warned);
  // as many rows as joints; a finger that moves nothing
  EXPECT_THAT(notes("rp --q 20deg,400mm --task 'link2 position rows=x,y velocity=[0.1,0.2]' --without-limits"),
              Not(warned));
  EXPECT_THAT(notes("panda --q 0,-0.5,0,-2,0,1.8,0.4,0 --task 'panda_hand position velocity=[0.3,0,-0.1]'"),
              Not(warned));
}

// ---- tasks in one line

const std::string planar = "solve examples/problems/planar_3r.yaml --q 30deg,40deg,-60deg ";

TEST(RowsOfATask, KeepTheOrderInWhichTheyAreWritten) {
  const Json y = json_of(planar + "--task 'tip pose rows=x,y,rz velocity=[0.1,0.2,0.3]'")["tasks"][0];
  EXPECT_EQ(y["rows"], Json({"tip x", "tip y", "tip rz"}));
  expect_near(y["achieved"], {0.1, 0.2, 0.3}, 1e-12);
  const Json joints = json_of(planar + "--task 'tip pose rows=rz,y,x velocity=[0.3,0.2,0.1]'");
  expect_near(joints["qd"],
              json_of(planar + "--task 'tip pose rows=x,y,rz velocity=[0.1,0.2,0.3]'")["qd"].get<std::vector<double>>(),
              1e-12);
  EXPECT_NEAR(joints["qd"][0].get<double>() + joints["qd"][1].get<double>() + joints["qd"][2].get<double>(), 0.3,
              1e-12);
}

TEST(RowsOfATask, KeepTheirOrderInGoalsGainsAndAccelerations) {
  const std::string q = "solve examples/problems/planar_3r.yaml --q 0,90deg,-90deg ";  // the tip at (2, 1)
  expect_near(json_of(q + "--task 'tip position rows=y,x goal=[4,3] gain=[2,10]'")["tasks"][0]["wanted"], {6, 10},
              1e-12);
  expect_near(json_of(q + "--task 'tip position rows=y,x goal=[3,4,0] gain=[2,10]'")["tasks"][0]["wanted"], {6, 10},
              1e-12);
  const std::string com = q + "--task 'com rows=y,x velocity=[0.1,0.2]'";
  EXPECT_EQ(json_of(com)["tasks"][0]["rows"][0], "centre of mass y");
  expect_near(json_of(com)["tasks"][0]["achieved"], {0.1, 0.2}, 1e-12);
  const Json y = json_of(q +
                         "--qd 0.1,0.2,0.3 --task 'tip position rows=y,x goal=[4,3] K_P=[2,10] K_D=[1,3] "
                         "velocity=[0.5,0.7] acceleration=[7,8]'")["tasks"][0];
  // ṙ of the tip: (−y, x)·q̇1 + (−1, 0)·q̇2 … worked by its Jacobian
  const Json rate = json_of(q + "--qd 0.1,0.2,0.3 --task 'tip position rows=x,y acceleration=0 K_D=1'")["tasks"][0];
  const double vx = -rate["wanted"][0].get<double>(), vy = -rate["wanted"][1].get<double>();
  expect_near(y["wanted"], {7 + 2 * 3 + 1 * (0.5 - vy), 8 + 10 * 1 + 3 * (0.7 - vx)}, 1e-12);
  expect_near(y["achieved"], y["wanted"].get<std::vector<double>>(), 1e-9);
}

TEST(RowsOfATask, OfAPoseAreAngularOverLinearWhereNoneAreWritten) {
  const Json y = json_of(
      "solve panda --q 0.1,-0.5,0.2,-2,0.3,1.8,0.4,0 --without-limits --task "
      "'panda_hand pose velocity=[0.1rad/s,0,0,0.05m/s,0,0]'")["tasks"][0];
  EXPECT_EQ(y["rows"][0], "panda_hand rx");
  EXPECT_EQ(y["rows"][3], "panda_hand x");
  EXPECT_THAT(sinew("solve panda --task 'panda_hand pose velocity=[0.1m/s,0,0,0,0,0]'").err,
              AllOf(HasSubstr("rx, "), HasSubstr("is given in m/s")));
  EXPECT_THAT(sinew(planar + "--task 'tip position rows=x,x velocity=[1,2]'").err, HasSubstr("twice"));
}

TEST(AGoal, MayBeAPoseInOneLine) {
  const std::string start = "solve panda --q 0,-45deg,0,-135deg,0,90deg,45deg,0 --without-limits --task ";
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "p.yaml")
      << "robot: panda\nq: [0, -45deg, 0, -135deg, 0, 90deg, 45deg, 0]\nwithout_limits: true\n"
         "tasks:\n  - {frame: panda_hand, kind: pose, gain: 3,\n"
         "     goal: {xyz: [0.4, 0.1, 0.5], rpy: [170deg, 0, 10deg]}}\n";
  const auto wanted = json_of("solve --problem p.yaml", folder.path())["tasks"][0]["wanted"].get<std::vector<double>>();
  for (const char* goal :
       {"{xyz: [0.4, 0.1, 0.5], rpy: [170deg, 0, 10deg]}", "{xyz=[0.4,0.1,0.5], rpy=[170deg,0,10deg]}"})
    expect_near(json_of(start + "'panda_hand pose gain=3 goal=" + goal + "'")["tasks"][0]["wanted"], wanted, 1e-12);
  EXPECT_EQ(json_of(start + "'panda_hand orientation goal={rpy: [180deg,0,0]} gain=1'")["tasks"][0]["rows"].size(), 3U);
  const std::string refused = sinew(start + "'panda_hand pose gain=3 goal=[0.4,0.1,0.5]'").err;
  EXPECT_THAT(refused, HasSubstr("write {xyz: "));
  EXPECT_EQ(std::count(refused.begin(), refused.end(), '\n'), 1) << refused;
}

TEST(AWrongTask, IsComplainedOfOnce) {
  for (const char* task :
       {"tipp position rows=x,y velocity=[1,2]", "tip position rows=x,w velocity=[1,2]", "tip direction velocity=[1,2]",
        "tip position rows=x,y velocity=[1,2,3]", "joints velocity=1", "joints joints=q9 velocity=1 priority=2"}) {
    const std::string said = sinew(planar + "--task '" + task + "'").err;
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    EXPECT_THAT(said, Not(HasSubstr("unknown entry")));
  }
  EXPECT_THAT(sinew(planar + "--task 'tipp position velocty=[1,2]'").err,
              AllOf(HasSubstr("'tipp'"), HasSubstr("'velocty'")));
}

// ---- limits

const std::string moving_tip = planar + "--task 'tip position rows=x,y velocity=[-1,0.5]' ";

TEST(ALimitThatIsNotThere, SaturatesNoJoint) {
  for (const char* method : {"sns", "qp", "hqp", "pseudo-inverse"}) {
    const Json y = json_of(moving_tip + "--velocity-limit '[-0.1,0.2],1,none' --method " + method);
    EXPECT_FALSE(y["saturated"].contains("joint3")) << method;
    EXPECT_EQ(y["saturated"]["joint1"], "upper") << method;
  }
}

TEST(LimitsOverASamplingTime, HoldTheAccelerationFromTheVelocityOfNow) {
  const std::string limits = moving_tip + "--velocity-limit 1 --acceleration-limit 2 --sampling-time 100ms ";
  const Json y = json_of(limits + "--qd 0.3,0.3,-0.9");
  expect_near(y["bounds"]["lower"], {0.1, 0.1, -1.0}, 1e-12);
  expect_near(y["bounds"]["upper"], {0.5, 0.5, -0.7}, 1e-12);
  EXPECT_TRUE(y["within_bounds"].get<bool>());
  const Outcome clash = sinew(limits + "--qd 0.3,0.3,-3");
  EXPECT_EQ(clash.code, 1);
  EXPECT_THAT(clash.err, AllOf(HasSubstr("joint 'joint3'"), HasSubstr("velocity limit asks for at least -1"),
                               HasSubstr("acceleration limit allows at most -2.8")));
  EXPECT_THAT(json_of(limits)["warnings"].dump(), HasSubstr("acceleration_limit has no say where qd is not given"));
}

TEST(ALimitThatBoundsNothing, IsSaidTo) {
  const auto notes = [](const std::string& arguments) { return json_of(arguments)["warnings"].dump(); };
  EXPECT_THAT(notes(moving_tip + "--position-limit 3"), HasSubstr("position_limit has no say without a sampling time"));
  EXPECT_THAT(notes(moving_tip + "--acceleration-limit 3"),
              HasSubstr("acceleration_limit has no say without a sampling time"));
  EXPECT_THAT(notes(planar + "--task 'tip position rows=x,y acceleration=0' --velocity-limit 3"),
              HasSubstr("velocity_limit has no say without a sampling time"));
  EXPECT_THAT(notes(moving_tip + "--sampling-time 1ms"), HasSubstr("sampling_time has no say"));
  for (const std::string& used :
       {moving_tip + "--velocity-limit 3", moving_tip + "--velocity-limit 3 --position-limit 3 --sampling-time 1ms",
        moving_tip + "--position-limit 3 --objective 'joint range'",
        planar + "--task 'tip position rows=x,y acceleration=0' --acceleration-limit 3"})
    EXPECT_THAT(notes(used), Not(HasSubstr("no say"))) << used;
}

TEST(ObstaclesWithoutTheirObjective, AreSaidToDoNothing) {
  const std::string start = "solve --problem examples/problems/panda_among_obstacles.yaml ";
  EXPECT_THAT(json_of(start + "--objective manipulability")["warnings"].dump(),
              AllOf(HasSubstr("shapes have no say"), HasSubstr("obstacles have no say")));
  EXPECT_THAT(json_of(start)["warnings"].dump(), Not(HasSubstr("obstacles have no say")));
}

// ---- methods

TEST(TheChooser, TakesTheLeastKineticEnergyForTheTorqueOfVelocities) {
  const Json y = json_of(moving_tip + "--minimise torque");
  EXPECT_EQ(y["method"], "kinetic-energy");
  EXPECT_THAT(y["warnings"].dump(), HasSubstr("torques are chosen with accelerations"));
  EXPECT_EQ(json_of(planar + "--task 'tip position rows=x,y acceleration=0' --minimise torque")["method"], "torque");
  EXPECT_THAT(
      sinew(moving_tip + "--method torque").err,
      AllOf(HasSubstr("has a velocity, and what is commanded are accelerations"), HasSubstr("`acceleration:`")));
}

TEST(TheChooser, PicksAMethodFromWhatIsToBeSmall) {
  const std::string start = "solve --J '[[1,2,3]]' --y 1 --M '[[2,0,0],[0,1,0],[0,0,1]]' --minimise ";
  EXPECT_EQ(json_of(start + "'kinetic energy'")["method"], "kinetic-energy");
  EXPECT_EQ(json_of(start + "'joint speed'")["method"], "pseudo-inverse");
  EXPECT_EQ(json_of(start + "'kinetic energy' --level acceleration")["method"], "dynamically-consistent");
  EXPECT_EQ(json_of(start + "torque --level acceleration")["method"], "torque");
  EXPECT_THAT(sinew(start + "'kinetic energie'").err, HasSubstr("did you mean 'kinetic energy'?"));
  EXPECT_THAT(sinew("solve --methods").out, AllOf(HasSubstr("reduced-gradient"), HasSubstr("kinetic energy")));
}

TEST(TheChooser, LooksAtWhatIsGivenWhereNothingIsSaid) {
  const std::string start = "solve --J '[[1,2,3]]' --y 1 ";
  EXPECT_EQ(json_of(start)["method"], "pseudo-inverse");
  EXPECT_EQ(json_of(start + "--velocity-limit 1")["method"], "sns");
  EXPECT_EQ(json_of(start + "--weight 1,2,3")["method"], "weighted");
  EXPECT_EQ(json_of(start + "--damping mu=0.1")["method"], "damped");
  EXPECT_EQ(json_of(start + "--preferred 1,0,0")["method"], "projected-gradient");
  EXPECT_EQ(json_of("solve panda --q 0,0,0,-2,0,2,0,0 --without-limits --task 'joints joints=q1 velocity=1' "
                    "--task 'joints joints=q2 velocity=1 priority=2'")["method"],
            "priority");
}

TEST(AnyMethod, RunsFromTheCommandLine) {
  const std::string problem =
      "solve --J '[[1,2,3],[0,1,1]]' --y 1,0.5 --drift=0,0.1 --M '[[2,0.1,0],[0.1,1,0],[0,0,1]]' --n 0.1,0.2,0.3 "
      "--acceleration-limit 5 --damping mu=0.1 --weight 1,2,3 --preferred 0.1,0,0 --method ";
  for (const char* method : {"pseudo-inverse", "weighted", "damped", "projected-gradient", "reduced-gradient",
                             "priority", "sns-basic", "sns-fast", "sns", "qp", "hqp", "lq", "kinetic-energy", "torque",
                             "inverse-inertia-torque", "squared-inverse-inertia-torque", "dynamically-consistent"}) {
    const Json y = json_of(problem + method + " --explain");
    EXPECT_EQ(y["method"], method);
    EXPECT_FALSE(y["steps"].empty());
    EXPECT_EQ(y["qdd"].size(), 3U);
  }
}

TEST(WhatHasNoSay, IsSaidToHaveNone) {
  const Json y = json_of("solve --J '[[1,2,3]]' --y 1 --weight 1,2,3 --damping mu=0.1 --method pseudo-inverse");
  EXPECT_THAT(y["warnings"].dump(), AllOf(HasSubstr("weights have no say"), HasSubstr("damping")));
}

// ---- objectives

TEST(AnObjective, IsDifferentiatedWhateverItIs) {
  const std::string q =
      "solve panda --q 0.1,-0.5,0.2,-2,0.3,1.8,0.4,0 --without-limits --task 'panda_hand position velocity=0' ";
  const Json y = json_of(q + "--objective 'q1^2 + q2*q3' --step 2 --explain");
  expect_near(step_value(y, "∇H"), {0.2, 0.2, -0.5, 0, 0, 0, 0, 0}, 1e-12);
  EXPECT_EQ(json_of(q + "--objective manipulability")["method"], "projected-gradient");
  EXPECT_THAT(sinew(q + "--objective manipulabilty").err, HasSubstr("did you mean 'manipulability'?"));
  EXPECT_THAT(sinew(q + "--objective 'q1^2 + q9'").err, HasSubstr("'q9'"));
}

TEST(AnObjective, OfMatricesKnowsTheJointsByTheirNumbers) {
  const Json y =
      json_of("solve --J '[[-sin(q1),0,1]]' --y 1 --q 90deg,0.2,0.3 --objective 'sin(q2)^2' --maximise --explain");
  expect_near(step_value(y, "J")[0], {-1, 0, 1}, 1e-15);
  expect_near(step_value(y, "∇H"), {0, std::sin(0.4), 0}, 1e-12);
  EXPECT_GT(y["qd"][1].get<double>(), 0.0);
}

TEST(AnObjective, KeepsAwayFromObstacles) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "p.yaml") << "robot: panda\nq: [0, 0, 0, -1.5, 0, 1.5, 0, 0]\nwithout_limits: true\n"
                                             "tasks:\n  - {frame: panda_hand, kind: position, velocity: 0}\n"
                                             "shapes:\n  - {frame: panda_link4, radius: 0.1}\n"
                                             "obstacles:\n  - {shape: sphere, centre: [0.3, 0.4, 0.6], radius: 0.1}\n"
                                             "  - {shape: plane, normal: z}\n"
                                             "  - {shape: box, centre: [0, -1, 0], size: [0.1, 0.1, 0.1]}\n"
                                             "objective: obstacle distance\n";
  const Json y = json_of("solve --problem p.yaml --explain", folder.path());
  EXPECT_GT(step_value(y, "H").get<double>(), 0.0);
  EXPECT_EQ(y["method"], "projected-gradient");
}

// ---- diagnosis

TEST(ADiagnosis, SaysWhatToDo) {
  const std::string out = sinew(example("algorithmic_singularity") + " --method pseudo-inverse").out;
  EXPECT_THAT(out, AllOf(HasSubstr("Notes"), HasSubstr("conflict"), HasSubstr("What to do")));
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "two.yaml") << "tasks:\n  - {name: a, J: [[1, 0, 0]], velocity: 1, priority: 1}\n"
                                               "  - {name: b, J: [[1, 0, 0]], velocity: 2, priority: 2}\n";
  const Json two = json_of("solve --problem " + (folder.path() / "two.yaml").string() + " --method pseudo-inverse");
  EXPECT_EQ(two["algorithmic_singularity"], true);
  EXPECT_EQ(two["conflict"], true);
  EXPECT_EQ(two["parallel"], false);
  EXPECT_THAT(two["remedies"].dump(), AllOf(HasSubstr("priority"), HasSubstr("singularity")));
  const Json bounds =
      json_of("solve --J '[[1,1]]' --y 10 --velocity-limit 1 --method kinetic-energy --M '[[1,0],[0,1]]'");
  EXPECT_EQ(bounds["within_bounds"], false);
  EXPECT_THAT(bounds["remedies"].dump(), HasSubstr("sns"));
}

TEST(ADiagnosis, OfSnsSpeaksOfBoundsWhereTheyAreAtFaultAlone) {
  const std::string start = "solve examples/problems/planar_3r.yaml --q 0,0,0 ";
  const std::string singular =
      json_of(start + "--task 'tip position rows=x,y velocity=[-1,0.5]' --velocity-limit 9")["remedies"].dump();
  EXPECT_THAT(singular, AllOf(HasSubstr("Out of reach"), HasSubstr("missed by 1 or more"), Not(HasSubstr("bounds:"))));
  const std::string slow = json_of(moving_tip + "--velocity-limit 0.1")["remedies"].dump();
  EXPECT_THAT(slow, AllOf(HasSubstr("At the bounds"), Not(HasSubstr("Out of reach"))));
}

TEST(ADiagnosis, TellsOfANearSingularityAndOfNoConflict) {
  const Json y =
      json_of("solve examples/problems/planar_3r.yaml --q 0,0,1e-9 --task 'tip position rows=x,y velocity=[-1,0.5]'");
  EXPECT_EQ(y["conflict"], false);
  EXPECT_THAT(y["warnings"].dump(), AllOf(HasSubstr("near a singularity"), HasSubstr("damped")));
}

TEST(ADiagnosis, ShowsBrokenInequalitiesAndWhetherTasksAreParallel) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "p.yaml") << "tasks:\n  - {name: a, J: [[1, 2, 0]], velocity: 1}\n"
                                             "  - {name: b, J: [[0, 0, 1]], velocity: 0}\n"
                                             "inequalities: {C: [[0, 0, 1], [1, 2, 0]], d: [1, 0.5]}\n"
                                             "method: qp\n";
  const std::string table = sinew("solve --problem p.yaml", folder.path()).out;
  EXPECT_THAT(table, AllOf(HasSubstr("row 2 of C is broken by 0.25; 1 kept"), HasSubstr("parallel        yes")));
  expect_near(json_of("solve --problem p.yaml", folder.path())["inequalities"]["broken_by"], {0, 0.25}, 1e-6);
  EXPECT_THAT(sinew("solve --problem p.yaml --method hqp", folder.path()).out, HasSubstr("all kept"));
  EXPECT_THAT(sinew(example("algorithmic_singularity")).out, HasSubstr("parallel        no"));
}

// ---- singularities searched for

TEST(TheSearch, FindsWhereTwoTasksAreInEachOthersWay) {
  // planar 3R, tip position and the angle of the last link: det = sin q2, for what the third joint does the angle undoes
  const Json y = json_of(
      "solve examples/problems/planar_3r.yaml --q 0.3,0,0.4 --task 'tip position rows=x,y' "
      "--task 'joints joints=q1+q2+q3 priority=2' --search-singularities --over q2=-170deg..190deg");
  EXPECT_EQ(y["usual_rank"], 3);
  ASSERT_EQ(y["singularities"].size(), 2U);
  EXPECT_NEAR(y["singularities"][0]["values"][0].get<double>(), 0.0, 1e-9);
  EXPECT_NEAR(y["singularities"][1]["values"][0].get<double>(), 3.14159265358979, 1e-9);
  for (const Json& s : y["singularities"]) {
    EXPECT_EQ(s["rank"], 2);
    EXPECT_EQ(s["algorithmic"], true);
    EXPECT_EQ(s["ranks"], Json({2, 1}));
  }
}

TEST(TheSearch, FindsTheParameterOfMatrices) {
  // det = cos a − sin a
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "p.yaml") << "parameters: {a: 10deg}\ntasks:\n  - {J: [[cos(a), 1]], velocity: 1}\n"
                                             "  - {J: [[sin(a), 1]], velocity: 2}\n";
  const Json y = json_of("solve --problem p.yaml --search-singularities --over a=0deg..180deg", folder.path());
  ASSERT_EQ(y["singularities"].size(), 1U);
  EXPECT_NEAR(y["singularities"][0]["values"][0].get<double>(), 0.785398163397448, 1e-12);
  EXPECT_EQ(y["singularities"][0]["algorithmic"], true);
}

TEST(TheSearch, TellsAnArmsOwnSingularityFromThatOfTwoTasks) {
  const Json y = json_of(
      "solve examples/problems/planar_3r.yaml --q 0.3,0,0 --task 'tip position rows=x,y' --search-singularities "
      "--over q2=-90deg..90deg --over q3=-90deg..90deg");
  ASSERT_EQ(y["singularities"].size(), 1U);
  expect_near(y["singularities"][0]["values"], {0, 0}, 1e-9);
  EXPECT_EQ(y["singularities"][0]["algorithmic"], false);
  const std::string table =
      sinew(
          "solve examples/problems/planar_3r.yaml --q 0.3,0,0 --task 'tip position rows=x,y' --search-singularities "
          "--over q2=30deg..90deg")
          .out;
  EXPECT_THAT(table, HasSubstr("No singularity was found"));
}

TEST(TheSearch, CutsCurvesByLines) {
  const Json y = json_of(
      "solve examples/problems/planar_3r.yaml --q 0.3,0,0 --task 'tip position rows=x,y' "
      "--task 'joints joints=q1+q2+q3' --search-singularities --over q3=-90deg..90deg --over q2=-90deg..90deg");
  EXPECT_EQ(y["on_curves"], true);
  EXPECT_EQ(y["singularities"].size(), 13U);
  for (const Json& s : y["singularities"]) EXPECT_NEAR(s["values"][1].get<double>(), 0.0, 1e-9);
}

TEST(TheSearch, RefusesWhatIsNoRange) {
  const std::string start = "solve examples/problems/planar_3r.yaml --task 'tip position' --search-singularities ";
  EXPECT_EQ(sinew(start).code, 2);
  EXPECT_EQ(sinew(start + "--over q2").code, 2);
  EXPECT_EQ(sinew(start + "--over q7=0..1").code, 1);
  EXPECT_THAT(sinew(start + "--over q7=0..1").err, HasSubstr("'q7'"));
  EXPECT_EQ(sinew(start + "--over q2=1..0").code, 1);
  EXPECT_EQ(sinew("solve --problem examples/problems/sns_velocity.yaml --over q2=0..1").code, 2);
  EXPECT_EQ(sinew(start + "--over q2=0..1 --explain").code, 2);
}

// ---- what is wrong

/// A problem file, and what must be said of it.
struct Wrong {
  const char* name;
  const char* text;
  std::vector<const char*> said;
};
class EveryWrongProblem : public testing::TestWithParam<Wrong> {};
INSTANTIATE_TEST_SUITE_P(
    Solve, EveryWrongProblem,
    testing::Values(
        Wrong{"UnknownEntry",
              "J: [[1, 2]]\ntask_velocity: 1\nvelocty_limit: 2\n",
              {"p.yaml:3: the problem has the unknown entry 'velocty_limit'", "did you mean 'velocity_limit'?"}},
        Wrong{"UnknownMethod",
              "J: [[1, 2]]\ntask_velocity: 1\nmethod: pseudoinverse\n",
              {"p.yaml:3: there is no method 'pseudoinverse'", "did you mean 'pseudo-inverse'?"}},
        Wrong{"WrongSizeOfVelocity",
              "J: [[1, 2], [3, 4]]\ntask_velocity: [1, 2, 3]\n",
              {"p.yaml:2:", "has 3 numbers", "give it 2"}},
        Wrong{"RaggedMatrix",
              "J:\n  - [1, 2]\n  - [3]\ntask_velocity: [1, 2]\n",
              {"p.yaml:3:", "a row of 1 number after one of 2"}},
        Wrong{"LowerAboveUpper",
              "J: [[1, 2]]\ntask_velocity: 1\nbounds: {lower: [0, 2], upper: [1, 1]}\n",
              {"p.yaml:3: the lower bound of q2 is 2, above the upper one, 1"}},
        Wrong{"LimitsTheWrongWayRound",
              "J: [[1, 2]]\ntask_velocity: 1\nvelocity_limit: [[1, -1], 2]\n",
              {"p.yaml:3: the velocity limit of q1 is from 1 to -1", "give the lower one first"}},
        Wrong{"EmptyTasks", "robot: panda\ntasks: []\n", {"p.yaml:2: tasks is no list, or an empty one"}},
        Wrong{"NoTaskAtAll", "robot: panda\n", {"there is no task"}},
        Wrong{"NothingAtAll", "name: nothing\n", {"neither a robot nor a Jacobian"}},
        Wrong{"NotANumber", "J: [[1, 0/0]]\ntask_velocity: 1\n", {"p.yaml:1:", "is not a finite number"}},
        Wrong{"UnknownName",
              "J: [[1, cos(q_s)]]\nparameters: {q_t: 1}\ntask_velocity: 1\n",
              {"p.yaml:1:", "'q_s'", "did you mean 'q_t'?"}},
        Wrong{"ColumnsThatDiffer",
              "tasks:\n  - {J: [[1, 2]], velocity: 1}\n  - {J: [[1, 2, 3]], velocity: 1}\n",
              {"p.yaml:3:", "has 3 columns for 2 joints"}},
        Wrong{"TaskOfNoRobot",
              "J: [[1, 2]]\ntask_velocity: 1\ntasks:\n  - {frame: tip, velocity: 1}\n",
              {"p.yaml:4:", "of a robot, and there is none"}},
        Wrong{"UnknownFrame",
              "robot: panda\ntasks:\n  - {frame: panda_hnd, kind: position, velocity: 0}\n",
              {"p.yaml:3:", "'panda_hnd'", "did you mean 'panda_hand'?"}},
        Wrong{"UnknownKind",
              "robot: panda\ntasks:\n  - {kind: positon, velocity: 0}\n",
              {"p.yaml:3:", "'positon'", "did you mean 'position'?"}},
        Wrong{"UnknownTaskEntry",
              "robot: panda\ntasks:\n  - {kind: position, velocty: 0, velocity: 0}\n",
              {"p.yaml:3:", "'velocty'", "did you mean 'velocity'?"}},
        Wrong{"WrongUnit",
              "robot: panda\ntasks:\n  - {kind: position, velocity: [1 kg, 0, 0]}\n",
              {"p.yaml:3:", "is given in kg"}},
        Wrong{"NoMotion",
              "robot: panda\ntasks:\n  - {kind: position}\n",
              {"p.yaml:3:", "does not say how it is to move"}},
        Wrong{"GoalWithoutGain",
              "robot: panda\ntasks:\n  - {kind: position, goal: [0, 0, 1]}\n",
              {"p.yaml:3:", "nothing to approach it with", "gain: 10"}},
        Wrong{"MixedLevels",
              "robot: panda\ntasks:\n  - {kind: position, velocity: 0}\n  - {kind: position, acceleration: 0}\n",
              {"p.yaml:3:", "write `acceleration:`"}},
        Wrong{"NonlinearJoints",
              "robot: panda\ntasks:\n  - {joints: [q1*q2], velocity: 0}\n",
              {"p.yaml:3:", "is not linear"}},
        Wrong{"BarePriority",
              "robot: panda\ntasks:\n  - {kind: position, velocity: 0, priority: 1.5}\n",
              {"p.yaml:3:", "priority", "1.5"}},
        Wrong{
            "ListOfDampings", "J: [[1, 2]]\ntask_velocity: 1\ndamping: [0.5, 1]\n", {"p.yaml:3:", "is a list", "mu^2"}},
        Wrong{"WeightOfWrongSize", "J: [[1, 2]]\ntask_velocity: 1\nweight: [1, 2, 3]\n", {"p.yaml:3:", "weight"}},
        Wrong{"MassMatrixNotSymmetric",
              "J: [[1, 2]]\ntask_velocity: 1\nM: [[1, 2], [0, 1]]\n",
              {"p.yaml:3:", "not symmetric"}},
        Wrong{"SaidTwice", "J: [[1, 2]]\ntask_velocity: 1\ny: 1\n", {"p.yaml:1:", "more than once"}},
        Wrong{"SamplingTimeZero", "J: [[1, 2]]\ntask_velocity: 1\nsampling_time: 0\n", {"p.yaml:3:", "sampling time"}},
        Wrong{"RobotNotThere",
              "robot: pandda\ntasks:\n  - {kind: position, velocity: 0}\n",
              {"p.yaml:1:", "'pandda'", "did you mean 'panda'?"}},
        Wrong{"ManyAtOnce",
              "J: [[1, x]]\ntask_velocity: 1\nmethod: no\nwhat: 1\nsampling_time: -1\n",
              {"p.yaml:1:", "p.yaml:3:", "p.yaml:4:", "p.yaml:5:"}},
        Wrong{"NothingButAComment",
              "# to be done\n\n",
              {"p.yaml: the problem file is empty; begin with `robot:` and `tasks:`"}},
        Wrong{
            "BadObstacles",
            "robot: panda\ntasks:\n  - {velocity: 0}\nobjective: obstacle distance\nshapes:\n"
            "  - {frame: panda_lnk4, radius: 0.1}\nobstacles:\n"
            "  - {shape: plane, normal: z}\n  - {shape: sphere, centre: [0, 0, 1], radius: -0.1}\n"
            "  - {name: crate, shape: box, centre: [1, 1, 1], size: [1, -1, 1]}\n",
            {"p.yaml:6: the shape 1 is on no link", "did you mean 'panda_link4'?",
             "p.yaml:9: the obstacle 2 has a radius of -0.1", "p.yaml:10: the obstacle 'crate' has a size of 1 -1 1"}},
        Wrong{"NoMap", "- 1\n- 2\n", {"no problem"}}),
    [](const auto& chosen) { return std::string(chosen.param.name); });

TEST_P(EveryWrongProblem, IsRefusedWithItsLine) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "p.yaml") << GetParam().text;
  const Outcome done = sinew("solve --problem p.yaml", folder.path());
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.out, IsEmpty());
  for (const char* what : GetParam().said) EXPECT_THAT(done.err, HasSubstr(what));
}

TEST(AWrongFlag, IsNamed) {
  EXPECT_THAT(sinew("solve --J '[[1,2]' --y 1").err, AllOf(StartsWith("--J: "), HasSubstr("not closed")));
  EXPECT_THAT(sinew("solve --J '[[1,2]]' --y 1,2").err, HasSubstr("has 2 numbers"));
  EXPECT_THAT(sinew("solve --J '[[1,2]]' --y 1 --method sms").err, AllOf(StartsWith("--method: "), HasSubstr("'sns'")));
  EXPECT_THAT(sinew("solve panda --q 1,2 --task 'position velocity=0'").err,
              AllOf(StartsWith("--q: "), HasSubstr("2 values for 8")));
  EXPECT_THAT(sinew("solve panda --task 'panda_hand positon velocity=0'").err,
              AllOf(StartsWith("--task: "), HasSubstr("did you mean 'position'?")));
  EXPECT_THAT(sinew("solve --J '[[1,2]]' --y 1 --damping 0.3,0.1").err,
              AllOf(StartsWith("--damping: "), HasSubstr("mu=0.5"), Not(HasSubstr("{"))));
  EXPECT_EQ(sinew("solve --J '[[1,2]]' --y 1 --damping '{mu: 0.3}'").code, 0);
  EXPECT_EQ(sinew("solve").code, 2);
  EXPECT_EQ(sinew("solve panda --task 'position velocity=0' --format csv").code, 2);
  EXPECT_EQ(sinew("solve --J '[[1,2]]' --y 1 --metod sns").code, 2);
  EXPECT_EQ(sinew("solve --J '[[1,2]]' --y 1 --gravity 0,0,0").code, 2);
}

TEST(AFlag, StandsForTheFilesEntry) {
  expect_near(json_of(example("sns_velocity") + " --y 1,0.5 --velocity-limit 9")["tasks"][0]["wanted"], {1, 0.5}, 0.0);
  EXPECT_EQ(json_of(example("kinetic_energy") + " --method pseudo-inverse")["method"], "pseudo-inverse");
  EXPECT_EQ(json_of(example("projected_gradient") + " --task 'joints joints=q1 velocity=1'")["tasks"][0]["name"],
            "joints q1");
}

}  // namespace
