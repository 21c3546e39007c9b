// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/errors/formula_error.h"
#include "sinew/scalar/scalar.h"
#include "sinew/symbolic/expr.h"
#include "sinew/units/units.h"

namespace sinew {

/// A number with its dimension, in SI.
template <Scalar P>
struct Quantity {
  P value{0.0};
  Dimension dimension;
};

/// What a formula's names stand for.
template <Scalar P>
using Names = std::map<std::string, Quantity<P>, std::less<>>;

/// A formula as a file has it: `l1/2`, `20deg`, `0.2 kg*mm^2`, `m1*l1^2/12`.
///
/// Units are quantities like any other, so every sum and product is checked for its dimension. A name right
/// behind a number is a unit (`2 m`); elsewhere a parameter of that name comes first, so that a student's
/// `m*l^2` means what it says. Only in `0.3 kg*m^2`, where both would make sense, a parameter m is refused. It is kept
/// as a tree because a number is only one of its readings.
class Formula {
 public:
  /// Throws FormulaError. `variable`: a name that is never a unit, such as the time t, which is also a tonne.
  explicit Formula(std::string_view text, std::string_view variable = {});

  /// Names that are not units or functions, each once.
  std::vector<std::string> names() const;

  /// The value under any number type. Throws FormulaError for a name that is unknown or a unit that does not fit.
  template <Scalar P>
  Quantity<P> value(const Names<P>& names) const;

  enum class Kind { Number, Unit, Name, Negate, Add, Subtract, Multiply, Divide, Power, Call };
  struct Node {
    Kind kind = Kind::Number;
    double number = 0.0;  ///< Number: its value; Power: the exponent
    std::string name;     ///< Unit, Name, Call
    int left = -1, right = -1;
    int chain = -1;  ///< Unit, Name: which number's units it stands among, as kg, m and s do in 3 kg*m/s^2; −1 for none
  };
  /// Operands before their operator; the last one is the whole formula.
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  template <Scalar P>
  Quantity<P> value_of_nodes(const Names<P>& names) const;

  std::vector<Node> nodes_;
};

/// How many bytes of a sign that is no letter the text begins with: ·, −, ², ⁻¹; 0 for anything else.
std::size_t leading_mark(std::string_view text);

/// Is there a function of that name: sin, sqrt?
bool is_formula_function(std::string_view name);

extern template Quantity<double> Formula::value(const Names<double>&) const;
extern template Quantity<Expr> Formula::value(const Names<Expr>&) const;

}  // namespace sinew
