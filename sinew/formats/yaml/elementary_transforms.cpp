// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/elementary_transforms.h"

#include <cmath>
#include <string_view>

namespace sinew {
namespace {

constexpr const char* like_this = "write it like Rz(q1) Tz(l1) Rx(90deg)";

/// The text between the bracket at the front of `rest` and the one that closes it; `rest` moves behind that.
std::optional<std::string_view> take_bracketed(std::string_view& rest) {
  if (!rest.starts_with('(')) return std::nullopt;
  int depth = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '(') ++depth;
    if (rest[i] == ')' && --depth == 0) {
      const std::string_view inside = rest.substr(1, i - 1);
      rest.remove_prefix(i + 1);
      return inside;
    }
  }
  return std::nullopt;
}

/// The joint variable in a formula: its one name that starts with q and is not a parameter, or "".
std::string variable_in(const Formula& formula, const Names<double>& known) {
  std::string variable;
  for (const std::string& name : formula.names()) {
    if (known.contains(name) || !name.starts_with('q')) continue;
    if (!variable.empty())
      throw FormulaError("holds two joint variables, " + variable + " and " + name, "give each its own transform");
    variable = name;
  }
  return variable;
}

/// What the formula uses of all that the file defines; a file may have many of both. Where it uses what there is not, some
/// others come along, among which the message finds what may have been meant.
template <Scalar P>
Names<P> used_names(const Formula& formula, const Names<P>& known) {
  constexpr std::size_t most_suggested = 50;
  Names<P> used;
  for (const std::string& name : formula.names()) {
    if (const auto found = known.find(name); found != known.end())
      used.insert(*found);
    else if (!name.starts_with('q'))
      for (auto it = known.begin(); it != known.end() && used.size() < most_suggested; ++it) used.insert(*it);
  }
  return used;
}

template <Scalar P>
ElementaryTransform<P> read_argument(std::string_view text, bool turns, int axis, const YamlValues<P>& all,
                                     SourceLine source) {
  const Symbols<P>& symbols = all.symbols();
  const Dimension& wanted = turns ? dimension::angle : dimension::length;
  const Formula formula(text);
  ElementaryTransform<P> transform{.turns = turns, .axis = axis};
  transform.variable = variable_in(formula, symbols.numbers);
  Names<double> numbers = used_names(formula, symbols.numbers);
  Names<P> values = used_names(formula, symbols.values);
  if (!transform.variable.empty()) {
    const auto at = [&](double q) {
      numbers[transform.variable] = {q, wanted};
      return formula.value(numbers).value;
    };
    // linear with slope ±1, or it would not be the joint's own coordinate
    const double slope = at(1.0) - at(0.0), curve = at(2.0) - at(1.0) - slope;
    if (std::abs(std::abs(slope) - 1.0) > 1e-9 || std::abs(curve) > 1e-9)
      throw FormulaError(in_quotes(text) + " scales its joint variable", "use q alone, -q, or q plus an offset");
    transform.sign = slope > 0 ? 1.0 : -1.0;
    numbers[transform.variable] = {0.0, wanted};
    values[transform.variable] = {P(0.0), wanted};
  }
  const Quantity<double> number = formula.value(numbers);
  if (!wanted.accepts(number.dimension))
    throw FormulaError(in_quotes(text) + " is given in " + number.dimension.si_text(),
                       turns ? "a turn wants an angle" : "a slide wants a length");
  if (!std::isfinite(number.value)) throw FormulaError(in_quotes(text) + " is not a finite number", "correct it");
  constexpr double full_turn = 6.2832;
  if (turns && number.dimension.is_plain() && std::abs(number.value) > full_turn)
    throw FormulaError(in_quotes(text) + " is " + shown(number.value) + " rad, more than a full turn",
                       "write " + shown(number.value) + "deg if it is in degrees, or add rad");
  transform.constant = formula.value(values).value;
  if (turns) transform.constant = taken_for_multiple_of_15_degrees(transform.constant, all.rounded(), source);
  return transform;
}

}  // namespace

template <Scalar P>
Pose<P> ElementaryTransform<P>::at_zero() const {
  if (!turns) {
    Pose<P> X;
    X.p[axis] = constant;
    return X;
  }
  const SinCos<P> s = sincos_of_constant(constant);
  const Rotation<P> R = axis == 0   ? Rotation<P>::about_x(s)
                        : axis == 1 ? Rotation<P>::about_y(s)
                                    : Rotation<P>::about_z(s);
  return {R, {}};
}

template <Scalar P>
Vec3<double> ElementaryTransform<P>::direction() const {
  Vec3<double> v;
  v[axis] = sign;
  return v;
}

template <Scalar P>
std::optional<std::vector<ElementaryTransform<P>>> read_transform_chain(const YamlNode& node, const std::string& what,
                                                                        const YamlValues<P>& values) {
  const auto text = values.text(node, what);
  if (!text) return std::nullopt;
  std::vector<ElementaryTransform<P>> chain;
  bool whole = true;
  for (std::string_view rest = *text;;) {
    while (!rest.empty() &&
           (rest.front() == ' ' || rest.front() == '\t' || rest.front() == '\n' || rest.front() == '*'))
      rest.remove_prefix(1);
    if (rest.starts_with("·")) {
      rest.remove_prefix(std::string_view("·").size());
      continue;
    }
    if (rest.empty()) break;
    const bool known = rest.size() > 2 && (rest[0] == 'R' || rest[0] == 'T') && rest[1] >= 'x' && rest[1] <= 'z';
    const bool turns = rest[0] == 'R';
    const int axis = known ? rest[1] - 'x' : 0;
    const std::string_view from_here = rest;
    if (known) rest.remove_prefix(2);
    const auto argument = known ? take_bracketed(rest) : std::nullopt;
    if (!argument) {
      values.diagnostics().error(node.source, "the " + what + " cannot be read from " + in_quotes(from_here) + " on",
                                 like_this);
      return std::nullopt;
    }
    try {
      chain.push_back(read_argument<P>(*argument, turns, axis, values, node.source));
    } catch (const FormulaError& e) {
      values.diagnostics().error(node.source, "the " + what + " has a transform that cannot be understood: " + e.what(),
                                 e.remedy);
      whole = false;
    }
  }
  return whole ? std::optional(chain) : std::nullopt;
}

template struct ElementaryTransform<double>;
template std::optional<std::vector<ElementaryTransform<double>>> read_transform_chain(const YamlNode&,
                                                                                      const std::string&,
                                                                                      const YamlValues<double>&);
template struct ElementaryTransform<Expr>;
template std::optional<std::vector<ElementaryTransform<Expr>>> read_transform_chain(const YamlNode&, const std::string&,
                                                                                    const YamlValues<Expr>&);

}  // namespace sinew
