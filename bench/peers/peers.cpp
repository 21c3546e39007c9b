// SPDX-License-Identifier: BSD-3-Clause
#include "bench/peers/peers.h"

#include "bench/peers/mujoco_simulation.h"

namespace sinew_peers {

// each in its own file, where its library is installed
std::unique_ptr<Peer> kdl_arm(const sinew::Model<double>& arm);
std::unique_ptr<Peer> dart_arm(const sinew::Model<double>& arm);
std::unique_ptr<Peer> mujoco_arm(const sinew::Model<double>& arm);
std::unique_ptr<MujocoSimulation> mujoco_arm_in_time(const sinew::Model<double>& arm, double time_step);

std::vector<std::unique_ptr<Peer>> peers_of([[maybe_unused]] const sinew::Model<double>& arm) {
  std::vector<std::unique_ptr<Peer>> peers;
#ifdef SINEW_HAS_KDL
  peers.push_back(kdl_arm(arm));
#endif
#ifdef SINEW_HAS_DART
  peers.push_back(dart_arm(arm));
#endif
#ifdef SINEW_HAS_MUJOCO
  peers.push_back(mujoco_arm(arm));
#endif
  return peers;
}

std::unique_ptr<MujocoSimulation> mujoco_simulation([[maybe_unused]] const sinew::Model<double>& arm,
                                                    [[maybe_unused]] double time_step) {
#ifdef SINEW_HAS_MUJOCO
  return mujoco_arm_in_time(arm, time_step);
#else
  return nullptr;
#endif
}

}  // namespace sinew_peers
