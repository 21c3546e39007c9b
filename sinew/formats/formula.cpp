// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/formula.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>
#include <stdexcept>
#include <type_traits>

#include "sinew/errors/diagnostic.h"
#include "sinew/units/number_text.h"

namespace sinew {
namespace {

constexpr std::string_view functions[] = {"sin", "cos", "tan",  "sqrt", "sgn", "abs",
                                          "exp", "√",   "asin", "acos", "atan"};
constexpr std::string_view raised_digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr int most_exponent = 20;

bool starts_name(char c) {
  const auto u = static_cast<unsigned char>(c);
  return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || u == '_' || u >= 0x80;
}
bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

/// Recursive descent over   sum = product {± product},  product = signed {*|/ signed},  signed = [±] power,
/// power = atom [^ integer],  atom = number [unit] | name | name [^ integer](sum) | (sum). An exponent may be raised: ².
class FormulaParser {
 public:
  FormulaParser(std::string_view text, std::string_view variable, std::vector<Formula::Node>& nodes)
      : text_(text), rest_(text), variable_(variable), nodes_(nodes) {}

  void parse() {
    sum();
    skip_space();
    if (!rest_.empty() && (starts_name(rest_.front()) || rest_.front() == '('))
      fail("has no operator before " + in_quotes(rest_), "write * between them");
    if (!rest_.empty())
      fail("cannot be read from " + in_quotes(rest_) + " on", "write it like l1/2, 20deg or 0.2 kg*mm^2");
  }

 private:
  using Kind = Formula::Kind;

  [[noreturn]] void fail(const std::string& what, std::string remedy) const {
    throw FormulaError(in_quotes(text_) + " " + what, std::move(remedy));
  }

  void skip_space() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }
  bool take(std::string_view token) {
    skip_space();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  int add(Formula::Node node) {
    constexpr std::size_t most_nodes = 10'000;
    if (nodes_.size() >= most_nodes) fail("is too long", "split it into named parameters");
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size()) - 1;
  }

  int sum() {
    constexpr int most_depth = 200;
    if (++depth_ > most_depth) fail("is nested too deeply", "split it into named parameters");
    int left = product();
    for (;;) {
      if (take("+"))
        left = add({Kind::Add, 0.0, {}, left, product()});
      else if (take("-") || take("−"))
        left = add({Kind::Subtract, 0.0, {}, left, product()});
      else
        break;
    }
    --depth_;
    return left;
  }

  int product() {
    chain_ = -1;
    int left = signed_power();
    for (;;) {
      const int chain = chain_;
      Kind kind = Kind::Multiply;
      if (take("/"))
        kind = Kind::Divide;
      else if (!take("*") && !take("·"))
        break;
      chain_ = chain;
      left = add({kind, 0.0, {}, left, signed_power()});
    }
    chain_ = -1;
    return left;
  }

  int signed_power() {
    bool negative = false;
    for (;;) {
      if (take("-") || take("−"))
        negative = !negative;
      else if (!take("+"))
        break;
    }
    const int operand = power();
    return negative ? add({Kind::Negate, 0.0, {}, operand, -1}) : operand;
  }

  int power() {
    int base = atom();
    if (const auto raised = raised_exponent()) return add({Kind::Power, *raised, {}, base, -1});
    if (!take("^") && !take("**")) return base;
    const bool negative = take("-");
    skip_space();
    int exponent = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), exponent);
    if (error != std::errc() || exponent < 0 || exponent > most_exponent)
      fail("has an exponent that is no small whole number", "use ^2, ^3 or sqrt(…)");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return add({Kind::Power, static_cast<double>(negative ? -exponent : exponent), {}, base, -1});
  }

  /// Between a function and its bracket, raised or as ^2.
  std::optional<double> exponent_of_call() {
    if (!rest_.starts_with("^")) return raised_exponent();
    int exponent = 0;
    const auto [end, error] = std::from_chars(rest_.data() + 1, rest_.data() + rest_.size(), exponent);
    if (error != std::errc() || exponent < 0 || exponent > most_exponent) return {};
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return exponent;
  }

  /// ², ⁻¹, ¹².
  std::optional<double> raised_exponent() {
    skip_space();
    const bool negative = rest_.starts_with("⁻");
    std::string_view after = negative ? rest_.substr(std::string_view("⁻").size()) : rest_;
    int exponent = 0;
    bool found = false;
    for (bool more = true; more;) {
      more = false;
      for (int digit = 0; digit < 10 && !more; ++digit) {
        const std::string_view mark = raised_digits[digit];
        if (!after.starts_with(mark)) continue;
        after.remove_prefix(mark.size());
        exponent = 10 * exponent + digit;
        found = more = true;
      }
      if (exponent > most_exponent) fail("has an exponent that is no small whole number", "use ², ³ or sqrt(…)");
    }
    if (!found) return {};
    rest_ = after;
    return negative ? -exponent : exponent;
  }

  int atom() {
    skip_space();
    if (rest_.empty()) fail("ends where a number is wanted", "write it like l1/2, 20deg or 0.2 kg*mm^2");
    if (take("(")) {
      const int inside = sum();
      if (!take(")")) fail("has an opening bracket without its closing one", "close it");
      chain_ = -1;
      return inside;
    }
    if (rest_.front() == '.' || (rest_.front() >= '0' && rest_.front() <= '9')) return number_with_unit();
    if (starts_name(rest_.front())) return name_or_call();
    fail("cannot be read at " + in_quotes(rest_.substr(0, 1)), "write it like l1/2, 20deg or 0.2 kg*mm^2");
  }

  int number_with_unit() {
    const NumberText number = leading_number(rest_);
    if (number.length == 0 || number.out_of_range)
      fail("holds a number that is out of range or malformed", "write it like 1.5 or 2e-3");
    rest_.remove_prefix(number.length);
    const int left = add({Kind::Number, number.value, {}, -1, -1});
    chain_ = -1;
    skip_space();
    if (rest_.empty() || !starts_name(rest_.front()) || is_mark(rest_)) return left;
    std::string name = take_name();
    if (name == variable_) fail("has no operator before " + in_quotes(name), "write * between them");
    if (!find_unit(name)) fail("has the unknown unit " + in_quotes(name), unit_suggestion(name));
    chain_ = left;
    const int unit = unit_power(add({Kind::Unit, 0.0, std::move(name), -1, -1, chain_}));
    return add({Kind::Multiply, 0.0, {}, left, unit});
  }

  /// In `2 mm^2` the exponent belongs to the unit.
  int unit_power(int unit) {
    if (const auto raised = raised_exponent()) return add({Kind::Power, *raised, {}, unit, -1});
    if (!take("^")) return unit;
    const bool negative = take("-");
    if (rest_.empty() || rest_.front() < '1' || rest_.front() > '9')
      fail("has an exponent that is no small whole number", "use ^2 or ^3");
    const double exponent = rest_.front() - '0';
    rest_.remove_prefix(1);
    return add({Kind::Power, negative ? -exponent : exponent, {}, unit, -1});
  }

  std::string take_name() {
    std::size_t length = 0;
    // '²', '³' and '·' are letters to no one
    while (length < rest_.size() && continues_name(rest_[length]) && !is_mark(rest_.substr(length)) &&
           (length == 0 || !rest_.substr(0, length).ends_with("√")))
      ++length;
    std::string name(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return name;
  }
  static bool is_mark(std::string_view s) { return leading_mark(s) > 0; }

  int name_or_call() {
    std::string name = take_name();
    if (name.empty()) fail("cannot be read at " + in_quotes(rest_.substr(0, 2)), "write it like l1/2 or 20deg");
    const bool is_function = is_formula_function(name);
    const std::optional<double> raised = is_function ? exponent_of_call() : std::nullopt;  // sin²(q1)
    if (is_function && !rest_.starts_with("(")) fail("has " + name + " without its brackets", "write " + name + "(…)");
    if (!rest_.starts_with("(")) {
      const bool is_variable = name == variable_;
      const int chain = is_variable ? -1 : chain_;
      if (is_variable || !find_unit(name)) chain_ = -1;
      return add({Kind::Name, 0.0, std::move(name), -1, -1, chain});
    }
    if (!is_function)
      fail("calls the unknown function " + in_quotes(name),
           "known: sin, cos, tan, asin, acos, atan, sqrt, sgn, abs, exp");
    rest_.remove_prefix(1);
    const int argument = sum();
    if (!take(")")) fail("has an opening bracket without its closing one", "close it");
    const int call = add({Kind::Call, 0.0, name == "√" ? "sqrt" : std::move(name), argument, -1});
    return raised ? add({Kind::Power, *raised, {}, call, -1}) : call;
  }

  std::string_view text_;
  std::string_view rest_;
  std::string_view variable_;
  std::vector<Formula::Node>& nodes_;
  int depth_ = 0;
  int chain_ = -1;  ///< the number among whose units the next name would stand
};

/// Sums want the same dimension on both sides; a plain number takes that of the other.
Dimension common_dimension(const Dimension& a, const Dimension& b) {
  if (a.is_plain()) return b;
  if (b.is_plain() || a == b) return a;
  throw FormulaError("adds " + a.si_text() + " and " + b.si_text(), "give both the same kind of unit");
}

Dimension dimension_of_root(const Dimension& d) {
  if (d.length % 2 != 0 || d.mass % 2 != 0 || d.time % 2 != 0 || d.angle % 2 != 0)
    throw FormulaError("takes the square root of " + d.si_text(), "square the unit");
  return {d.length / 2, d.mass / 2, d.time / 2, d.angle / 2};
}

double sign(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }

/// Under the reading of expressions π is π, and a degree is exactly so much of it.
template <Scalar P>
P pi_of() {
  if constexpr (std::is_same_v<P, Expr>)
    return Expr(Rational::pi());
  else
    return P(std::numbers::pi);
}
template <Scalar P>
P factor_of(const Unit& unit) {
  if constexpr (std::is_same_v<P, Expr>)
    if (unit.of_pi_above != 0) return Expr(Rational(unit.of_pi_above, unit.of_pi_below) * Rational::pi());
  return P(unit.factor);
}

double angle_of(const std::string& function, double x) {
  return function == "asin" ? std::asin(x) : function == "acos" ? std::acos(x) : std::atan(x);
}
/// Of a number alone: an expression has no inverse sine.
Expr angle_of(const std::string& function, const Expr& x) {
  if (!x.is_constant()) throw FormulaError("takes the " + function + " of a symbol", "give it a number");
  const double angle = angle_of(function, x.constant().to_double());
  if (!std::isfinite(angle)) throw FormulaError("has an " + function + " that is no number", "correct it");
  return {angle};
}

template <Scalar P>
Quantity<P> value_of_call(const std::string& function, const Quantity<P>& x) {
  if (function == "sqrt") {
    using std::sqrt;
    return {sqrt(x.value), dimension_of_root(x.dimension)};
  }
  if (function == "sgn") return {sign(x.value), {}};
  if (function == "abs") return {x.value * sign(x.value), x.dimension};
  if (function == "exp") {
    using std::exp;
    if (!x.dimension.is_plain())
      throw FormulaError("takes the exp of " + x.dimension.si_text(), "give it a plain number");
    return {exp(x.value), {}};
  }
  if (function == "asin" || function == "acos" || function == "atan") {
    if (!x.dimension.is_plain())
      throw FormulaError("takes the " + function + " of " + x.dimension.si_text(), "give it a plain number");
    return {angle_of(function, x.value), dimension::angle};
  }
  if (!dimension::angle.accepts(x.dimension))
    throw FormulaError("takes the " + function + " of " + x.dimension.si_text(), "give it an angle");
  const SinCos<P> s = sincos_of_constant(x.value);
  return {function == "sin" ? s.sin : function == "cos" ? s.cos : s.sin / s.cos, {}};
}

/// No quantity of mechanics comes near this; a power of powers would leave the range of integers.
void refuse_absurd(const Dimension& d) {
  constexpr int most = 100;
  for (const int exponent : {d.length, d.mass, d.time, d.angle})
    if (std::abs(exponent) > most) throw FormulaError("has a unit to an absurd power", "correct it");
}

double to_the(double x, int exponent) {
  double product = 1.0;
  for (int i = 0; i < std::abs(exponent); ++i) product *= x;
  return exponent < 0 ? 1.0 / product : product;
}
Expr to_the(const Expr& x, int exponent) { return power(x, exponent); }

/// Exact numbers that no double comes near are a slip or an attack, and slow.
void refuse_absurd(double) {}
void refuse_absurd(const Expr& x) {
  constexpr std::size_t most_bits = 1152;
  if (x.is_constant() && x.constant().bits() > most_bits)
    throw FormulaError("has an exact number of more than 340 digits", "write it with smaller powers and fewer digits");
}

}  // namespace

std::size_t leading_mark(std::string_view text) {
  for (const std::string_view mark : {"·", "−", "⁻"})
    if (text.starts_with(mark)) return mark.size();
  for (const std::string_view digit : raised_digits)
    if (text.starts_with(digit)) return digit.size();
  return 0;
}

bool is_formula_function(std::string_view name) {
  return std::find(std::begin(functions), std::end(functions), name) != std::end(functions);
}

Formula::Formula(std::string_view text, std::string_view variable) { FormulaParser(text, variable, nodes_).parse(); }

std::vector<std::string> Formula::names() const {
  std::vector<std::string> names;
  std::set<std::string_view> seen;
  for (const Node& node : nodes_)
    if (node.kind == Kind::Name && seen.insert(node.name).second) names.push_back(node.name);
  return names;
}

template <Scalar P>
Quantity<P> Formula::value(const Names<P>& names) const {
  try {
    return value_of_nodes(names);
  } catch (const std::length_error& e) {
    throw FormulaError(std::string("has ") + e.what(), "write it with smaller powers");
  } catch (const std::domain_error&) {  // of exact numbers; doubles become infinite, which whoever asked refuses
    throw FormulaError("divides by zero", "give a divisor that is not zero");
  }
}

template <Scalar P>
Quantity<P> Formula::value_of_nodes(const Names<P>& names) const {
  const auto named = [&](const std::string& name) -> Quantity<P> {
    if (const auto found = names.find(name); found != names.end()) return found->second;
    if (name == "pi" || name == "π") return {pi_of<P>(), dimension::none};
    if (const auto unit = find_unit(name)) return {factor_of<P>(*unit), unit->dimension};
    constexpr std::size_t most_known = 1000;  // looking for the nearest one is dear
    std::vector<std::string> known;
    for (auto it = names.begin(); it != names.end() && known.size() < most_known; ++it) known.push_back(it->first);
    throw FormulaError("uses the unknown name " + in_quotes(name), suggestion(name, known));
  };
  std::vector<Quantity<P>> values(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const auto left = [&]() -> const Quantity<P>& { return values[static_cast<std::size_t>(node.left)]; };
    const auto right = [&]() -> const Quantity<P>& { return values[static_cast<std::size_t>(node.right)]; };
    switch (node.kind) {
      case Kind::Number:
        values[i] = {P(node.number), {}};
        break;
      case Kind::Unit: {
        const Unit unit = *find_unit(node.name);
        values[i] = {factor_of<P>(unit), unit.dimension};
        break;
      }
      case Kind::Name:
        if (node.chain >= 0 && names.contains(node.name) && find_unit(node.name))
          throw FormulaError("has " + node.name + " behind a unit: the unit, or the parameter of that name?",
                             "write (1 " + node.name + ") for the unit, or put the parameter before the number");
        values[i] = named(node.name);
        break;
      case Kind::Negate:
        values[i] = {-left().value, left().dimension};
        break;
      case Kind::Add:
        values[i] = {left().value + right().value, common_dimension(left().dimension, right().dimension)};
        break;
      case Kind::Subtract:
        values[i] = {left().value - right().value, common_dimension(left().dimension, right().dimension)};
        break;
      case Kind::Multiply:
        values[i] = {left().value * right().value, left().dimension * right().dimension};
        break;
      case Kind::Divide:
        values[i] = {left().value / right().value, left().dimension / right().dimension};
        break;
      case Kind::Power:
        values[i] = {to_the(left().value, static_cast<int>(node.number)),
                     left().dimension.to_the(static_cast<int>(node.number))};
        break;
      case Kind::Call:
        values[i] = value_of_call(node.name, left());
        break;
    }
    refuse_absurd(values[i].dimension);
    refuse_absurd(values[i].value);
  }
  return values.back();
}

template Quantity<double> Formula::value(const Names<double>&) const;
template Quantity<Expr> Formula::value(const Names<Expr>&) const;

}  // namespace sinew
