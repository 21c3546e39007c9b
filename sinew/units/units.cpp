// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/units/units.h"

#include <cctype>
#include <map>
#include <numbers>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

Unit of_pi(int above, int below, const Dimension& dimension) {
  return {std::numbers::pi * above / below, dimension, above, below};
}

const std::map<std::string, Unit, std::less<>>& unit_table() {
  using namespace dimension;
  constexpr double inch = 0.0254, pound = 0.45359237, standard_gravity = 9.80665;
  constexpr Dimension speed{0, 0, -1, 1}, energy = torque, power{2, 1, -3, 0};
  static const std::map<std::string, Unit, std::less<>> table = {
      {"m", {1.0, length}},
      {"km", {1e3, length}},
      {"dm", {1e-1, length}},
      {"cm", {1e-2, length}},
      {"mm", {1e-3, length}},
      {"um", {1e-6, length}},
      {"µm", {1e-6, length}},
      {"in", {inch, length}},
      {"inch", {inch, length}},
      {"ft", {12 * inch, length}},
      {"kg", {1.0, mass}},
      {"g", {1e-3, mass}},
      {"mg", {1e-6, mass}},
      {"t", {1e3, mass}},
      {"tonne", {1e3, mass}},
      {"lb", {pound, mass}},
      {"lbm", {pound, mass}},
      {"oz", {pound / 16, mass}},
      {"slug", {pound * standard_gravity / (12 * inch), mass}},
      {"s", {1.0, time}},
      {"sec", {1.0, time}},
      {"ms", {1e-3, time}},
      {"us", {1e-6, time}},
      {"min", {60.0, time}},
      {"rad", {1.0, angle}},
      {"mrad", {1e-3, angle}},
      {"deg", of_pi(1, 180, angle)},
      {"°", of_pi(1, 180, angle)},
      {"rev", of_pi(2, 1, angle)},
      {"turn", of_pi(2, 1, angle)},
      {"rpm", of_pi(2, 60, speed)},
      {"N", {1.0, force}},
      {"mN", {1e-3, force}},
      {"kN", {1e3, force}},
      {"lbf", {pound * standard_gravity, force}},
      {"Nm", {1.0, torque}},
      {"Nmm", {1e-3, torque}},
      {"J", {1.0, energy}},
      {"W", {1.0, power}},
  };
  return table;
}

/// Reads a product of units left to right.
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : rest_(text) {}

  std::optional<Unit> parse() {
    const std::optional<Unit> whole = product(false);
    return rest_.empty() ? whole : std::nullopt;
  }

 private:
  /// Up to the end, or to the bracket that closes it.
  std::optional<Unit> product(bool in_brackets) {
    Unit result;
    for (int sign = 1;;) {
      skip_space();
      std::optional<Unit> factor = !in_brackets && take("(") ? product(true) : unit();
      if (!factor) return std::nullopt;
      const int power = sign * exponent();
      if (power < -9 || power > 9) return std::nullopt;
      for (int i = 0; i < power; ++i) result.factor *= factor->factor;
      for (int i = 0; i > power; --i) result.factor /= factor->factor;
      result.dimension = result.dimension * factor->dimension.to_the(power);
      skip_space();
      if (in_brackets ? take(")") : rest_.empty()) return result;
      if (take("*") || take("·"))
        sign = 1;
      else if (take("/"))
        sign = -1;
      else
        return std::nullopt;
    }
  }

  void skip_space() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }
  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  std::optional<Unit> unit() {
    if (take("1")) return Unit{};
    if (take("°")) return find_unit("°");
    std::size_t length = rest_.starts_with("µ") ? 2 : 0;
    while (length < rest_.size() && std::isalpha(static_cast<unsigned char>(rest_[length])) != 0) ++length;
    std::optional<Unit> found = find_unit(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return found;
  }
  int exponent() {
    if (take("²")) return 2;
    if (take("³")) return 3;
    if (!take("^")) return 1;
    const int sign = take("-") ? -1 : 1;
    if (rest_.empty() || rest_.front() < '1' || rest_.front() > '9') return 100;
    const int digit = rest_.front() - '0';
    rest_.remove_prefix(1);
    return sign * digit;
  }

  std::string_view rest_;
};

}  // namespace

std::string Dimension::si_text() const {
  using namespace dimension;
  if (*this == force) return "N";
  if (*this == torque) return "N·m";
  if (*this == torque / dimension::angle) return "N·m/rad";
  if (*this == torque * dimension::time / dimension::angle) return "N·m·s/rad";
  std::string over, under;
  int factors_under = 0;
  const auto add = [&](const char* name, int power) {
    if (power == 0) return;
    std::string& text = power > 0 ? over : under;
    factors_under += power < 0 ? 1 : 0;
    if (!text.empty()) text += "·";
    text += name;
    const int size = power > 0 ? power : -power;
    text += size == 1 ? "" : size == 2 ? "²" : size == 3 ? "³" : "^" + std::to_string(size);
  };
  add("kg", mass);
  add("m", length);
  add("rad", angle);
  add("s", time);
  if (under.empty()) return over;
  return (over.empty() ? "1" : over) + "/" + (factors_under > 1 ? "(" + under + ")" : under);
}

std::optional<Unit> find_unit(std::string_view name) {
  const auto found = unit_table().find(name);
  return found == unit_table().end() ? std::nullopt : std::optional<Unit>(found->second);
}

std::optional<Unit> parse_unit(std::string_view text) { return UnitParser(text).parse(); }

const std::vector<std::string>& unit_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, unit] : unit_table()) all.push_back(name);
    return all;
  }();
  return names;
}

std::string unit_suggestion(std::string_view name) {
  if (!nearest_word(name, unit_names()).empty()) return suggestion(name, unit_names());
  std::string all;
  for (const std::string& unit : unit_names()) all += (all.empty() ? "known: " : ", ") + unit;
  return all + ", and products of them such as N*m/rad";
}

}  // namespace sinew
