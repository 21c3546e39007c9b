// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <random>
#include <string>
#include <vector>

#include "sinew/symbolic/expr.h"

namespace sinew {

/// Numbers for symbols, by name: a state of a robot and its parameters.
using StateNumbers = std::map<std::string, double>;

/// States to look at equations in: angles anywhere, slides within ±1, rates and accelerations of about 1. The same for
/// the same seed.
class SampledStates {
 public:
  SampledStates(const ExprGraph& graph, std::map<std::string, double> parameters, unsigned seed)
      : graph_(graph), parameters_(std::move(parameters)), engine_(seed) {}

  /// With the parameters as they were given; those that were not are drawn once.
  StateNumbers next();
  /// Draws other parameters from now on, all positive: what two equal lengths hide shows then.
  void draw_parameters();
  /// Lets a slide go further out; most of its places stay near zero.
  void widen(const std::string& slide, double reach) { reach_[slide] = reach; }

 private:
  double uniform(double low, double high);

  const ExprGraph& graph_;
  std::map<std::string, double> parameters_;
  std::map<std::string, double> reach_;  ///< of slides that were widened
  std::mt19937 engine_;
};

/// All subexpressions, itself included.
std::vector<Expr> parts_of(const Expr& expression);

/// The symbols in expressions, in the order in which the graph heard of them: each once.
std::vector<const Symbol*> symbols_in(const std::vector<Expr>& expressions);

/// What the expressions come to.
std::vector<double> values_at(const std::vector<Expr>& expressions, const StateNumbers& state);

}  // namespace sinew
