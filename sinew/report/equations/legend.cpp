// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/legend.h"

#include <map>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sinew/symbolic/joint_angles.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {

namespace {

/// Every expression in a document, with all that it is made of, each once.
class Walk {
 public:
  explicit Walk(const EquationDocument& document) {
    for (const Section& section : document.sections)
      for (const Block& block : section.blocks) {
        if (const auto* equation = std::get_if<Equation>(&block)) {
          for (const Expr& entry : equation->entries) add(entry);
          if (equation->factor) add(*equation->factor);
        }
        if (const auto* sum = std::get_if<LabelledSum>(&block))
          for (const auto& [term, label] : sum->terms) add(term);
      }
  }
  const std::vector<Expr>& all() const { return all_; }

 private:
  void add(const Expr& root) {
    std::vector<Expr> waiting{root};
    while (!waiting.empty()) {
      const Expr x = waiting.back();
      waiting.pop_back();
      if (x.is_constant() || !seen_.insert(x.node()).second) continue;
      all_.push_back(x);
      waiting.insert(waiting.end(), x.operands().begin(), x.operands().end());
    }
  }

  std::unordered_set<const Expr::Node*> seen_;
  std::vector<Expr> all_;
};

/// A sine or cosine of one angle, one of a sum of several, or of one with a difference in it: each is explained once.
enum class Sort { Sine, Cosine, Sum, Difference };

}  // namespace

std::optional<Paragraph> legend_of_angles(const EquationDocument& document) {
  using Place =
      std::tuple<bool, std::size_t, std::string>;  // a sine for one angle, a cosine for a sum; short; in order
  std::map<Sort, std::pair<Place, Expr>> examples;
  const Walk walk(document);
  for (const Expr& x : walk.all()) {
    if (x.op() != Expr::Op::Sin && x.op() != Expr::Op::Cos) continue;
    const std::optional<std::string> digits = short_angle(x.operands().front());
    const bool is_sine = x.op() == Expr::Op::Sin;
    if (!digits || has_meaning_of_its_own(*x.graph(), (is_sine ? "s" : "c") + *digits)) continue;
    const Sort sort = digits->find('-') != std::string::npos ? Sort::Difference
                      : digits->size() > 1                   ? Sort::Sum
                      : is_sine                              ? Sort::Sine
                                                             : Sort::Cosine;
    const Place place{is_sine, digits->size(), *digits};
    const auto [found, is_new] = examples.try_emplace(sort, place, x);
    if (!is_new && place < found->second.first) found->second = {place, x};
  }
  if (examples.empty()) return {};
  if (examples.contains(Sort::Sine) && examples.size() > 2) examples.erase(Sort::Cosine);
  Paragraph legend;
  for (const auto& [sort, example] : examples) {
    const Expr& x = example.second;
    const auto said = [&](Language language, Angles angles) { return printed(x, language, angles); };
    if (!legend.pieces.empty()) legend.pieces.emplace_back(", ");
    MathName meaning;
    meaning.plain = printed(x, Language::Text);
    meaning.unicode = said(Language::Unicode, Angles::Short) + " = " + said(Language::Unicode, Angles::Full);
    meaning.latex = said(Language::Latex, Angles::Short) + " = " + said(Language::Latex, Angles::Full);
    legend.pieces.emplace_back(std::move(meaning));
  }
  legend.pieces.emplace_back(".");
  return legend;
}

std::optional<Paragraph> legend_of_rates(const EquationDocument& document) {
  bool first = false, second = false;
  const Walk walk(document);
  for (const Expr& x : walk.all()) {
    if (x.op() != Expr::Op::Symbol) continue;
    first = first || x.symbol().kind == SymbolKind::Velocity;
    second = second || x.symbol().kind == SymbolKind::Acceleration;
  }
  if (second) return words("qd1 and qdd1 are the first and second derivative of q1 with respect to time.");
  if (first) return words("qd1 is the derivative of q1 with respect to time.");
  return {};
}

}  // namespace sinew
