// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/states_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>
#include <sstream>

#include "sinew/formats/load.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/wrench_text.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double degree = std::numbers::pi / 180;

Model<double> robot_named(const std::string& name, bool floating = false) {
  return load_robot(SINEW_SOURCE_DIR "/robots/" + name + ".yaml", {.floating_base = floating, .solid_of_instance = {}})
      .model;
}

std::vector<State> states_in(const std::string& text, const Model<double>& model) {
  std::istringstream in(text);
  StatesReader reader(in, "states.csv", model, zero_state(model));
  std::vector<State> all;
  for (State state; reader.next(state);) all.push_back(state);
  return all;
}

std::string refusal(const std::string& text, const Model<double>& model) {
  try {
    states_in(text, model);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(States, HaveTheirColumnsInAnyOrderAndZeroWhereThereIsNone) {
  const std::vector<State> states =
      states_in("qd.elbow,t,q.shoulder\n0.5,later,0.25\n-1,1e-3,2\n", robot_named("two_link_2r"));
  ASSERT_EQ(states.size(), 2U);
  EXPECT_THAT(states[0].q, ElementsAre(0.25, 0.0));
  EXPECT_THAT(states[0].qd, ElementsAre(0.0, 0.5));
  EXPECT_THAT(states[0].tau, ElementsAre(0.0, 0.0));
  EXPECT_EQ(states[0].t, "later");
  EXPECT_EQ(states[1].t, "1e-3");
}

TEST(States, MayCarryUnits) {
  const std::vector<State> states =
      states_in("q.shoulder,q.slide,qd.shoulder\n90deg,250 mm,60rpm\n", robot_named("rp"));
  EXPECT_NEAR(states[0].q[0], 90 * degree, 1e-15);
  EXPECT_NEAR(states[0].q[1], 0.25, 1e-15);
  EXPECT_NEAR(states[0].qd[0], 2 * std::numbers::pi, 1e-14);
}

TEST(States, AreReadFromFilesOfEveryEditor) {
  for (const std::string text : {"q.shoulder,q.elbow\n1,2\n3,4\n", "\xEF\xBB\xBFq.shoulder,q.elbow\r\n1,2\r\n\r\n3,4",
                                 "\n q.shoulder , \"q.elbow\"\n\n1, 2\n\"3\",4\n \n"}) {
    const std::vector<State> states = states_in(text, robot_named("two_link_2r"));
    ASSERT_EQ(states.size(), 2U) << text;
    EXPECT_THAT(states[1].q, ElementsAre(3.0, 4.0));
  }
}

TEST(States, OfAFloatingBaseBeginUnturnedAtTheOrigin) {
  const Model<double> model = robot_named("two_link_2r", true);
  const std::vector<State> states =
      states_in("q.elbow,q.base.z,qd.base.wx,qdd.base.vz,tau.base.fy\n1,2,3,4,5\n", model);
  EXPECT_THAT(states[0].q, ElementsAre(0, 0, 2, 0, 0, 0, 1, 0, 1));
  EXPECT_THAT(states[0].qd, ElementsAre(3, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(states[0].qdd, ElementsAre(0, 0, 0, 0, 0, 4, 0, 0));
  EXPECT_THAT(states[0].tau, ElementsAre(0, 0, 0, 0, 5, 0, 0, 0));
  EXPECT_THAT(refusal("q.base.qw\n0\n", model), HasSubstr("states.csv:2: the quaternion q.base.qx to qw is zero"));
}

std::string warning(const std::string& text, const Model<double>& model) {
  std::istringstream in(text);
  const StatesReader reader(in, "states.csv", model, zero_state(model));
  return reader.warnings().empty() ? "" : InputError(reader.warnings()).what();
}

TEST(States, CarryTheirTimeAlongEvenWhereItIsEmpty) {
  const std::vector<State> states = states_in("t,q.elbow\n,1\nnoon,2\n", robot_named("two_link_2r"));
  EXPECT_EQ(states[0].t, "");
  EXPECT_EQ(states[1].t, "noon");
  EXPECT_EQ(states_in("q.elbow\n1\n", robot_named("two_link_2r"))[0].t, std::nullopt);
}

TEST(ColumnsOfAnswers, AreLeftAloneSilently) {
  const Model<double> model = robot_named("two_link_2r");
  const std::string text =
      "q.elbow,parts.gravity.elbow,links.link2.f.x,M.elbow.shoulder,in_equilibrium,dg.elbow.elbow\n"
      "0.5,1,2,3,true,x\n";
  EXPECT_EQ(warning(text, model), "");
  EXPECT_THAT(states_in(text, model)[0].q, ElementsAre(0.0, 0.5));
}

TEST(ColumnsOfOthers, AreLeftAloneWithAWarning) {
  const Model<double> model = robot_named("two_link_2r");
  const std::string text = "note,q.elbow,temp.elbow,q_des.elbow,i.elbow,x\nhot,0.5,80 °C,,,\n";
  EXPECT_THAT(warning(text, model), HasSubstr("states.csv:1: warning: left alone, for no state has them: 'note', "
                                              "'temp.elbow', 'q_des.elbow', 'i.elbow', 'x'; a state has q.<joint>"));
  EXPECT_THAT(states_in(text, model)[0].q, ElementsAre(0.0, 0.5));
  std::string many = "q.elbow";
  for (int i = 0; i < 15; ++i) many += ",n" + std::to_string(i);
  EXPECT_THAT(warning(many + "\n", model), HasSubstr("'n9' and 5 more;"));
}

TEST(ColumnsThatAreSlips, AreRefused) {
  const Model<double> model = robot_named("two_link_2r");
  const auto says = [&](const std::string& title, const std::string& what) {
    EXPECT_THAT(refusal("q.shoulder," + title + "\n0,0\n", model), HasSubstr(what)) << title;
  };
  says("qd.elbwo", "there is no column 'qd.elbwo'; did you mean 'qd.elbow'?");
  for (const std::string title : {"Q.elbow", "q_elbow", "qelbow", "q elbow"})
    says(title, "there is no column '" + title + "'; did you mean 'q.elbow'?");
  says("tau", "there is no column 'tau'");
  for (const std::string title : {"elbow", "dq.elbow", "qdt.elbow"})
    says(title, "there is no column '" + title + "'; write q.elbow, qd.elbow, qdd.elbow, tau.elbow");
  says("", "a column has no name");
  EXPECT_THAT(refusal("note,parts.gravity.elbow\n1,2\n", model), HasSubstr("no column is one of a state"));
}

TEST(States, WithoutALineOfNamesAreToldSoOnce) {
  EXPECT_EQ(refusal("1,2\n3,4\n", robot_named("two_link_2r")),
            "states.csv:1: the first line must name the columns, and has the number '1'; put a line of names above it, "
            "such as q.shoulder");
}

TEST(AJointThatFollows, HasNoStateOfItsOwn) {
  EXPECT_EQ(refusal("q.panda_finger_joint2\n0\n", robot_named("panda")),
            "states.csv:1: 'panda_finger_joint2' follows 'panda_finger_joint1' and has no state of its own; leave out "
            "q.panda_finger_joint2");
}

TEST(States, AreRefusedWithLineAndColumn) {
  const Model<double> model = robot_named("two_link_2r");
  const auto says = [&](const std::string& text, const std::string& what) {
    EXPECT_THAT(refusal(text, model), HasSubstr(what)) << text;
  };
  says("", "states.csv: is empty; begin with a line that names the columns, such as q.shoulder");
  says("q.elbw\n1\n", "states.csv:1: there is no column 'q.elbw'; did you mean 'q.elbow'?");
  says("q.elbow,q.elbow\n1,1\n", "states.csv:1: the column 'q.elbow' stands there twice");
  says("q.shoulder;q.elbow\n1;2\n", "not separated by commas");
  says("q.base.x\n1\n", "free the base with --floating-base");
  says("q.elbow\n1\n\nabc\n", "states.csv:4: column 'q.elbow': 'abc'");
  says("q.elbow\n1mm\n", "states.csv:2: column 'q.elbow': '1mm' is in m; give it in rad");
  says("q.elbow\nnan\n", "states.csv:2: column 'q.elbow': 'nan' is not finite");
  says("q.elbow\n1e999\n", "states.csv:2: column 'q.elbow':");
  says("q.elbow,q.shoulder\n1,\n", "states.csv:2: column 'q.shoulder': is empty");
  says("q.elbow,q.shoulder\n1\n", "states.csv:2: has 1 values under 2 columns");
  says("q.elbow\n\"1\"5\n", "states.csv:2: field 1 has '5' after its closing quote");
  says("q.elbow\n\"1\" + 5\n", "states.csv:2: field 1 has '+ 5' after its closing quote");
  says("q.shoulder,q.elbow\n1,\"2\n", "states.csv:2: field 2 has no closing quote");
  says("q.elbow\n" + std::string(17'000'000, '1'), "states.csv:2: has more than 16 million characters");
  // every slip of a line at once
  const std::string all = refusal("q.elbow,q.shoulder\nx,y\n", model);
  EXPECT_THAT(all, HasSubstr("'q.elbow'"));
  EXPECT_THAT(all, HasSubstr("'q.shoulder'"));
}

TEST(AQuantity, IsANumberWithOrWithoutAUnit) {
  EXPECT_NEAR(quantity(" 20deg ", dimension::angle), 20 * degree, 1e-16);
  EXPECT_EQ(quantity("-0.5", dimension::angle), -0.5);
  EXPECT_NEAR(quantity("pi/2", dimension::angle), std::numbers::pi / 2, 1e-16);
  EXPECT_THROW(quantity("20mm", dimension::angle), FormulaError);
  EXPECT_THROW(quantity("", dimension::angle), FormulaError);
  EXPECT_THROW(quantity("1/0", dimension::angle), FormulaError);
}

TEST(AWrench, IsReadAsItIsWritten) {
  const WrenchText w = parse_wrench("link2@[300mm,0,-1e-2]:F=[-0.7,-0.5,0]:M=[0,0,2N*m]:in=link1");
  EXPECT_EQ(w.link, "link2");
  EXPECT_NEAR(w.point.x, 0.3, 1e-16);
  EXPECT_EQ(w.point.z, -1e-2);
  EXPECT_EQ(w.point_in, "");
  EXPECT_EQ(w.force.x, -0.7);
  EXPECT_EQ(w.moment.z, 2.0);
  EXPECT_EQ(w.axes, "link1");
  const WrenchText base = parse_wrench("ns::tool@base[1,2,3]:M=[0,0,1500Nmm]");
  EXPECT_EQ(base.link, "ns::tool");
  EXPECT_EQ(base.point_in, "base");
  EXPECT_EQ(base.point.y, 2.0);
  EXPECT_NEAR(base.moment.z, 1.5, 1e-15);
  EXPECT_EQ(base.axes, "world");
  EXPECT_EQ(parse_wrench("tip@link1[1,0,0]:F=[0,0,1]").point_in, "link1");
  EXPECT_EQ(parse_wrench("tip:F=[0,0,1]").point.x, 0.0);
}

TEST(AWrench, IsRefusedWhereItSaysAThingTwice) {
  for (const std::string wrong :
       {"link2:F=[0,10,0]:F=[0,99,0]", "link2:M=[0,0,1]:F=[0,10,0]:M=[0,0,1]", "link2:F=[0,10,0]:in=link1:in=link2"})
    EXPECT_THROW(parse_wrench(wrong), FormulaError) << wrong;
}

TEST(AUnitThatIsNone, IsRefusedWithAllThereAre) {
  const std::string known = unit_suggestion("parsecs");
  for (const std::string& unit : unit_names()) EXPECT_THAT(known, HasSubstr(unit));
  EXPECT_EQ(unit_suggestion("dge"), "did you mean 'deg'?");
}

TEST(AWrench, IsRefusedWhereItSaysTooLittle) {
  for (const std::string wrong : {"", "link2", "link2@[0,0,0]", ":F=[0,0,1]", "link2:F=[0,1]", "link2:F=[0,0,1m]",
                                  "link2@[0,0]:F=[0,0,1]", "link2:in=link1", "link2@[0,0,1deg]:F=[0,0,1]"})
    EXPECT_THROW(parse_wrench(wrong), FormulaError) << wrong;
}

}  // namespace
}  // namespace sinew
