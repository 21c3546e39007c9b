// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
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
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

const std::string state = " two_link_2r --q 20deg,40deg --qd 0.2,0.15 --qdd 0.1,0.085";

// ---- torque

TEST(Torque, IsThatOfThePublishedExercise) {
  const Outcome shown = sinew("torque" + state);
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.err, IsEmpty());
  EXPECT_EQ(shown.out,
            "joint     torque\n"
            "shoulder  318.1937 N·m\n"
            "elbow      38.6735 N·m\n");
}

TEST(Torque, IsShownInTheUnitsAskedFor) {
  EXPECT_THAT(sinew("torque" + state + " --units Nmm --digits 1").out, HasSubstr("318193.7 N·mm\n"));
  EXPECT_THAT(sinew("torque rp --q 20deg,400mm").out, HasSubstr("slide "));
}

TEST(ARobotThatSeemsOdd, IsComputedWithAndSaidToBeSo) {
  const Outcome odd = sinew("torque puma560");
  EXPECT_EQ(odd.code, 0);
  EXPECT_THAT(odd.err, HasSubstr("warning: 2 things seem odd about this robot; see `sinew check puma560`"));
}

TEST(Torque, TakesJointsByNameAndNegativeNumbers) {
  EXPECT_EQ(sinew("torque two_link_2r --q elbow=40deg,shoulder=20deg").out,
            sinew("torque two_link_2r --q 20deg,40deg").out);
  EXPECT_EQ(sinew("torque two_link_2r --q -20deg,-0.5").code, 0);
  EXPECT_EQ(sinew("torque two_link_2r --q elbow=40deg").out, sinew("torque two_link_2r --q 0,40deg").out);
}

TEST(Torque, FallsApartIntoItsCauses) {
  const Json s = json_of("torque" + state + " --trace")["states"][0];
  for (std::size_t i = 0; i < 2; ++i) {
    double sum = 0.0;
    for (const auto& [cause, part] : s["parts"].items()) sum += part[i].get<double>();
    EXPECT_NEAR(sum, s["tau"][i].get<double>(), 1e-12);
  }
  // the joint's own component of the reaction is what it gives
  EXPECT_NEAR(s["links"]["link2"]["n"][2].get<double>(), s["tau"][1].get<double>(), 1e-12);
  const std::string text = sinew("torque" + state + " --trace").out;
  for (const std::string what : {"ω̇", "v̇_C", "Coriolis", "centrifugal", "By cause", "elbow → link2"})
    EXPECT_THAT(text, HasSubstr(what));
}

TEST(Torque, CountsWrenchesWhereverTheyAct) {
  // a force on the tip, given at the tip, at a point of the link, at a point of the base, and in other axes
  const std::string at = "torque two_link_2r --format csv --q 0,90deg --wrench ";
  const std::string tip = sinew(at + "tip:F=[3,4,0]").out;
  EXPECT_THAT(tip, StartsWith("tau.shoulder,tau.elbow\n"));
  const Json by_tip = json_of("torque two_link_2r --q 0,90deg --wrench tip:F=[3,4,0]")["states"][0]["tau"];
  for (const std::string same :
       {"link2@[800mm,0,0]:F=[3,4,0]", "link2@base[1,0.8,0]:F=[3,4,0]", "link2@world[1,0.8,0]:F=[3,4,0]:in=world",
        "link2@link1[1,0.8,0]:F=[3,4,0]:in=base", "tip:F=[4,-3,0]:in=link2"}) {
    const Json tau = json_of("torque two_link_2r --q 0,90deg --wrench '" + same + "'")["states"][0]["tau"];
    expect_near(tau, by_tip.get<std::vector<double>>(), 1e-12);
  }
  // −Jᵀ·F by hand: the shoulder feels −(1·4 − 0.8·3), the elbow −(0·4 − 0.8·3)
  const Json without = json_of("torque two_link_2r --q 0,90deg")["states"][0]["tau"];
  EXPECT_NEAR(by_tip[0].get<double>() - without[0].get<double>(), -(1.0 * 4 - 0.8 * 3), 1e-12);
  EXPECT_NEAR(by_tip[1].get<double>() - without[1].get<double>(), 0.8 * 3, 1e-12);
}

TEST(Torque, LeavesOutWhatItIsTold) {
  expect_near(json_of("torque two_link_2r --q 20deg,40deg --without gravity,friction")["states"][0]["tau"], {0, 0},
              1e-15);
  expect_near(json_of("torque two_link_2r --q 20deg,40deg --gravity 0,0,-9.81")["states"][0]["tau"], {0, 0}, 1e-12);
  EXPECT_EQ(sinew("torque two_link_2r --without gravty").code, 2);
  EXPECT_THAT(sinew("torque two_link_2r --without gravty").err, HasSubstr("did you mean 'gravity'?"));
}

// ---- many states

TEST(ManyStates, GoThereAndBack) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "s.csv") << "t,q.joint1,q.joint2,q.joint3,qd.joint2,qd.joint5,qdd.joint1,qdd.joint4\n"
                                            "0,0.1,0.2,0.3,1,2,3,4\n0.5,-1,0.5,0.25,-0.5,0,0.125,-2\n";
  const Outcome torques = sinew("torque puma560 --states s.csv --format csv --repeat-state > tau.csv", folder.path());
  EXPECT_EQ(torques.code, 0) << torques.err;
  EXPECT_THAT(text_of(folder.path() / "tau.csv"), StartsWith("t,q.joint1,q.joint2,"));
  const Json back = json_of("accelerate puma560 --states tau.csv", folder.path());
  ASSERT_EQ(back["states"].size(), 2U);
  expect_near(back["states"][0]["qdd"], {3, 0, 0, 4, 0, 0}, 1e-9);
  expect_near(back["states"][1]["qdd"], {0.125, 0, 0, -2, 0, 0}, 1e-9);
  EXPECT_EQ(back["states"][1]["t"], 0.5);
  EXPECT_EQ(back["joints"].size(), 6U);
}

TEST(ManyStates, GoThroughAPipe) {
  const Outcome piped = sinew_test::run(
      "printf 'q.shoulder,q.elbow,qd.shoulder,qd.elbow,qdd.shoulder,qdd.elbow\\n"
      "20deg,40deg,0.2,0.15,0.1,0.085\\n' | '" SINEW_COMMAND
      "' torque two_link_2r --states - --format csv --repeat-state | '" SINEW_COMMAND
      "' accelerate two_link_2r --states - --format json",
      tree);
  EXPECT_EQ(piped.code, 0) << piped.err;
  expect_near(Json::parse(piped.out)["states"][0]["qdd"], {0.1, 0.085}, 1e-12);
}

TEST(ManyStates, MakeOneTable) {
  const Outcome table = sinew_test::run("printf 't,q.shoulder,q.elbow\\n0,20deg,40deg\\n1,0,0\\n' | '" SINEW_COMMAND
                                        "' torque two_link_2r --states -",
                                        tree);
  EXPECT_EQ(table.out,
            "   state         t  shoulder [N·m]   elbow [N·m]\n"
            "       1         0        313.8295       37.2780\n"
            "       2         1        368.8560       74.5560\n");
}

TEST(ManyStates, TakeTheFlagsWhereTheyHaveNoColumn) {
  const Outcome both =
      sinew_test::run("printf 'q.shoulder\\n20deg\\n' | '" SINEW_COMMAND
                      "' torque two_link_2r --states - --q 0,40deg --qd 0.2,0.15 --qdd 0.1,0.085 --format csv",
                      tree);
  EXPECT_EQ(both.out, sinew("torque" + state + " --format csv").out);
}

TEST(ManyStates, OfAFloatingBaseGoThereAndBack) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "s.csv")
      << "q.base.z,q.base.qx,q.base.qw,q.shoulder,qd.base.wx,qd.base.vy,qd.elbow,qdd.base.wz,qdd.base.vx,qdd.shoulder\n"
         "1,0.6,0.8,0.5,0.1,0.2,0.3,0.4,0.5,0.6\n";
  // the robot's file gives its base no mass: one that has
  std::ofstream(folder.path() / "r.yaml")
      << "sinew: 1\nname: r\nbase: {name: base, mass: 5, com: [0, 0, 0.1], inertia: [0.3, 0.3, 0.3]}\nlinks:\n"
         "  - {name: a, joint: {name: shoulder, kind: revolute}, mass: 2, com: [0.5, 0, 0], inertia: [0.2, 0.2, 0.2]}\n"
         "  - {name: b, joint: {name: elbow, kind: revolute}, pose: {xyz: [1, 0, 0]}, mass: 1, com: [0.5, 0, 0], "
         "inertia: [0.1, 0.1, 0.1]}\n";
  const Outcome torques =
      sinew("torque r.yaml --floating-base --states s.csv --format csv --repeat-state > tau.csv", folder.path());
  EXPECT_EQ(torques.code, 0) << torques.err;
  EXPECT_THAT(text_of(folder.path() / "tau.csv"), HasSubstr(",tau.base.nx,tau.base.ny,tau.base.nz,tau.base.fx,"));
  const Json back = json_of("accelerate r.yaml --floating-base --states tau.csv", folder.path());
  expect_near(back["states"][0]["qdd"], {0, 0, 0.4, 0.5, 0, 0, 0.6, 0}, 1e-11);
  EXPECT_EQ(back["rates"][0], "base.wx");
}

TEST(ManyStates, AreAnsweredAsTheyComeAndInNoTime) {
  const TemporaryFolder folder;
  {
    std::ofstream out(folder.path() / "many.csv");
    out << "q.joint1,q.joint2,q.joint3,qd.joint1,qd.joint2\n";
    for (int i = 0; i < 100'000; ++i) out << i * 1e-5 << ",0.2,0.3,1,2\n";
  }
  const auto begin = std::chrono::steady_clock::now();
  const Outcome done = sinew("torque puma560 --states many.csv --format csv > out.csv", folder.path());
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.err, Not(HasSubstr("states"))) << "nobody watches, so there is no progress to show";
  const auto taken = std::chrono::steady_clock::now() - begin;
  const std::string out = text_of(folder.path() / "out.csv");
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 100'001);
#ifdef SINEW_SANITIZED
  GTEST_SKIP() << taken.count() << " ns: a sanitizer makes it slow, and reserves more addresses than the limit allows";
#endif
  EXPECT_LT(taken, std::chrono::seconds(20));
  // in little memory, too
  const Outcome limited = sinew_test::run("ulimit -v 400000; '" SINEW_COMMAND
                                          "' torque puma560 --states many.csv --format json | tail -c 5",
                                          folder.path());
  EXPECT_THAT(limited.out, HasSubstr("}")) << limited.err;
}

TEST(ManyStates, LoseNothingWhenTheUserStops) {
  const TemporaryFolder folder;
  // two rows, then a pipe that stays open; the answers are out before anything else comes, and stay when it ends
  const Outcome stopped =
      sinew_test::run("mkfifo pipe; touch out.csv; '" SINEW_COMMAND
                      "' torque two_link_2r --states - --format csv < pipe > out.csv & pid=$!; "
                      "exec 3>pipe; printf 'q.elbow\\n1\\n2\\n0.1' >&3; "
                      "for i in $(seq 100); do [ $(wc -l < out.csv) -ge 3 ] && break; sleep 0.1; done; "
                      "kill -TERM $pid; wait $pid; code=$?; wc -l < out.csv; exit $code",
                      folder.path());
  EXPECT_THAT(stopped.out, HasSubstr("3")) << stopped.err;
  EXPECT_NE(stopped.code, 0);
}

TEST(ManyStates, AreRefusedAtTheirLine) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "bad.csv") << "q.shoulder\n1\n2\nthree\n";
  const Outcome bad = sinew("torque two_link_2r --states bad.csv --format csv", folder.path());
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.err, HasSubstr("bad.csv:4: column 'q.shoulder': 'three'"));
  EXPECT_EQ(std::count(bad.out.begin(), bad.out.end(), '\n'), 3) << "what came before is answered";
  EXPECT_THAT(sinew("torque two_link_2r --states none.csv").err, HasSubstr("none.csv: there is no such file"));
  EXPECT_EQ(sinew("torque two_link_2r --states none.csv").code, 1);
  EXPECT_THAT(sinew("torque two_link_2r --states .").err, HasSubstr(".: this is a folder, not a file"));
  EXPECT_EQ(sinew("torque two_link_2r --states .").code, 1);
  const Outcome column =
      sinew_test::run("printf 'q.elbo\\n1\\n' | '" SINEW_COMMAND "' torque two_link_2r --states -", tree);
  EXPECT_EQ(column.code, 1);
  EXPECT_THAT(column.err, HasSubstr("stdin:1: there is no column 'q.elbo'; did you mean 'q.elbow'?"));
  const Outcome full = sinew_test::run("yes 1 | head -100000 | sed '1s/.*/q.elbow/' | '" SINEW_COMMAND
                                       "' torque two_link_2r --states - --format csv > /dev/full",
                                       tree);
  EXPECT_EQ(full.code, 1);
}

TEST(ManyStates, AreWholeJsonEvenIfOneOfThemIsWrong) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "bad.csv") << "q.shoulder,q.elbow\n1,2\n0,1\n2,three\n";
  for (const std::string command : {"torque", "accelerate", "pose", "jacobian", "terms", "statics"}) {
    const Outcome bad = sinew(command + " two_link_2r --states bad.csv --format json", folder.path());
    EXPECT_EQ(bad.code, 1) << command;
    EXPECT_THAT(bad.err, HasSubstr("bad.csv:4: ")) << command;
    EXPECT_THAT(bad.out, EndsWith("]}\n")) << command;
    EXPECT_EQ(Json::parse(bad.out)["states"].size(), 2U) << command;
  }
  std::ofstream(folder.path() / "worse.csv") << "q.elbo\n1\n";
  EXPECT_THAT(sinew("torque two_link_2r --states worse.csv --format json", folder.path()).out, IsEmpty());
}

TEST(ManyStates, CarryTheirTimeAlongAsItIs) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "s.csv")
      << "t,q.elbow\n,1\n1e400,2\n0.5,3\n1e-400,4\n007,5\nnoon,6\n1700000000123456789,7\n";
  const Json states = json_of("torque two_link_2r --states s.csv", folder.path())["states"];
  const Json wanted = {"", "1e400", 0.5, "1e-400", "007", "noon", 1700000000123456789};
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(states[i]["t"], wanted[i]);
  EXPECT_THAT(sinew("torque two_link_2r --states s.csv --format csv", folder.path()).out,
              AllOf(StartsWith("t,tau.shoulder,tau.elbow\n,"), HasSubstr("\n1e400,")));
  EXPECT_FALSE(json_of("torque two_link_2r")["states"][0].contains("t"));
}

TEST(ManyStates, StayBelowEachOtherInATable) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "r.yaml")
      << "sinew: 1\nname: r\ngravity: [0, -9.81, 0]\nlinks:\n"
         "  - {name: a, joint: {name: 関節, kind: revolute}, mass: 2, com: [0.5, 0, 0], inertia: [0.2, 0.2, 0.2]}\n";
  std::ofstream(folder.path() / "s.csv")
      << "t,qdd.関節\n0.1,0\n0.30000000000000004,1\n2024-01-01T00:00:00.000001,1e12\n";
  EXPECT_EQ(sinew("torque r.yaml --states s.csv", folder.path()).out,
            "   state                           t    関節 [N·m]\n"
            "       1                         0.1        9.8100\n"
            "       2         0.30000000000000004       10.5100\n"
            "       3  2024-01-01T00:00:00.000001    7.0000e+11\n");
}

TEST(ManyStates, MayComeFromTheAnswersOfAnyCommand) {
  const std::string q = " two_link_2r --q 1,2 --format csv --repeat-state";
  const std::string alone = sinew("torque two_link_2r --q 1,2 --format csv").out;
  for (const std::string& command : {"pose" + q + " --motion", "jacobian" + q + " --rate", "torque" + q + " --trace",
                                     "statics" + q, "terms" + q + " --show all --frame tip --rows x,y"}) {
    const Outcome piped = sinew_test::run(
        "'" SINEW_COMMAND "' " + command + " | '" SINEW_COMMAND "' torque two_link_2r --states - --format csv", tree);
    EXPECT_EQ(piped.out, alone) << command;
    EXPECT_THAT(piped.err, IsEmpty()) << command;
  }
}

TEST(ManyStates, LeaveOthersColumnsAloneAndSaySo) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "s.csv") << "note,q.elbow\nhot,1\ncold,1\n";
  const Outcome answered = sinew("torque two_link_2r --states s.csv --format csv", folder.path());
  EXPECT_EQ(answered.code, 0);
  EXPECT_EQ(answered.err,
            "s.csv:1: warning: left alone, for no state has them: 'note'; a state has q.<joint>, qd.<joint>, "
            "qdd.<joint>, tau.<joint> and t\n");
}

// ---- accelerate

TEST(Accelerate, UndoesTorque) {
  const Outcome shown = sinew("accelerate two_link_2r --q 20deg,40deg --qd 0.2,0.15 --tau 318.1937,38.6735");
  EXPECT_EQ(shown.out,
            "joint     acceleration\n"
            "shoulder  0.1000 rad/s²\n"
            "elbow     0.0850 rad/s²\n");
}

TEST(Accelerate, TellsWhatFrictionHolds) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "r.yaml")
      << "sinew: 1\nname: r\ngravity: [0, 0, 0]\nlinks:\n  - {name: a, joint: {name: hinge, kind: revolute, friction: "
         "{coulomb: 2}}, mass: 2, com: [0.5, 0, 0], inertia: [0.2, 0.2, 0.2]}\n";
  const Outcome holds = sinew("accelerate r.yaml --tau 1.5", folder.path());
  EXPECT_THAT(holds.out, HasSubstr("hinge: holds from -2.0000 N·m to 2.0000 N·m; the push is 1.5000 N·m: it stays"));
  EXPECT_THAT(holds.out, HasSubstr("the robot remains at rest"));
  const Outcome slips = sinew("accelerate r.yaml --tau 2.5", folder.path());
  EXPECT_THAT(slips.out, HasSubstr("it breaks away"));
  EXPECT_THAT(slips.out, Not(HasSubstr("remains at rest")));
  EXPECT_THAT(sinew("accelerate r.yaml --tau 2.5 --qd 1", folder.path()).out, Not(HasSubstr("At rest")));
  EXPECT_EQ(json_of("accelerate r.yaml --tau 1.5", folder.path())["states"][0]["static_friction"]["hinge"]["holds"],
            true);
  // where there is no room for it, it is said once
  std::ofstream(folder.path() / "s.csv") << "tau.hinge,qd.hinge\n1.5,0\n1.5,1\n2.5,0\n";
  for (const std::string format : {"table", "csv"})
    EXPECT_THAT(sinew("accelerate r.yaml --states s.csv --format " + format, folder.path()).err,
                StartsWith("r: warning: joints with dry friction are at rest in 2 states, "));
  EXPECT_THAT(sinew("accelerate r.yaml --states s.csv --format json", folder.path()).err, IsEmpty());
  EXPECT_THAT(holds.err, IsEmpty());
}

// ---- pose and jacobian

TEST(Pose, PlacesEveryFrame) {
  const Outcome shown = sinew("pose two_link_2r --q 90deg,-90deg");
  EXPECT_EQ(shown.out,
            "frame   x [m]   y [m]   z [m]  roll [°]  pitch [°]  yaw [°]      qx      qy      qz      qw\n"
            "base   0.0000  0.0000  0.0000    0.0000     0.0000   0.0000  0.0000  0.0000  0.0000  1.0000\n"
            "link1  0.0000  0.0000  0.0000    0.0000     0.0000  90.0000  0.0000  0.0000  0.7071  0.7071\n"
            "link2  0.0000  1.0000  0.0000    0.0000     0.0000   0.0000  0.0000  0.0000  0.0000  1.0000\n"
            "tip    0.8000  1.0000  0.0000    0.0000     0.0000   0.0000  0.0000  0.0000  0.0000  1.0000\n");
}

TEST(Pose, TellsHowAFrameMoves) {
  // the tip of the straight arm, turning as a whole: v = ω·r sideways, v̇ = −ω²·r inwards
  const Json tip = json_of("pose two_link_2r --frame tip --q 90deg,0 --qd 2,0")["states"][0]["frames"]["tip"];
  expect_near(tip["velocity"], {-3.6, 0, 0}, 1e-12);
  expect_near(tip["acceleration"], {0, -7.2, 0}, 1e-12);
  const Json own =
      json_of("pose two_link_2r --frame tip --q 90deg,0 --qd 2,0 --axes own")["states"][0]["frames"]["tip"];
  expect_near(own["velocity"], {0, 3.6, 0}, 1e-12);
  EXPECT_THAT(sinew("pose two_link_2r --frame tip --frame link2 --qd 1,0").out, HasSubstr("angular acceleration"));
  EXPECT_THAT(sinew("pose two_link_2r --frame tip --units mm,rad").out, HasSubstr(" mm "));
}

TEST(Pose, RefusesAFrameThatIsNotThere) {
  const Outcome refused = sinew("pose two_link_2r --frame tipp");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("there is no frame 'tipp'; did you mean 'tip'?"));
}

TEST(Jacobian, KnowsASingularity) {
  const Outcome straight = sinew("jacobian two_link_2r --frame tip --q 90deg,0 --rows linear");
  EXPECT_EQ(straight.code, 0);
  EXPECT_THAT(straight.out, StartsWith("J of tip, in the world's axes [m/rad]\n"));
  EXPECT_THAT(straight.out, HasSubstr("rank            1 of 2: singular"));
  EXPECT_THAT(straight.out, HasSubstr("condition       ∞"));
  EXPECT_THAT(straight.out, HasSubstr("motions that no q̇ gives here"));
  const Json bent = json_of("jacobian two_link_2r --frame tip --q 0,90deg --rows linear")["states"][0];
  EXPECT_EQ(bent["rank"], 2);
  EXPECT_NEAR(bent["manipulability"].get<double>(), 0.8, 1e-12) << "l₁·l₂·sin(elbow)";
  EXPECT_TRUE(json_of("jacobian two_link_2r --q 0,0 --rows linear")["states"][0]["condition"].is_null());
}

TEST(Jacobian, HasARateAndEulerAngles) {
  const Json s = json_of("jacobian two_link_2r --frame tip --q 0,90deg --qd 1,0 --rate")["states"][0];
  // turned as a whole, the columns turn with it: J̇ = ω × J
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_NEAR(s["J_rate"][3][c].get<double>(), -s["J"][4][c].get<double>(), 1e-12);
    EXPECT_NEAR(s["J_rate"][4][c].get<double>(), s["J"][3][c].get<double>(), 1e-12);
  }
  EXPECT_THAT(sinew("jacobian two_link_2r --analytic rpy").out, HasSubstr("yaw rate"));
  const Outcome singular = sinew("jacobian two_link_2r --analytic zyz");
  EXPECT_EQ(singular.code, 1);
  EXPECT_THAT(singular.err, HasSubstr("singular"));
  EXPECT_EQ(sinew("jacobian two_link_2r --analytic rpy --rate").code, 2);
}

TEST(Jacobian, HasTheRowsAskedFor) {
  const Json all = json_of("jacobian two_link_2r --q 0.3,0.4")["states"][0]["J"];
  const Json some = json_of("jacobian two_link_2r --q 0.3,0.4 --rows wz,x,vy")["states"][0]["J"];
  EXPECT_EQ(some, Json({all[2], all[3], all[4]}));
  EXPECT_THAT(sinew("jacobian two_link_2r --rows y,wz --format csv").out, StartsWith("J.vy.shoulder,J.vy.elbow,J.wz."));
}

// ---- terms

TEST(Terms, AreTheMassMatrixAndTheTorquesByDefault) {
  const Outcome shown = sinew("terms two_link_2r --q 20deg,40deg --qd 0.2,0.15");
  EXPECT_EQ(shown.out,
            "M, mass matrix [kg·m²]\n"
            "            shoulder   elbow\n"
            "  shoulder   39.8839  9.1619\n"
            "  elbow       9.1619  3.3400\n"
            "\n"
            "joint     c [N·m]   g [N·m]\n"
            "shoulder  -0.4030  313.8295\n"
            "elbow      0.1954   37.2780\n");
}

TEST(Terms, AddUpToTheTorque) {
  const Json terms = json_of("terms" + state)["states"][0];
  const Json tau = json_of("torque" + state)["states"][0]["tau"];
  const double qdd[] = {0.1, 0.085};
  for (std::size_t i = 0; i < 2; ++i) {
    double sum = terms["c"][i].get<double>() + terms["g"][i].get<double>();
    for (std::size_t j = 0; j < 2; ++j) sum += terms["M"][i][j].get<double>() * qdd[j];
    EXPECT_NEAR(sum, tau[i].get<double>(), 1e-12);
  }
  EXPECT_THAT(sinew("terms" + state + " --format csv").out,
              StartsWith("M.shoulder.shoulder,M.shoulder.elbow,M.elbow.shoulder,M.elbow.elbow,c.shoulder,"));
}

TEST(Terms, CanAllBeShown) {
  for (const std::string robot : {"two_link_2r", "rp", "puma560"})
    for (const std::string format : {"table", "csv", "json"}) {
      const Outcome all = sinew("terms " + robot + " --show all --format " + format);
      EXPECT_EQ(all.code, 0) << robot << all.err;
      EXPECT_THAT(all.out, Not(HasSubstr("nan"))) << robot;
    }
  EXPECT_THAT(sinew("terms rp --q 0.3,0.4").out, HasSubstr(" kg·m²"));
  const Json whole = json_of("terms two_link_2r --show structure,bound,base-parameters");
  EXPECT_EQ(whole["structure"][0]["holds"], true);
  EXPECT_GT(whole["bound"]["norm"], 100.0);
  EXPECT_GT(whole["base_parameters"]["rank"], 3);
}

TEST(Terms, HaveCartesianForms) {
  const std::string at =
      "terms puma560 --show cartesian,M,c,g --q 0.1,-0.7,0.4,0.5,0.6,0.7 --qd 0.1,0.2,0.3,0.4,0.5,0.6";
  for (const std::string more : {"", " --axes own", " --axes own --acceleration world", " --rows linear"}) {
    const Json s = json_of(at + more)["states"][0];
    // τ = Jᵀ·g_x is g for a square J; for fewer rows only what the task feels
    const Json& x = s["cartesian"];
    if (!more.ends_with("linear"))
      for (std::size_t j = 0; j < 6; ++j) {
        double sum = 0.0;
        for (std::size_t i = 0; i < 6; ++i) sum += x["J"][i][j].get<double>() * x["g_x"][i].get<double>();
        EXPECT_NEAR(sum, s["g"][j].get<double>(), 1e-8) << more;
      }
    EXPECT_EQ(x["M_x"].size(), more.ends_with("linear") ? 3U : 6U);
  }
  const Outcome singular = sinew("terms puma560 --show cartesian");
  EXPECT_EQ(singular.code, 1);
  EXPECT_EQ(sinew("terms puma560 --show cartesian --damping 0.01").code, 0);
}

TEST(Terms, HaveTheCartesianFormsOfAPlanarArm) {
  const std::string at = "terms two_link_2r --show cartesian,g --frame tip --q 0.3,0.4";
  const Json s = json_of(at + " --rows x,y")["states"][0];
  ASSERT_EQ(s["cartesian"]["g_x"].size(), 2U);
  for (std::size_t j = 0; j < 2; ++j) {
    double sum = 0.0;
    for (std::size_t i = 0; i < 2; ++i)
      sum += s["cartesian"]["J"][i][j].get<double>() * s["cartesian"]["g_x"][i].get<double>();
    EXPECT_NEAR(sum, s["g"][j].get<double>(), 1e-10) << "Jᵀ·g_x is g";
  }
  const Outcome all = sinew(at);
  EXPECT_EQ(all.code, 1);
  EXPECT_THAT(all.err, HasSubstr("--rows x,y"));
}

TEST(Terms, CheckAMatrixThatSomeoneWorkedOut) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "right.csv") << "39.88393, 9.161876\n9.161876, 3.34\n";
  std::ofstream(folder.path() / "wrong.csv") << "39.88393,9.161876\n8.161876,3.34\n";
  std::ofstream(folder.path() / "small.csv") << "1\n";
  const std::string command = "terms two_link_2r --q 20deg,40deg --matrix ";
  const Outcome wrong = sinew(command + "wrong.csv", folder.path());
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.out, HasSubstr("no "));
  EXPECT_THAT(sinew(command + "right.csv", folder.path()).out, HasSubstr("yes"));
  const Outcome small = sinew(command + "small.csv", folder.path());
  EXPECT_EQ(small.code, 1);
  EXPECT_THAT(small.err, HasSubstr("small.csv:1: has 1 numbers; give 2 rows of 2 numbers"));
}

// ---- statics

TEST(Statics, AreJustLikeTorqueAtRest) {
  const std::string at = " statics_rr --q 30deg,-60deg --wrench P1:F=[0,-100N,0]:M=[0,0,5]";
  const Json held = json_of("statics" + at)["states"][0];
  const Json torque = json_of("torque" + at)["states"][0]["tau"];
  expect_near(held["tau"], torque.get<std::vector<double>>(), 1e-9);
  EXPECT_EQ(held["in_equilibrium"], false);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(held["parts"]["external"][i].get<double>() + held["parts"]["gravity"][i].get<double>(),
                held["tau"][i].get<double>(), 1e-9);
  const std::string text = sinew("statics" + at + " --units mm,N,Nmm").out;
  EXPECT_THAT(text, HasSubstr("  N·mm\n"));
  EXPECT_THAT(text, HasSubstr("Gravity as wrenches"));
}

TEST(Statics, FindEquilibrium) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "r.yaml") << "sinew: 1\nname: r\ngravity: [0, -9.81, 0]\nlinks:\n"
                                             "  - {name: a, joint: {name: hinge, kind: revolute}, mass: 2, "
                                             "com: [0.5, 0, 0], inertia: [0.2, 0.2, 0.2]}\n";
  // held up where its weight acts, and elsewhere
  EXPECT_THAT(sinew("statics r.yaml --q 20deg --wrench a@[0.5,0,0]:F=[0,19.62,0]", folder.path()).out,
              HasSubstr("\nIn equilibrium"));
  EXPECT_THAT(sinew("statics r.yaml --q 20deg --wrench a@[0.4,0,0]:F=[0,19.62,0]", folder.path()).out,
              HasSubstr("Not in equilibrium"));
}

// ---- bad input and help

TEST(BadValues, AreRefusedWithWhatToDo) {
  const std::pair<std::string, std::string> cases[] = {
      {"--q 1", "--q: has 1 value, and two_link_2r has 2: shoulder, elbow; give one each, in this order, or by name"},
      {"--q 1,2,3", "--q: has 3 values"},
      {"--q 20def,1", "--q: shoulder: '20def' has the unknown unit 'def'; did you mean 'deg'?"},
      {"--q 20mm,1", "--q: shoulder: '20mm' is in m; give it in rad or another unit of that kind"},
      {"--q elbo=1", "--q: two_link_2r has no joint 'elbo'; did you mean 'elbow'?"},
      {"--q elbow=1,2", "name all of them or none"},
      {"--q inf,1", "--q: shoulder: 'inf' is not finite"},
      {"--gravity 0,0", "--gravity: '0,0' is no vector"},
      {"--wrench link2", "--wrench: 'link2' has neither a force nor a moment"},
      {"--wrench link3:F=[1,0,0]", "--wrench: two_link_2r has no link or frame 'link3'; did you mean 'link1'?"},
      {"--q elbow=1,elbow=2", "--q: 'elbow' is given twice; keep one"},
      {"--wrench link2:F=[0,10,0]:F=[0,99,0]", "gives F= twice"},
      {"--wrench link2@link3[1,0,0]:F=[0,1,0]", "--wrench: two_link_2r has no link or frame 'link3'"},
  };
  for (const auto& [flags, message] : cases) {
    const Outcome refused = sinew("torque two_link_2r " + flags);
    EXPECT_EQ(refused.code, 1) << flags;
    EXPECT_THAT(refused.out, IsEmpty()) << flags;
    EXPECT_THAT(refused.err, HasSubstr(message)) << flags;
  }
  // all of them at once
  const Outcome both = sinew("torque two_link_2r --q 1 --qd x,1");
  EXPECT_THAT(both.err, HasSubstr("--q: "));
  EXPECT_THAT(both.err, HasSubstr("--qd: "));
}

TEST(AJointThatFollows, CannotBeGiven) {
  const Outcome refused = sinew("torque panda --q panda_finger_joint2=0.01");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("'panda_finger_joint2' follows 'panda_finger_joint1'"));
}

/// Each is refused with code 2, before anything is answered, for this reason.
void expect_refused(const std::vector<std::pair<std::string, std::string>>& cases) {
  for (const auto& [arguments, reason] : cases) {
    const Outcome refused = sinew(arguments);
    EXPECT_EQ(refused.code, 2) << arguments;
    EXPECT_THAT(refused.out, IsEmpty()) << arguments;
    EXPECT_THAT(refused.err, HasSubstr(reason)) << arguments;
  }
}

TEST(AnEmptyValue, IsRefusedRatherThanTakenAsNone) {
  expect_refused({{"torque two_link_2r --states ''", "--states: is empty; give it a value, or leave it out"},
                  {"torque two_link_2r --q ''", "--q: is empty"},
                  {"torque two_link_2r --q ' '", "--q: is empty"},
                  {"torque two_link_2r --without ''", "--without: is empty"},
                  {"torque two_link_2r --units ''", "--units: is empty"},
                  {"torque two_link_2r --wrench ''", "--wrench: is empty"},
                  {"terms two_link_2r --matrix ''", "--matrix: is empty"},
                  {"torque ''", "robot: is empty"},
                  {"convert rp out.yaml --dh ''", "--dh"}});
}

TEST(AnOptionThatWouldDoNothing, IsRefusedWithWhatToDo) {
  expect_refused(
      {{"terms two_link_2r --matrix m.csv --format csv", "--format: what is true of a matrix has no place in csv"},
       {"terms two_link_2r --matrix m.csv --states e.csv", "--states: does nothing with --matrix"},
       {"terms two_link_2r --matrix m.csv --show C", "--show: does nothing with --matrix"},
       {"terms two_link_2r --matrix m.csv --qd 1,2", "--qd: does nothing with --matrix"},
       {"terms two_link_2r --show M --damping 0.1", "--damping: is for the Cartesian forms; add cartesian to --show"},
       {"terms two_link_2r --show M --rows linear", "--rows: is for the Cartesian forms"},
       {"terms two_link_2r --show M --frame tip", "--frame: is for the Cartesian forms"},
       {"terms two_link_2r --show all --rows linear", "--rows: is for the Cartesian forms, which all has only with"},
       {"terms two_link_2r --wrench tip:F=[1,0,0]", "--wrench: counts in power and derivatives alone"},
       {"pose two_link_2r --axes own", "--axes: is of velocities; add --motion"},
       {"pose two_link_2r --frame tip --frame tip", "--frame: 'tip' stands there twice"},
       {"pose two_link_2r --gravity 0,0,0", "--gravity: changes forces, and the answer is of poses alone"},
       {"jacobian two_link_2r --analytic rpy --rows x,y", "--analytic: is of all three angles"},
       {"torque two_link_2r --repeat-state", "--repeat-state: is for programs; take --format csv or json"},
       {"torque two_link_2r --units mm --format csv", "--units: is for tables"},
       {"torque two_link_2r --digits 2 --format json", "--digits: is for tables"},
       {"torque two_link_2r --map a=b", "--map: is for smiData"},
       {"torque two_link_2r --without gravity --gravity 0,0,-9", "--without: gravity contradicts --gravity"}});
}

TEST(AnOptionThatACommandDoesNotTake, IsRefusedWithThoseItTakes) {
  expect_refused({{"torque two_link_2r --colour red", "torque takes no --colour; known: --help, "},
                  {"torque two_link_2r --qdf=3,4", "torque takes no --qdf; did you mean '--qd'?"},
                  {"torque two_link_2r --q 1, 2", "'2' is one argument too many"},
                  {"torque two_link_2r --q 1,2 --q 3,4", "--q is given 2 times; keep one"},
                  {"torque - --states -", "--states: stdin is the robot already"},
                  {"terms - --matrix -", "--matrix: stdin is the robot already"}});
  EXPECT_EQ(sinew("terms two_link_2r --show cartesian --damping -1").err,
            "--damping: the damping is negative; give one above zero\n");
}

TEST(AWordThatAnOptionDoesNotKnow, IsBadUsage) {
  expect_refused({{"torque two_link_2r --units mm,Nmn", "--units: 'Nmn' is no unit; did you mean 'Nm'?"},
                  {"torque two_link_2r --without foo", "--without: there is no 'foo'; known: friction, motors"},
                  {"jacobian two_link_2r --rows x,vw", "--rows: there is no row 'vw'"},
                  {"terms two_link_2r --show N", "--show: there is no 'N'"}});
  EXPECT_THAT(sinew("torque two_link_2r --units foo").err, HasSubstr(", µm, and products of them"));
}

TEST(BadUsage, OfTheDynamicsCommandsEndsWithCodeTwo) {
  for (const std::string wrong :
       {"torque", "torque two_link_2r --q", "torque two_link_2r --tau 1,2", "pose two_link_2r --format xml",
        "terms two_link_2r --show N", "terms two_link_2r --show structure --format csv",
        "terms two_link_2r --damping -1", "jacobian two_link_2r --rows q", "statics two_link_2r --qd 1,2",
        "torque two_link_2r --digits 99"}) {
    const Outcome refused = sinew(wrong);
    EXPECT_EQ(refused.code, 2) << wrong;
    EXPECT_THAT(refused.out, IsEmpty()) << wrong;
    EXPECT_THAT(refused.err, HasSubstr("help")) << wrong;
  }
}

TEST(Help, HasAnExampleOfEveryDynamicsCommandThatWorks) {
  const std::string overview = sinew("help").out;
  for (const std::string command : {"pose", "jacobian", "torque", "accelerate", "terms", "statics"}) {
    EXPECT_THAT(overview, HasSubstr("\n  " + command));
    const std::string page = sinew("help " + command).out;
    const std::size_t at = page.find("example: sinew ");
    ASSERT_NE(at, std::string::npos) << command;
    EXPECT_EQ(sinew(page.substr(at + 15, page.find('\n', at) - at - 15)).code, 0) << command;
  }
}

}  // namespace
