// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equation_json.h"

#include <nlohmann/json.hpp>

#include "sinew/symbolic/print.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

Json data(const Equation& equation) {
  Json entries = Json::array();
  for (const Expr& x : equation.entries) entries.push_back(printed(x, Language::Text));
  Json result{
      {"name", equation.name.plain}, {"rows", equation.rows}, {"columns", equation.columns}, {"entries", entries}};
  if (equation.factor) result["factor"] = printed(*equation.factor, Language::Text);
  if (!equation.remark.empty()) result["remark"] = equation.remark;
  return result;
}

Json data(const LabelledSum& sum) {
  Json terms = Json::array();
  std::string whole;
  for (const auto& [term, label] : sum.terms) {
    const std::string text = printed(term, Language::Text);
    terms.push_back({{"term", text}, {"cause", label}});
    whole += (whole.empty()           ? ""
              : text.starts_with('-') ? " - "
                                      : " + ") +
             (whole.empty() || !text.starts_with('-') ? text : text.substr(1));
  }
  return {{"name", sum.name.plain},
          {"rows", 1},
          {"columns", 1},
          {"entries", {whole.empty() ? "0" : whole}},
          {"terms", terms}};
}

Json data(const Verdict& verdict) { return {{"holds", verdict.holds}, {"text", verdict.text}}; }

}  // namespace

std::string equation_json(const EquationDocument& document, const SymbolicRobot& robot) {
  Json symbols = Json::object(), joints = Json::array(), equations = Json::array(), verdicts = Json::array();
  for (const auto& [name, value] : robot.values) symbols[name] = {{"value", value}, {"unit", robot.units.at(name)}};
  for (int i = 0; i < robot.model.link_count(); ++i)
    if (!robot.model.link(i).follows) joints.push_back(robot.model.link(i).joint_name);
  for (const Section& section : document.sections)
    for (const Block& block : section.blocks) {
      if (const auto* equation = std::get_if<Equation>(&block)) equations.push_back(data(*equation));
      if (const auto* sum = std::get_if<LabelledSum>(&block)) equations.push_back(data(*sum));
      if (const auto* verdict = std::get_if<Verdict>(&block)) verdicts.push_back(data(*verdict));
    }
  const Json whole{{"robot", robot.description.name},
                   {"symbols", symbols},
                   {"joints", joints},
                   {"equations", equations},
                   {"verdicts", verdicts}};
  return whole.dump(2) + "\n";
}

}  // namespace sinew
