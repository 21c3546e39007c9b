// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/code/code_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "sinew/units/characters.h"

namespace sinew {

namespace {

/// Letters that people use and compilers refuse. What is not here, print_name's Greek aside, is spelled by its number.
constexpr std::pair<std::string_view, std::string_view> identifier_spellings[] = {
    {"₀", "0"},  {"₁", "1"},      {"₂", "2"},       {"₃", "3"},         {"₄", "4"},         {"₅", "5"},
    {"₆", "6"},  {"₇", "7"},      {"₈", "8"},       {"₉", "9"},         {"⁰", "0"},         {"¹", "1"},
    {"²", "2"},  {"³", "3"},      {"⁴", "4"},       {"⁵", "5"},         {"⁶", "6"},         {"⁷", "7"},
    {"⁸", "8"},  {"⁹", "9"},      {"ₐ", "a"},       {"ₑ", "e"},         {"ₕ", "h"},         {"ᵢ", "i"},
    {"ⱼ", "j"},  {"ₖ", "k"},      {"ₗ", "l"},       {"ₘ", "m"},         {"ₙ", "n"},         {"ₒ", "o"},
    {"ₚ", "p"},  {"ᵣ", "r"},      {"ₛ", "s"},       {"ₜ", "t"},         {"ᵤ", "u"},         {"ᵥ", "v"},
    {"ₓ", "x"},  {"µ", "mu"},     {"ℓ", "l"},       {"ϕ", "phi"},       {"ϑ", "theta"},     {"ϵ", "epsilon"},
    {"ä", "ae"}, {"ö", "oe"},     {"ü", "ue"},      {"Ä", "Ae"},        {"Ö", "Oe"},        {"Ü", "Ue"},
    {"ß", "ss"}, {"′", "_prime"}, {"″", "_second"}, {"\u0307", "_dot"}, {"\u0308", "_ddot"}};

/// Macros of <math.h> and of compilers, which no scope hides, and what the functions themselves use.
constexpr std::array<std::string_view, 14> macros{"NAN",   "INFINITY", "HUGE_VAL", "M_E",          "M_PI",
                                                  "M_LN2", "M_LN10",   "M_SQRT2",  "unix",         "linux",
                                                  "range", "zeros",    "nargin",   "functions_for"};

std::size_t length_of_character(char first) {
  const auto c = static_cast<unsigned char>(first);
  return c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

std::string numbered(std::string_view character) {
  std::uint32_t code = static_cast<unsigned char>(character[0]) & (0xFFU >> (character.size() + 1));
  for (const char c : character.substr(1)) code = code << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  return fmt::format("u{:04x}", code);
}

bool is_greek_letter(std::string_view character) { return character >= "Α" && character <= "ω"; }

/// `name` in letters, digits and underscores; Greek is left to printed_name.
std::string spelled_out(const std::string& name) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    const std::string_view character = std::string_view(name).substr(i, length_of_character(name[i]));
    i += character.size();
    const auto* known = std::find_if(std::begin(identifier_spellings), std::end(identifier_spellings),
                                     [&](const auto& spelling) { return spelling.first == character; });
    if (known != std::end(identifier_spellings))
      result += known->second;
    else
      result += character.size() == 1 || is_greek_letter(character) ? std::string(character) : numbered(character);
  }
  return result;
}

}  // namespace

std::string code_name(const std::string& name, Language language) {
  std::string result = printed_name(spelled_out(name), language);
  if (result.empty() || is_digit(result.front())) result = "n" + result;
  if (language == Language::Matlab && result.front() == '_') result = "n" + result;  // which begins none with that
  if (is_among(result, macros)) result += "_";
  return result;
}

const std::string& CodeNames::of(const std::string& name) {
  const auto [known, is_new] = known_.try_emplace(name);
  if (is_new) {
    const std::string wish = code_name(name, language_);
    std::string& free = known->second;
    free = wish;
    for (int number = 2; !taken_.insert(free).second; ++number) free = fmt::format("{}_{}", wish, number);
  }
  return known->second;
}

}  // namespace sinew
