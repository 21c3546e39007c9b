// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/verdict_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sinew/print/json_writer.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

const char* name_of(TermFault fault) {
  switch (fault) {
    case TermFault::Missing:
      return "missing";
    case TermFault::Extra:
      return "extra";
    case TermFault::WrongSign:
      return "sign";
    case TermFault::WrongFactor:
      return "factor";
    case TermFault::Different:
      break;
  }
  return "different";
}

Json data(const TermRemark& remark) {
  Json result{{"fault", name_of(remark.fault)}, {"term", printed(remark.term, Language::Text)}};
  if (remark.fault == TermFault::WrongFactor) result["factor"] = remark.factor.to_double();
  if (remark.fault == TermFault::Different) result["yours"] = printed(remark.yours, Language::Text);
  result["cause"] = text_or_null(remark.cause);
  result["note"] = text_or_null(remark.note);
  return result;
}

Json data(const NumericExample& example) {
  Json state = Json::object();
  for (const Symbol* symbol : example.symbols) state[symbol->name] = example.state.at(symbol->name);
  return {{"state", state},
          {"file_parameters", example.has_file_values},
          {"yours", example.yours},
          {"right", example.right}};
}

Json data(const EntryVerdict& entry) {
  Json terms = Json::array();
  for (const TermRemark& remark : entry.terms) terms.push_back(data(remark));
  return {{"name", entry.name.plain},
          {"right", entry.equal},
          {"note", text_or_null(entry.note)},
          {"difference", entry.equal ? Json(nullptr) : Json(printed(entry.difference, Language::Text))},
          {"terms", terms},
          {"example", entry.example ? data(*entry.example) : Json(nullptr)}};
}

std::string text_of(const Paragraph& paragraph) {
  std::string text;
  for (const auto& piece : paragraph.pieces)
    text += std::holds_alternative<MathName>(piece) ? std::get<MathName>(piece).plain : std::get<std::string>(piece);
  return text;
}

Json data(const Property& property) {
  Json evidence = Json::array();
  for (const Block& block : property.evidence) {
    if (const auto* paragraph = std::get_if<Paragraph>(&block)) evidence.push_back(text_of(*paragraph));
    if (const auto* equation = std::get_if<Equation>(&block)) {
      Json entries = Json::array();
      for (const Expr& x : equation->entries) entries.push_back(printed(x, Language::Text));
      evidence.push_back({{"name", equation->name.plain},
                          {"rows", equation->rows},
                          {"columns", equation->columns},
                          {"entries", entries}});
    }
  }
  return {{"holds", property.verdict.holds}, {"text", property.verdict.text}, {"evidence", evidence}};
}

Json data(const AnswerVerdict& verdict) {
  Json entries = Json::array(), properties = Json::array();
  for (const EntryVerdict& entry : verdict.entries) entries.push_back(data(entry));
  for (const Property& property : verdict.properties) properties.push_back(data(property));
  return {{"quantity", verdict.quantity},
          {"line", verdict.line > 0 ? Json(verdict.line) : Json(nullptr)},
          {"right", verdict.right},
          {"failure", text_or_null(verdict.failure)},
          {"about", text_or_null(verdict.about)},
          {"hints", verdict.hints},
          {"entries", entries},
          {"properties", properties}};
}

}  // namespace

std::string verdict_json(const std::vector<AnswerVerdict>& verdicts, const std::string& robot,
                         const std::string& note) {
  Json statements = Json::array();
  for (const AnswerVerdict& verdict : verdicts) statements.push_back(data(verdict));
  const bool right = std::all_of(verdicts.begin(), verdicts.end(), [](const auto& v) { return v.right; });
  Json whole{{"robot", text_or_null(robot)}};
  if (!note.empty()) whole["note"] = note;
  whole["right"] = right;
  whole["statements"] = statements;
  return json_page(whole);
}

}  // namespace sinew
