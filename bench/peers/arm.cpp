// SPDX-License-Identifier: BSD-3-Clause
#include "bench/peers/arm.h"

#include <numbers>
#include <random>
#include <utility>

#include "sinew/formats/load.h"

namespace sinew_peers {

using namespace sinew;

Model<double> shipped_arm(const std::string& name) {
  const Model<double> whole = load_robot(SINEW_SOURCE_DIR "/robots/" + name + ".yaml").model;
  Model<double>::Parts parts = without(whole, {.friction = true, .motors = true, .springs = true}).parts();
  std::size_t count = 0;
  while (count < parts.links.size() && parts.links[count].parent == static_cast<int>(count) - 1 &&
         turns(parts.links[count].kind))
    ++count;
  while (parts.links.size() > count) {
    const Link<double> last = std::move(parts.links.back());
    parts.links.pop_back();
    const Pose<double> X_PL = place(last);
    parts.links[static_cast<std::size_t>(last.parent)].inertia += X_PL * last.inertia;
    for (Frame<double>& frame : parts.frames)
      if (frame.link == static_cast<int>(parts.links.size())) frame = {frame.name, last.parent, X_PL * frame.X_LF};
  }
  return Model<double>(std::move(parts));
}

std::vector<State> random_states(const Model<double>& arm, int count) {
  std::mt19937_64 engine(7);
  const auto some = [&](double size) {
    std::vector<double> x(static_cast<std::size_t>(arm.velocity_count()));
    for (double& value : x) value = size * (static_cast<double>(engine() >> 11U) * 0x1p-52 - 1.0);
    return x;
  };
  std::vector<State> states;
  for (int k = 0; k < count; ++k) {
    std::vector<double> q = some(std::numbers::pi), qd = some(2.0), qdd = some(5.0);
    states.push_back({std::move(q), std::move(qd), std::move(qdd), some(50.0)});
  }
  return states;
}

Pose<double> place(const Link<double>& link) {
  return link.X_PJ * Pose<double>{Rotation<double>::about_z(link.at_zero), {}};
}

}  // namespace sinew_peers
