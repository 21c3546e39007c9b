// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "sinew/calibration/regressor/regressor_equations.h"
#include "sinew/report/equations/html.h"
#include "sinew/report/equations/latex.h"
#include "sinew/report/equations/text.h"
#include "sinew/symbolic/evaluate.h"
#include "tests/support/command.h"

namespace sinew_test {
namespace {

using sinew::CalibrationChain;
using sinew::ChainModel;
using sinew::Expr;
using sinew::FreeChoice;
using sinew::RegressorChoice;
using sinew::RegressorEquations;
using testing::HasSubstr;
using testing::Not;

struct RegressorCase {
  std::string robot, frame;
  ChainModel model;
  FreeChoice choice;
};

std::ostream& operator<<(std::ostream& out, const RegressorCase& c) {
  return out << c.robot << " to " << c.frame << " by " << static_cast<int>(c.model);
}

CalibrationChain chain_of(const RegressorCase& c) {
  const std::string path = SINEW_SOURCE_DIR "/robots/" + c.robot + ".yaml";
  if (c.model == ChainModel::FileParameters)
    return sinew::make_chain_of_file_parameters(sinew::read_source_text(path), {}, c.frame);
  return sinew::make_chain(sinew::load_robot(path), c.frame, {.model = c.model});
}

RegressorEquations equations_of(const RegressorCase& c, const RegressorChoice& choice = {}) {
  const CalibrationChain chain = chain_of(c);
  return sinew::regressor_equations(chain, sinew::unknowns_of(chain, c.choice), choice);
}

const RegressorCase& planar_2r() {
  static const RegressorCase lengths{"point_mass_2r",
                                     "tip",
                                     ChainModel::FileParameters,
                                     {.free = {"l1", "l2"}, .tied = {}, .priors = {}, .bounds = {}}};
  return lengths;
}

FreeChoice free_choice(std::vector<std::string> free, std::vector<std::string> tied = {}) {
  return {.free = std::move(free), .tied = std::move(tied), .priors = {}, .bounds = {}};
}

// ---- the closed form of the lectures

TEST(RegressorOfThePlanar2R, IsTheOneOfTheLectures) {
  const RegressorEquations e = equations_of(planar_2r());
  const std::string text = equation_text(e.document, {});
  EXPECT_THAT(text, HasSubstr("p(q) = ⎡ l₁·c₁ + l₂·c₁₂ ⎤\n"
                              "       ⎣ l₁·s₁ + l₂·s₁₂ ⎦\n"));
  EXPECT_THAT(text, HasSubstr("           l₁  l₂\n"
                              "Φ(q) = x ⎡ c₁  c₁₂ ⎤\n"
                              "       y ⎣ s₁  s₁₂ ⎦\n"));
  EXPECT_THAT(text, HasSubstr("z = 0 is left out"));
  EXPECT_THAT(text, HasSubstr("Rows rx, ry and rz are left out, because they are zero."));
  EXPECT_THAT(text, HasSubstr("c₁₂ = cos(q₁ + q₂)"));
  EXPECT_THAT(text, HasSubstr("l₁ = 0.5 m and l₂ = 0.5 m."));
}

TEST(RegressorOfThePlanar2R, IsTypedInAscii) {
  RegressorCase everything = planar_2r();
  everything.choice = free_choice({"all", "base", "tool", "offset", "ratio", "compliance"}, {"l2 = -2*l1"});
  const std::string text = equation_text(equations_of(everything).document, {.ascii = true});
  for (std::size_t i = 0; i < text.size(); ++i)
    ASSERT_LT(static_cast<unsigned char>(text[i]), 0x80U) << text.substr(i > 40 ? i - 40 : 0, 80);
  EXPECT_THAT(text, HasSubstr("Phi_offset = "));
  EXPECT_THAT(text, HasSubstr("l2 changes by -2 times the change of l1."));
}

TEST(RegressorOfThePlanar2R, HasTheColumnsOfJointsThatGiveWay) {
  RegressorCase c = planar_2r();
  c.choice = free_choice({"elbow.offset", "elbow.ratio", "elbow.compliance"});
  c.model = ChainModel::FileParameters;
  const std::string text = equation_text(equations_of(c).document, {});
  EXPECT_THAT(text, HasSubstr("       x  ⎡ −s₁₂/2        −q₂·s₁₂/2    g₂·s₁₂/2         ⎤\n"));
  EXPECT_THAT(text, HasSubstr("       rz ⎣ 1             q₂           −g₂              ⎦\n"));
  EXPECT_THAT(text, HasSubstr("g₂ is the torque, of a slide the force, that holds joint 2"));
}

TEST(RegressorOfThePlanar2R, KeepsKnownLengthsAsSymbolsIfAsked) {
  RegressorCase c = planar_2r();
  c.choice = free_choice({"elbow.offset"});
  const std::string text = equation_text(equations_of(c, {.orientation = false, .all_lengths = true}).document, {});
  EXPECT_THAT(text, HasSubstr("Φ(q) = x ⎡ −l₂·s₁₂      ⎤\n"));
  EXPECT_THAT(text, HasSubstr("is the position of tip")) << "nothing is said of turns";
  EXPECT_THAT(text, Not(HasSubstr("rz")));
}

TEST(RegressorOfTheScara, IsWhatWorkByHandGives) {
  const RegressorCase few{"cobra600", "link4", ChainModel::StandardDh, free_choice({"a1", "a2", "theta2", "d3"})};
  const std::string text = equation_text(equations_of(few, {.orientation = false}).document, {});
  EXPECT_THAT(text, HasSubstr("       ⎡ a₁·c₁ + a₂·c₁₂ ⎤\n"
                              "p(q) = ⎢ a₁·s₁ + a₂·s₁₂ ⎥\n"
                              "       ⎣ 0.387 − q₃     ⎦\n"));
  EXPECT_THAT(text, HasSubstr("           a₁  θ₂       a₂   d₃\n"
                              "       x ⎡ c₁  −a₂·s₁₂  c₁₂  0  ⎤\n"
                              "Φ(q) = y ⎢ s₁  a₂·c₁₂   s₁₂  0  ⎥\n"
                              "       z ⎣ 0   0        0    −1 ⎦\n"));
}

TEST(RegressorOfAnElbowThatTurnsTheOtherWay, HasTheDifferenceOfAngles) {
  const sinew::SourceText arm{"arm.yaml", R"(
sinew: 1
name: arm
parameters: {l1: 1 m, l2: 1 m}
links:
  - {name: upper, joint: {name: shoulder, kind: revolute}, mass: 1}
  - {name: slide, joint: {name: slide, kind: prismatic}, pose: Tx(l1), mass: 1}
  - {name: lower, joint: {name: elbow, kind: revolute}, axis: -z, mass: 1}
frames:
  - {name: tip, link: lower, pose: Tx(l2)}
)"};
  const CalibrationChain chain = sinew::make_chain_of_file_parameters(arm, {}, "tip");
  const RegressorEquations e = sinew::regressor_equations(chain, sinew::unknowns_of(chain, free_choice({"all"})));
  EXPECT_THAT(equation_text(e.document, {}), HasSubstr("           l₁  l₂\n"
                                                       "       x ⎡ c₁  c₁₋₃ ⎤\n"
                                                       "Φ(q) = y ⎢ s₁  s₁₋₃ ⎥\n"
                                                       "       z ⎣ 0   0    ⎦\n"));
}

// ---- what is printed against what is computed

double symbol_value(const sinew::Symbol& symbol, const RegressorEquations& e, const sinew::JointReading& reading) {
  if (symbol.kind == sinew::SymbolKind::Position) return reading.q[symbol.joint];
  if (const auto known = e.values.find(symbol.name); known != e.values.end()) return known->second;
  return reading.gravity_torque[std::stoi(symbol.name.substr(1)) - 1];
}

class EveryRegressor : public testing::TestWithParam<RegressorCase> {};

TEST_P(EveryRegressor, HasTheNumbersOfTheChainInItsPrintedShape) {
  const CalibrationChain chain = chain_of(GetParam());
  const std::vector<sinew::Unknown> unknowns = sinew::unknowns_of(chain, GetParam().choice);
  const RegressorEquations e = sinew::regressor_equations(chain, unknowns);
  ASSERT_EQ(e.columns.size(), unknowns.size());
  std::vector<Expr> entries;
  for (const auto& column : e.columns) entries.insert(entries.end(), column.begin(), column.end());
  for (int i = 0; i < 3; ++i) entries.push_back(e.nominal.p[i]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) entries.push_back(e.nominal.R(i, j));
  std::vector<Eigen::Index> all(chain.parameters().size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<Eigen::Index>(k);
  const sinew::ChainAt at(chain, chain.nominal(), all);
  sinew::TwistColumns twists(6, static_cast<Eigen::Index>(all.size()));
  std::mt19937 engine{23};
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  for (int sample = 0; sample < 5; ++sample) {
    sinew::JointReading reading{Eigen::VectorXd(9), Eigen::VectorXd(9)};
    for (double& x : reading.q) x = 2.0 * unit(engine);
    for (double& x : reading.gravity_torque) x = 30.0 * unit(engine);
    const sinew::Pose<double> X = at.pose(reading, twists);
    const std::vector<double> numbers = sinew::evaluated<double>(
        entries, [&](const sinew::Symbol& symbol) { return symbol_value(symbol, e, reading); });
    std::size_t n = 0;
    for (const sinew::Unknown& unknown : unknowns) {
      Eigen::Vector<double, 6> twist = Eigen::Vector<double, 6>::Zero();
      for (const auto& [parameter, factor] : unknown.moves) twist += factor * twists.col(parameter);
      for (const int i : {3, 4, 5, 0, 1, 2})  // a printed column begins with the position
        EXPECT_NEAR(numbers[n++], twist[i], 1e-12 * std::max(1.0, twist.norm())) << unknown.parameter.name << ' ' << i;
    }
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(numbers[n++], X.p[i], 1e-12);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) EXPECT_NEAR(numbers[n++], X.R(i, j), 1e-12);
  }
}

std::vector<RegressorCase> regressor_cases() {
  const FreeChoice all = free_choice({"all", "base", "tool", "ratio", "compliance"});
  return {{"panda", "panda_hand", ChainModel::ModifiedDh, all},
          {"panda", "panda_hand", ChainModel::StandardDh, free_choice({"all"}, {"a4 = -0.5*a5", "alpha3 = alpha2"})},
          {"panda", "panda_rightfinger", ChainModel::Poses, all},
          {"ur5", "tool0", ChainModel::StandardDh, all},
          {"ur5", "tool0", ChainModel::ModifiedDh, all},
          {"stanford", "hand", ChainModel::StandardDh, all},
          {"stanford", "hand", ChainModel::Poses, all},
          {"cobra600", "link4", ChainModel::StandardDh, all},
          {"two_link_2r", "tip", ChainModel::StandardDh, all},
          {"rrp", "link3", ChainModel::ModifiedDh, all},
          {"point_mass_2r", "tip", ChainModel::FileParameters, all},
          {"spatial_elbow_3r", "tip", ChainModel::FileParameters, all}};
}

INSTANTIATE_TEST_SUITE_P(Calibration, EveryRegressor, testing::ValuesIn(regressor_cases()));

// ---- the page

TEST(RegressorOfThePanda, TakesLessThanTwoSeconds) {
  const CalibrationChain chain = chain_of({"panda", "panda_hand", ChainModel::ModifiedDh, {}});
  const std::vector<sinew::Unknown> unknowns = sinew::unknowns_of(chain, free_choice({"all"}));
  ASSERT_EQ(unknowns.size(), 28U);
  const auto begin = std::chrono::steady_clock::now();
  const RegressorEquations e = sinew::regressor_equations(chain, unknowns);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  RecordProperty("seconds", std::to_string(seconds));
  EXPECT_LT(seconds, 2.0) << "50 ms, in a release build on one core of 2025";
}

TEST(RegressorOfThePanda, IsShownByKindsOfParameters) {
  const RegressorEquations e =
      equations_of({"panda", "panda_hand", ChainModel::ModifiedDh, free_choice({"all"})}, {.orientation = true});
  const std::string text = equation_text(e.document, {});
  EXPECT_THAT(text, HasSubstr("Φ = [Φ_α  Φ_a  Φ_d  Φ_θ]"));
  EXPECT_THAT(text, HasSubstr("Φ_d(q), 6×7:"));
  EXPECT_THAT(text, HasSubstr("Φ_a[x,a₄] = c₁·c₂·c₃ − s₁·s₃\n"));
  EXPECT_THAT(text, HasSubstr("a₄·(c₁·c₂·c₃ − s₁·s₃)")) << "what a length has in common stands in one bracket";
  EXPECT_THAT(text, HasSubstr("α₂ = −π/2, α₃ = π/2"));
  EXPECT_THAT(text, HasSubstr("a₄ = 0.0825 m"));
}

TEST(RegressorPage, CompilesInLatexWithinItsMargins) {
  if (run("command -v pdflatex", "/").code != 0) GTEST_SKIP() << "pdflatex is not installed";
  for (const RegressorCase& c : regressor_cases()) {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "page.tex") << latex_document(equations_of(c).document);
    const Outcome tex = run("pdflatex -interaction=nonstopmode -halt-on-error page.tex", folder.path());
    const std::string log = text_of(folder.path() / "page.log");
    EXPECT_EQ(tex.code, 0) << c.robot << '\n' << log.substr(std::min(log.find("\n!"), log.size()));
    for (std::size_t at = 0; (at = log.find("Overfull \\hbox (", at)) != std::string::npos; ++at)
      EXPECT_LT(std::stod(log.substr(at + 16)), 10.0) << c.robot << '\n' << log.substr(at, 200);
  }
}

TEST(RegressorPage, IsOneHtmlPageWithTheMatrix) {
  const std::string html = html_document(equations_of(planar_2r()).document);
  EXPECT_THAT(html, HasSubstr("<mi>Φ</mi><mo stretchy=\"false\">(</mo><mi>q</mi>"));
  EXPECT_THAT(html, HasSubstr("<mtable class=\"named\">"));
  EXPECT_THAT(html, Not(HasSubstr("<mtext>\\"))) << "a command that no browser knows";
}

TEST(RegressorPage, SaysWhichFiguresWereRounded) {
  const sinew::LoadedRobot arm = sinew::load_robot(sinew::SourceText{"arm.yaml", R"(
sinew: 1
name: arm
links:
  - {name: upper, joint: {name: shoulder, kind: revolute}, pose: {xyz: [0, 0, 0.3]}, mass: 1}
  - {name: lower, joint: {name: elbow, kind: revolute}, pose: {xyz: [0.4, 0, 0], rpy: [1.5708, 0, 0]}, mass: 1}
)"});
  const CalibrationChain chain = sinew::make_chain(arm, "lower", {.model = ChainModel::ModifiedDh});
  const RegressorEquations e = sinew::regressor_equations(chain, sinew::unknowns_of(chain, free_choice({"alpha"})));
  EXPECT_THAT(e.document.note, HasSubstr("1.5708 for 90°"));
}

// ---- what has no column

TEST(Regressor, RefusesUnknownsThatAreNotOfTheRobot) {
  const CalibrationChain chain = chain_of(planar_2r());
  std::vector<sinew::Unknown> unknowns = sinew::unknowns_of(chain, planar_2r().choice);
  unknowns.push_back({.parameter = {.name = "socket.x", .dimension = sinew::dimension::length}});
  unknowns.push_back({.parameter = {.name = "socket.y", .dimension = sinew::dimension::length}});
  try {
    sinew::regressor_equations(chain, unknowns);
    FAIL() << "nothing was refused";
  } catch (const sinew::InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 2U) << "every problem at once";
    EXPECT_THAT(error.what(), HasSubstr("'socket.x' is no parameter of the robot"));
  }
  EXPECT_THROW(sinew::regressor_equations(chain, {}), sinew::InputError);
}

TEST(Regressor, OfParametersWithoutEffectIsZeroAndSaysSo) {
  RegressorCase c{"two_link_2r", "tip", ChainModel::StandardDh, free_choice({"alpha2"})};
  const RegressorEquations e = equations_of(c, {.orientation = false});
  const std::string text = equation_text(e.document, {});
  EXPECT_THAT(text, HasSubstr("Φ(q) = x ⎡ 0  ⎤\n")) << text;
}

}  // namespace
}  // namespace sinew_test
