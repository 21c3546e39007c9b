// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/along/section_along.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace sinew {

namespace {

using Change = std::function<Expr(const Expr&)>;

void replace_all(std::string& text, std::string_view old, std::string_view now) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += now.size())
    text.replace(at, old.size(), now);
}

/// M(q) and c(q, q̇) as M(t) and c(t).
std::string over_time(std::string text) {
  for (const std::string_view arguments : {"(q, q̇, q̈)", "(q, q̇)", "(q)", "(q, \\dot{q}, \\ddot{q})", "(q, \\dot{q})"})
    replace_all(text, arguments, "(t)");
  return text;
}

Paragraph over_time(Paragraph paragraph) {
  for (auto& piece : paragraph.pieces)
    if (auto* text = std::get_if<std::string>(&piece)) *text = over_time(std::move(*text));
  return paragraph;
}

/// Terms of one cause as one term.
std::vector<std::pair<Expr, std::string>> added_up(const LabelledSum& sum) {
  std::vector<std::pair<Expr, std::string>> terms;
  for (const auto& [term, label] : sum.terms) {
    const std::string cause = label == "Coriolis" || label == "centrifugal" ? "velocity" : label;
    if (!terms.empty() && terms.back().second == cause)
      terms.back().first += term;
    else
      terms.emplace_back(term, cause);
  }
  return terms;
}

class SectionMaker {
 public:
  SectionMaker(const ExprGraph& graph, const Change& change) : graph_(graph), change_(change) {}

  Section made(const Section& section) {
    Section result{over_time(section.title), {}};
    for (const Block& block : section.blocks)
      result.blocks.push_back(std::visit([&](const auto& b) { return Block(made(b)); }, block));
    return result;
  }

 private:
  Paragraph made(const Paragraph& paragraph) { return over_time(paragraph); }
  Verdict made(const Verdict& verdict) { return verdict; }

  Equation made(const Equation& equation) {
    Equation result = equation;
    for (Expr& entry : result.entries) entry = change_(entry);
    if (result.factor) result.factor = change_(*result.factor);
    // the definition of a coefficient is no function of the time
    const bool is_definition = result.entries == equation.entries && graph_.find(equation.name.plain) != nullptr;
    if (!is_definition) result.name = over_time(equation.name);
    return result;
  }

  LabelledSum made(const LabelledSum& sum) {
    LabelledSum result{over_time(sum.name), {}};
    for (const auto& [term, cause] : added_up(sum))
      if (const Expr now = change_(term); !now.is_zero()) result.terms.emplace_back(now, cause);
    return result;
  }

  const ExprGraph& graph_;
  const Change& change_;
};

}  // namespace

MathName over_time(const MathName& name) {
  MathName result{name.plain, over_time(name.unicode), over_time(name.latex)};
  const bool is_letter = name.plain != "0" && result.unicode.find_first_of("( ") == std::string::npos;
  if (!is_letter) return result;
  result.unicode += "(t)";
  result.latex += "(t)";
  return result;
}

Section section_along(const Section& section, const ExprGraph& graph, const Change& along) {
  return SectionMaker(graph, along).made(section);
}

std::vector<Expr> expressions_of(const Block& block) {
  if (const auto* equation = std::get_if<Equation>(&block)) {
    std::vector<Expr> all = equation->entries;
    if (equation->factor) all.push_back(*equation->factor);
    return all;
  }
  const auto* sum = std::get_if<LabelledSum>(&block);
  if (sum == nullptr) return {};
  Expr total;
  for (const auto& [term, label] : sum->terms) total += term;
  return {total};
}

void put_expressions(Block& block, const std::vector<Expr>& all) {
  if (auto* equation = std::get_if<Equation>(&block)) {
    for (std::size_t i = 0; i < equation->entries.size(); ++i) equation->entries[i] = all[i];
    if (equation->factor) equation->factor = all.back();
  }
  if (auto* sum = std::get_if<LabelledSum>(&block)) {
    sum->terms.clear();
    if (!all.front().is_zero()) sum->terms.emplace_back(all.front(), "");
  }
}

}  // namespace sinew
