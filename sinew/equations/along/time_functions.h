// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "sinew/equations/symbolic_robot.h"
#include "sinew/symbolic/readable.h"

namespace sinew {

/// Each joint's position as a formula of the time.
struct MotionFormulas {
  std::vector<Expr> q;  ///< of each joint [rad or m], in any graph
  Expr t;               ///< the symbol of the time in them [s]
};

/// A robot's equations along a motion: q(t), q̇(t) and q̈(t) are put in, and functions of the time come out.
///
/// Sines and cosines that stand in the formulas keep their own angles: sin(3·cos(2·t)) is one thing, and cos(2·t)² + sin(2·t)²
/// is 1. The equations are brought into normal form twice, with sums such as 3·t² − 2·t kept whole and with sums multiplied
/// out, and the shorter result is taken.
class TimeFunctions {
 public:
  /// `time`: the name of the time in the robot's equations. InputError where the robot has a parameter of that name, and for
  /// another number of formulas than joints.
  TimeFunctions(SymbolicRobot& robot, const MotionFormulas& motion, const std::string& time = "t");

  const Expr& t() const { return t_; }
  const std::vector<Expr>& q() const { return q_; }
  const std::vector<Expr>& qd() const { return qd_; }
  const std::vector<Expr>& qdd() const { return qdd_; }

  /// An expression in q, q̇ and q̈ as a function of the time, simplified.
  Expr of(const Expr& x);
  /// The same as it comes: only constants, zeros and equal terms are collected.
  Expr put_in(const Expr& x) const;

 private:
  using Replacements = std::map<std::string, Expr>;

  void read(const MotionFormulas& motion);
  void differentiate();
  void find_divisors(const Expr& x);
  Expr angle(const Expr& of_time);
  Expr stand_in(const Expr& of_time);
  Expr hidden(const Expr& of_time);
  Expr shortened(const Expr& of_time);
  void choose_replacements();
  void choose_angles();
  bool turns_with_others(std::size_t joint) const;
  Expr tidy(const Expr& x);

  SymbolicRobot& robot_;
  Readable readable_;
  Expr t_;
  std::vector<Expr> q_, qd_, qdd_;
  std::unordered_map<const Expr::Node*, Expr> stand_ins_;  ///< a symbol for each angle and each divisor of the formulas
  std::unordered_map<const Expr::Node*, Expr> divisors_;
  Replacements whole_, multiplied_;  ///< of q, q̇, q̈ before the normal form: sums stay symbols, or are put in
  Replacements back_;                ///< what all symbols stand for that are left after it
  std::unordered_map<const Expr::Node*, Expr> known_;
};

}  // namespace sinew
