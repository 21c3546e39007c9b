// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/ascii_text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "sinew/print/prose.h"

namespace sinew {

namespace {

using Spelling = std::pair<std::string_view, std::string_view>;

constexpr std::array spellings{
    Spelling{"−", "-"},       Spelling{"·", "*"},     Spelling{"×", "x"},     Spelling{"≤", "<="},
    Spelling{"≥", ">="},      Spelling{"≠", "!="},    Spelling{"½", "1/2"},   Spelling{"√", "sqrt"},
    Spelling{"∂", "d"},       Spelling{"‖", "||"},    Spelling{"′", "'"},     Spelling{"″", "''"},
    Spelling{"…", "..."},     Spelling{"✓", "ok:"},   Spelling{"✗", "NO:"},   Spelling{"Σ", "sum"},
    Spelling{"Π", "product"}, Spelling{"τ", "tau"},   Spelling{"ω", "omega"}, Spelling{"α", "alpha"},
    Spelling{"β", "beta"},    Spelling{"γ", "gamma"}, Spelling{"π", "pi"},    Spelling{"κ", "kappa"},
    Spelling{"λ", "lambda"},  Spelling{"θ", "theta"}, Spelling{"φ", "phi"},   Spelling{"°", " deg"},
    Spelling{"ₓ", "_x"},      Spelling{"ᵢ", "_i"},    Spelling{"ⱼ", "_j"},    Spelling{"ₖ", "_k"},
    Spelling{"ᵀ", "^T"},      Spelling{"ᴿ", "_R"},    Spelling{"ᵖ", "^p"},    Spelling{"→", "->"},
    Spelling{"é", "e"},       Spelling{"ö", "oe"},    Spelling{"“", "\""},    Spelling{"”", "\""},
    Spelling{"’", "'"},       Spelling{"–", "-"},     Spelling{"—", "-"},     Spelling{"⁻", "^-"},
    Spelling{"∈", "in"},      Spelling{"∞", "inf"},   Spelling{"µ", "mu"},    Spelling{"Δ", "Delta"},
    Spelling{"Γ", "Gamma"},   Spelling{"Φ", "Phi"},   Spelling{"ψ", "psi"},
};

/// Letters that come with their dots on, and the letter alone.
constexpr std::array dotted{
    Spelling{"Ṁ", "M"}, Spelling{"Ẋ", "X"}, Spelling{"ẋ", "x"}, Spelling{"ẏ", "y"}, Spelling{"ż", "z"},
};
constexpr std::array twice_dotted{Spelling{"Ẍ", "X"}, Spelling{"ẍ", "x"}, Spelling{"ÿ", "y"}};

constexpr std::string_view combining_dot = "\u0307", two_dots = "\u0308";
constexpr std::array<std::string_view, 10> lowered{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
constexpr std::array<std::string_view, 10> raised_digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

template <class Table>
std::string_view found_in(const Table& table, std::string_view character) {
  for (const Spelling& spelling : table)
    if (spelling.first == character) return spelling.second;
  return {};
}

int digit_in(const std::array<std::string_view, 10>& digits, std::string_view character) {
  const auto found = std::find(digits.begin(), digits.end(), character);
  return found == digits.end() ? -1 : static_cast<int>(found - digits.begin());
}

/// q̇ is qd, as the joints' rates are called; ω̇ is omega_dot.
std::string with_dots(const std::string& letter, int count) {
  if (letter == "q") return letter + (count == 1 ? "d" : "dd");
  return letter + (count == 1 ? "_dot" : "_ddot");
}

}  // namespace

std::string ascii_text(std::string_view text) {
  std::string result;
  const std::vector<std::string_view> all = characters(text);
  bool in_exponent = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string_view c = all[i];
    const std::string_view next = i + 1 < all.size() ? all[i + 1] : std::string_view{};
    const int above = digit_in(raised_digits, c), below = digit_in(lowered, c);
    if (above >= 0) {
      // before a letter it is the frame that a vector is written in, which typed names leave out
      const bool stands_alone = result.empty() || result.back() == ' ' || result.back() == '(';
      if (stands_alone) continue;
      result += (in_exponent ? "" : "^") + std::to_string(above);
      in_exponent = true;
      continue;
    }
    in_exponent = c == "⁻";
    std::string plain;
    if (below >= 0)
      plain = std::to_string(below);
    else if (const std::string_view known = found_in(spellings, c); !known.empty())
      plain = known;
    else if (const std::string_view once = found_in(dotted, c); !once.empty())
      plain = with_dots(std::string(once), 1);
    else if (const std::string_view twice = found_in(twice_dotted, c); !twice.empty())
      plain = with_dots(std::string(twice), 2);
    else
      plain = c;
    if (next == combining_dot || next == two_dots) {
      plain = with_dots(plain, next == combining_dot ? 1 : 2);
      ++i;
      if (i > 1 && all[i - 2] == "∂") plain = "(" + plain + ")";  // d(qd), which is easier to read than dqd
    }
    if (c == "C" && (next == "′" || next == "″")) {
      plain = next == "′" ? "C_other" : "C_plain";
      ++i;
    }
    if (plain.starts_with("qd") && result.ends_with("qd")) result += "*";  // [q̇q̇]
    result += plain;
  }
  return result;
}

}  // namespace sinew
