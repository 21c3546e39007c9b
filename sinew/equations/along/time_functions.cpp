// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/along/time_functions.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "sinew/symbolic/derivative.h"
#include "sinew/symbolic/graph_order.h"
#include "sinew/symbolic/plain_products.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {

namespace {

using Op = Expr::Op;

constexpr int rank_of_time = 900;  // behind all parameters
/// Products of terms that multiplying sums out may take: where it takes more, it makes nothing shorter.
constexpr std::size_t most_products_of_sums = 400'000;
/// 2·q1 and 3·q1 are put in for q2, more is not: sin(9·q1) is no polynomial that anybody wants to see.
constexpr int largest_multiple = 3;

/// x in another graph, its symbols as parameters of the same names; `t` becomes `time`.
Expr copied(const Expr& x, ExprGraph& graph, const Expr& t, const Expr& time) {
  std::unordered_map<const Expr::Node*, Expr> copies;
  const auto now = [&](const Expr& old) { return old.is_constant() ? old : copies.at(old.node()); };
  for (const Expr::Node* node : nodes_of(std::span(&x, 1))) {
    const Expr old(node);
    if (old == t) {
      copies.emplace(node, time);
    } else if (old.op() == Op::Symbol) {
      copies.emplace(node, graph.symbol(old.symbol().name));
    } else {
      std::vector<Expr> operands;
      for (const Expr& operand : old.operands()) operands.push_back(now(operand));
      copies.emplace(node, graph.node(old.op(), std::move(operands), old.op() == Op::Power ? old.exponent() : 0));
    }
  }
  return now(x);
}

bool is_quarter_turn(const Expr& x) {
  if (!x.is_constant()) return false;
  const std::optional<int> multiple = multiple_of_15_degrees(x.constant());
  return multiple && *multiple % 6 == 0;
}

/// k with x = k·y, where it is a small whole number that is not zero.
std::optional<int> whole_ratio(const Expr& x, const Expr& y) {
  const Scaled a = split_coefficient(x), b = split_coefficient(y);
  if (x.is_constant() || !(a.rest == b.rest)) return {};
  const Rational ratio = a.coefficient / b.coefficient;
  if (!ratio.is_whole() || !ratio.is_small() || magnitude(ratio) > Rational(largest_multiple)) return {};
  return static_cast<int>(ratio.small_numerator());
}

/// One product, or less: put in for a symbol, it never makes one term two.
bool is_single(const Expr& x) { return x.op() != Op::Sum && x.op() != Op::Select; }

/// How many symbols, numbers and operations an expression has when it is written out.
double written_size(const Expr& x) {
  std::unordered_map<const Expr::Node*, double> sizes;
  const auto at = [&](const Expr& part) { return part.is_constant() ? 1.0 : sizes.at(part.node()); };
  for (const Expr::Node* node : nodes_of(std::span(&x, 1))) {
    double size = 1.0;
    for (const Expr& operand : node->operands) size += at(operand);
    sizes.emplace(node, size);
  }
  return at(x);
}

/// In bytes as it is printed; of what nobody could read only about that, for a recursion's own results share their parts, and
/// written out they have no end.
constexpr double most_that_is_printed = 50'000.0;
double length(const Expr& x) {
  const double size = written_size(x);
  return size > most_that_is_printed ? 10.0 * size : static_cast<double>(printed(x, Language::Unicode).size());
}

const Expr& shorter(const Expr& x, const Expr& y) { return length(y) < length(x) ? y : x; }

/// With plain products, where that is shorter.
Expr plainer(const Expr& x) { return written_size(x) > most_that_is_printed ? x : shorter(x, with_plain_products(x)); }

}  // namespace

TimeFunctions::TimeFunctions(SymbolicRobot& robot, const MotionFormulas& motion, const std::string& time)
    : robot_(robot), readable_(*robot.ring) {
  if (motion.q.size() != robot.q.size())
    throw InputError({{Severity::Error, robot.description.file, 0,
                       "the motion has " + std::to_string(motion.q.size()) + " formulas for " +
                           std::to_string(robot.q.size()) + " joints",
                       "give one formula per joint"}});
  if (robot.values.contains(time))
    throw InputError({{Severity::Error, robot.description.file, 0,
                       "the robot has a parameter " + time + ", and " + time + " is the time of a motion",
                       "rename the parameter in the robot's file, or use --numbers"}});
  t_ = robot.graph->symbol(time, SymbolKind::Parameter, rank_of_time);
  read(motion);
  differentiate();
  choose_replacements();
}

void TimeFunctions::read(const MotionFormulas& motion) {
  for (const Expr& formula : motion.q) q_.push_back(copied(formula, *robot_.graph, motion.t, t_));
  for (std::size_t k = 0; k < q_.size(); ++k) back_[robot_.q[k].symbol().name] = q_[k];
}

void TimeFunctions::differentiate() {
  for (const Expr& q : q_) find_divisors(q);
  for (const Expr& q : q_) {
    const Expr slope = derivative(q, t_.symbol());
    find_divisors(slope);
    qd_.push_back(shortened(slope));
  }
  for (const Expr& qd : qd_) {
    const Expr slope = derivative(qd, t_.symbol());
    find_divisors(slope);
    qdd_.push_back(shortened(slope));
  }
  for (std::size_t k = 0; k < q_.size(); ++k) {
    back_[robot_.qd[k].symbol().name] = qd_[k];
    back_[robot_.qdd[k].symbol().name] = qdd_[k];
  }
}

/// Sums and sines that divide: the normal form has no rule for these.
void TimeFunctions::find_divisors(const Expr& x) {
  for (const Expr::Node* node : nodes_of(std::span(&x, 1))) {
    const Expr part(node);
    if (part.op() != Op::Power || part.exponent() > 0) continue;
    const Expr& base = part.operands().front();
    if (base.op() == Op::Sum || base.op() == Op::Sin || base.op() == Op::Cos || base.op() == Op::Product)
      divisors_.try_emplace(base.node(), base);
  }
}

/// A symbol for an expression of the time, the same one for the same expression.
Expr TimeFunctions::stand_in(const Expr& of_time) {
  const auto [found, is_new] = stand_ins_.try_emplace(of_time.node());
  if (is_new) {
    const std::string name = t_.symbol().name + ":" + std::to_string(stand_ins_.size());  // no file has such a name
    found->second = robot_.graph->symbol(name, SymbolKind::Parameter, rank_of_time);
    back_[name] = of_time;
  }
  return found->second;
}

/// A symbol for an angle in the formulas: that of the joint which turns by it, where there is one.
Expr TimeFunctions::angle(const Expr& of_time) {
  for (std::size_t k = 0; k < q_.size(); ++k) {
    if (!robot_.q[k].symbol().is_angle || q_[k].is_constant()) continue;
    if (q_[k] == of_time) return robot_.q[k];
    if (q_[k] == -of_time) return -robot_.q[k];
  }
  return stand_in(of_time);
}

/// A formula of the time with symbols for its angles and divisors.
Expr TimeFunctions::hidden(const Expr& of_time) {
  return substituted(of_time, [&](const Expr& part) -> std::optional<Expr> {
    if (divisors_.contains(part.node())) return stand_in(part);
    if (part.op() != Op::Sin && part.op() != Op::Cos) return {};
    const SinCos<Expr> both = sincos(angle(part.operands().front()));
    return part.op() == Op::Sin ? both.sin : both.cos;
  });
}

/// A formula of the time in normal form, where that is shorter.
Expr TimeFunctions::shortened(const Expr& of_time) {
  if (of_time.is_constant()) return of_time;
  return plainer(shorter(of_time, substituted(tidy(hidden(of_time)), back_)));
}

/// The normal form as people write it; x as it is where it divides by a sum.
Expr TimeFunctions::tidy(const Expr& x) {
  try {
    return readable_.expr(robot_.ring->polynomial(x));
  } catch (const std::domain_error&) {
    return x;
  }
}

/// Do other joints that move turn about an axis parallel to this joint's?
bool TimeFunctions::turns_with_others(std::size_t joint) const {
  for (const auto& group : robot_.ring->groups()) {
    const auto is_member = [&](std::size_t k) {
      return std::any_of(group.begin(), group.end(), [&](const auto& m) { return m.expr == robot_.q[k]; });
    };
    if (!is_member(joint)) continue;
    for (std::size_t k = 0; k < q_.size(); ++k)
      if (!q_[k].is_constant() && is_member(k)) return true;
  }
  return false;
}

/// Angles that stand still, and those that are multiples of another joint's.
void TimeFunctions::choose_angles() {
  const std::size_t n = q_.size();
  std::vector<bool> replaced(n, false);
  for (std::size_t k = 0; k < n; ++k) {
    if (!robot_.q[k].symbol().is_angle) continue;
    const std::string& name = robot_.q[k].symbol().name;
    if (q_[k].is_constant()) {
      multiplied_[name] = q_[k];
      // cos(q1 + 0.5) is shorter than what it is made of
      if (is_quarter_turn(q_[k]) || !turns_with_others(k)) whole_[name] = q_[k];
      continue;
    }
    for (std::size_t j = 0; j < n && !replaced[k]; ++j) {
      if (j == k || replaced[j] || !robot_.q[j].symbol().is_angle || q_[j].is_constant()) continue;
      const std::optional<int> ratio = whole_ratio(q_[k], q_[j]);
      const bool same = ratio && std::abs(*ratio) == 1;
      if (!ratio || (same && j > k)) continue;
      const Expr factor{Rational(*ratio)};
      multiplied_[name] = factor * robot_.q[j];
      if (same) whole_[name] = multiplied_[name];
      whole_[robot_.qd[k].symbol().name] = factor * robot_.qd[j];
      whole_[robot_.qdd[k].symbol().name] = factor * robot_.qdd[j];
      replaced[k] = true;
    }
  }
}

void TimeFunctions::choose_replacements() {
  choose_angles();
  const Replacements angles = multiplied_;
  for (std::size_t k = 0; k < q_.size(); ++k) {
    const auto put = [&](const Expr& symbol, const Expr& formula) {
      const Expr inside = hidden(formula);
      multiplied_[symbol.symbol().name] = substituted(inside, angles);
      if (is_single(inside)) whole_[symbol.symbol().name] = inside;
    };
    if (!robot_.q[k].symbol().is_angle) put(robot_.q[k], q_[k]);
    put(robot_.qd[k], qd_[k]);
    put(robot_.qdd[k], qdd_[k]);
  }
}

Expr TimeFunctions::put_in(const Expr& x) const { return substituted(x, back_); }

Expr TimeFunctions::of(const Expr& x) {
  if (x.is_constant()) return x;
  if (const auto found = known_.find(x.node()); found != known_.end()) return found->second;
  Expr best = put_in(x);
  if (!(best == x)) {
    best = plainer(best);
    const auto offer = [&](const Replacements& replacements) {
      best = shorter(best, plainer(put_in(tidy(substituted(x, replacements)))));
    };
    offer(whole_);
    robot_.ring->allow_products(most_products_of_sums);
    try {
      offer(multiplied_);
    } catch (const std::length_error&) {  // the sums stay whole
    }
    robot_.ring->allow_products({});
  }
  return known_.emplace(x.node(), best).first->second;
}

}  // namespace sinew
