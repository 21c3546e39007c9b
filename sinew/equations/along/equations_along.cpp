// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/along/equations_along.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>

#include "sinew/equations/names.h"
#include "sinew/symbolic/derivative.h"

namespace sinew {

namespace {

using Change = std::function<Expr(const Expr&)>;

std::string seconds(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 6).ptr;
  return std::string(text.data(), end) + " s";
}

void replace_all(std::string& text, std::string_view old, std::string_view now) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += now.size())
    text.replace(at, old.size(), now);
}

/// M(q) and c(q, q̇) as M(t) and c(t).
std::string over_time(std::string text) {
  for (const std::string_view arguments :
       {"(q, q̇, q̈)", "(q, q̇)", "(q)", "(q, \\dot{q}, \\ddot{q})", "(q, \\dot{q})"})
    replace_all(text, arguments, "(t)");
  return text;
}

/// The same of a name; one without arguments gets the time as its argument.
MathName over_time(const MathName& name) {
  MathName result{name.plain, over_time(name.unicode), over_time(name.latex)};
  const bool is_letter = name.plain != "0" && result.unicode.find_first_of("( ") == std::string::npos;
  if (!is_letter) return result;
  result.unicode += "(t)";
  result.latex += "(t)";
  return result;
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

/// Is it a definition of a coefficient that the section uses, and so no function of the time?
bool is_definition(const Equation& equation, const ExprGraph& graph) {
  return !equation.is_matrix() && graph.find(equation.name.plain) != nullptr;
}

class SectionMaker {
 public:
  SectionMaker(const ExprGraph& graph, Change change) : graph_(graph), change_(std::move(change)) {}

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
    if (is_definition(equation, graph_)) return equation;
    Equation result = equation;
    result.name = over_time(equation.name);
    for (Expr& entry : result.entries) entry = change_(entry);
    if (result.factor) result.factor = change_(*result.factor);
    return result;
  }

  LabelledSum made(const LabelledSum& sum) {
    LabelledSum result{over_time(sum.name), {}};
    for (const auto& [term, cause] : added_up(sum))
      if (const Expr now = change_(term); !now.is_zero()) result.terms.emplace_back(now, cause);
    return result;
  }

  const ExprGraph& graph_;
  Change change_;
};

Equation of_symbol(const Expr& symbol, const Expr& value) {
  return {over_time(name_of(symbol.symbol())), 1, 1, {value}, {}, {}};
}

}  // namespace

bool changes_along_a_motion(EquationPart part) {
  return part != EquationPart::BaseParameters && part != EquationPart::GravityDesign &&
         part != EquationPart::GravityBound;
}

Section motion_section(const SymbolicRobot& robot, const TimeFunctions& functions, const MotionPiece& piece) {
  const MathName t = name_of(functions.t().symbol());
  bool turns = false, slides = false;
  for (const Expr& q : robot.q) (q.symbol().is_angle ? turns : slides) = true;
  Paragraph legend{{t, std::string(" is the time in s, from ") + seconds(piece.from - piece.zero) + " to " +
                           seconds(piece.until - piece.zero)}};
  if (piece.zero != 0.0) legend.pieces.emplace_back(", counted from " + seconds(piece.zero));
  legend.pieces.emplace_back(std::string("; ") + (turns ? "angles are in rad" : "") + (turns && slides ? ", " : "") +
                             (slides ? "lengths in m" : "") + ".");
  Section section{"Motion", {std::move(legend)}};
  for (std::size_t k = 0; k < functions.q().size(); ++k) {
    section.blocks.emplace_back(of_symbol(robot.q[k], functions.q()[k]));
    section.blocks.emplace_back(of_symbol(robot.qd[k], functions.qd()[k]));
    section.blocks.emplace_back(of_symbol(robot.qdd[k], functions.qdd()[k]));
  }
  return section;
}

Section section_along(const Section& section, TimeFunctions& functions, bool simplified) {
  const ExprGraph& graph = *functions.t().graph();
  return SectionMaker(graph, [&](const Expr& x) { return simplified ? functions.of(x) : functions.put_in(x); })
      .made(section);
}

namespace {

/// The expressions of a block in order; those of a sum as one.
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

}  // namespace

Section chosen_by_time(const std::vector<Section>& sections, const std::vector<MotionPiece>& pieces,
                       const std::vector<Expr>& times, const Expr& t) {
  Section result = sections.back();
  for (std::size_t b = 0; b < result.blocks.size(); ++b) {
    std::vector<Expr> chosen;
    for (std::size_t p = pieces.size(); p-- > 0;) {
      const std::map<std::string, Expr> own_time{{times[p].symbol().name, t - Expr(pieces[p].zero)}};
      const std::vector<Expr> here = expressions_of(sections[p].blocks[b]);
      if (chosen.empty()) chosen.resize(here.size());
      for (std::size_t i = 0; i < here.size(); ++i) {
        const Expr value = substituted(here[i], own_time);
        chosen[i] = p + 1 == pieces.size() ? value : select(t < Expr(pieces[p].until), value, chosen[i]);
      }
    }
    if (!chosen.empty()) put_expressions(result.blocks[b], chosen);
  }
  return result;
}

}  // namespace sinew
