// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/peers/peers.h"

namespace sinew_bench {

/// Where our answers go, with room for any of them.
struct Answers {
  explicit Answers(const sinew::Model<double>& arm);

  std::vector<double> vector, A, B, C, J, Y;
  std::vector<sinew::Pose<double>> X_WL;
  sinew::Pose<double> X_WB;
};

/// What is asked of an arm at one state, of ours and of others.
struct Question {
  using Peer = sinew_peers::Peer;

  std::string name;
  std::function<void(const sinew::Model<double>&, const sinew_peers::State&, sinew::Workspace&, Answers&)> ours;
  /// Nothing where the others have no such answer: then ours is measured against their inverse dynamics.
  void (Peer::*theirs)(std::size_t state) = nullptr;
  double target;  ///< how much of KDL's time ours may take
};

const std::vector<Question>& questions();

}  // namespace sinew_bench
