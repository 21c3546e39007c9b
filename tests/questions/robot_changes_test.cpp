// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/robots.h"
#include "sinew/questions/question.h"
#include "sinew/questions/request.h"
#include "tests/support/command.h"

namespace sinew {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A robot of which everything can be changed.
constexpr const char* changeable_robot = R"(sinew: 1
name: arm
parameters: {l1: 0.5 m, l2: 0.4 m, m2: 2 kg}
gravity: [0, -9.81, 0]
links:
  - name: link1
    joint: {name: shoulder, kind: revolute, friction: {viscous: 0.5}}
    bodies: [{shape: point, mass: 3 kg, pose: Tx(l1)}]
  - name: link2
    joint: {name: elbow, kind: revolute, limits: {position: [-1, 1]}}
    pose: Tx(l1)
    bodies: [{shape: point, mass: m2, pose: Tx(l2)}]
  - name: link3
    joint: {name: wrist, kind: revolute}
    pose: Tx(l2)
    bodies: [{shape: point, mass: 1 kg, pose: Tx(0.3)}]
frames:
  - {name: tip, link: link3, pose: Tx(0.3)}
)";

/// A request of every command, which every change is to have an effect on.
const std::map<std::string, json>& changeable_requests() {
  static const json q{{"shoulder", 0.3}, {"wrist", 0.4}}, qd{{"shoulder", 0.5}};
  static const std::map<std::string, json> all{
      {"info", json::object()},
      {"check", json::object()},
      {"convert", {{"out", "-"}, {"to", "yaml"}}},
      {"pose", {{"q", q}}},
      {"jacobian", {{"q", q}}},
      {"draw", {{"q", q}}},
      {"torque", {{"q", q}, {"qd", qd}, {"trace", true}}},
      {"accelerate", {{"q", q}, {"qd", qd}}},
      {"terms", {{"q", q}, {"qd", qd}, {"show", "M,c,g,derivatives"}}},
      {"statics", {{"q", q}, {"wrench", "tip:F=[0,-100N,0]"}}},
      {"equations", {{"show", "tau,J"}, {"rows", "x,y"}, {"format", "text"}}},
      {"solve", {{"q", q}, {"qd", qd}, {"tasks", "position rows=x,y acceleration=[0.1,0]"}, {"method", "torque"}}},
      {"ik", {{"position", {0.5, 0.4, 0}}, {"rows", "x,y"}}},
      {"follow",
       {{"q", q},
        {"line_by", {0.001, 0, 0}},
        {"rows", "x,y"},
        {"duration", "20ms"},
        {"level", "acceleration"},
        {"method", "torque"}}},
      {"motion", {{"move", "shoulder=0.1, wrist=0.2 -> shoulder=0.5, wrist=0.4 in 1s"}, {"samples", 3}}},
      {"calibrate", {{"design", 6}}},
      {"verify", {{"statements", {"tau1 = 0", "J11 = 0"}}}},
      {"retime", {{"between", "shoulder=0 -> shoulder=0.5,wrist=0.4"}, {"new_duration", "1s"}}},
  };
  return all;
}

/// A command that is not listed above is asked about the robot alone.
json changeable_request(const std::string& command) {
  const auto found = changeable_requests().find(command);
  return found == changeable_requests().end() ? json::object() : found->second;
}

/// Each change, in a form that fits the robot.
const std::map<std::string, json>& changes_to_ask() {
  static const std::map<std::string, json> all{
      {"lock", {{"elbow", "20deg"}}},   {"payload", {{"mass", 2.5}, {"at", {0, 0.08, 0}}}},
      {"tool", {{"xyz", {0.1, 0, 0}}}}, {"set", "l2=2*l1"},
      {"gravity", {0, -1.62, 0}},       {"without", "friction"}};
  return all;
}

class RobotChangesInQuestions : public testing::Test {
 protected:
  RobotChangesInQuestions() {
    std::ofstream(file()) << changeable_robot;
    // of a joint that is locked, a log has no columns
    std::ofstream log(log_file());
    log << "t,q.shoulder,q.wrist,tau.shoulder,tau.wrist\n";
    for (int k = 0; k < 60; ++k)
      log << 0.05 * k << ',' << 0.3 * std::sin(0.1 * k) << ',' << 0.2 * std::sin(0.15 * k) << ',' << 40 + k % 3 << ','
          << 3 + k % 2 << '\n';
  }

  std::string file() const { return (folder_.path() / "arm.yaml").string(); }
  std::string log_file() const { return (folder_.path() / "log.csv").string(); }
  json reply(const std::string& command, json request) {
    request["command"] = command;
    if (!request.contains("robot")) request["robot"] = file();
    if (command == "audit") request["log"] = log_file();
    return json::parse(RequestReader(robots_).reply(request.dump()));
  }
  json with(const std::string& command, const std::string& option, const json& value) {
    json request = changeable_request(command);
    request[option] = value;
    return reply(command, request);
  }

 private:
  sinew_test::TemporaryFolder folder_;
  Robots robots_;
};

/// No command can be forgotten: a new one that takes a robot must take these, and do something with them or say why not.
TEST_F(RobotChangesInQuestions, CanBeAskedOfEveryCommandThatTakesARobot) {
  const std::set<std::string> of_poses_alone{"pose", "jacobian", "ik", "draw", "calibrate"},
      of_forces{"gravity", "without"};
  for (const Command& command : commands()) {
    const std::string name = command.name;
    const std::unique_ptr<Question> question = command.make();
    if (question->fields().find("robot") == nullptr) continue;
    const json before = reply(name, changeable_request(name));
    EXPECT_TRUE(before.contains("answer")) << name << ": " << before;
    for (const auto& [option, value] : changes_to_ask()) {
      ASSERT_NE(question->fields().find(option), nullptr) << name << " takes no " << option;
      const json after = with(name, option, value);
      if (of_poses_alone.contains(name) && of_forces.contains(option)) {
        EXPECT_EQ(after["error"]["field"], option) << name << ": " << after;
        EXPECT_THAT(after["error"]["what"].get<std::string>(), HasSubstr("the answer is of poses alone"));
        continue;
      }
      EXPECT_TRUE(after.contains("answer")) << name << " --" << option << ": " << after;
      // a sound robot stays sound, and these change nothing that is shown
      const bool shows_nothing = name == "check" || (option == "payload" && of_poses_alone.contains(name)) ||
                                 (option == "tool" && (name == "torque" || name == "accelerate" || name == "terms" ||
                                                       name == "statics" || name == "retime" || name == "simulate")) ||
                                 (option == "without" && name == "statics");
      EXPECT_TRUE(shows_nothing || after != before) << name << " --" << option;
    }
  }
}

TEST_F(RobotChangesInQuestions, ThatDoNotFitAreRefusedByEveryCommand) {
  const std::pair<std::string, json> wrong[] = {{"lock", {{"elbw", 0.1}}},
                                                {"lock", "elbow=0.1m"},
                                                {"tool", "0,0,0.1 on tp"},
                                                {"set", "m3=1kg"},
                                                {"set", "m2=1m"}};
  for (const auto& [name, request] : changeable_requests())
    for (const auto& [option, value] : wrong) {
      const json after = with(name, option, value);
      if (name == "check")
        EXPECT_EQ(after["outcome"], "no") << after;
      else
        EXPECT_EQ(after["error"]["kind"], "input") << name << ": " << after;
    }
}

TEST_F(RobotChangesInQuestions, GiveTheTorquesOfTheConvertedRobot) {
  json request = changeable_requests().at("torque");
  const json change{{"lock", {{"elbow", 0.2}}},
                    {"payload", {"2.5 kg at 0,0.08,0 inertia 0.01,0.02,0.03", {{"mass", 1}, {"on", "link2"}}}},
                    {"tool", "Tx(100mm) Rz(30deg)"},
                    {"set", {{"m2", "3 kg"}, {"l2", 0.45}}},
                    {"gravity", "0,-1.62,0"}};
  request.update(change);
  const json changed = reply("torque", request)["answer"]["states"][0]["tau"];
  for (const char* format : {"yaml", "urdf"}) {
    const sinew_test::TemporaryFolder folder;
    const std::string out = (folder.path() / "changed").string() + "." + format;
    json conversion{{"out", out}};
    conversion.update(change);
    EXPECT_EQ(reply("convert", conversion)["outcome"], "yes");
    json of_file = changeable_requests().at("torque");
    of_file["robot"] = out;
    const json written = reply("torque", of_file)["answer"]["states"][0]["tau"];
    ASSERT_EQ(written.size(), 2U) << format;
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(written[i].get<double>(), changed[i].get<double>(), 1e-12 * std::abs(changed[i].get<double>()));
  }
}

/// By hand: with the elbow straight the arm is a pendulum of three masses.
TEST_F(RobotChangesInQuestions, CountInEquations) {
  const auto outcome = [&](const json& change, const std::string& statement) {
    json request{{"robot", "point_mass_2r"}, {"statements", {statement}}};
    request.update(change);
    const json answer = reply("verify", request);
    return answer.value("outcome", answer.dump());
  };
  const json straight{{"lock", "elbow=0"}}, bent{{"lock", "elbow=90deg"}};
  EXPECT_EQ(outcome(straight, "M11 = m1*l1^2 + m2*(l1+l2)^2"), "yes");
  EXPECT_EQ(outcome(bent, "M11 = m1*l1^2 + m2*(l1^2+l2^2)"), "yes");
  EXPECT_EQ(outcome(bent, "M11 = m1*l1^2 + m2*(l1+l2)^2"), "no");
  EXPECT_EQ(outcome(bent, "G1 = (m1 + m2)*g*l1*cos(q1) - m2*g*l2*sin(q1)"), "yes");
  EXPECT_EQ(outcome({{"payload", "2 kg at 100mm,0,0"}}, "M22 = m2*l2^2 + 2*(l2 + 1/10)^2"), "yes");
  EXPECT_EQ(outcome({{"set", "l2=2*l1"}}, "M22 = 4*m2*l1^2"), "yes");
  EXPECT_EQ(outcome({{"gravity", "0,0,-9.81"}}, "G = [0, 0]"), "yes");
  EXPECT_EQ(outcome({{"without", "gravity"}}, "G = [0, 0]"), "yes");
  EXPECT_EQ(outcome({{"tool", "100mm,0,0"}, {"rows", "x,y"}, {"axes", "world"}}, "J22 = (l2 + 1/10)*cos(q1+q2)"),
            "yes");
}

TEST_F(RobotChangesInQuestions, AreKeptApartInAStreamOfRequests) {
  const json panda{{"robot", "panda"}};
  json locked = panda, open = panda;
  locked["lock"] = {{"panda_finger_joint1", 0.0}};
  open["lock"] = {{"panda_finger_joint1", 0.04}};
  const json free_torque = reply("torque", panda)["answer"]["states"][0]["tau"];
  const json locked_torque = reply("torque", locked)["answer"]["states"][0]["tau"];
  EXPECT_EQ(free_torque.size(), 8U);
  EXPECT_EQ(locked_torque.size(), 7U);
  EXPECT_EQ(reply("torque", panda)["answer"]["states"][0]["tau"], free_torque);
  EXPECT_NE(reply("pose", open)["answer"], reply("pose", locked)["answer"]);
}

TEST_F(RobotChangesInQuestions, WarnWhereALockedJointIsBeyondItsLimits) {
  const json warned = with("torque", "lock", {{"elbow", 1.5}});
  ASSERT_EQ(warned["warnings"].size(), 1U) << warned;
  EXPECT_THAT(warned["warnings"].dump(), HasSubstr("joint 'elbow' is locked at 1.5, beyond its limits of -1 to 1"));
}

TEST(RobotChoice, NamesAllItsFields) {
  EXPECT_THAT(RobotChoice::field_names(), testing::UnorderedElementsAre("floating_base", "map", "set", "lock", "tool",
                                                                        "payload", "gravity", "without"));
}

}  // namespace
}  // namespace sinew
