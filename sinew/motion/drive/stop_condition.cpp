// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/stop_condition.h"

#include <memory>

#include "sinew/errors/diagnostic.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

constexpr std::string_view signs = "<>=";

}  // namespace

bool is_stop_condition(std::string_view text) { return text.find_first_of(signs) != std::string_view::npos; }

StopCondition stop_condition(const std::string& text, const StateFormulas& formulas) {
  const std::size_t sign = text.find_first_of(signs);
  const std::size_t rest = sign == std::string::npos ? sign : text.find_first_not_of(signs, sign);
  const std::string word = sign == std::string::npos ? "" : text.substr(sign, rest - sign);
  const bool is_less = word == "<" || word == "<=";
  if (rest == std::string::npos || !(is_less || word == ">" || word == ">=") ||
      text.find_first_of(signs, rest) != std::string::npos || trimmed(text.substr(0, sign)).empty())
    throw FormulaError(in_quotes(text) + " is no condition", "write it like \"q1 > 90deg\" or \"qd2 < 0\"");
  const std::string left = text.substr(0, sign), right = text.substr(rest);
  const Expr above_zero = is_less ? formulas.difference(right, left) : formulas.difference(left, right);
  auto tape = std::make_shared<StateFormulas::Tape>(formulas.tape({above_zero}));
  return {text, [tape](double t, In<double> q, In<double> qd) {
            tape->run(t, q, qd);
            return tape->result(0);
          }};
}

}  // namespace sinew
