// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/print/print.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sinew/symbolic/flatten.h"
#include "sinew/symbolic/joint_angles.h"
#include "sinew/symbolic/print/print_dialect.h"

namespace sinew {

namespace {

using Op = Expr::Op;
using Factor = FlatProduct::Factor;

/// How firmly an expression holds together; one that is weaker than its place asks for is put in brackets.
enum class Strength { Sum, Product, Power, Atom };

/// An expression that waits to be written, and what its place asks for.
struct Operand {
  Expr expr;
  Strength needed = Strength::Sum;
};

/// Text, with operands in it that are still to be written.
using Token = std::variant<std::string, Operand>;
using Tokens = std::vector<Token>;

void append(Tokens& to, Tokens more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// `pattern` with its arguments in place of $1, $2, …
Tokens filled_tokens(std::string_view pattern, const std::vector<Tokens>& arguments) {
  Tokens result;
  for (std::size_t mark = pattern.find('$'); mark != std::string_view::npos; mark = pattern.find('$')) {
    result.emplace_back(std::string(pattern.substr(0, mark)));
    append(result, arguments[static_cast<std::size_t>(pattern[mark + 1] - '1')]);
    pattern.remove_prefix(mark + 2);
  }
  result.emplace_back(std::string(pattern));
  return result;
}

// numbers

/// A number as it goes above and below a bar; nothing below where there is no bar.
struct NumberTexts {
  std::string above, below;
  bool sum_above = false;      ///< 1 + √3, which wants brackets beside a factor
  bool product_below = false;  ///< 2·π, which wants them behind a slash
};

bool is_double(const Rational& whole) { return magnitude(whole) <= Rational(std::int64_t{1} << 53); }

/// Digits alone, with neither sign nor bar nor exponent.
bool is_bare(const Rational& x) { return x.is_whole() && x.sign() >= 0 && is_double(x); }

/// A fraction of small numbers comes from mechanics, ½ or 1/12; a longer one was a decimal when somebody typed it.
bool reads_as_quotient(const Rational& x) { return x.denominator() <= Rational(20) && x.numerator() <= Rational(12); }

template <class... Format>
std::string decimal_text(double value, Format... format) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...).ptr;
  return {buffer.data(), end};
}

double finite(const Rational& x) {
  const double value = x.to_double();
  if (!std::isfinite(value) || (value == 0.0 && !x.is_zero()))
    throw std::domain_error("a number of these equations is too large or too small for a computer's arithmetic");
  return value;
}

std::string rounded_text(const Rational& x, int digits) {
  return decimal_text(finite(x), std::chars_format::general, digits);
}

std::string readable_decimal(const Dialect& dialect, const std::string& decimal) {
  const std::size_t e = decimal.find('e');
  if (e == std::string::npos) return filled(dialect.number, {decimal});
  const std::string exponent = std::to_string(std::stoi(decimal.substr(e + 1)));
  return filled(dialect.scientific,
                {decimal.substr(0, e), dialect.raised_exponents ? raised_digits(exponent) : exponent});
}

std::string whole_text(const Dialect& dialect, std::int64_t whole) {
  const std::string digits = std::to_string(whole) + (dialect.numbers == Dialect::Numbers::Floating ? ".0" : "");
  return filled(dialect.number, {digits});
}

/// 2·√3, √6, 5.
std::string multiple_of_root(const Dialect& dialect, std::int64_t factor, int square) {
  if (square == 1) return whole_text(dialect, factor);
  const std::string root =
      filled(dialect.root_of_number.empty() ? dialect.root : dialect.root_of_number, {whole_text(dialect, square)});
  return factor == 1 ? root : whole_text(dialect, factor) + std::string(dialect.times) + root;
}

/// Roots and π, such as (√2 + √6)/4 and 5/(2000·π); the number is positive.
NumberTexts surd_texts(const Dialect& dialect, const Surd& x) {
  constexpr int squares[] = {1, 2, 3, 6};
  NumberTexts texts;
  int terms = 0;
  for (const bool positive : {true, false})
    for (std::size_t i = 0; i < 4; ++i) {
      if (x.part[i] == 0 || (x.part[i] > 0) != positive) continue;
      if (++terms > 1) texts.above += positive ? dialect.plus : dialect.minus;
      texts.above += multiple_of_root(dialect, std::abs(x.part[i]), squares[i]);
    }
  texts.sum_above = terms > 1;
  std::string pi(dialect.pi);
  if (const int power = std::abs(x.pi); power > 1) {
    const std::string digits = std::to_string(power);
    if (dialect.has_power_operator)
      pi = filled(dialect.power, {pi, dialect.raised_exponents ? raised_digits(digits) : digits});
    else
      for (int n = 1; n < power; ++n) pi += std::string(dialect.times) + std::string(dialect.pi);
    texts.product_below = !dialect.has_power_operator && x.pi < 0;
  }
  if (x.below != 1) texts.below = whole_text(dialect, x.below);
  if (x.pi > 0) {
    if (texts.sum_above) texts.above = filled(dialect.bracket, {texts.above});
    texts.sum_above = false;
    texts.above = texts.above == whole_text(dialect, 1) ? pi : texts.above + std::string(dialect.times) + pi;
  }
  if (x.pi < 0) {
    texts.product_below = texts.product_below || !texts.below.empty();
    texts.below = texts.below.empty() ? pi : texts.below + std::string(dialect.times) + pi;
  }
  return texts;
}

/// Does a fraction stand above and below a bar, or is it whole?
bool is_written_with_bar(const Rational& x) {
  const bool fits = is_double(x.numerator()) && is_double(x.denominator());
  return fits && (x.is_whole() || reads_as_quotient(x) || Rational::decimal(x.to_double()) != x);
}

NumberTexts readable_number(const Dialect& dialect, const Rational& x) {
  if (const Surd* surd = x.surd()) return surd_texts(dialect, *surd);
  if (x.is_decimal())
    return {readable_decimal(dialect, rounded_text(x, x.digits() > 0 ? x.digits() : dialect.digits)), {}};
  if (is_written_with_bar(x))
    return {filled(dialect.number, {x.numerator().text()}),
            x.is_whole() ? "" : filled(dialect.number, {x.denominator().text()})};
  const bool is_decimal = Rational::decimal(x.to_double()) == x;
  return {readable_decimal(dialect, is_decimal ? decimal_text(x.to_double()) : rounded_text(x, 17)), {}};
}

std::string code_number(const Dialect& dialect, const Rational& x) {
  if (const Surd* surd = x.surd()) {
    const NumberTexts texts = surd_texts(dialect, *surd);
    const std::string above = texts.sum_above ? filled(dialect.bracket, {texts.above}) : texts.above;
    if (texts.below.empty()) return "(" + above + ")";
    return "(" + above + "/" + (texts.product_below ? filled(dialect.bracket, {texts.below}) : texts.below) + ")";
  }
  if (x.is_decimal() || !is_double(x.numerator()) || !is_double(x.denominator())) return rounded_text(x, 17);
  const std::string above = x.numerator().text(), below = x.denominator().text();
  if (!x.is_whole()) return "(" + above + ".0/" + below + ".0)";
  return dialect.numbers == Dialect::Numbers::Floating ? above + ".0" : above;
}

/// q1 + q2 + q3 for q3 + q1 + q2, whichever was heard of first; any other expression as it is.
Expr in_joint_order(const Expr& angle) {
  const std::optional<std::vector<SignedJoint>> joints = signed_joints(angle);
  if (!joints || joints->size() < 2) return angle;
  std::vector<Expr> sum;
  for (const SignedJoint& j : *joints) {
    const Expr q = angle.graph()->position(j.joint, true);
    sum.push_back(j.sign < 0 ? -q : q);
  }
  return angle.graph()->sum(std::move(sum));
}

/// Writes from the outside in, with a list of what is still to be written, so that no graph is too deep for it.
class Printer {
 public:
  Printer(Language language, Angles angles)
      : language_(language),
        dialect_(dialect_of(language)),
        short_angles_(dialect_.short_angles && angles == Angles::Short) {}

  std::string text(const Expr& x) const {
    std::string result;
    Tokens waiting{Operand{x}};
    while (!waiting.empty()) {
      const Token token = std::move(waiting.back());
      waiting.pop_back();
      if (const auto* piece = std::get_if<std::string>(&token)) {
        result += *piece;
      } else {
        Tokens pieces = written(std::get<Operand>(token));
        std::reverse(pieces.begin(), pieces.end());
        append(waiting, std::move(pieces));
      }
    }
    return filled(dialect_.whole, {result});
  }

 private:
  Tokens written(const Operand& operand) const {
    const Expr& x = operand.expr;
    if (strength_of(x) < operand.needed) return filled_tokens(dialect_.bracket, {{Operand{x}}});
    switch (x.op()) {
      case Op::Constant:
      case Op::Product:
      case Op::Power:
        return written_term(x, "", dialect_.negation);
      case Op::Symbol:
        return {printed_name(x.symbol().name, language_)};
      case Op::Sum:
        return written_sum(x);
      default:
        return written_function(x);
    }
  }

  Strength strength_of(const Expr& x) const {
    switch (x.op()) {
      case Op::Constant:
        return is_bare(x.constant()) ? Strength::Atom : Strength::Product;
      case Op::Sum:
        return Strength::Sum;
      case Op::Product:
        return Strength::Product;
      case Op::Power:
        return x.exponent() < 0 ? Strength::Product : strength_of_power(x.operands().front(), x.exponent());
      case Op::Select:
        return dialect_.two_dimensional ? Strength::Sum : Strength::Atom;
      default:
        return Strength::Atom;
    }
  }

  // sums and products

  Tokens written_sum(const Expr& x) const {
    Tokens sum;
    for (const Expr& term : flat_sum(x))
      append(sum, sum.empty() ? written_term(term, "", dialect_.negation)
                              : written_term(term, dialect_.plus, dialect_.minus));
    return sum;
  }

  /// One of two marks, by the sign, and what follows it.
  Tokens written_term(const Expr& x, std::string_view if_positive, std::string_view if_negative) const {
    FlatProduct product = flat_product(x);
    Tokens term{std::string(product.coefficient.sign() < 0 ? if_negative : if_positive)};
    product.coefficient = magnitude(product.coefficient);
    append(term, written_quotient(product));
    return term;
  }

  Tokens written_quotient(const FlatProduct& product) const {
    std::vector<Factor> above, below;
    for (const Factor& f : product.factors) (f.exponent > 0 ? above : below).push_back({f.base, std::abs(f.exponent)});
    NumberTexts number = number_texts(product.coefficient);
    if (!above.empty() && number.above == number_texts(Rational(1)).above) number.above.clear();
    const bool bar = !number.below.empty() || !below.empty();
    if (number.sum_above && (!dialect_.two_dimensional || !above.empty() || !bar))
      number.above = filled(dialect_.bracket, {number.above});
    if (!bar) return written_row(number.above, above, Strength::Product);
    const Strength alone_above = dialect_.two_dimensional ? Strength::Sum : Strength::Product;
    const Strength alone_below = dialect_.two_dimensional ? Strength::Sum : Strength::Power;
    Tokens denominator = written_row(number.below, below, alone_below);
    if (!dialect_.two_dimensional && (number.product_below || below.size() + (number.below.empty() ? 0 : 1) > 1))
      denominator = filled_tokens(dialect_.bracket, {denominator});
    return filled_tokens(dialect_.quotient, {written_row(number.above, above, alone_above), denominator});
  }

  NumberTexts number_texts(const Rational& x) const {
    if (dialect_.numbers == Dialect::Numbers::Readable) return readable_number(dialect_, x);
    return {code_number(dialect_, x), {}};
  }

  /// A number and factors side by side; `alone` is what the place asks of a factor that has no neighbour.
  Tokens written_row(const std::string& number, const std::vector<Factor>& factors, Strength alone) const {
    Tokens row;
    if (!number.empty()) row.emplace_back(number);
    const Strength needed = number.empty() && factors.size() == 1 ? alone : Strength::Product;
    for (const Factor& f : factors) {
      if (!row.empty()) row.emplace_back(std::string(dialect_.times));
      append(row, f.exponent == 1 ? Tokens{Operand{f.base, needed}} : written_power(f, needed));
    }
    return row;
  }

  // powers

  /// x*x and x*x*x, where the language has no operator for powers.
  bool is_multiplied_out(const Expr& base, int exponent) const {
    return !dialect_.has_power_operator && base.op() == Op::Symbol && exponent <= 3;
  }

  Strength strength_of_power(const Expr& base, int exponent) const {
    if (is_multiplied_out(base, exponent)) return Strength::Product;
    return dialect_.has_power_operator ? Strength::Power : Strength::Atom;
  }

  Tokens written_power(const Factor& f, Strength needed) const {
    Tokens power = is_multiplied_out(f.base, f.exponent) ? multiplied_out(f) : raised(f);
    return strength_of_power(f.base, f.exponent) < needed ? filled_tokens(dialect_.bracket, {power}) : power;
  }

  Tokens multiplied_out(const Factor& f) const {
    return written_row("", std::vector<Factor>(static_cast<std::size_t>(f.exponent), {f.base, 1}), Strength::Product);
  }

  Tokens raised(const Factor& f) const {
    const std::string digits = std::to_string(f.exponent);
    const Tokens exponent{dialect_.raised_exponents ? raised_digits(digits) : digits};
    if (f.base.op() == Op::Sqrt && !dialect_.raised_root.empty())
      return filled_tokens(dialect_.raised_root, {{Operand{f.base.operands().front()}}, exponent});
    if (!dialect_.raised_call.empty() && is_call(f.base))
      return filled_tokens(dialect_.raised_call, {{Operand{argument_of(f.base)}}, {function_name(f.base)}, exponent});
    const Strength needed = dialect_.has_power_operator ? Strength::Atom : Strength::Sum;
    return filled_tokens(dialect_.power, {{Operand{f.base, needed}}, exponent});
  }

  // functions

  std::string function_name(const Expr& x) const {
    switch (x.op()) {
      case Op::Sin:
        return std::string(dialect_.sin);
      case Op::Cos:
        return std::string(dialect_.cos);
      case Op::Exp:
        return std::string(dialect_.exp);
      case Op::Sign:
        return std::string(dialect_.sgn);
      default:
        return {};
    }
  }

  bool is_call(const Expr& x) const { return !function_name(x).empty() && !short_name(x); }

  /// c12 for cos(q1 + q2), unless that is the name of something else.
  std::optional<std::string> short_name(const Expr& x) const {
    if (!short_angles_ || (x.op() != Op::Sin && x.op() != Op::Cos)) return {};
    const std::optional<std::string> digits = short_angle(x.operands().front());
    const std::string letter = x.op() == Op::Sin ? "s" : "c";
    if (!digits || has_meaning_of_its_own(*x.graph(), letter + *digits)) return {};
    return with_subscript(letter, *digits, language_);
  }

  static Expr argument_of(const Expr& function) {
    const Expr& argument = function.operands().front();
    return function.op() == Op::Sin || function.op() == Op::Cos ? in_joint_order(argument) : argument;
  }

  Tokens written_function(const Expr& x) const {
    if (const std::optional<std::string> name = short_name(x)) return {*name};
    std::vector<Tokens> arguments;
    if (x.operands().size() == 1)
      arguments.push_back({Operand{argument_of(x)}});
    else
      for (const Expr& argument : x.operands()) arguments.push_back({Operand{argument}});
    if (x.op() == Op::Select) return filled_tokens(dialect_.select, arguments);
    if (x.op() == Op::Sqrt) return written_root(x);
    if (x.op() == Op::Sign && !dialect_.sign_by_comparison.empty())
      return filled_tokens(dialect_.sign_by_comparison, arguments);
    arguments.push_back({function_name(x)});
    return filled_tokens(dialect_.call, arguments);
  }

  Tokens written_root(const Expr& x) const {
    const Expr& inside = x.operands().front();
    if (!dialect_.magnitude.empty() && inside.op() == Op::Power && inside.exponent() == 2)
      return filled_tokens(dialect_.magnitude, {{Operand{inside.operands().front()}}});
    return filled_tokens(dialect_.root, {{Operand{inside}}});
  }

  Language language_;
  const Dialect& dialect_;
  bool short_angles_;
};

}  // namespace

std::string printed(const Expr& x, Language language, Angles angles) { return Printer(language, angles).text(x); }

Rational rounded_for_print(const Rational& x, int digits) {
  const bool is_decimal = x.is_decimal() || (x.is_fraction() && !is_written_with_bar(x));
  return is_decimal ? x.with_digits(digits) : x;
}

}  // namespace sinew
