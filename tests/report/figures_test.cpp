// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sinew/formats/formula.h"
#include "sinew/report/datum.h"

namespace sinew {
namespace {

const Dimension angular_velocity{0, 0, -1, 1}, velocity{1, 0, -1, 0};

TEST(ChosenUnits, AreShownAndWhatFollowsFromThem) {
  const UnitChoice units("mm,N,Nmm,deg");
  EXPECT_EQ(units.unit_of(dimension::torque).text, "N·mm");
  EXPECT_EQ(units.unit_of(dimension::torque).factor, 1e-3);
  EXPECT_EQ(units.unit_of(dimension::length).text, "mm");
  EXPECT_EQ(units.unit_of(velocity).text, "mm/s");
  EXPECT_EQ(units.unit_of(angular_velocity).text, "°/s");
  EXPECT_EQ(units.unit_of(dimension::inertia).text, "kg·m²") << "what was not chosen stays in SI";
  EXPECT_EQ(units.unit_of(measure::energy).text, "J") << "energy is no moment";
  EXPECT_THROW(UnitChoice("mm,Nmn"), FormulaError);
  EXPECT_THROW(UnitChoice("mm,cm"), FormulaError);
}

TEST(SiUnits, AreSaidInNewtonsWherePeopleDo) {
  const UnitChoice si;
  EXPECT_EQ(si.unit_of(dimension::torque).text, "N·m");
  EXPECT_EQ(si.unit_of(Dimension{2, 1, -1, 0}).text, "N·m·s");
  EXPECT_EQ(si.unit_of(Dimension{0, 1, -2, 0}).text, "N/m");
  EXPECT_EQ(si.unit_of(dimension::inertia).text, "kg·m²");
  EXPECT_EQ(si.unit_of(angular_velocity).text, "rad/s");
  EXPECT_EQ(si.unit_of(dimension::none).text, "");
}

TEST(AColumnOfFigures, HasItsUnitBehindEveryNumber) {
  EXPECT_EQ(
      figure_table("joint", {"shoulder", "slide"},
                   {{"torque or force", Eigen::Vector2d(318.19366, -0.0), {dimension::torque, dimension::force}}}, {}),
      "joint     torque or force\n"
      "shoulder  318.1937 N·m\n"
      "slide       0.0000 N\n");
}

TEST(ColumnsOfFigures, HaveTheirUnitWhereItStandsOnce) {
  const std::vector<Measure> mixed = {dimension::torque, dimension::force};
  EXPECT_EQ(
      figure_table(
          "joint", {"a", "b"},
          {{"c", Eigen::Vector2d(1, -2), {dimension::torque}}, {"g", Eigen::Vector2d(30, 4), {dimension::torque}}}, {}),
      "joint  c [N·m]  g [N·m]\n"
      "a       1.0000  30.0000\n"
      "b      -2.0000   4.0000\n");
  EXPECT_EQ(figure_table("joint", {"a", "b"},
                         {{"c", Eigen::Vector2d(1, -2), mixed}, {"g", Eigen::Vector2d(30, 4), mixed}}, {}),
            "joint        c        g\n"
            "a       1.0000  30.0000  N·m\n"
            "b      -2.0000   4.0000  N\n");
}

TEST(Figures, KeepTheirDigitsWhenTheyAreSmallAndTheirPlaceWhenTheyAreNot) {
  const auto shown = [](double x) { return figure(x, dimension::none, {}); };
  EXPECT_EQ(shown(38.67351), "38.6735");
  EXPECT_EQ(shown(0.0012345), "0.00123");
  EXPECT_EQ(shown(1.5e-9), "1.5000e-09");
  EXPECT_EQ(shown(-1e-17), "0.0000");
  EXPECT_EQ(shown(2.5e12), "2.5000e+12");
  EXPECT_EQ(shown(std::numeric_limits<double>::infinity()), "∞");
  EXPECT_EQ(figure(1.0 / 3, dimension::length, {{}, 8}), "0.33333333 m");
}

TEST(AlignedTexts, GiveCombiningMarksNoRoom) { EXPECT_EQ(aligned({{"ω̇", "1"}, {"w", "2"}}, {}, 0), "ω̇  1\nw  2\n"); }

TEST(Data, AreNamedByPointsInCsvAndByKeysInJson) {
  const Labels joints = labels({"a", "b,c"});
  std::vector<Datum> data = {{{"tau"}, Eigen::Vector2d(1, 0.1), joints, nullptr},
                             {{"x", "M"}, Eigen::Matrix2d{{1, 2}, {3, 4}}, joints, joints},
                             number_datum({"x", "condition"}, INFINITY),
                             truth_datum({"ok"}, true)};
  EXPECT_EQ(csv_heads(data), "tau.a,\"tau.b,c\",x.M.a.a,\"x.M.a.b,c\",\"x.M.b,c.a\",\"x.M.b,c.b,c\",x.condition,ok");
  std::string line;
  append_csv(data, line);
  EXPECT_EQ(line, "1,0.1,1,2,3,4,inf,true");
  EXPECT_EQ(json_object(data, "0.5"),
            R"({"t":0.5,"tau":[1.0,0.1],"x":{"M":[[1.0,2.0],[3.0,4.0]],"condition":null},"ok":true})");
}

}  // namespace
}  // namespace sinew
