// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/errors/diagnostic.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <locale>
#include <numeric>
#include <sstream>
#include <utility>

#include "sinew/errors/visible_text.h"

namespace sinew {
namespace {

constexpr std::size_t most_listed = 1000;
constexpr std::size_t most_quoted = 60;

std::string joined(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& p : diagnostics) {
    if (!text.empty()) text += '\n';
    text += p.text();
  }
  return text;
}

/// `text` cut to a length fit for a message, with nothing in it that acts on a terminal.
std::string cut_and_visible(std::string_view text) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  if (text.size() <= most_quoted && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string out;
  while (!text.empty()) {
    if (out.size() >= most_quoted) return out + "…";
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text));
    out += visible_text(text.substr(0, length));
    text.remove_prefix(length);
  }
  return out;
}

/// How many letters must be added, removed, changed or swapped with their neighbour, case-blind for ASCII. Neither word is
/// longer than a message quotes it.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  const auto same = [&](std::size_t i, std::size_t j) { return lower(a[i]) == lower(b[j]); };
  using Row = std::array<std::size_t, most_quoted + 1>;
  Row rows[3];
  std::iota(rows[0].begin(), rows[0].end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    Row& row = rows[(i + 1) % 3];
    const Row &above = rows[i % 3], &above_that = rows[(i + 2) % 3];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({above[j + 1] + 1, row[j] + 1, above[j] + (same(i, j) ? 0 : 1)});
      const bool swapped = i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j);
      if (swapped) row[j + 1] = std::min(row[j + 1], above_that[j - 1] + 1);
    }
  }
  return rows[a.size() % 3][b.size()];
}

}  // namespace

std::string Diagnostic::text() const {
  std::string text = visible_text(file);
  if (line > 0) text += ":" + std::to_string(line);
  if (!text.empty()) text += ": ";
  if (severity == Severity::Warning) text += "warning: ";
  text += visible_text(what);
  if (!remedy.empty()) text += "; " + visible_text(remedy);
  return text;
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : diagnostics_(std::move(diagnostics)), what_(joined(diagnostics_)) {}

void refuse(std::string where, std::string what, std::string remedy) {
  throw InputError({{Severity::Error, std::move(where), 0, std::move(what), std::move(remedy)}});
}

void refuse(std::string what, std::string remedy) { refuse({}, std::move(what), std::move(remedy)); }

void Diagnostics::error(SourceLine where, std::string what, std::string remedy) {
  add({Severity::Error, file_, where.line, std::move(what), std::move(remedy)});
}

void Diagnostics::warning(SourceLine where, std::string what, std::string remedy) {
  add({Severity::Warning, file_, where.line, std::move(what), std::move(remedy)});
}

void Diagnostics::add(Diagnostic diagnostic) {
  std::size_t& count = diagnostic.severity == Severity::Error ? error_count_ : warning_count_;
  if (++count <= most_listed) noted_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> Diagnostics::all() const {
  std::vector<Diagnostic> sorted = noted_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.line < b.line; });
  const auto count_rest = [&](std::size_t count, Severity severity, const char* kind) {
    if (count > most_listed)
      sorted.push_back({severity, file_, 0, "and " + std::to_string(count - most_listed) + " more " + kind,
                        "correct the first ones and read the file again"});
  };
  count_rest(error_count_, Severity::Error, "errors");
  count_rest(warning_count_, Severity::Warning, "warnings");
  return sorted;
}

void Diagnostics::throw_if_errors() const {
  if (has_errors()) throw InputError(all());
}

std::size_t first_byte_that_is_not_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

std::string in_quotes(std::string_view text) { return "'" + cut_and_visible(text) + "'"; }

std::string shown(double number) {
  std::ostringstream out;
  out.imbue(std::locale::classic());      // a point is a point wherever the user lives
  out << (number == 0.0 ? 0.0 : number);  // no -0
  return out.str();
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  if (word.size() > most_quoted) return best;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > most_quoted) continue;
    // letters that one of them lacks must be added
    const std::size_t lacking = std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
    if (lacking >= best_distance) continue;
    const std::size_t distance = edit_distance(word, candidate);
    // so many changes make another word ('spherical', 'helical'), unless both begin alike
    constexpr std::size_t many = 3;
    if (distance >= many && (word.empty() || candidate.empty() || word.front() != candidate.front())) continue;
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  if (const std::string near = nearest_word(word, candidates); !near.empty())
    return "did you mean " + in_quotes(near) + "?";
  if (candidates.empty()) return "none is known here";
  constexpr std::size_t most_named = 30;
  std::string text = "known: ";
  for (std::size_t i = 0; i < candidates.size() && i < most_named; ++i)
    text += (i > 0 ? ", " : "") + cut_and_visible(candidates[i]);
  if (candidates.size() > most_named) text += ", …";
  return text;
}

}  // namespace sinew
