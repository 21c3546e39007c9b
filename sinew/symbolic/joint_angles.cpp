// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/joint_angles.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "sinew/symbolic/flatten.h"

namespace sinew {

namespace {

bool is_joint_angle(const Expr& x) {
  return x.op() == Expr::Op::Symbol && x.symbol().kind == SymbolKind::Position && x.symbol().is_angle;
}

bool before(const SignedJoint& a, const SignedJoint& b) {
  return std::tuple(-a.sign, a.joint) < std::tuple(-b.sign, b.joint);
}

bool has_twice(const std::vector<SignedJoint>& joints) {
  for (std::size_t i = 0; i < joints.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (joints[i].joint == joints[k].joint) return true;
  return false;
}

}  // namespace

std::optional<std::vector<SignedJoint>> signed_joints(const Expr& angle) {
  std::vector<SignedJoint> joints;
  std::vector<std::pair<Expr, int>> waiting{{angle, 1}};
  while (!waiting.empty()) {
    const auto [x, sign] = waiting.back();
    waiting.pop_back();
    if (is_joint_angle(x))
      joints.push_back({x.symbol().joint, sign});
    else if (x.op() == Expr::Op::Sum)
      for (const Expr& y : x.operands()) waiting.emplace_back(y, sign);
    else if (is_negation(x))
      waiting.emplace_back(x.operands().back(), -sign);
    else
      return {};
  }
  std::sort(joints.begin(), joints.end(), before);
  if (has_twice(joints)) return {};
  return joints;
}

bool has_meaning_of_its_own(const ExprGraph& graph, const std::string& name) {
  const Symbol* symbol = graph.find(name);
  return symbol != nullptr && symbol->rank != rank_of_steps;
}

std::optional<std::string> short_angle(const Expr& angle) {
  const std::optional<std::vector<SignedJoint>> joints = signed_joints(angle);
  if (!joints || joints->front().sign < 0) return {};
  std::string text;
  for (const SignedJoint& j : *joints) {
    if (j.joint >= 9) return {};
    text += (j.sign < 0 ? "-" : "") + std::to_string(j.joint + 1);
  }
  return text;
}

}  // namespace sinew
