// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string reach =
    "motion panda --move \"0,-0.6,0,-2.2,0,1.7,0.8,0 -> 0.5,0.2,-0.3,-1.5,0.4,2.2,0.1,0.02 in 1.5s\" ";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The columns whose heads begin so, as text.
std::map<std::string, std::string> columns_of(const std::string& csv, const std::string& beginning) {
  const std::vector<std::string> lines = lines_of(csv);
  std::vector<std::string> heads;
  std::map<std::string, std::string> columns;
  for (const std::string& line : lines) {
    std::istringstream in(line);
    const bool is_head = heads.empty();
    std::string cell;
    for (std::size_t i = 0; std::getline(in, cell, ','); ++i) {
      if (is_head)
        heads.push_back(cell);
      else if (heads.at(i).starts_with(beginning))
        columns[heads[i]] += cell + "\n";
    }
  }
  return columns;
}

TEST(Motion, has_the_torques_of_its_states_bit_for_bit) {
  const sinew_test::TemporaryFolder folder;
  for (const std::string wrench : {"", "--wrench \"panda_hand:F=[3,-2,7]:M=[0,0.1,0]\" "}) {
    const Outcome motion = sinew(reach + wrench + "--samples 301 --format csv --out way.csv", folder.path());
    ASSERT_EQ(motion.code, 0) << motion.err;
    const Outcome torque = sinew("torque panda " + wrench + "--states way.csv --format csv", folder.path());
    ASSERT_EQ(torque.code, 0) << torque.err;
    EXPECT_TRUE(columns_of(text_of(folder.path() / "way.csv"), "tau.") == columns_of(torque.out, "tau."));
    EXPECT_EQ(lines_of(torque.out).size(), 302U);
  }
}

TEST(Motion, has_the_traces_of_its_states) {
  const sinew_test::TemporaryFolder folder;
  const Outcome motion =
      sinew(reach + "--samples 11 --show torque,causes,links --format csv --out way.csv", folder.path());
  ASSERT_EQ(motion.code, 0) << motion.err;
  const Outcome torque = sinew("torque panda --trace --states way.csv --format csv", folder.path());
  const std::string own = text_of(folder.path() / "way.csv");
  EXPECT_TRUE(columns_of(own, "links.") == columns_of(torque.out, "links."));
  EXPECT_TRUE(columns_of(own, "parts.") == columns_of(torque.out, "parts."));
}

TEST(Motion, gives_rows_that_every_command_reads) {
  const sinew_test::TemporaryFolder folder;
  const Outcome all = sinew(reach + "--samples 5 --show all --format csv --out all.csv", folder.path());
  ASSERT_EQ(all.code, 0) << all.err;
  for (const char* command : {"torque panda", "pose panda", "terms panda --show energy"}) {
    const Outcome read = sinew(std::string(command) + " --states all.csv --format csv", folder.path());
    EXPECT_EQ(read.code, 0) << read.err;
    EXPECT_THAT(read.err, Not(HasSubstr("left alone"))) << command;
  }
  const Outcome pose = sinew("pose panda --motion --frame panda_hand_tcp --states all.csv --format csv", folder.path());
  EXPECT_TRUE(columns_of(text_of(folder.path() / "all.csv"), "frames.panda_hand_tcp.position") ==
              columns_of(pose.out, "frames.panda_hand_tcp.position"));
}

TEST(Motion, answers_a_page_with_motors_energies_and_limits) {
  const Outcome page = sinew("motion rrp --q1 'sin(t)' --q2 '3*cos(2*t)' --q3 'sin(3*t)' --until 10s");
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(page.out, AllOf(StartsWith("rrp"), HasSubstr("101 samples"), HasSubstr("What the motor of each joint"),
                              HasSubstr("power"), HasSubstr("Energy"), HasSubstr("kinetic"), HasSubstr("Where ")));
  const Outcome quantities =
      sinew("motion rrp --q1 'sin(t)' --q2 '3*cos(2*t)' --q3 'sin(3*t)' --until 10s --show link3.coriolis,energy");
  EXPECT_THAT(quantities.out, AllOf(HasSubstr("link3.vd_coriolis: Coriolis acceleration of link3, in its own axes"),
                                    HasSubstr("energy.total"), Not(HasSubstr("What the motor"))));
}

TEST(Motion, lists_limits_that_are_exceeded_between_samples) {
  // two samples, the start and the end, where nothing moves
  const std::string hasty =
      "motion panda --move \"0,-0.6,0,-2.2,0,1.7,0.8,0 -> 1.5,-0.6,0,-2.2,0,1.7,0.8,0 in 0.5s\" --samples 2";
  const Outcome page = sinew(hasty);
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(page.out, AllOf(HasSubstr("Beyond the robot's limits (!)"), HasSubstr("panda_joint1  velocity")));
  const nlohmann::json answer = json_of(hasty);
  ASSERT_FALSE(answer["violations"].empty());
  const nlohmann::json first = answer["violations"][0];
  EXPECT_EQ(first["quantity"], "qd");
  EXPECT_EQ(first["joint"], "panda_joint1");
  // a quintic: q̇ = 90·s²(1 − s)², at most 5.625 rad/s, and symmetric about the middle
  EXPECT_NEAR(first["worst"], 5.625, 1e-9);
  EXPECT_NEAR(first["t"], 0.25, 1e-7);
  EXPECT_NEAR(first["from"].get<double>() + first["to"].get<double>(), 0.5, 1e-10);
  const double s = first["from"].get<double>() / 0.5;
  EXPECT_NEAR(90.0 * s * s * (1 - s) * (1 - s), first["limit"], 1e-9);
  EXPECT_THAT(sinew(hasty + " --format csv").err, HasSubstr("velocity of panda_joint1 is beyond its limit"));
}

TEST(Motion, gives_its_numbers_in_json_with_rows_and_axes) {
  const nlohmann::json answer = json_of(
      "motion rrp --q1 'sin(t)' --q2 '3*cos(2*t)' --q3 'sin(3*t)' --until 10s --samples 3 --show "
      "link2.w,end.velocity,energy,power,power.total --axes world");
  EXPECT_EQ(answer["links"]["axes"], "world");
  EXPECT_EQ(answer["motion"]["axes"], "world");
  EXPECT_EQ(answer["rows"], nlohmann::json({"x", "y", "z"}));
  ASSERT_EQ(answer["states"].size(), 3U);
  const nlohmann::json& state = answer["states"][1];
  EXPECT_EQ(state["t"], 5);
  EXPECT_EQ(state["links"]["link2"]["w"].size(), 3U);
  EXPECT_NEAR(state["links"]["link2"]["w"][2], std::cos(5.0), 1e-14);
  EXPECT_EQ(state["frames"].begin()->at("velocity").size(), 3U);
  EXPECT_NEAR(state["energy"]["total"].get<double>(),
              state["energy"]["kinetic"].get<double>() + state["energy"]["potential"].get<double>(), 1e-12);
  double sum = 0.0;
  for (const nlohmann::json& one : state["power"]["joints"]) sum += one.get<double>();
  EXPECT_NEAR(state["power"]["total"], sum, 1e-9);
  EXPECT_NEAR(answer["summary"]["joints"].begin()->at("qd")["most"]["value"], 1.0, 1e-12);
}

TEST(Motion, counts_the_time_as_its_giver_does) {
  const nlohmann::json answer = json_of("motion two_link_2r --q1 'sin(t)' --from 2s --until 4s --samples 3");
  EXPECT_EQ(answer["states"][0]["t"], 2);
  EXPECT_EQ(answer["states"][2]["t"], 4);
  EXPECT_NEAR(answer["states"][0]["q"][0], std::sin(2.0), 1e-15);
}

TEST(Motion, refuses_what_it_has_no_use_for) {
  const std::string swing = "motion two_link_2r --q1 'sin(t)' --until 2s ";
  EXPECT_THAT(sinew(swing + "--show torqe").err, AllOf(HasSubstr("there is no quantity 'torqe'"), HasSubstr("torque")));
  EXPECT_THAT(sinew(swing + "--show link9.w").err, HasSubstr("there is no quantity"));
  EXPECT_EQ(sinew(swing + "--axes world").code, 2);
  EXPECT_EQ(sinew(swing + "--samples 1").code, 2);
  EXPECT_EQ(sinew(swing + "--samples 5 --period 0.1s").code, 2);
  EXPECT_THAT(sinew(swing + "--period 0s").err, HasSubstr("above zero"));
  EXPECT_THAT(sinew(swing + "--period 2rad").err, HasSubstr("--period"));
  EXPECT_THAT(sinew(swing + "--frame nowhere").err, HasSubstr("nowhere"));
  EXPECT_THAT(sinew(swing + "--wrench nothing:F=[1,0,0]").err, HasSubstr("nothing"));
  EXPECT_EQ(sinew("motion two_link_2r").code, 2);
}

TEST(Motion, refuses_a_file_that_cannot_be_written_before_it_computes) {
  const Outcome refused = sinew(reach + "--samples 900000000 --format csv --out /nowhere/way.csv");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("/nowhere/way.csv"));
}

TEST(Motion, keeps_the_rows_that_it_has_when_it_is_stopped) {
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "old.csv") << "old\n";
  const std::string rows = reach + "--samples 900000000 --format csv --out ";
  const std::string part = sinew_test::left_when_stopped(rows, "part.csv", folder.path(), 1002);
  EXPECT_THAT(part, AllOf(StartsWith("t,q.panda_joint1,"), HasSubstr("\n# stopped at")));
  EXPECT_GT(std::count(part.begin(), part.end(), '\n'), 1000);
  EXPECT_EQ(sinew("torque panda --format csv --states part.csv | tail -n 1", folder.path()).code, 0);
  sinew_test::run("timeout --foreground -s TERM 1 '" SINEW_COMMAND "' " + rows + "old.csv", folder.path());
  EXPECT_EQ(text_of(folder.path() / "old.csv"), "old\n");
  const Outcome first = sinew(reach + "--samples 900000000 --format csv 2>/dev/null | head -n 3", folder.path());
  EXPECT_EQ(lines_of(first.out).size(), 3U);
}

}  // namespace
