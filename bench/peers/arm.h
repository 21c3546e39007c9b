// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/model/model.h"

/// Ours and other libraries on the same arms at the same states.
namespace sinew_peers {

/// A robot that we ship, as all of the libraries know robots: a chain of links without friction, springs and rotors.
/// What hangs on the arm by more joints (the fingers of Panda) is part of its last link, as it stands at q = 0.
sinew::Model<double> shipped_arm(const std::string& name);

/// What can be asked about: where the arm is, how it moves, and what it is driven by.
struct State {
  std::vector<double> q, qd, qdd, tau;
};
/// The same on every machine.
std::vector<State> random_states(const sinew::Model<double>& arm, int count);

/// The joint's frame in the parent's at q = 0: X_PL(q) = place(link)·Rz(q), or ·Tz(q).
sinew::Pose<double> place(const sinew::Link<double>& link);

}  // namespace sinew_peers
