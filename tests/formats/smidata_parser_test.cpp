// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/smidata/parser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "sinew/formats/smidata/names.h"
#include "sinew/formats/smidata/records.h"

namespace sinew {
namespace {

struct Parsed {
  std::vector<SmiAssignment> assignments;
  std::vector<Diagnostic> diagnostics;

  std::size_t errors() const {
    std::size_t count = 0;
    for (const Diagnostic& p : diagnostics) count += p.severity == Severity::Error ? 1U : 0U;
    return count;
  }
};

Parsed parse(const std::string& text) {
  Diagnostics diagnostics("arm.m");
  auto assignments = parse_smidata({"arm.m", text}, diagnostics);
  return {std::move(assignments), diagnostics.all()};
}

std::vector<double> numbers(const std::string& value) {
  const Parsed parsed = parse("s.Solid(1).x = " + value + "\n");
  EXPECT_EQ(parsed.diagnostics.size(), 0U) << value << ": " << parsed.diagnostics.front().text();
  return parsed.assignments.size() == 1 ? std::get<std::vector<double>>(parsed.assignments[0].value)
                                        : std::vector<double>{};
}

std::string text_of(const std::string& value) {
  const Parsed parsed = parse("s.Solid(1).ID = " + value + "\n");
  EXPECT_EQ(parsed.diagnostics.size(), 0U) << value;
  return parsed.assignments.size() == 1 ? std::get<std::string>(parsed.assignments[0].value) : "";
}

TEST(SmiParser, TakesALineApart) {
  const Parsed parsed = parse(
      "% made by hand\n"
      "%%%VariableName:smiData\n"
      "\n"
      "smiData.Solid(4).CoM = [1 -2 3];  % mm\n");
  ASSERT_EQ(parsed.diagnostics.size(), 0U);
  ASSERT_EQ(parsed.assignments.size(), 1U);
  const SmiAssignment& a = parsed.assignments[0];
  EXPECT_EQ(a.array, "Solid");
  EXPECT_EQ(a.index, 4);
  EXPECT_EQ(a.field, "CoM");
  EXPECT_EQ(std::get<std::vector<double>>(a.value), (std::vector<double>{1, -2, 3}));
  EXPECT_EQ(a.comment, "mm");
  EXPECT_EQ(a.source.line, 4);
}

TEST(SmiParser, ReadsNumbersHoweverTheyAreWritten) {
  EXPECT_EQ(numbers("1.5;"), (std::vector<double>{1.5}));
  EXPECT_EQ(numbers("+2"), (std::vector<double>{2}));
  EXPECT_EQ(numbers(".5 ;"), (std::vector<double>{0.5}));
  EXPECT_EQ(numbers("-1e-3;"), (std::vector<double>{-1e-3}));
  EXPECT_EQ(numbers("[1E+2 2.;3,4 ; 5]"), (std::vector<double>{100, 2, 3, 4, 5}));
  EXPECT_EQ(numbers("[ ]"), (std::vector<double>{}));
  EXPECT_TRUE(std::signbit(numbers("[-0 0 0];")[0]));
}

TEST(SmiParser, ContinuesALineBehindThreeDotsAndInsideBrackets) {
  EXPECT_EQ(numbers("[1 2 ... and\n 3];"), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(numbers("[1 2 % first row\n 3 4];"), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(numbers("...\n 7;"), (std::vector<double>{7}));
  // and still knows its line
  for (const char* value : {"[1 ...\n2]", "[1\n2]", "[1 % one\n2]", "...\n2"}) {
    const Parsed parsed = parse(std::string("s.Solid(1).x = ") + value + ";\ns.Solid(1).y = NaN;\n");
    ASSERT_EQ(parsed.diagnostics.size(), 1U) << value;
    EXPECT_EQ(parsed.diagnostics[0].line, 3) << value;
  }
}

TEST(SmiParser, ReadsBothKindsOfQuotesAndQuotesInsideThem) {
  EXPECT_EQ(text_of("'Part1*:*Default';"), "Part1*:*Default");
  EXPECT_EQ(text_of("\"Middle v2.ipt_{C2-42}\";"), "Middle v2.ipt_{C2-42}");
  EXPECT_EQ(text_of("'it''s 5\" wide % long; [ok]';"), "it's 5\" wide % long; [ok]");
  EXPECT_EQ(text_of("\"it's 5\"\" wide\""), "it's 5\" wide");
  EXPECT_EQ(text_of("'Eslabón_ü^大-1'"), "Eslabón_ü^大-1");
  EXPECT_EQ(text_of("''"), "");
}

TEST(SmiParser, ReadsFilesFromWindows) {
  const Parsed parsed = parse(
      "\xEF\xBB\xBF%%%VariableName:smiData\r\nsmiData.Solid(1).mass = 2;  % kg\r\n"
      "smiData.Solid(1).ID = 'a';\r\n");
  ASSERT_EQ(parsed.diagnostics.size(), 0U);
  ASSERT_EQ(parsed.assignments.size(), 2U);
  EXPECT_EQ(parsed.assignments[0].comment, "kg");
  EXPECT_EQ(parsed.assignments[1].source.line, 3);
}

TEST(SmiParser, ReadsSeveralStatementsOfOneLine) {
  const Parsed parsed = parse("s.Solid(1).mass = 2; s.Solid(1).CoM = [0 0 1]; % mm\n");
  ASSERT_EQ(parsed.assignments.size(), 2U);
  EXPECT_EQ(parsed.assignments[0].comment, "");
  EXPECT_EQ(parsed.assignments[1].comment, "mm");
}

TEST(SmiParser, TakesTheVariableThatTheCommentNames) {
  const Parsed parsed = parse(
      "%%%VariableName:EXOsmiData\n"
      "other.Solid(1).mass = 6;\n"
      "EXOsmiData.Solid(1).mass = 2;  % kg\n");
  ASSERT_EQ(parsed.assignments.size(), 1U);
  EXPECT_EQ(parsed.assignments[0].field, "mass");
  EXPECT_EQ(parsed.errors(), 0U);
  ASSERT_EQ(parsed.diagnostics.size(), 1U);  // a warning
  EXPECT_EQ(parsed.diagnostics[0].line, 2);
}

TEST(SmiParser, TakesTheFirstVariableWhereNoCommentNamesOne) {
  const Parsed parsed = parse("Arm.Solid(1).mass = 2;  % kg\nLeg.Solid(1).mass = 3;  % kg\n");
  ASSERT_EQ(parsed.assignments.size(), 1U);
  ASSERT_EQ(parsed.diagnostics.size(), 1U);
  EXPECT_EQ(parsed.diagnostics[0].line, 2);
}

TEST(SmiParser, RefusesASecondSetOfData) {
  EXPECT_EQ(parse("%%%VariableName:a\na.Solid(1).mass = 1;\n%%%VariableName:b\n").errors(), 1U);
}

TEST(SmiParser, SkipsBlockComments) {
  const Parsed parsed = parse(
      "%{\n"
      "s.Solid(1).mass = 1;\n"
      "%{\n"
      "%}\n"
      "s.Solid(1).mass = 2;\n"
      "%}\n"
      "s.Solid(1).mass = 3;\n");
  ASSERT_EQ(parsed.assignments.size(), 1U);
  EXPECT_EQ(parsed.assignments[0].source.line, 7);
  EXPECT_EQ(parse("s.Solid(1).mass = 1;\n%{\n").errors(), 1U);
}

TEST(SmiParser, MarksTheJointUnderACutJointComment) {
  const Parsed parsed = parse(
      "%This joint has been chosen as a cut joint. Simscape treats it so.\n"
      "s.PlanarJoint(1).Rz.Pos = 0;\n"
      "s.PlanarJoint(1).ID = '[a:-:b]';\n");
  ASSERT_EQ(parsed.assignments.size(), 2U);
  EXPECT_TRUE(parsed.assignments[0].cut_joint);
  EXPECT_FALSE(parsed.assignments[1].cut_joint);
}

TEST(SmiParser, RefusesWhatIsNoDataAndGoesOn) {
  for (const char* line : {"load('AA.mat')",
                           "for i = 1:3",
                           "x == 1",
                           "s.Solid(0).mass = 1;",
                           "s.Solid(-1).mass = 1;",
                           "s.Solid(k).mass = 1;",
                           "s.Solid(1).mass = 2*pi;",
                           "s.Solid(1).mass = 2 3;",
                           "s.Solid(1).mass = ;",
                           "s.Solid(1).x = [1 - 2];",
                           "s.Solid(1).x = [1-2];",
                           "s.Solid(1).x = [1 2]';",
                           "s.Solid(1).x = [1 a];",
                           "s.Solid(1).x = 1.2.3;",
                           "s.Solid(1).x = 1e;",
                           "s.Solid(1).x = 1e999;",
                           "s.Solid(1).ID = 'open;",
                           "s.Solid(1).ID = \"open';",
                           "s.Solid = struct;",
                           "_x = 1;",
                           "\x01\x02",
                           "s.Solid(1).x = 0x10;"}) {
    const Parsed parsed = parse(std::string(line) + "\ns.Solid(1).mass = 5;\n");
    EXPECT_EQ(parsed.errors(), 1U) << line;
    EXPECT_EQ(parsed.diagnostics.front().line, 1) << line;
    EXPECT_FALSE(parsed.diagnostics.front().remedy.empty()) << line;
    ASSERT_EQ(parsed.assignments.size(), 1U) << line;
    EXPECT_EQ(parsed.assignments[0].source.line, 2) << line;
  }
}

TEST(SmiParser, RefusesNumbersThatAreNotFinite) {
  for (const char* value : {"NaN", "nan", "Inf", "-Inf", "[0 inf 0]"}) {
    const Parsed parsed = parse(std::string("s.Solid(1).ID = 'a';\ns.Solid(1).mass = ") + value + ";\n");
    ASSERT_EQ(parsed.errors(), 1U) << value;
    EXPECT_NE(parsed.diagnostics[0].remedy.find("finite"), std::string::npos) << value;
  }
}

TEST(SmiParser, RefusesABracketThatNeverCloses) {
  const Parsed parsed = parse("s.Solid(1).mass = 1;\ns.Solid(1).CoM = [1 2 3\n");
  ASSERT_EQ(parsed.errors(), 1U);
  EXPECT_EQ(parsed.diagnostics[0].line, 2);
}

TEST(SmiParser, RefusesAnIndexThatNoAssemblyReaches) {
  EXPECT_EQ(parse("s.Solid(1).mass = 1;\ns.Solid(999999999).mass = 1;\n").errors(), 1U);
  EXPECT_EQ(parse("s.Solid(1).mass = 1;\ns.Solid(99999999999999999999999).mass = 1;\n").errors(), 1U);
  EXPECT_EQ(parse("s.Solid(100000).mass = 1;\n").errors(), 0U);
}

TEST(SmiParser, SaysWhenAFileHoldsNoData) {
  for (const char* text : {"", "\n\n", "% only a comment", "x = 3;"}) EXPECT_EQ(parse(text).errors(), 1U) << text;
}

TEST(SmiNames, TellWhatATransformIsFor) {
  EXPECT_EQ(parse_transform_id("B[a-1:-:b-1]")->use, SmiTransformUse::Base);
  EXPECT_EQ(parse_transform_id("F[a-1:-:b-1]")->use, SmiTransformUse::Follower);
  EXPECT_EQ(parse_transform_id("B[s-3:a-1:-:b:2]")->sides.parent, "s-3:a-1");
  EXPECT_EQ(parse_transform_id("B[s-3:a-1:-:b:2]")->sides.child, "b:2");
  EXPECT_EQ(parse_transform_id("B[a-1:-:]")->sides.child, "");
  EXPECT_EQ(parse_transform_id("B[:-:a-1]")->sides.parent, "");
  EXPECT_EQ(parse_transform_id("RootGround[a [left]]")->path, "a [left]");
  EXPECT_EQ(parse_transform_id("AssemblyGround[s-1:a-1]")->use, SmiTransformUse::AssemblyGround);
  EXPECT_EQ(parse_transform_id("SixDofRigidTransform[a]")->use, SmiTransformUse::Free);
  EXPECT_EQ(parse_transform_id("UCS[a*:*Default:tool]")->use, SmiTransformUse::CoordinateSystem);
  for (const char* id : {"", "B", "B[", "B]", "B[a]", "B[a:-:b:-:c]", "RootGround[]", "Z[a:-:b]", "[a:-:b]"})
    EXPECT_FALSE(parse_transform_id(id).has_value()) << id;
  EXPECT_TRUE(parse_joint_id("[a:-:b]").has_value());
  for (const char* id : {"", "[", "]", "[]", "[a]", "ConstraintSixDof[Parallel]", "B[a:-:b]"})
    EXPECT_FALSE(parse_joint_id(id).has_value()) << id;
}

TEST(SmiNames, SplitAPathAtItsAssemblies) {
  using Names = std::vector<std::string_view>;
  EXPECT_EQ(path_names("a-1"), (Names{"a-1"}));
  EXPECT_EQ(path_names("s-3:a-1"), (Names{"s-3", "a-1"}));
  EXPECT_EQ(path_names("body:1:Tilt Chassis:1:Stepper v2:12"), (Names{"body:1", "Tilt Chassis:1", "Stepper v2:12"}));
  EXPECT_EQ(path_names("s*:*Default:a-1"), (Names{"s*:*Default", "a-1"}));
  EXPECT_EQ(path_names("H.iam_{DF54}:rod:1"), (Names{"H.iam_{DF54}", "rod:1"}));
  EXPECT_EQ(path_names("41"), (Names{"41"}));
  EXPECT_EQ(path_names(""), (Names{""}));
}

TEST(SmiNames, FindTheDesignOfAnInstance) {
  EXPECT_EQ(design_of_instance("Part1-12"), "Part1");
  EXPECT_EQ(design_of_instance("Middle v2:1"), "Middle v2");
  EXPECT_EQ(design_of_instance("rds3115-3d.stp-1"), "rds3115-3d.stp");
  EXPECT_EQ(design_of_instance("v-20x40"), "v-20x40");
  EXPECT_EQ(design_of_instance("MoeQPJlWtXvUltzw+"), "MoeQPJlWtXvUltzw+");
  EXPECT_EQ(design_of_instance("-1"), "-1");
  EXPECT_EQ(plain_design("Part1*:*Default"), "Part1");
  EXPECT_EQ(plain_design("camera^mount*:*Domyślna"), "camera^mount");
  EXPECT_EQ(plain_design("Middle v2.ipt_{C2612A30-42A4}"), "Middle v2");
  EXPECT_EQ(plain_design("plain"), "plain");
  EXPECT_EQ(plain_design("x{1}"), "x{1}");
}

std::vector<Diagnostic> record_problems(const std::string& text) {
  Diagnostics diagnostics("arm.m");
  read_smi_records(parse_smidata({"arm.m", text}, diagnostics), diagnostics);
  return diagnostics.all();
}

TEST(SmiRecords, TakeTheUnitOfEachLineByItself) {
  Diagnostics diagnostics("arm.m");
  const SmiRecords records = read_smi_records(parse_smidata({"arm.m",
                                                             "s.Solid(1).mass = 2;  % lbm\n"
                                                             "s.Solid(1).CoM = [1 0 0];  % in\n"
                                                             "s.Solid(1).MoI = [1 2 3];  % kg*cm^2\n"
                                                             "s.Solid(1).PoI = [4 5 6];  % lbm*in^2\n"
                                                             "s.Solid(1).ID = 'a';\n"
                                                             "s.Solid(2).mass = 2;  % g\n"
                                                             "s.Solid(2).CoM = [1 0 0];  % cm\n"
                                                             "s.Solid(2).MoI = [1 2 3];  % lbm*mm^2\n"
                                                             "s.Solid(2).PoI = [4 5 6];  % kg*mm^2\n"
                                                             "s.Solid(2).ID = 'b';\n"},
                                                            diagnostics),
                                              diagnostics);
  ASSERT_TRUE(diagnostics.all().empty());
  ASSERT_EQ(records.solids.size(), 2U);
  constexpr double lb = 0.45359237, in = 0.0254;
  const Inertia<double>& a = records.solids[0].inertia;
  EXPECT_NEAR(a.m, 2 * lb, 1e-15);
  EXPECT_NEAR(a.h.x, 2 * lb * in, 1e-16);
  EXPECT_NEAR(a.I.xx, 1e-4, 1e-18);
  EXPECT_NEAR(a.I.yz, 4 * lb * in * in, 1e-17);
  EXPECT_NEAR(a.I.xz, 5 * lb * in * in, 1e-17);
  EXPECT_NEAR(a.I.xy, 6 * lb * in * in, 1e-17);
  const Inertia<double>& b = records.solids[1].inertia;
  EXPECT_NEAR(b.m, 2e-3, 1e-17);
  EXPECT_NEAR(b.h.x, 2e-5, 1e-19);
  EXPECT_NEAR(b.I.xx, lb * 1e-6, 1e-20);
}

TEST(SmiRecords, NeedAUnitForEachFigure) {
  const std::string rest =
      "s.Solid(1).MoI = [0 0 0];  % kg*m^2\ns.Solid(1).PoI = [0 0 0];  % kg*m^2\ns.Solid(1).CoM = [0 0 0];  % m\n"
      "s.Solid(1).ID = 'a';\n";
  const auto without = record_problems("s.Solid(1).mass = 2;\n" + rest);
  ASSERT_EQ(without.size(), 1U);
  EXPECT_EQ(without[0].line, 1);
  EXPECT_NE(without[0].what.find("has no unit"), std::string::npos);
  EXPECT_EQ(record_problems("s.Solid(1).mass = 2;  % furlong\n" + rest).size(), 1U);
  EXPECT_EQ(record_problems("s.Solid(1).mass = 2;  % mm\n" + rest).size(), 1U);
  EXPECT_EQ(record_problems("s.Solid(1).mass = 0;  % mm\n" + rest).size(), 1U);
  EXPECT_EQ(record_problems("s.Solid(1).mass = 0;\n" + rest).size(), 1U) << "no line but the announcement gives it";
  // a null value that is overwritten needs none, and does not lend its own to what overwrites it
  EXPECT_EQ(record_problems("s.Solid(1).mass = 0.0;\ns.Solid(1).mass = 2;  % kg\n" + rest).size(), 0U);
  EXPECT_EQ(record_problems("s.Solid(1).mass = 1;  % kg\ns.Solid(1).mass = 2;\n" + rest).size(), 1U);
  EXPECT_EQ(record_problems("s.RevoluteJoint(1).Rz.Pos = 2;\ns.RevoluteJoint(1).ID = '[a:-:b]';\n").size(), 1U);
  EXPECT_EQ(record_problems("s.RevoluteJoint(1).Rz.Pos = 2;  % mm\ns.RevoluteJoint(1).ID = '[a:-:b]';\n").size(), 1U);
}

TEST(SmiRecords, RefuseWhatIsMissingOrMisshapen) {
  const std::string whole =
      "s.RigidTransform(1).translation = [1 2 3];  % mm\n"
      "s.RigidTransform(1).angle = 1;  % rad\n"
      "s.RigidTransform(1).axis = [0 0 1];\n"
      "s.RigidTransform(1).ID = 'RootGround[a]';\n";
  EXPECT_EQ(record_problems(whole).size(), 0U);
  for (const char* line :
       {"s.RigidTransform(1).translation = [1 2];  % mm\n", "s.RigidTransform(1).angle = [1 2];  % rad\n",
        "s.RigidTransform(1).axis = [0 0 0];\n", "s.RigidTransform(1).axis = 'z';\n", "s.RigidTransform(1).ID = '';\n",
        "s.RigidTransform(1).ID = 7;\n", "s.RigidTransform(1).translation = [1e308 0 0];  % km\n",
        "s.RigidTransform(2).ID = 'RootGround[b]';\n"}) {
    const auto diagnostics = record_problems(whole + line);
    EXPECT_GE(diagnostics.size(), 1U) << line;
    EXPECT_EQ(diagnostics.empty() ? Severity::Warning : diagnostics.front().severity, Severity::Error) << line;
  }
}

TEST(SmiRecords, WarnOfWhatTheyDoNotUnderstand) {
  for (const char* line : {"s.Solid(1).density = 5;\n", "s.Gear(1).ratio = 5;\n", "s.RevoluteJoint(1).Rz.Spring = 5;\n",
                           "s.Solid(2).mass = 0.0;\n"}) {
    const auto diagnostics =
        record_problems(std::string(line) +
                        "s.Solid(1).mass = 0;  % kg\ns.Solid(1).MoI = [0 0 0];  % kg*m^2\n"
                        "s.Solid(1).PoI = [0 0 0];  % kg*m^2\ns.Solid(1).CoM = [0 0 0];  % m\n"
                        "s.Solid(1).color = [1 1 1];\ns.Solid(1).opacity = 1;\ns.Solid(1).ID = 'a';\n"
                        "s.RevoluteJoint(1).Rz.Pos = 0;  % deg\ns.RevoluteJoint(1).ID = '[a:-:b]';\n");
    ASSERT_EQ(diagnostics.size(), 1U) << line;
    EXPECT_EQ(diagnostics[0].severity, Severity::Warning) << line;
    EXPECT_EQ(diagnostics[0].line, 1) << line;
  }
}

TEST(SmiRecords, TurnAboutTheDirectionOfAnAxisOfAnyLength) {
  Diagnostics diagnostics("arm.m");
  const SmiRecords records = read_smi_records(parse_smidata({"arm.m",
                                                             "s.RigidTransform(1).translation = [0 0 0];\n"
                                                             "s.RigidTransform(1).angle = 90;  % deg\n"
                                                             "s.RigidTransform(1).axis = [0 0 1e300];\n"
                                                             "s.RigidTransform(1).ID = 'RootGround[a]';\n"},
                                                            diagnostics),
                                              diagnostics);
  ASSERT_EQ(records.transforms.size(), 1U);
  EXPECT_EQ(records.transforms[0].X.R(1, 0), 1.0);
  EXPECT_EQ(records.transforms[0].X.R(0, 0), 0.0);
}

}  // namespace
}  // namespace sinew
