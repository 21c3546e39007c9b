// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "sinew/errors/formula_error.h"
#include "sinew/print/datum.h"

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
  EXPECT_EQ(units.unit_of(dimension::inertia).text, "kg·mm²");
  EXPECT_EQ(units.unit_of(dimension::inertia).factor, 1e-6);
  EXPECT_EQ(units.unit_of(dimension::torque * dimension::time).text, "N·mm·s");
  EXPECT_EQ(units.unit_of(dimension::torque / dimension::angle).text, "N·mm/°");
  EXPECT_NEAR(units.unit_of(dimension::torque / dimension::angle).factor, 1e-3 * 180 / std::numbers::pi, 1e-15);
  EXPECT_EQ(units.unit_of(measure::energy).text, "J") << "energy is no moment";
  EXPECT_THROW(UnitChoice("mm,Nmn"), FormulaError);
  EXPECT_THROW(UnitChoice("mm,cm"), FormulaError);
}

TEST(ChosenUnits, MakeUpEveryUnitThatTheyHaveAPartIn) {
  const UnitChoice imperial("lbf,in,lbm");
  EXPECT_EQ(imperial.unit_of(dimension::torque).text, "lbf·in");
  EXPECT_NEAR(imperial.unit_of(dimension::torque).factor, 0.45359237 * 9.80665 * 0.0254, 1e-15);
  EXPECT_EQ(imperial.unit_of(dimension::force / dimension::length).text, "lbf/in");
  EXPECT_EQ(imperial.unit_of(dimension::inertia).text, "lbm·in²");
  EXPECT_EQ(imperial.unit_of(dimension::none / dimension::inertia).text, "1/(lbm·in²)");
  const UnitChoice small("g,cm,J,W");
  EXPECT_EQ(small.unit_of(dimension::inertia).text, "g·cm²");
  EXPECT_EQ(small.unit_of(dimension::first_moment).text, "g·cm");
  EXPECT_EQ(small.unit_of(dimension::torque).text, "N·cm") << "a moment is no energy";
  EXPECT_EQ(small.unit_of(measure::energy).text, "J");
  EXPECT_EQ(UnitChoice("ms").unit_of(velocity).text, "m/ms");
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

TEST(Figures, OfOneUnitInOneTableHaveTheSameDecimals) {
  EXPECT_EQ(figure_table("link", {"a", "b"},
                         {{"x", Eigen::Vector2d(0.05, 0.008), {dimension::length}},
                          {"y", Eigen::Vector2d(0.001, 0.002), {dimension::length}},
                          {"z", Eigen::Vector2d(16.78, 3), {dimension::length}}},
                         {{}, 2}),
            "link  x [m]  y [m]  z [m]\n"
            "a      0.05   0.00  16.78\n"
            "b      0.01   0.00   3.00\n");
  EXPECT_EQ(figure_lines({{"a", Eigen::VectorXd::Constant(1, 0.008), dimension::length, ""},
                          {"b", Eigen::VectorXd::Constant(1, 16.78), dimension::length, ""},
                          {"c", Eigen::VectorXd::Constant(1, 0.008), dimension::mass, ""}},
                         {{}, 2}, 0),
            "a   0.01  m\n"
            "b  16.78  m\n"
            "c  0.008  kg\n");
  EXPECT_EQ(figures(Eigen::Vector2d(1.25, 0.008), dimension::length, {{}, 2}), "1.25, 0.01 m");
}

TEST(AlignedTexts, GiveCombiningMarksNoRoom) { EXPECT_EQ(aligned({{"ω̇", "1"}, {"w", "2"}}, {}, 0), "ω̇  1\nw  2\n"); }

TEST(Data, AreNamedByPointsInCsvAndByKeysInJson) {
  const Labels joints = labels({"a", "b,c"});
  std::vector<Datum> data = {{{"tau"}, Eigen::Vector2d(1, 0.1), joints, nullptr},
                             {{"x", "M"}, Eigen::Matrix2d{{1, 2}, {3, 4}}, joints, joints},
                             number_datum({"x", "condition"}, INFINITY),
                             truth_datum({"ok"}, true),
                             count_datum({"rank"}, 2)};
  EXPECT_EQ(csv_heads(data),
            "tau.a,\"tau.b,c\",x.M.a.a,\"x.M.a.b,c\",\"x.M.b,c.a\",\"x.M.b,c.b,c\",x.condition,ok,rank");
  std::string line;
  append_csv(data, line);
  EXPECT_EQ(line, "1,0.1,1,2,3,4,inf,true,2");
  EXPECT_EQ(json_object(data, "0.5"),
            R"({"t":0.5,"tau":[1.0,0.1],"x":{"M":[[1.0,2.0],[3.0,4.0]],"condition":null},"ok":true,"rank":2})");
}

}  // namespace
}  // namespace sinew
