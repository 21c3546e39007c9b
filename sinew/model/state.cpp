// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/state.h"

namespace sinew {
namespace {

auto& part_of(auto& state, StatePart part) {
  return part == StatePart::Position       ? state.q
         : part == StatePart::Velocity     ? state.qd
         : part == StatePart::Acceleration ? state.qdd
                                           : state.tau;
}

}  // namespace

const char* symbol_of(StatePart part) {
  switch (part) {
    case StatePart::Position:
      return "q";
    case StatePart::Velocity:
      return "qd";
    case StatePart::Acceleration:
      return "qdd";
    case StatePart::Effort:
      return "tau";
  }
  return "";
}

std::vector<double>& State::part(StatePart part) { return part_of(*this, part); }
const std::vector<double>& State::part(StatePart part) const { return part_of(*this, part); }

State zero_state(const Model<double>& model) {
  const auto n = static_cast<std::size_t>(model.velocity_count());
  State state;
  state.q.assign(static_cast<std::size_t>(model.position_count()), 0.0);
  if (model.floating_base()) state.q[6] = 1.0;
  state.qd = state.qdd = state.tau = std::vector<double>(n, 0.0);
  return state;
}

}  // namespace sinew
