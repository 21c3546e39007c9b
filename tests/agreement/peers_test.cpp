// SPDX-License-Identifier: BSD-3-Clause
#include "bench/peers/peers.h"

#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "tests/agreement/differences.h"

/// Other libraries, made from the same model, give the same answers.
namespace {

using namespace sinew;
using sinew_peers::Peer;
using sinew_peers::State;
using sinew_test::relative_difference;

std::vector<double> flat(const std::vector<Pose<double>>& poses) {
  std::vector<double> all;
  for (const Pose<double>& X : poses) {
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) all.push_back(X.R(r, c));
    all.insert(all.end(), {X.p.x, X.p.y, X.p.z});
  }
  return all;
}

class EveryPeer : public testing::TestWithParam<const char*> {
 protected:
  EveryPeer()
      : arm_(sinew_peers::shipped_arm(GetParam())),
        work_(arm_),
        states_(sinew_peers::random_states(arm_, 20)),
        peers_(sinew_peers::peers_of(arm_)) {
    for (const auto& peer : peers_) peer->take(states_);
  }

  void SetUp() override {
    if (peers_.empty()) GTEST_SKIP() << "no other library is installed";
  }

  std::size_t n() const { return static_cast<std::size_t>(arm_.velocity_count()); }

  /// `ours` fills its room with our answer; `theirs` has the peer compute its own and returns it.
  void expect_agreement(std::size_t size, const std::function<void(const State&, std::vector<double>&)>& ours,
                        const std::function<std::vector<double>(Peer&, std::size_t)>& theirs) {
    for (const auto& peer : peers_) {
      double largest = 0;
      for (std::size_t k = 0; k < states_.size(); ++k) {
        std::vector<double> answer(size);
        ours(states_[k], answer);
        largest = std::max(largest, relative_difference(answer, theirs(*peer, k)));
      }
      EXPECT_LT(largest, peer->tolerance()) << peer->name();
      std::ostringstream shown;
      shown << largest;
      RecordProperty(peer->name(), shown.str());  // with --gtest_output=xml
    }
  }

  Model<double> arm_;
  Workspace work_;
  std::vector<State> states_;
  std::vector<std::unique_ptr<Peer>> peers_;
};
INSTANTIATE_TEST_SUITE_P(Of, EveryPeer, testing::Values("ur5", "panda", "iiwa14"),
                         [](const auto& robot) { return std::string(robot.param); });

TEST_P(EveryPeer, NeedsTheSameTorques) {
  expect_agreement(
      n(), [&](const State& s, std::vector<double>& tau) { numbers::torque(arm_, s.q, s.qd, s.qdd, work_, tau); },
      [](Peer& peer, std::size_t k) {
        peer.inverse_dynamics(k);
        return peer.tau();
      });
}

TEST_P(EveryPeer, HasTheSameMassMatrix) {
  expect_agreement(
      n() * n(), [&](const State& s, std::vector<double>& M) { numbers::mass_matrix(arm_, s.q, work_, M); },
      [](Peer& peer, std::size_t k) {
        peer.mass_matrix(k);
        return peer.M();
      });
}

TEST_P(EveryPeer, AcceleratesAlike) {
  expect_agreement(
      n(), [&](const State& s, std::vector<double>& qdd) { numbers::acceleration(arm_, s.q, s.qd, s.tau, work_, qdd); },
      [](Peer& peer, std::size_t k) {
        peer.forward_dynamics(k);
        return peer.qdd();
      });
}

TEST_P(EveryPeer, PlacesEveryLinkAlike) {
  expect_agreement(
      12 * n(),
      [&](const State& s, std::vector<double>& all) {
        std::vector<Pose<double>> X_WL(n());
        Pose<double> X_WB;
        numbers::poses(arm_, s.q, work_, X_WL, X_WB);
        all = flat(X_WL);
      },
      [](Peer& peer, std::size_t k) {
        peer.poses(k);
        return flat(peer.X_WL());
      });
}

TEST_P(EveryPeer, HasTheSameJacobian) {
  expect_agreement(
      6 * n(),
      [&](const State& s, std::vector<double>& J) {
        numbers::jacobian(arm_, s.q, {arm_.link_count() - 1, {}}, work_, J);
      },
      [](Peer& peer, std::size_t k) {
        peer.jacobian(k);
        return peer.J();
      });
}

}  // namespace
