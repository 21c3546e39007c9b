// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <utility>
#include <vector>

#include "sinew/spatial/motion.h"
#include "sinew/symbolic/expr.h"

namespace sinew {

/// A displacement that depends on named parameters of a robot's file through the file's own formulas.
class FormulaPose {
 public:
  /// Each pair is a symbol of the formulas and the number of the parameter that it stands for.
  using Symbols = std::vector<std::pair<const Symbol*, int>>;

  FormulaPose(std::shared_ptr<ExprGraph> graph, const Pose<Expr>& X, const Symbols& symbols);

  struct Mover {
    int parameter = 0;
    Motion<double> twist;  ///< of the frame behind the displacement, in that frame, for each unit of the parameter
  };
  /// The displacement at these values of all parameters, and how those move it that do.
  Pose<double> at(const Eigen::VectorXd& values, std::vector<Mover>& movers) const;

  /// The displacement in another graph, with an expression of it for each parameter of the chain.
  Pose<Expr> with(const std::vector<Expr>& values) const;

  const Pose<Expr>& pose() const noexcept { return X_; }
  /// Those that move the frame behind it.
  const Symbols& symbols() const noexcept { return symbols_; }

 private:
  std::shared_ptr<ExprGraph> graph_;
  Pose<Expr> X_;
  Symbols symbols_;
  std::vector<Expr> entries_;  ///< the twelve of X, then the twelve derivatives by each symbol
};

}  // namespace sinew
