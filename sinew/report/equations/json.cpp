// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/json.h"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "sinew/print/json_writer.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

/// The number of an expression, as a number again; null where it has none.
Json number(const Expr& x, const EquationValues& values) {
  const std::string text = values(x);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return text.empty() || *end != '\0' || !std::isfinite(value) ? Json() : Json(value);
}

Json data(const Equation& equation, const EquationValues& values) {
  Json entries = Json::array(), numbers = Json::array();
  for (const Expr& x : equation.entries) {
    entries.push_back(printed(x, Language::Text));
    if (values) numbers.push_back(number(x, values));
  }
  Json result{
      {"name", equation.name.plain}, {"rows", equation.rows}, {"columns", equation.columns}, {"entries", entries}};
  if (equation.factor) result["factor"] = printed(*equation.factor, Language::Text);
  if (values) result["values"] = numbers;
  if (values && equation.factor) result["factor_value"] = number(*equation.factor, values);
  if (!equation.remark.empty()) result["remark"] = equation.remark;
  return result;
}

Json data(const LabelledSum& sum, const EquationValues& values) {
  Json terms = Json::array();
  std::string whole;
  for (const auto& [term, label] : sum.terms) {
    const std::string text = printed(term, Language::Text);
    terms.push_back({{"term", text}, {"cause", label}});
    if (values) terms.back()["value"] = number(term, values);
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

Json data(const OperationCount& count) {
  return {{"additions", count.additions},
          {"multiplications", count.multiplications},
          {"divisions", count.divisions},
          {"functions", count.functions}};
}

/// Sorts a document's blocks into lists.
class Lists {
 public:
  explicit Lists(const EquationJsonStyle& style) : style_(style) {}

  void add(const Section& section, const std::string& part, int piece) {
    piece_ = piece;
    for (const Block& block : section.blocks) {
      if (const auto* equation = std::get_if<Equation>(&block)) add(*equation, part);
      if (const auto* sum = std::get_if<LabelledSum>(&block)) equations.push_back(of(part, data(*sum, style_.values)));
      if (const auto* verdict = std::get_if<Verdict>(&block))
        verdicts.push_back(of(part, {{"holds", verdict->holds}, {"text", verdict->text}}));
    }
  }

  Json steps = Json::array(), equations = Json::array(), conditions = Json::array(), verdicts = Json::array();

 private:
  void add(const Equation& equation, const std::string& part) {
    if (part == "steps")
      steps.push_back({{"name", equation.name.plain}, {"value", printed(equation.entries.front(), Language::Text)}});
    else if (equation.name.plain == "0")
      conditions.push_back(of(part, {{"zero", printed(equation.entries.front(), Language::Text)}}));
    else
      equations.push_back(of(part, data(equation, style_.values)));
  }

  Json of(const std::string& part, const Json& content) const {
    Json result = Json::object();
    if (!part.empty()) result["part"] = part;
    if (piece_ > 0) result["piece"] = piece_;
    result.update(content);
    return result;
  }

  const EquationJsonStyle& style_;
  int piece_ = 0;
};

}  // namespace

std::string equation_json(const EquationDocument& document, const SymbolicRobot& robot,
                          const EquationJsonStyle& style) {
  Json symbols = Json::object(), joints = Json::array();
  for (const auto& [name, value] : robot.values) symbols[name] = {{"value", value}, {"unit", robot.units.at(name)}};
  for (int i = 0; i < robot.model.link_count(); ++i)
    if (!robot.model.link(i).follows) joints.push_back(robot.model.link(i).joint_name);
  Lists lists(style);
  for (std::size_t i = 0; i < document.sections.size(); ++i)
    lists.add(document.sections[i], i < style.parts.size() ? style.parts[i] : "",
              i < style.pieces.size() ? style.pieces[i] : 0);
  Json whole{{"robot", robot.description.name}, {"symbols", symbols}, {"joints", joints}};
  if (!document.note.empty()) whole["note"] = document.note;
  for (const EquationTime& time : style.times)
    whole["motion"].push_back({{"time", time.symbol}, {"from", time.from}, {"to", time.until}, {"zero", time.zero}});
  if (!lists.steps.empty()) whole["steps"] = lists.steps;
  whole["equations"] = lists.equations;
  whole["conditions"] = lists.conditions;
  whole["verdicts"] = lists.verdicts;
  if (!style.counts.empty()) {
    whole["operations"] = Json::array();
    for (const auto& [name, count] : style.counts) {
      whole["operations"].push_back({{"name", name}});
      whole["operations"].back().update(data(count));
    }
  }
  return json_page(whole);
}

}  // namespace sinew
