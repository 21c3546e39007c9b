// SPDX-License-Identifier: BSD-3-Clause
#include "bench/equations/questions.h"

#include <fmt/format.h>

#include <random>

#include "sinew/equations/recursion_results.h"
#include "sinew/symbolic/print/print.h"
#include "sinew/symbolic/print/program.h"

namespace sinew_bench {

using namespace sinew;

namespace {

constexpr SymbolChoice all_figures{.inertial = true, .lengths = true, .gravity = true};
const std::vector<EquationPart> whole_dynamics{EquationPart::Torque, EquationPart::Mass, EquationPart::Velocity,
                                               EquationPart::Gravity};

struct PrintedLength {
  std::size_t operator()(const Equation& equation) const {
    std::size_t length = 0;
    for (const Expr& entry : equation.entries) length += printed(entry, Language::Text).size();
    return length;
  }
  std::size_t operator()(const LabelledSum& sum) const {
    std::size_t length = 0;
    for (const auto& [term, label] : sum.terms) length += printed(term, Language::Text).size();
    return length;
  }
  std::size_t operator()(const Paragraph&) const { return 0; }
  std::size_t operator()(const Verdict&) const { return 0; }
};

}  // namespace

std::size_t answered(const Question& question) {
  SymbolicRobot robot = symbolic_robot(question.source, question.symbols);
  if (question.form == Form::Intermediate)
    return printed(program(*robot.graph, recursion_results(robot, question.parts)), Language::Text).size();
  EquationBook book(robot);
  std::size_t length = 0;
  for (const EquationPart part : question.parts)
    for (const Block& block : book.section(part).blocks) length += std::visit(PrintedLength{}, block);
  return length;
}

Question arm_question(const std::string& arm) {
  SymbolChoice symbols = all_figures;
  symbols.zeros_too = true;
  const std::string file = fmt::format("{}/tests/equations/{}.yaml", SINEW_SOURCE_DIR, arm);
  return {arm, read_source_text(file), symbols, whole_dynamics, Form::Closed};
}

Question puma_question(bool all_ten) {
  SymbolChoice symbols = all_figures;
  symbols.zeros_too = all_ten;
  return {all_ten ? "puma560 (all ten)" : "puma560",
          read_source_text(SINEW_SOURCE_DIR "/robots/puma560.yaml"),
          symbols,
          {EquationPart::Mass, EquationPart::Velocity, EquationPart::Gravity},
          Form::Closed};
}

Question chain_question(int joint_count, Form form) {
  std::mt19937 engine(7);
  const auto figure = [&](double low, double high) { return std::uniform_real_distribution(low, high)(engine); };
  std::string text = "sinew: 1\ngravity: [0, 0, -9.81]\nlinks:\n";
  for (int i = 0; i < joint_count; ++i) {
    const double length = figure(0.1, 0.3);
    const bool along = i % 2 == 0;  // the joint before points across, and the arm along its y
    text += fmt::format("  - joint: revolute\n    pose: {{xyz: [0, {}, {}], rpy: [{}deg, 0, 0]}}\n",
                        along ? length : 0.0, along ? 0.0 : length,
                        i == 0  ? 0
                        : along ? -90
                                : 90);
    text +=
        fmt::format("    mass: {}\n    com: [0, {}, {}]\n    inertia: [{}, {}, {}]\n", figure(1, 4), figure(0.01, 0.1),
                    figure(0.01, 0.1), figure(0.05, 0.06), figure(0.05, 0.06), figure(0.05, 0.06));
  }
  return {fmt::format("chain_{}r", joint_count), {"chain.yaml", text}, all_figures, whole_dynamics, form};
}

}  // namespace sinew_bench
