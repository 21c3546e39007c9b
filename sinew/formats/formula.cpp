// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/formula.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "sinew/errors/problem.h"
#include "sinew/formats/number_text.h"

namespace sinew {
namespace {

constexpr std::string_view functions[] = {"sin", "cos", "tan", "sqrt", "sgn", "abs"};

bool starts_name(char c) {
  const auto u = static_cast<unsigned char>(c);
  return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || u == '_' || u >= 0x80;
}
bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

/// Recursive descent over   sum = product {± product},  product = signed {*|/ signed},  signed = [±] power,
/// power = atom [^ integer],  atom = number [unit] | name | name(sum) | (sum).
class FormulaParser {
 public:
  FormulaParser(std::string_view text, std::vector<Formula::Node>& nodes) : text_(text), rest_(text), nodes_(nodes) {}

  void parse() {
    sum();
    skip_space();
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
    int left = signed_power();
    for (;;) {
      if (take("*") || take("·"))
        left = add({Kind::Multiply, 0.0, {}, left, signed_power()});
      else if (take("/"))
        left = add({Kind::Divide, 0.0, {}, left, signed_power()});
      else
        return left;
    }
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
    if (take("²")) return add({Kind::Power, 2.0, {}, base, -1});
    if (take("³")) return add({Kind::Power, 3.0, {}, base, -1});
    if (!take("^") && !take("**")) return base;
    const bool negative = take("-");
    skip_space();
    int exponent = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), exponent);
    constexpr int most_exponent = 20;
    if (error != std::errc() || exponent < 0 || exponent > most_exponent)
      fail("has an exponent that is no small whole number", "use ^2, ^3 or sqrt(…)");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return add({Kind::Power, static_cast<double>(negative ? -exponent : exponent), {}, base, -1});
  }

  int atom() {
    skip_space();
    if (rest_.empty()) fail("ends where a number is wanted", "write it like l1/2, 20deg or 0.2 kg*mm^2");
    if (take("(")) {
      const int inside = sum();
      if (!take(")")) fail("has an opening bracket without its closing one", "close it");
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
    skip_space();
    if (rest_.empty() || !starts_name(rest_.front()) || is_mark(rest_)) return left;
    std::string name = take_name();
    if (!find_unit(name)) fail("has the unknown unit " + in_quotes(name), unit_suggestion(name));
    const int unit = unit_power(add({Kind::Unit, 0.0, std::move(name), -1, -1}));
    return add({Kind::Multiply, 0.0, {}, left, unit});
  }

  /// In `2 mm^2` the exponent belongs to the unit.
  int unit_power(int unit) {
    if (take("²")) return add({Kind::Power, 2.0, {}, unit, -1});
    if (take("³")) return add({Kind::Power, 3.0, {}, unit, -1});
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
    while (length < rest_.size() && continues_name(rest_[length]) && !is_mark(rest_.substr(length))) ++length;
    std::string name(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return name;
  }
  static bool is_mark(std::string_view s) {
    return s.starts_with("²") || s.starts_with("³") || s.starts_with("·") || s.starts_with("−");
  }

  int name_or_call() {
    std::string name = take_name();
    if (name.empty()) fail("cannot be read at " + in_quotes(rest_.substr(0, 2)), "write it like l1/2 or 20deg");
    if (!rest_.starts_with("(")) return add({Kind::Name, 0.0, std::move(name), -1, -1});
    if (std::find(std::begin(functions), std::end(functions), name) == std::end(functions))
      fail("calls the unknown function " + in_quotes(name), "known: sin, cos, tan, sqrt, sgn, abs");
    rest_.remove_prefix(1);
    const int argument = sum();
    if (!take(")")) fail("has an opening bracket without its closing one", "close it");
    return add({Kind::Call, 0.0, std::move(name), argument, -1});
  }

  std::string_view text_;
  std::string_view rest_;
  std::vector<Formula::Node>& nodes_;
  int depth_ = 0;
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

template <Scalar P>
Quantity<P> value_of_call(const std::string& function, const Quantity<P>& x) {
  if (function == "sqrt") {
    using std::sqrt;
    return {sqrt(x.value), dimension_of_root(x.dimension)};
  }
  if (function == "sgn") return {sign(x.value), {}};
  if (function == "abs") return {x.value * sign(x.value), x.dimension};
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

template <Scalar P>
Quantity<P> to_the(const Quantity<P>& x, int exponent) {
  P product(1.0);
  for (int i = 0; i < std::abs(exponent); ++i) product *= x.value;
  return {exponent < 0 ? P(1.0) / product : product, x.dimension.to_the(exponent)};
}

}  // namespace

Formula::Formula(std::string_view text) { FormulaParser(text, nodes_).parse(); }

std::vector<std::string> Formula::names() const {
  std::vector<std::string> names;
  for (const Node& node : nodes_)
    if (node.kind == Kind::Name && std::find(names.begin(), names.end(), node.name) == names.end())
      names.push_back(node.name);
  return names;
}

template <Scalar P>
Quantity<P> Formula::value(const Names<P>& names) const {
  const auto named = [&](const std::string& name) -> Quantity<P> {
    if (const auto found = names.find(name); found != names.end()) return found->second;
    if (name == "pi" || name == "π") return {P(std::numbers::pi), dimension::none};
    if (const auto unit = find_unit(name)) return {P(unit->factor), unit->dimension};
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
        values[i] = {P(unit.factor), unit.dimension};
        break;
      }
      case Kind::Name:
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
        values[i] = to_the(left(), static_cast<int>(node.number));
        break;
      case Kind::Call:
        values[i] = value_of_call(node.name, left());
        break;
    }
    refuse_absurd(values[i].dimension);
  }
  return values.back();
}

template Quantity<double> Formula::value(const Names<double>&) const;
template Quantity<Expr> Formula::value(const Names<Expr>&) const;

}  // namespace sinew
