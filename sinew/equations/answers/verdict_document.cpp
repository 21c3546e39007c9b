// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/verdict_document.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "sinew/equations/names.h"
#include "sinew/errors/diagnostic.h"

namespace sinew {

namespace {

constexpr std::size_t most_remarks = 12;

Paragraph in_words(const NumericExample& example) {
  Paragraph words;
  for (const Symbol* symbol : example.symbols) {
    words.pieces.emplace_back(words.pieces.empty() ? "At " : ", ");
    words.pieces.emplace_back(name_of(*symbol));
    words.pieces.emplace_back(" = " + shown(example.state.at(symbol->name)));
  }
  if (!example.has_file_values) words.pieces.emplace_back(" (the file's own parameters hide the difference)");
  words.pieces.emplace_back((words.pieces.empty() ? "Yours is " : " yours is ") + shown(example.yours) + ", right is " +
                            shown(example.right) + ".");
  return words;
}

/// As a fraction where that is short, else as a decimal number with as many digits as tell it from 1.
std::string short_text(const Rational& number) {
  constexpr std::size_t longest_fraction = 9;
  constexpr double nearly_one = 1e-4;
  if (number.text().size() <= longest_fraction) return number.text();
  const double value = number.to_double();
  if (std::abs(std::abs(value) - 1.0) > nearly_one) return shown(value);
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.12g", value);
  return digits.data();
}

Paragraph remark_in_words(const TermRemark& remark) {
  Paragraph words;
  const MathName term = as_name(remark.term);
  switch (remark.fault) {
    case TermFault::Missing:
      words.pieces = {"Missing: ", term};
      break;
    case TermFault::Extra:
      words.pieces = {"Does not belong there: ", term};
      break;
    case TermFault::WrongSign:
      words.pieces = {"Has the opposite sign; right is ", term};
      break;
    case TermFault::WrongFactor:
      words.pieces = {"Is " + short_text(remark.factor) + " times what it should be; right is ", term};
      break;
    case TermFault::Different:
      words.pieces = {"Differs: yours is ", as_name(remark.yours), ", right is ", term};
      break;
  }
  if (!remark.cause.empty()) words.pieces.emplace_back(" (" + remark.cause + ")");
  if (!remark.note.empty()) words.pieces.emplace_back("; " + remark.note);
  words.pieces.emplace_back(".");
  return words;
}

void add_entry(Section& section, const EntryVerdict& entry) {
  if (entry.equal) return;
  section.blocks.emplace_back(Verdict{false, entry.name.unicode + " is wrong"});
  for (std::size_t k = 0; k < std::min(entry.terms.size(), most_remarks); ++k)
    section.blocks.emplace_back(remark_in_words(entry.terms[k]));
  if (entry.terms.size() > most_remarks)
    section.blocks.emplace_back(Paragraph{{"And " + std::to_string(entry.terms.size() - most_remarks) + " more."}});
  else
    section.blocks.emplace_back(Equation{
        {"yours - right", "yours − right", "\\text{yours} - \\text{right}"}, 1, 1, {entry.difference}, {}, {}});
  if (entry.example) section.blocks.emplace_back(in_words(*entry.example));
}

void add_summary(Section& section, const AnswerVerdict& verdict) {
  if (verdict.entries.empty()) {
    section.blocks.emplace_back(Verdict{
        verdict.right, verdict.right ? "It could be the mass matrix of a robot" : "It is the mass matrix of no robot"});
    return;
  }
  const auto right =
      std::count_if(verdict.entries.begin(), verdict.entries.end(), [](const auto& e) { return e.equal; });
  const bool is_one = verdict.entries.size() == 1;
  const std::string count = std::to_string(right) + " of " + std::to_string(verdict.entries.size());
  if (verdict.right)
    section.blocks.emplace_back(Verdict{
        true,
        (is_one && !verdict.entries_are_rows ? verdict.entries.front().name.unicode : verdict.quantity) + " is right"});
  else if (verdict.entries_are_rows)
    section.blocks.emplace_back(Paragraph{{verdict.quantity + "·q̇ is c in " + count + (is_one ? " row." : " rows.")}});
  else if (!is_one)
    section.blocks.emplace_back(Paragraph{{count + (right == 1 ? " entries is right." : " entries are right.")}});
  for (const EntryVerdict& entry : verdict.entries)
    if (!entry.note.empty()) section.blocks.emplace_back(Paragraph{{entry.name, ": " + entry.note + "."}});
}

Section section_of(const AnswerVerdict& verdict) {
  Section section{verdict.quantity, {}};
  if (!verdict.failure.empty()) {
    section.blocks.emplace_back(Verdict{false, "No verdict: " + verdict.failure});
    return section;
  }
  add_summary(section, verdict);
  if (!verdict.about.empty()) section.blocks.emplace_back(words(verdict.about + "."));
  for (const std::string& hint : verdict.hints) section.blocks.emplace_back(words(hint + "."));
  for (const EntryVerdict& entry : verdict.entries) add_entry(section, entry);
  for (const Property& property : verdict.properties) {
    section.blocks.emplace_back(property.verdict);
    section.blocks.insert(section.blocks.end(), property.evidence.begin(), property.evidence.end());
  }
  return section;
}

}  // namespace

EquationDocument verdict_document(const std::vector<AnswerVerdict>& verdicts) {
  EquationDocument document;
  for (const AnswerVerdict& verdict : verdicts) document.sections.push_back(section_of(verdict));
  return document;
}

}  // namespace sinew
