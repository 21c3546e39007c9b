// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/simulation/simulation_record.h"

#include <numeric>

namespace sinew {

const char* name_of(SimulationEvent::Kind kind) {
  using Kind = SimulationEvent::Kind;
  switch (kind) {
    case Kind::StartsSliding:
      return "starts sliding";
    case Kind::Sticks:
      return "sticks";
    case Kind::HitsStop:
      return "hits its stop";
    case Kind::RestsAtStop:
      return "rests at its stop";
    case Kind::LeavesStop:
      return "leaves its stop";
    case Kind::BouncesEnd:
      return "ends its bounces";
    case Kind::StopCondition:
      return "condition met";
    case Kind::RobotChange:
      return "robot changed";
    case Kind::MethodChange:
      return "method changed";
  }
  return "";
}

double EnergyLedger::residual() const {
  const auto sum = [](const std::vector<double>& x) { return std::accumulate(x.begin(), x.end(), 0.0); };
  return total() - (at_start + sum(drive) + wrenches + changes - sum(viscous) - sum(dry) - sum(impacts));
}

}  // namespace sinew
