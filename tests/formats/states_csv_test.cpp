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

Model<double> robot(const std::string& name, bool floating = false) {
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
      states_in("qd.elbow,t,q.shoulder\n0.5,later,0.25\n-1,1e-3,2\n", robot("two_link_2r"));
  ASSERT_EQ(states.size(), 2U);
  EXPECT_THAT(states[0].q, ElementsAre(0.25, 0.0));
  EXPECT_THAT(states[0].qd, ElementsAre(0.0, 0.5));
  EXPECT_THAT(states[0].tau, ElementsAre(0.0, 0.0));
  EXPECT_EQ(states[0].t, "later");
  EXPECT_EQ(states[1].t, "1e-3");
}

TEST(States, MayCarryUnits) {
  const std::vector<State> states = states_in("q.shoulder,q.slide,qd.shoulder\n90deg,250 mm,60rpm\n", robot("rp"));
  EXPECT_NEAR(states[0].q[0], 90 * degree, 1e-15);
  EXPECT_NEAR(states[0].q[1], 0.25, 1e-15);
  EXPECT_NEAR(states[0].qd[0], 2 * std::numbers::pi, 1e-14);
}

TEST(States, AreReadFromFilesOfEveryEditor) {
  for (const std::string text : {"q.shoulder,q.elbow\n1,2\n3,4\n", "\xEF\xBB\xBFq.shoulder,q.elbow\r\n1,2\r\n\r\n3,4",
                                 "\n q.shoulder , \"q.elbow\"\n\n1, 2\n\"3\",4\n \n"}) {
    const std::vector<State> states = states_in(text, robot("two_link_2r"));
    ASSERT_EQ(states.size(), 2U) << text;
    EXPECT_THAT(states[1].q, ElementsAre(3.0, 4.0));
  }
}

TEST(States, OfAFloatingBaseBeginUnturnedAtTheOrigin) {
  const Model<double> model = robot("two_link_2r", true);
  const std::vector<State> states =
      states_in("q.elbow,q.base.z,qd.base.wx,qdd.base.vz,tau.base.fy\n1,2,3,4,5\n", model);
  EXPECT_THAT(states[0].q, ElementsAre(0, 0, 2, 0, 0, 0, 1, 0, 1));
  EXPECT_THAT(states[0].qd, ElementsAre(3, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(states[0].qdd, ElementsAre(0, 0, 0, 0, 0, 4, 0, 0));
  EXPECT_THAT(states[0].tau, ElementsAre(0, 0, 0, 0, 5, 0, 0, 0));
  EXPECT_THAT(refusal("q.base.qw\n0\n", model), HasSubstr("states.csv:2: the quaternion q.base.qx to qw is zero"));
}

TEST(States, AreRefusedWithLineAndColumn) {
  const Model<double> model = robot("two_link_2r");
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
  says("q.elbow\n" + std::string(2'000'000, '1'), "states.csv:2: has more than a million characters");
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
  EXPECT_FALSE(w.point_in_base);
  EXPECT_EQ(w.force.x, -0.7);
  EXPECT_EQ(w.moment.z, 2.0);
  EXPECT_EQ(w.axes, "link1");
  const WrenchText base = parse_wrench("ns::tool@base[1,2,3]:M=[0,0,1500Nmm]");
  EXPECT_EQ(base.link, "ns::tool");
  EXPECT_TRUE(base.point_in_base);
  EXPECT_EQ(base.point.y, 2.0);
  EXPECT_NEAR(base.moment.z, 1.5, 1e-15);
  EXPECT_EQ(base.axes, "base");
  EXPECT_EQ(parse_wrench("tip:F=[0,0,1]").point.x, 0.0);
}

TEST(AWrench, IsRefusedWhereItSaysTooLittle) {
  for (const std::string wrong : {"", "link2", "link2@[0,0,0]", ":F=[0,0,1]", "link2:F=[0,1]", "link2:F=[0,0,1m]",
                                  "link2@[0,0]:F=[0,0,1]", "link2:in=link1", "link2@[0,0,1deg]:F=[0,0,1]"})
    EXPECT_THROW(parse_wrench(wrong), FormulaError) << wrong;
}

}  // namespace
}  // namespace sinew
