// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sinew/calibration/chain/calibration_chain.h"
#include "sinew/symbolic/ring.h"

namespace sinew {

/// Which parameters of a chain are symbols.
struct ChainSymbols {
  std::vector<Eigen::Index> free;  ///< these are, because f is differentiated by them
  bool all_lengths = false;        ///< and lengths that are not free and not zero; otherwise they are numbers
};

/// A chain with symbols: X_WF as a function f(ψ, q) of its free parameters and of the joints' positions q1, q2, …,
/// which are numbered as the robot's velocities are.
///
/// f is differentiated with every free parameter as a symbol, and only then evaluated in nominal conditions: angles,
/// gear ratios, compliances and lengths of zero take their nominal values; other lengths stay symbols, a2, d3, l1. So a
/// regressor can be read, and holds for every robot of this shape. The gravity torque that bends joint 1 is a symbol,
/// g1.
class SymbolicChain {
 public:
  /// Throws InputError where a parameter of the robot's file has the name of a joint variable or of a gravity torque.
  SymbolicChain(const CalibrationChain& chain, ChainSymbols symbols);

  ExprGraph& graph() const noexcept { return *graph_; }
  std::shared_ptr<ExprGraph> shared_graph() const noexcept { return graph_; }

  /// ψ: for each parameter of the chain its symbol or its number.
  const std::vector<Expr>& parameters() const noexcept { return parameters_; }
  const Pose<Expr>& pose() const noexcept { return X_WF_; }

  /// x in nominal conditions.
  Expr at_nominal(const Expr& x) const;
  Pose<Expr> nominal_pose() const;
  /// A column of Φ: the rate at which a free parameter moves F from its nominal pose, as its angular velocity over the
  /// velocity of Fo, both in W. The velocity is the derivative of f, the angular velocity the axis about which the
  /// parameter turns.
  Motion<Expr> column(Eigen::Index parameter) const;

  /// Joints whose axes are parallel in nominal conditions: sums of their angles make equations short.
  const std::vector<ParallelAngles>& parallel_angles() const noexcept { return parallels_; }
  /// The nominal values of the symbols that stay, in SI. Gravity torques and positions of joints have none.
  const std::map<std::string, double>& values() const noexcept { return values_; }
  /// Numbers of the joints whose gravity torque is among the symbols, from 1.
  const std::vector<int>& gravity_torques() const noexcept { return gravity_torques_; }
  /// Which rounded figures of the file were taken for what they stand for; empty where there are none.
  const std::string& note() const noexcept { return note_; }

 private:
  class Reader;

  std::shared_ptr<ExprGraph> graph_;
  std::vector<Expr> parameters_;
  std::map<std::string, Expr> nominal_;  ///< of the symbols that do not stay
  std::map<std::string, double> values_;
  Pose<Expr> X_WF_;
  std::map<Eigen::Index, Vec3<Expr>> turns_;  ///< angular velocity of F in W for each unit of a free parameter
  std::vector<ParallelAngles> parallels_;
  std::vector<int> gravity_torques_;
  std::string note_;
};

}  // namespace sinew
