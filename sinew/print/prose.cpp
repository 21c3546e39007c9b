// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/prose.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "sinew/print/latex_words.h"
#include "sinew/units/characters.h"

namespace sinew {

namespace {

using Kind = ProseRun::Kind;

constexpr std::string_view ends_of_clauses = ",.;:!?";
constexpr std::string_view brackets = "()[]{}";

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}
bool contains(std::string_view text, char c) { return text.find(c) != std::string_view::npos; }

std::string without_brackets(std::string_view word) {
  std::string result;
  for (const char c : word)
    if (!contains(brackets, c)) result += c;
  return result;
}

bool has_math_character(std::string_view word) {
  for (const std::string_view c : characters(word))
    if (!is_ascii(c) && is_math_character(c)) return true;
  return false;
}

/// M_ij, v_C: one letter and a short index.
bool is_indexed_letter(std::string_view word) {
  return word.size() > 2 && word.size() < 6 && is_letter(word[0]) && word.rfind('_') == 1;
}

/// M(q), 2S, d/dt: letters that stand alone, or nearly so beside a slash.
bool is_made_of_single_letters(std::string_view word) {
  if (word.find_first_of(".'-") != std::string_view::npos) return false;
  const std::size_t longest = contains(word, '/') ? 2 : 1;
  std::size_t run = 0, letters = 0;
  for (const char c : word) {
    run = is_letter(c) ? run + 1 : 0;
    letters += run == 1 ? 1 : 0;
    if (run > longest) return false;
  }
  return letters > 0;
}

bool is_math(std::string_view word) {
  constexpr std::array<std::string_view, 3> words_of_one_letter{"a", "A", "I"};
  constexpr std::array<std::string_view, 10> known{"=", "+", "<", ">", "sin", "cos", "det", "vx", "vy", "vz"};
  if (has_math_character(word)) return true;
  const std::string bare = without_brackets(word);
  if (bare.empty() || !is_ascii(bare) || is_among(bare, words_of_one_letter)) return false;
  return is_among(bare, known) || is_indexed_letter(bare) || is_made_of_single_letters(word);
}

bool is_number(std::string_view word) { return !word.empty() && std::all_of(word.begin(), word.end(), is_digit); }

constexpr std::array<std::string_view, 9> operator_signs{"=", "+", "−", "×", "·", "<", ">", "≤", "≥"};

bool ends_in_sign(std::string_view math) {
  return std::any_of(operator_signs.begin(), operator_signs.end(),
                     [&](std::string_view sign) { return math.ends_with(sign); });
}
bool ends_in_function(std::string_view math) {
  return math.ends_with("sin") || math.ends_with("cos") || math.ends_with("det");
}
bool begins_with_sign(std::string_view math) {
  return std::any_of(operator_signs.begin(), operator_signs.end(),
                     [&](std::string_view sign) { return math.starts_with(sign); });
}

/// Collects runs; neighbours of one kind become one.
class Runs {
 public:
  void add(Kind kind, std::string_view text) {
    if (text.empty()) return;
    if (kind == Kind::Math) return add_math(text);
    if (runs_.empty() || runs_.back().kind != kind) runs_.push_back({kind, {}});
    runs_.back().text += text;
  }

  bool after_sign() const {
    if (runs_.size() < 2 || runs_.back().text != " ") return false;
    const ProseRun& before = runs_[runs_.size() - 2];
    return before.kind == Kind::Math && ends_in_sign(before.text);
  }

  std::vector<ProseRun> take() { return std::move(runs_); }

 private:
  /// One formula with what stands a space before it. A space between two factors is seen, one beside a sign is not.
  void add_math(std::string_view text) {
    if (runs_.size() > 1 && runs_.back().text == " " && runs_[runs_.size() - 2].kind == Kind::Math) {
      runs_.pop_back();
      const std::string& before = runs_.back().text;
      const bool beside_sign = ends_in_sign(before) || ends_in_function(before) || begins_with_sign(text);
      runs_.back().text += (beside_sign ? " " : "\u2009") + std::string(text);
    } else {
      runs_.push_back({Kind::Math, std::string(text)});
    }
  }

  std::vector<ProseRun> runs_;
};

void add_word(Runs& runs, std::string_view word) {
  std::size_t end = word.size();
  while (end > 0 && contains(ends_of_clauses, word[end - 1])) --end;
  const std::string_view core = word.substr(0, end);
  const bool math = is_math(core) || (is_number(core) && runs.after_sign());
  runs.add(math ? Kind::Math : Kind::Words, core);
  runs.add(Kind::Words, word.substr(end));
}

void add_sentences(Runs& runs, std::string_view sentences) {
  while (!sentences.empty()) {
    const std::size_t space = std::min(sentences.find(' '), sentences.size());
    add_word(runs, sentences.substr(0, space));
    if (space < sentences.size()) runs.add(Kind::Words, " ");
    sentences.remove_prefix(std::min(space + 1, sentences.size()));
  }
}

}  // namespace

std::vector<ProseRun> prose_runs(std::string_view sentences) {
  Runs runs;
  while (!sentences.empty()) {
    const std::size_t open = sentences.find('`');
    const std::size_t close = open == std::string_view::npos ? open : sentences.find('`', open + 1);
    if (close == std::string_view::npos) {
      add_sentences(runs, sentences);
      break;
    }
    add_sentences(runs, sentences.substr(0, open));
    runs.add(Kind::Code, sentences.substr(open + 1, close - open - 1));
    sentences.remove_prefix(close + 1);
  }
  return runs.take();
}

std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < std::min(text.size(), i + 4) && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    result.push_back(text.substr(i, end - i));
    i = end;
  }
  return result;
}

}  // namespace sinew
