// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/formula.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sinew {
namespace {

using std::numbers::pi;

Quantity<double> value(const std::string& text, const Names<double>& names = {}) { return Formula(text).value(names); }

std::string refusal(const std::string& text, const Names<double>& names = {}) {
  try {
    value(text, names);
  } catch (const FormulaError& e) {
    return e.what() + std::string("; ") + e.remedy;
  }
  return "";
}

TEST(AFormula, ComputesLikeArithmetic) {
  EXPECT_EQ(value("1 + 2*3").value, 7);
  EXPECT_EQ(value("(1 + 2)*3").value, 9);
  EXPECT_EQ(value("2*3^2").value, 18);
  EXPECT_EQ(value("-2^2").value, -4);
  EXPECT_EQ(value("2^-1").value, 0.5);
  EXPECT_EQ(value("8/2/2").value, 2);
  EXPECT_EQ(value("5 - 2 - 1").value, 2);
  EXPECT_EQ(value("--3").value, 3);
  EXPECT_EQ(value("sqrt(16)").value, 4);
  EXPECT_DOUBLE_EQ(value("2*pi").value, 2 * pi);
  EXPECT_EQ(value("1.5e-3").value, 1.5e-3);
}

TEST(AFormula, RefusesToDivideExactNumbersByZero) {
  ExprGraph graph;
  const Names<Expr> symbols{{"l", {graph.symbol("l"), dimension::length}}};
  for (const char* text : {"l/0", "l/(2 - 2)", "l + (1 m)/00", "1/(l - l)", "0^-1"})
    EXPECT_THROW(Formula(text).value(symbols), FormulaError) << text;
}

TEST(AFormula, TurnsUnitsIntoSi) {
  EXPECT_DOUBLE_EQ(value("20deg").value, 20 * pi / 180);
  EXPECT_DOUBLE_EQ(value("350 mm").value, 0.35);
  EXPECT_DOUBLE_EQ(value("0.2 kg*mm^2").value, 0.2e-6);
  EXPECT_DOUBLE_EQ(value("12 N*mm").value, 0.012);
  EXPECT_DOUBLE_EQ(value("12 N·mm").value, 0.012);
  EXPECT_DOUBLE_EQ(value("3 kg·m²").value, 3);
  EXPECT_DOUBLE_EQ(value("90 deg/s").value, pi / 2);
  EXPECT_DOUBLE_EQ(value("60 rpm").value, 2 * pi);
  EXPECT_DOUBLE_EQ(value("1 lbm*in^2").value, 0.45359237 * 0.0254 * 0.0254);
}

TEST(AFormula, KnowsTheDimensionOfItsValue) {
  EXPECT_EQ(value("0.2 kg*mm^2").dimension, dimension::inertia);
  EXPECT_EQ(value("12 N*mm").dimension, dimension::torque);
  EXPECT_EQ(value("20deg").dimension, dimension::angle);
  EXPECT_EQ(value("2 m / 4 s^2").dimension, dimension::acceleration);
  EXPECT_EQ(value("sqrt(4 m^2)").dimension, dimension::length);
  EXPECT_TRUE(value("3 mm / 1 m").dimension.is_plain());
}

TEST(AFormula, UsesParametersByName) {
  const Names<double> names = {{"l1", {2.0, dimension::length}}, {"m1", {5.0, dimension::mass}}};
  EXPECT_DOUBLE_EQ(value("m1*l1^2/12", names).value, 20.0 / 12);
  EXPECT_EQ(value("m1*l1^2/12", names).dimension, dimension::inertia);
  EXPECT_EQ(value("l1/2 + 10 mm", names).value, 1.01);
}

TEST(AFormula, TakesAParameterBeforeAUnitOfThatName) {
  const Names<double> names = {{"m", {5.0, dimension::mass}}, {"g", {9.81, dimension::acceleration}}};
  EXPECT_DOUBLE_EQ(value("m*g", names).value, 49.05);
  EXPECT_DOUBLE_EQ(value("2 m", names).value, 2.0) << "right behind a number it is the metre";
  EXPECT_EQ(value("2 m", names).dimension, dimension::length);
}

TEST(AFormula, RefusesANameThatCouldBeAUnitOrAParameter) {
  const Names<double> names = {{"m", {5.0, dimension::mass}}, {"l", {2.0, dimension::length}}};
  EXPECT_NE(refusal("0.3 kg*m^2", names).find("has m behind a unit: the unit, or the parameter"), std::string::npos);
  EXPECT_DOUBLE_EQ(value("0.3 kg*(1 m)^2", names).value, 0.3);
  EXPECT_DOUBLE_EQ(value("m*9.81 m/s^2*l", names).value, 98.1) << "l is no unit, s no parameter";
  EXPECT_DOUBLE_EQ(value("m*0.3 kg", names).value, 1.5);
  EXPECT_DOUBLE_EQ(value("2*m", names).value, 10.0) << "a plain number has no units";
}

TEST(AFormula, HasSignsSizesAndExponentials) {
  EXPECT_EQ(value("sgn(-2 m)").value, -1);
  EXPECT_TRUE(value("sgn(-2 m)").dimension.is_plain());
  EXPECT_EQ(value("sgn(0)").value, 0);
  EXPECT_EQ(value("abs(-2 m)").value, 2);
  EXPECT_EQ(value("abs(-2 m)").dimension, dimension::length);
  EXPECT_DOUBLE_EQ(value("exp(1)").value, std::exp(1.0));
}

TEST(AFormula, MayBeRaisedAndRooted) {
  EXPECT_EQ(value("2⁴ + 10⁻¹").value, 16.1);
  EXPECT_EQ(value("2¹⁰").value, 1024);
  EXPECT_EQ(value("√(16)").value, 4);
  EXPECT_DOUBLE_EQ(value("sin²(1) + cos^2(1)").value, 1);
  EXPECT_NE(refusal("2⁹⁹"), "");
}

TEST(AFormula, HasExactQuarterTurns) {
  EXPECT_EQ(value("cos(90deg)").value, 0.0);
  EXPECT_EQ(value("sin(180deg)").value, 0.0);
}

TEST(AFormula, IsRefusedWithAReason) {
  EXPECT_NE(refusal("1 m + 1 s").find("adds m and s"), std::string::npos);
  EXPECT_NE(refusal("3 metres").find("unknown unit 'metres'"), std::string::npos);
  EXPECT_NE(refusal("3 Kg").find("did you mean 'kg'?"), std::string::npos);
  EXPECT_NE(refusal("l2/2", {{"l1", {1.0, dimension::length}}}).find("did you mean 'l1'?"), std::string::npos);
  EXPECT_NE(refusal("sin(1 m)").find("takes the sin of m"), std::string::npos);
  EXPECT_NE(refusal("sqrt(2 m)").find("square root of m"), std::string::npos);
  EXPECT_NE(refusal("log(1)").find("unknown function 'log'"), std::string::npos);
  EXPECT_NE(refusal("2*sin 1").find("has sin without its brackets; write sin(…)"), std::string::npos);
  EXPECT_NE(refusal("l1 l1", {{"l1", {1.0, dimension::length}}}).find("no operator before 'l1'"), std::string::npos);
  EXPECT_NE(refusal("exp(1 m)").find("takes the exp of m"), std::string::npos);
  for (const char* broken :
       {"", "1 +", "(1", "1)", "*2", "1 2", "2^x", "2^99", "1e999", "0x10", "1..2", "a(", "m^", "#"})
    EXPECT_NE(refusal(broken), "") << broken;
}

TEST(AFormula, OfAnyDepthOrLengthEndsWithoutHarm) {
  EXPECT_NE(refusal(std::string(100'000, '(')).find("nested too deeply"), std::string::npos);
  std::string sum = "1";
  for (int i = 0; i < 100'000; ++i) sum += "+1";
  EXPECT_NE(refusal(sum).find("too long"), std::string::npos);
  EXPECT_EQ(value(std::string(100'000, '-') + "1").value, 1.0);
}

TEST(AUnit, MustFitWhatIsWanted) {
  EXPECT_TRUE(dimension::length.accepts(dimension::none)) << "a plain number is SI";
  EXPECT_FALSE(dimension::length.accepts(dimension::angle));
  EXPECT_FALSE(dimension::none.accepts(dimension::angle));
  EXPECT_TRUE(dimension::torque.accepts(dimension::torque / dimension::angle)) << "N·m/rad may be written N·m";
  EXPECT_FALSE(dimension::torque.accepts(dimension::force));
}

TEST(AUnit, IsReadAsAProduct) {
  EXPECT_DOUBLE_EQ(parse_unit("kg*cm^2")->factor, 1e-4);
  EXPECT_DOUBLE_EQ(parse_unit("N*m/rad")->factor, 1.0);
  EXPECT_EQ(parse_unit("m/s^2")->dimension, dimension::acceleration);
  EXPECT_EQ(parse_unit("1/s")->dimension.time, -1);
  for (const char* broken : {"", "kg*", "kg mm", "furlong", "m^0", "m^x", "m^12", "kg/(m", "kg)", "((m))"})
    EXPECT_FALSE(parse_unit(broken)) << broken;
}

TEST(ADimension, IsWrittenInSi) {
  EXPECT_EQ(dimension::inertia.si_text(), "kg·m²");
  EXPECT_EQ(dimension::torque.si_text(), "N·m");
  EXPECT_EQ(dimension::acceleration.si_text(), "m/s²");
  EXPECT_EQ((dimension::none / dimension::time).si_text(), "1/s");
  EXPECT_EQ(dimension::none.si_text(), "");
  EXPECT_EQ((dimension::torque / dimension::angle).si_text(), "N·m/rad");
  EXPECT_EQ((dimension::mass / dimension::length / dimension::time).si_text(), "kg/(m·s)");
}

TEST(ADimension, IsReadBackAsItIsWritten) {
  for (int length = -2; length <= 2; ++length)
    for (int mass = -1; mass <= 1; ++mass)
      for (int time = -2; time <= 2; ++time)
        for (int angle = -1; angle <= 1; ++angle) {
          const Dimension d{length, mass, time, angle};
          if (d.is_plain()) continue;
          const std::optional<Unit> read = parse_unit(d.si_text());
          ASSERT_TRUE(read) << d.si_text();
          EXPECT_EQ(read->dimension, d) << d.si_text();
        }
}

}  // namespace
}  // namespace sinew
