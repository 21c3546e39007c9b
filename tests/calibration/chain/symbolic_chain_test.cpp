// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/chain/symbolic_chain.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "sinew/symbolic/evaluate.h"

namespace sinew_test {
namespace {

using sinew::CalibrationChain;
using sinew::ChainModel;
using sinew::Expr;
using sinew::SymbolicChain;

struct SymbolicCase {
  std::string robot, frame;
  ChainModel model;
};

std::ostream& operator<<(std::ostream& out, const SymbolicCase& c) {
  return out << c.robot << " to " << c.frame << " by " << static_cast<int>(c.model);
}

CalibrationChain chain_of(const SymbolicCase& c) {
  const std::string path = SINEW_SOURCE_DIR "/robots/" + c.robot + ".yaml";
  if (c.model == ChainModel::FileParameters)
    return sinew::make_chain_of_file_parameters(sinew::read_source_text(path), {}, c.frame);
  return sinew::make_chain(sinew::load_robot(path), c.frame, {.model = c.model});
}

std::vector<Eigen::Index> every_parameter(const CalibrationChain& chain) {
  std::vector<Eigen::Index> indices(chain.parameters().size());
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

/// What symbols of a chain are worth at one reading.
double value_of(const sinew::Symbol& symbol, const SymbolicChain& chain, const sinew::JointReading& reading) {
  if (symbol.kind == sinew::SymbolKind::Position) return reading.q[symbol.joint];
  if (const auto known = chain.values().find(symbol.name); known != chain.values().end()) return known->second;
  for (const int joint : chain.gravity_torques())
    if (symbol.name == "g" + std::to_string(joint)) return reading.gravity_torque[joint - 1];
  ADD_FAILURE() << symbol.name << " has no value";
  return 0.0;
}

class EverySymbolicChain : public testing::TestWithParam<SymbolicCase> {
 protected:
  sinew::JointReading random_reading() {
    sinew::JointReading r;
    r.q.resize(9);
    r.gravity_torque.resize(9);
    for (double& x : r.q) x = 1.5 * unit_(engine_);
    for (double& x : r.gravity_torque) x = 30.0 * unit_(engine_);
    return r;
  }

 private:
  std::mt19937 engine_{17};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST_P(EverySymbolicChain, HasThePoseAndTheDerivativesOfTheNumbers) {
  const CalibrationChain chain = chain_of(GetParam());
  const std::vector<Eigen::Index> all = every_parameter(chain);
  const SymbolicChain symbolic(chain, {.free = all});
  std::vector<Expr> entries;
  for (const Eigen::Index k : all) {
    const sinew::Motion<Expr> column = symbolic.column(k);
    for (int i = 0; i < 3; ++i) entries.push_back(column.w[i]);
    for (int i = 0; i < 3; ++i) entries.push_back(column.v[i]);
  }
  const sinew::Pose<Expr> X = symbolic.nominal_pose();
  for (int i = 0; i < 3; ++i) entries.push_back(X.p[i]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) entries.push_back(X.R(i, j));
  const sinew::ChainAt at(chain, chain.nominal(), all);
  sinew::TwistColumns phi(6, static_cast<Eigen::Index>(all.size()));
  for (int sample = 0; sample < 5; ++sample) {
    const sinew::JointReading reading = random_reading();
    const sinew::Pose<double> X_WF = at.pose(reading, phi);
    const std::vector<double> numbers = sinew::evaluated<double>(
        entries, [&](const sinew::Symbol& symbol) { return value_of(symbol, symbolic, reading); });
    std::size_t e = 0;
    for (const Eigen::Index k : all)
      for (int i = 0; i < 6; ++i)
        EXPECT_NEAR(numbers[e++], phi(i, k), 1e-12 * std::max(1.0, phi.col(k).norm()))
            << chain.parameters()[static_cast<std::size_t>(k)].name << " row " << i;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(numbers[e++], X_WF.p[i], 1e-12);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) EXPECT_NEAR(numbers[e++], X_WF.R(i, j), 1e-12);
  }
}

std::vector<SymbolicCase> symbolic_cases() {
  std::vector<SymbolicCase> all = {{"point_mass_2r", "tip", ChainModel::FileParameters},
                                   {"spatial_elbow_3r", "tip", ChainModel::FileParameters}};
  for (const auto& [robot, frame] : std::vector<std::pair<std::string, std::string>>{{"panda", "panda_hand"},
                                                                                     {"panda", "panda_leftfinger"},
                                                                                     {"panda", "panda_rightfinger"},
                                                                                     {"ur5", "tool0"},
                                                                                     {"stanford", "hand"},
                                                                                     {"puma560", "link6"},
                                                                                     {"cobra600", "link4"},
                                                                                     {"iiwa14", "iiwa_link_ee"},
                                                                                     {"rrp", "link3"},
                                                                                     {"two_link_2r", "tip"}})
    for (const ChainModel model : {ChainModel::StandardDh, ChainModel::ModifiedDh, ChainModel::Poses})
      all.push_back({robot, frame, model});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Calibration, EverySymbolicChain, testing::ValuesIn(symbolic_cases()));

constexpr const char* arm_with_formulas = R"(
sinew: 1
name: arm
parameters: {l1: 0.4 m, l2: 300 mm, twist: 10deg, half: 30deg, k: 2}
links:
  - {name: upper, joint: {name: shoulder, kind: revolute}, pose: Tz(l1/2), mass: 1}
  - {name: bracket, joint: fixed, pose: Tx(l1) Rx(twist) Rz(k*half)}
  - {name: lower, joint: {name: elbow, kind: helical, pitch: 0.02}, pose: Tx(2*l2), axis: y, mass: 1}
frames:
  - {name: tip, link: lower, pose: Tx(l2) Ty(l1^2/(l1+l2))}
)";

/// The same comparison for a chain that is made of text.
void expect_derivatives_of_the_numbers(const CalibrationChain& chain, const std::vector<Eigen::Index>& free) {
  const SymbolicChain symbolic(chain, {.free = free});
  const sinew::ChainAt at(chain, chain.nominal(), free);
  sinew::TwistColumns phi(6, static_cast<Eigen::Index>(free.size()));
  sinew::JointReading reading{Eigen::VectorXd::LinSpaced(9, -1.3, 0.9), Eigen::VectorXd::LinSpaced(9, 4.0, -7.0)};
  at.pose(reading, phi);
  for (std::size_t k = 0; k < free.size(); ++k) {
    const sinew::Motion<Expr> column = symbolic.column(free[k]);
    const std::vector<Expr> entries = {column.w.x, column.w.y, column.w.z, column.v.x, column.v.y, column.v.z};
    const std::vector<double> numbers = sinew::evaluated<double>(
        entries, [&](const sinew::Symbol& symbol) { return value_of(symbol, symbolic, reading); });
    for (int i = 0; i < 6; ++i)
      EXPECT_NEAR(numbers[static_cast<std::size_t>(i)], phi(i, static_cast<Eigen::Index>(k)), 1e-12)
          << chain.parameters()[static_cast<std::size_t>(free[k])].name << " row " << i;
  }
}

TEST(SymbolicChainOfAFile, HasTheDerivativesOfItsFormulas) {
  const CalibrationChain chain = sinew::make_chain_of_file_parameters({"arm.yaml", arm_with_formulas}, {}, "tip");
  expect_derivatives_of_the_numbers(chain, every_parameter(chain));
  expect_derivatives_of_the_numbers(chain, {*chain.find("l2"), *chain.find("twist")});
}

constexpr const char* coupled_arm = R"(
sinew: 1
name: arm
parameters: {l1: 0.4 m}
links:
  - {name: upper, joint: {name: shoulder, kind: revolute}, mass: 1}
  - name: lower
    joint: {name: elbow, kind: revolute, mimic: {joint: shoulder, multiplier: -2, offset: 10deg}}
    pose: Tx(l1)
    axis: -z
    mass: 1
  - {name: hand, joint: {name: wrist, kind: prismatic}, pose: {xyz: [0.3, 0, 0], rpy: [0.4, 0, 0]}, mass: 1}
)";

TEST(SymbolicChainOfAFile, HasTheDerivativesOfCoupledJoints) {
  for (const char* frame : {"lower", "hand"}) {
    const CalibrationChain chain = sinew::make_chain_of_file_parameters({"arm.yaml", coupled_arm}, {}, frame);
    expect_derivatives_of_the_numbers(chain, every_parameter(chain));
  }
}

TEST(SymbolicChainOfAFile, KeepsLengthsAndPlainNumbersAsSymbolsAndPutsInAngles) {
  const CalibrationChain chain = sinew::make_chain_of_file_parameters({"arm.yaml", arm_with_formulas}, {}, "tip");
  const SymbolicChain symbolic(chain, {.free = every_parameter(chain)});
  std::vector<std::string> names;
  for (const auto& [name, value] : symbolic.values()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"k", "l1", "l2"}));
  const Expr half = symbolic.parameters()[static_cast<std::size_t>(*chain.find("half"))];
  EXPECT_EQ(symbolic.at_nominal(sincos(half).sin), Expr(0.5)) << "30° are exact";
}

TEST(SymbolicChainOfAFile, RefusesNamesThatMeanSomethingElse) {
  std::string text = arm_with_formulas;
  for (std::size_t at = 0; (at = text.find("l2", at)) != std::string::npos;) text.replace(at, 2, "q2");
  const CalibrationChain chain = sinew::make_chain_of_file_parameters({"arm.yaml", text}, {}, "tip");
  EXPECT_THROW(SymbolicChain(chain, {.free = {*chain.find("q2")}}), sinew::InputError);
  EXPECT_NO_THROW(SymbolicChain(chain, {.free = {*chain.find("l1")}})) << "it is a number there";
}

TEST(SymbolicChain, HasSymbolsOnlyForWhatIsFree) {
  const CalibrationChain chain = chain_of({"panda", "panda_hand", ChainModel::ModifiedDh});
  const std::vector<Eigen::Index> free = {*chain.find("a4"), *chain.find("alpha4")};
  const auto names = [&](bool all_lengths) {
    std::vector<std::string> found;
    const SymbolicChain symbolic(chain, {.free = free, .all_lengths = all_lengths});
    for (const auto& [name, value] : symbolic.values()) found.push_back(name);
    return found;
  };
  EXPECT_EQ(names(false), (std::vector<std::string>{"a4"}));
  EXPECT_EQ(names(true), (std::vector<std::string>{"a4", "a5", "a7", "d1", "d3", "d5"}));
  expect_derivatives_of_the_numbers(chain, free);
}

TEST(SymbolicChain, TakesRoundedQuarterTurnsForExactOnesAndSaysSo) {
  constexpr const char* rounded = R"(
sinew: 1
name: arm
links:
  - {name: upper, joint: {name: shoulder, kind: revolute}, pose: {xyz: [0, 0, 0.3]}, mass: 1}
  - {name: lower, joint: {name: elbow, kind: revolute}, pose: {xyz: [0.4, 0, 0], rpy: [1.5708, 0, 0.0012]}, mass: 1}
  - {name: hand, joint: {name: wrist, kind: revolute}, pose: {xyz: [0.3, 0, 0], rpy: [0, 0.7854, -1.5708]}, mass: 1}
)";
  const sinew::LoadedRobot arm = sinew::load_robot(sinew::SourceText{"arm.yaml", rounded});
  for (const ChainModel model : {ChainModel::ModifiedDh, ChainModel::Poses}) {
    const CalibrationChain chain = sinew::make_chain(arm, "lower", {.model = model});
    const SymbolicChain symbolic(chain, {.free = {*chain.find("tool.x")}});
    EXPECT_NE(symbolic.note().find("1.5708 for 90°"), std::string::npos) << symbolic.note();
    EXPECT_EQ(symbolic.note().find("0.0012"), std::string::npos) << "a small angle is one that was measured";
    EXPECT_EQ(symbolic.nominal_pose().R(2, 2).constant().to_double(), 0.0);
  }
  const CalibrationChain poses = sinew::make_chain(arm, "hand", {.model = ChainModel::Poses});
  const std::string note = SymbolicChain(poses, {.free = {*poses.find("tool.x")}}).note();
  EXPECT_NE(note.find("0.7854 for 45°"), std::string::npos) << note;
  EXPECT_NE(note.find("-1.5708 for −90°"), std::string::npos) << note;
}

}  // namespace
}  // namespace sinew_test
