// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/formula_path.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/symbolic/expression_tape.h"
#include "sinew/symbolic/graph_order.h"

namespace sinew {
namespace {

class FormulaPath final : public Path {
 public:
  FormulaPath(std::span<const Expr> formulas, const Expr& time, double start, double duration)
      : joints_(formulas.size()),
        start_(start),
        duration_(duration),
        tape_(std::span<const Expr>(&time, 1), formulas) {}

  int joint_count() const noexcept override { return static_cast<int>(joints_); }
  double end() const noexcept override { return duration_; }
  std::vector<double> knots() const override { return knots_; }
  void set_knots(std::vector<double> knots) { knots_ = std::move(knots); }

  std::vector<double> work() const override {
    std::vector<double> series(4 * tape_.value_count());
    tape_.prepare_series(series);
    return series;
  }

  void at(double s, PathSample& y) const noexcept override {
    tape_.run_series(start_ + s, y.work);
    for (std::size_t i = 0; i < joints_; ++i) {
      const auto j = static_cast<Eigen::Index>(i);
      const Taylor x = tape_.series(i, y.work);
      y.q[j] = x.a[0];
      y.d1[j] = x.a[1];
      y.d2[j] = 2.0 * x.a[2];
      y.d3[j] = 6.0 * x.a[3];
    }
  }

 private:
  std::size_t joints_;
  double start_, duration_;
  ExpressionTape tape_;
  std::vector<double> knots_;
};

/// What changes its sign where a formula has a corner or a jump: arguments of signs, differences of choices.
std::vector<Expr> corner_arguments(std::span<const Expr> formulas) {
  std::vector<Expr> arguments;
  for (const Expr::Node* node : nodes_of(formulas)) {
    if (node->op == Expr::Op::Sign) arguments.push_back(node->operands[0]);
    if (node->op == Expr::Op::Select) arguments.push_back(node->operands[0] - node->operands[1]);
  }
  std::erase_if(arguments, [](const Expr& x) { return x.is_constant(); });
  return arguments;
}

constexpr int looks = 4096;  ///< how many times over the duration are looked at

/// Where the arguments change their signs between two looks.
std::vector<double> corners(std::span<const Expr> formulas, const Expr& time, double start, double duration) {
  const std::vector<Expr> arguments = corner_arguments(formulas);
  if (arguments.empty()) return {};
  ExpressionTape tape(std::span<const Expr>(&time, 1), arguments);
  const auto value = [&](std::size_t i, double s) {
    const double t = start + s;
    tape.run(std::span<const double>(&t, 1));
    return tape.result(i);
  };
  std::vector<double> found;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    for (int k = 0; k < looks; ++k) {
      double before = duration * k / looks, after = duration * (k + 1) / looks;
      const bool positive = value(i, before) > 0.0;
      if ((value(i, after) > 0.0) == positive) continue;
      for (double middle = 0.5 * (before + after); before < middle && middle < after; middle = 0.5 * (before + after))
        ((value(i, middle) > 0.0) == positive ? before : after) = middle;
      found.push_back(after);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::erase_if(found, [&](double s) { return !(s > 0.0 && s < duration); });
  return found;
}

void refuse_unbounded(const FormulaPath& path, double start, double duration) {
  PathSample sample(path.joint_count());
  sample.work = path.work();
  for (int k = 0; k <= looks; ++k) {
    const double s = duration * k / looks;
    path.at(s, sample);
    for (Eigen::Index j = 0; j < sample.q.size(); ++j) {
      if (std::isfinite(sample.q[j]) && std::isfinite(sample.d1[j]) && std::isfinite(sample.d2[j])) continue;
      const char* what = !std::isfinite(sample.q[j])    ? "position"
                         : !std::isfinite(sample.d1[j]) ? "velocity"
                                                        : "acceleration";
      refuse("formulas",
             "joint " + std::to_string(j + 1) + " has no finite " + what + " at t = " + shown(start + s) + " s",
             "correct the formula, or choose another range of times");
    }
  }
}

}  // namespace

std::shared_ptr<const Path> formula_path(std::span<const Expr> formulas, const Expr& time, double start,
                                         double duration) {
  if (!(duration > 0.0 && std::isfinite(duration) && std::isfinite(start)))
    refuse("formulas", "the duration is " + shown(duration) + " s", "give a time above zero");
  auto path = std::make_shared<FormulaPath>(formulas, time, start, duration);
  refuse_unbounded(*path, start, duration);
  path->set_knots(corners(formulas, time, start, duration));
  return path;
}

}  // namespace sinew
