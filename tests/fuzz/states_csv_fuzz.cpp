// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "sinew/formats/states_csv.h"
#include "tests/fuzz/small_robots.h"

/// Any bytes as a file of states: refused, or states of the robot's size with finite numbers, row by row.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  const std::string text(reinterpret_cast<const char*>(data), size);
  static const Model<double> models[] = {sinew_test::planar_arm(), sinew_test::floating_arm()};
  for (const Model<double>& model : models) {
    std::istringstream in(text);
    try {
      const State start = zero_state(model);
      StatesReader reader(in, "fuzz.csv", model, start);
      State state = start;
      while (reader.next(state))
        for (const StatePart part :
             {StatePart::Position, StatePart::Velocity, StatePart::Acceleration, StatePart::Effort}) {
          if (state.part(part).size() != start.part(part).size()) std::abort();
          for (const double number : state.part(part))
            if (!std::isfinite(number)) std::abort();
        }
    } catch (const InputError&) {
      continue;
    }
  }
  return 0;
}
