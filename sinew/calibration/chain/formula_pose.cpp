// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/chain/formula_pose.h"

#include <span>
#include <unordered_map>

#include "sinew/symbolic/derivative.h"
#include "sinew/symbolic/evaluate.h"

namespace sinew {
namespace {

constexpr std::size_t entries_of_pose = 12;

Pose<double> pose_from(std::span<const double> v) {
  return {Rotation<double>::from_rows({v[0], v[1], v[2]}, {v[3], v[4], v[5]}, {v[6], v[7], v[8]}),
          {v[9], v[10], v[11]}};
}

/// The twist behind X when its entries change at the rates `d`: ω from Rᵀ·dR, which is skew-symmetric, and Rᵀ·dp.
Motion<double> twist_of(const Pose<double>& X, std::span<const double> d) {
  const Vec3<double> dx{d[0], d[3], d[6]}, dy{d[1], d[4], d[7]}, dz{d[2], d[5], d[8]};
  const Vec3<double> w{dot(X.R.column(2), dy), dot(X.R.column(0), dz), dot(X.R.column(1), dx)};
  return {w, X.R.inverse_times(Vec3<double>{d[9], d[10], d[11]})};
}

}  // namespace

FormulaPose::FormulaPose(std::shared_ptr<ExprGraph> graph, const Pose<Expr>& X, const Symbols& symbols)
    : graph_(std::move(graph)), X_(X) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) entries_.push_back(X.R(i, j));
  for (int i = 0; i < 3; ++i) entries_.push_back(X.p[i]);
  for (const auto& [symbol, parameter] : symbols) {
    std::vector<Expr> slopes;
    bool moves = false;
    for (std::size_t i = 0; i < entries_of_pose; ++i) {
      slopes.push_back(derivative(entries_[i], *symbol));
      moves = moves || !slopes.back().is_zero();
    }
    if (!moves) continue;
    symbols_.emplace_back(symbol, parameter);
    entries_.insert(entries_.end(), slopes.begin(), slopes.end());
  }
}

Pose<double> FormulaPose::at(const Eigen::VectorXd& values, std::vector<Mover>& movers) const {
  const std::vector<double> numbers = evaluated<double>(entries_, [&](const Symbol& symbol) {
    for (const auto& [known, parameter] : symbols_)
      if (known == &symbol) return values[parameter];
    return 0.0;  // none: every symbol of the entries is in the list
  });
  const std::span<const double> all(numbers);
  const Pose<double> X = pose_from(all.first(entries_of_pose));
  movers.clear();
  for (std::size_t k = 0; k < symbols_.size(); ++k)
    movers.push_back({symbols_[k].second, twist_of(X, all.subspan((k + 1) * entries_of_pose, entries_of_pose))});
  return X;
}

Pose<Expr> FormulaPose::with(const std::vector<Expr>& values) const {
  // not by `evaluated`, which takes constants for doubles: roots and π stay what they are
  std::unordered_map<const Expr::Node*, Expr> now;
  const auto value = [&](const Expr& x) { return x.is_constant() ? x : now.at(x.node()); };
  const std::span<const Expr> entries = std::span(entries_).first(entries_of_pose);
  for (const Expr::Node* node : nodes_of(entries)) {
    const Expr x(node);
    if (x.op() != Expr::Op::Symbol) {
      now.emplace(node, operation<Expr>(x.op(), x.exponent(), x.operands().size(),
                                        [&](std::size_t i) { return value(x.operands()[i]); }));
      continue;
    }
    for (const auto& [known, parameter] : symbols_)
      if (known == &x.symbol()) now.emplace(node, values[static_cast<std::size_t>(parameter)]);
    now.emplace(node, Expr());  // none: every symbol of the entries is in the list
  }
  const auto at = [&](std::size_t i) { return value(entries[i]); };
  return {Rotation<Expr>::from_rows({at(0), at(1), at(2)}, {at(3), at(4), at(5)}, {at(6), at(7), at(8)}),
          {at(9), at(10), at(11)}};
}

}  // namespace sinew
