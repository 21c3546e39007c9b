// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/equations/symbolic_robot.h"
#include "sinew/formats/formula.h"

namespace sinew {

/// A formula that somebody typed.
struct AnswerValue {
  Expr value;
  bool has_units = false;  ///< 9.81 m/s^2: its symbols alone do not tell its unit
};

/// What the names in a formula that somebody typed stand for.
///
/// A parameter of the robot comes first, m_2 for m2 included. Joints may be written q1, theta1, th1 or θ1, their rates
/// dq1, qd1, q1_dot, qdot1 or q̇1, their accelerations ddq1, qdd1, q1_ddot, qddot1 or q̈1. c12 and c21 are
/// cos(q1 + q2) and s3 is sin(q3), unless a parameter has that name. A unit stands only behind a number, 9.81 m/s^2: a
/// lone g that the robot does not have is no gram.
class AnswerNames {
 public:
  /// A robot's symbols and no others.
  explicit AnswerNames(const SymbolicRobot& robot);
  /// No robot: every name that is no joint's is a parameter.
  explicit AnswerNames(ExprGraph& graph) : graph_(graph) {}

  /// Nothing where there are problems, all of which are noted.
  std::optional<AnswerValue> value(std::string_view text, std::vector<FormulaError>& problems) const;

 private:
  std::optional<Expr> find(const std::string& name) const;
  std::optional<Expr> known(const std::string& name) const;
  std::optional<Expr> parameter(const std::string& name) const;
  std::optional<Expr> joint_symbol(const std::string& name) const;
  std::optional<Expr> sine_or_cosine(const std::string& name) const;
  Expr position(int joint) const;
  int joint_count() const;
  void check_operators(std::string_view formula) const;
  void check_unit(const Formula& formula, const Formula::Node& unit) const;
  bool belong_together(std::string_view before, std::string_view token, bool touching) const;
  std::string help_for(const std::string& unknown) const;

  ExprGraph& graph_;
  const SymbolicRobot* robot_ = nullptr;
};

}  // namespace sinew
