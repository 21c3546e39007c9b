// SPDX-License-Identifier: BSD-3-Clause
#include "bench/dynamics/questions.h"

namespace sinew_bench {

using namespace sinew;
using sinew_peers::Peer;
using sinew_peers::State;

Answers::Answers(const Model<double>& arm)
    : vector(at(arm.velocity_count())),
      A(vector.size() * vector.size()),
      B(A.size()),
      C(A.size()),
      J(6 * vector.size()),
      Y(vector.size() * at(regressor_columns(arm))),
      X_WL(at(arm.link_count())) {}

const std::vector<Question>& questions() {
  using Arm = Model<double>;
  static const std::vector<Question> all = {
      {"inverse_dynamics",
       [](const Arm& arm, const State& s, Workspace& work, Answers& out) {
         numbers::torque(arm, s.q, s.qd, s.qdd, work, out.vector);
       },
       &Peer::inverse_dynamics, 0.15},
      {"mass_matrix",
       [](const Arm& arm, const State& s, Workspace& work, Answers& out) {
         numbers::mass_matrix(arm, s.q, work, out.A);
       },
       &Peer::mass_matrix, 0.10},
      {"forward_dynamics",
       [](const Arm& arm, const State& s, Workspace& work, Answers& out) {
         numbers::acceleration(arm, s.q, s.qd, s.tau, work, out.vector);
       },
       &Peer::forward_dynamics, 0.13},
      {"poses",
       [](const Arm& arm, const State& s, Workspace& work, Answers& out) {
         numbers::poses(arm, s.q, work, out.X_WL, out.X_WB);
       },
       &Peer::poses, 0.22},
      {"jacobian",
       [](const Arm& arm, const State& s, Workspace& work, Answers& out) {
         numbers::jacobian(arm, s.q, {arm.link_count() - 1, {}}, work, out.J);
       },
       &Peer::jacobian, 0.13},
      {"coriolis_matrix",
       [](const Arm& arm, const State& s, Workspace& work, Answers& out) {
         numbers::coriolis_matrix(arm, s.q, s.qd, work, out.A);
       },
       nullptr, 0.55},
      {"inverse_dynamics_derivatives",
       [](const Arm& arm, const State& s, Workspace& work, Answers& out) {
         numbers::torque_derivatives(arm, {s.q, s.qd, s.qdd}, numbers::own_loads(arm), work, {out.A, out.B, out.C});
       },
       nullptr, 0.70},
      {"forward_dynamics_derivatives",
       [](const Arm& arm, const State& s, Workspace& work, Answers& out) {
         numbers::acceleration_derivatives(arm, {s.q, s.qd, s.tau}, numbers::own_loads(arm), work,
                                           {out.A, out.B, out.C});
       },
       nullptr, 1.15},
      {"inverse_mass_matrix",
       [](const Arm& arm, const State& s, Workspace& work, Answers& out) {
         numbers::inverse_mass_matrix(arm, s.q, work, out.A);
       },
       nullptr, 0.40},
      {"regressor",
       [](const Arm& arm, const State& s, Workspace& work, Answers& out) {
         numbers::regressor(arm, s.q, s.qd, s.qdd, arm.gravity(), work, out.Y);
       },
       nullptr, 0.50},
  };
  return all;
}

}  // namespace sinew_bench
