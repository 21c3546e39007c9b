// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sinew/model/description.h"
#include "sinew/symbolic/expr.h"

namespace sinew {

/// The joint variables that chains name. `q2` says which coordinate of the robot is meant, so that it must be the second
/// one from the base outwards; a variable belongs to one joint, or to joints that follow it.
class JointVariables {
 public:
  /// Does the name say which coordinate it is? `q2` does; `q` and `q_lift` do not.
  static bool is_numbered(const std::string& variable);
  /// `q` alone, in the chain of one link, is that link's own.
  static bool is_nameless(const std::string& variable) { return variable == "q"; }

  /// `joint` by its place in the description. `of_one_link`: the variable stands in the chain of a single link.
  void note(const std::string& variable, std::size_t joint, bool of_one_link, SourceLine source);

  /// Notes every variable that stands for two joints, and every number that is not that of its joint.
  template <Scalar P>
  void check(const RobotDescription<P>& robot, Diagnostics& diagnostics) const;

 private:
  struct Use {
    std::string variable;
    std::size_t joint;
    bool of_one_link;
    SourceLine source;
  };
  std::vector<Use> uses_;
};

extern template void JointVariables::check(const RobotDescription<double>&, Diagnostics&) const;
extern template void JointVariables::check(const RobotDescription<Expr>&, Diagnostics&) const;

}  // namespace sinew
