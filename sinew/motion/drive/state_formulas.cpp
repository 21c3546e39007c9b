// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/state_formulas.h"

#include <algorithm>
#include <cmath>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/states_csv.h"

namespace sinew {
namespace {

/// "panda_joint1" and "base.x" as a part of a name in a formula: "base_x".
std::string word_of(const std::string& name) {
  std::string word = name;
  for (char& c : word) {
    const auto u = static_cast<unsigned char>(c);
    const bool fits = (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') || u >= 0x80;
    if (!fits) c = '_';
  }
  return word;
}

}  // namespace

StateFormulas::StateFormulas(const Model<double>& model) {
  variables_.push_back({{"t"}, graph_->symbol("t"), dimension::time, true});
  for (const StatePart part : {StatePart::Position, StatePart::Velocity}) {
    const std::string stem = symbol_of(part);
    const std::vector<StateNumber> numbers = state_numbers(model, part);
    const std::size_t of_base = numbers.size() - at(model.independent_count());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      Variable variable{{}, graph_->symbol(stem + "." + numbers[i].name), numbers[i].dimension};
      if (i >= of_base) variable.names.push_back(stem + std::to_string(i - of_base + 1));
      const std::string by_name = stem + "_" + word_of(numbers[i].name);
      if (!is_taken(by_name)) variable.names.push_back(by_name);
      variables_.push_back(std::move(variable));
    }
  }
}

bool StateFormulas::is_taken(std::string_view name) const {
  return std::any_of(variables_.begin(), variables_.end(), [&](const Variable& variable) {
    return std::find(variable.names.begin(), variable.names.end(), name) != variable.names.end();
  });
}

void StateFormulas::add_parameter(const std::string& name, std::string_view formula) {
  if (is_formula_function(name) || name == "pi") throw FormulaError("has the name of a function or of π", "rename it");
  if (is_taken(name)) throw FormulaError("has the name of the time or of a joint", "rename it");
  const Formula read(formula);
  const Quantity<double> value = read.value(numbers_);
  if (!std::isfinite(value.value)) throw FormulaError("is not finite", "correct it");
  parameters_[name] = read.value(parameters_);
  numbers_[name] = value;
}

Names<Expr> StateFormulas::names(bool time_has_unit, bool state_has_units) const {
  Names<Expr> names = parameters_;
  for (const Variable& variable : variables_) {
    const bool has_unit = variable.is_time ? time_has_unit : state_has_units;
    for (const std::string& name : variable.names)
      names[name] = {variable.symbol, has_unit ? variable.dimension : dimension::none};
  }
  return names;
}

template <class Make>
Expr StateFormulas::under_a_reading(const Make& make) const {
  std::string with_units;
  for (const bool state_has_units : {true, false}) {
    for (const bool time_has_unit : {true, false}) {
      try {
        return make(names(time_has_unit, state_has_units), state_has_units);
      } catch (const FormulaError& e) {
        if (with_units.empty()) with_units = e.what();
        if (state_has_units || time_has_unit) continue;
        if (with_units == e.what()) throw;
        throw FormulaError(
            "fits no unit: with units it " + with_units + ", with t and q as plain numbers it " + e.what(),
            "write it like 5 N*m*sin(2 rad/s*t), or without units like 5*sin(2*t)");
      }
    }
  }
  return {};
}

Expr StateFormulas::read(std::string_view text, const Dimension& wanted) const {
  const Formula formula(text, "t");
  return under_a_reading([&](const Names<Expr>& names, bool) {
    const Quantity<Expr> value = formula.value(names);
    if (!wanted.accepts(value.dimension))
      throw FormulaError("is in " + value.dimension.si_text(),
                         "give it in " + wanted.si_text() + " or another unit of that kind");
    return value.value;
  });
}

Expr StateFormulas::difference(std::string_view left, std::string_view right) const {
  const Formula first(left, "t"), second(right, "t");
  return under_a_reading([&](const Names<Expr>& names, bool state_has_units) {
    const Quantity<Expr> a = first.value(names), b = second.value(names);
    // where q is a plain number, metres are no bound of it
    const bool fit = state_has_units ? a.dimension.accepts(b.dimension) || b.dimension.accepts(a.dimension)
                                     : a.dimension.is_plain() && b.dimension.is_plain();
    if (!fit)
      throw FormulaError("compares " + a.dimension.si_text() + " with " + b.dimension.si_text(),
                         "give both in the same kind of unit");
    return a.value - b.value;
  });
}

StateFormulas::Tape StateFormulas::tape(const std::vector<Expr>& results) const {
  std::vector<Expr> inputs;
  for (const Variable& variable : variables_) inputs.push_back(variable.symbol);
  return {graph_, ExpressionTape(inputs, results), inputs.size()};
}

void StateFormulas::Tape::run(double t, In<double> q, In<double> qd) noexcept {
  inputs_.front() = t;
  std::copy(q.begin(), q.end(), inputs_.begin() + 1);
  std::copy(qd.begin(), qd.end(), inputs_.begin() + 1 + std::ssize(q));
  tape_.run(inputs_);
}

}  // namespace sinew
