// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/code/equation_steps.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "sinew/equations/names.h"
#include "sinew/equations/recursion_results.h"

namespace sinew {

namespace {

const char* letter_of(EquationPart part) {
  return part == EquationPart::Torque ? "tau" : part == EquationPart::Velocity ? "c" : "g";
}

const char* title_of(EquationPart part) {
  switch (part) {
    case EquationPart::Torque:
      return "Torques";
    case EquationPart::Mass:
      return "Mass matrix";
    case EquationPart::Velocity:
      return "Velocity terms";
    default:
      return "Gravity terms";
  }
}

Equation whole_mass_matrix(int n, const std::vector<std::pair<std::string, Expr>>& upper_triangle) {
  const auto at = [size = static_cast<std::size_t>(n)](int row, int column) {
    return static_cast<std::size_t>(row) * size + static_cast<std::size_t>(column);
  };
  Equation M{named("M", "q"), n, n, std::vector<Expr>(at(n, 0)), {}, {}};
  auto next = upper_triangle.begin();
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j, ++next) M.entries[at(i, j)] = M.entries[at(j, i)] = next->second;
  return M;
}

}  // namespace

const char* word_of(EquationPart part) {
  for (const EquationPartName& known : equation_parts())
    if (known.part == part) return known.name;
  return "";
}

PartSection recursion_section(const SymbolicRobot& robot, EquationPart part) {
  const auto results = recursion_results(robot, {part});
  PartSection section{part, {title_of(part), {}}};
  if (part == EquationPart::Mass) {
    section.section.blocks.emplace_back(whole_mass_matrix(robot.size(), results));
    return section;
  }
  for (int k = 0; k < robot.size(); ++k)
    section.section.blocks.emplace_back(
        Equation{indexed(letter_of(part), k + 1), 1, 1, {results[static_cast<std::size_t>(k)].second}, {}, {}});
  return section;
}

SteppedSections with_steps(SymbolicRobot& robot, const std::vector<PartSection>& parts) {
  // every entry once, however often it is printed
  std::vector<std::pair<std::string, Expr>> entries;
  std::unordered_map<const Expr::Node*, std::size_t> place;
  SteppedSections result{{"Intermediate variables", {}}, parts, {}};
  const auto for_each_entry = [&](const auto& visit) {
    for (PartSection& part : result.parts)
      for (Block& block : part.section.blocks)
        if (auto* equation = std::get_if<Equation>(&block))
          for (Expr& entry : equation->entries)
            if (!entry.is_constant()) visit(*equation, entry);
  };
  for_each_entry([&](const Equation& equation, const Expr& entry) {
    if (place.emplace(entry.node(), entries.size()).second) entries.emplace_back(equation.name.plain, entry);
  });
  const Program code = program(*robot.graph, entries);
  for_each_entry([&](const Equation&, Expr& entry) { entry = code.results[place.at(entry.node())].second; });
  for (const Assignment& step : code.steps)
    result.steps.blocks.emplace_back(Equation{name_of(*robot.graph->find(step.name)), 1, 1, {step.value}, {}, {}});
  result.count = code.count;
  return result;
}

}  // namespace sinew
