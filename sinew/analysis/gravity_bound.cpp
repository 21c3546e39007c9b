// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/gravity_bound.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/random_states.h"

namespace sinew {

Eigen::MatrixXd gravity_torque_derivative(const Model<double>& model, In<double> q, const Vec3<double>& gravity,
                                          Workspace& work) {
  const int n = model.velocity_count();
  RowMatrix by_q(n, n), by_qd(n, n), M(n, n);
  // at rest τ is g(q) and what friction and springs ask; those stand on the diagonal of their own joints
  numbers::inverse_dynamics_derivatives(model, q, work.trace.zeros, work.trace.zeros, {gravity, {}, {}}, work,
                                        out(by_q), out(by_qd), out(M));
  for (const Link<double>& link : model.links())
    if (link.spring)
      by_q(link.velocity_index, link.velocity_index) -= link.multiplier * link.multiplier * link.spring->stiffness;
  return by_q;
}

namespace {

/// Of the joints alone: a floating base's own turn is not what a joint controller has to do with.
double norm_at(const Model<double>& model, const Eigen::VectorXd& q, Workspace& work) {
  const int joints = model.independent_count();
  const Eigen::MatrixXd G =
      gravity_torque_derivative(model, in(q), model.gravity(), work).bottomRightCorner(joints, joints);
  // ∂g/∂q = ∂²U/∂q² is symmetric
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(G, Eigen::EigenvaluesOnly).eigenvalues().cwiseAbs().maxCoeff();
}

}  // namespace

GravityBound gravity_bound(const Model<double>& model, unsigned seed) {
  GravityBound best;
  Workspace work(model);
  RandomStates random(seed);
  const int first = model.floating_base() ? 7 : 0;
  Eigen::VectorXd lower(model.position_count()), upper(model.position_count());
  lower.setConstant(-1.0);
  upper.setConstant(1.0);
  bool slides_freely = false;
  for (const Link<double>& link : model.links()) {
    if (link.follows) continue;
    const double reach = turns(link.kind) ? std::numbers::pi : 1.0;
    lower[link.position_index] = std::isfinite(link.limits.lower) ? link.limits.lower : -reach;
    upper[link.position_index] = std::isfinite(link.limits.upper) ? link.limits.upper : reach;
    slides_freely =
        slides_freely || (!turns(link.kind) && !(std::isfinite(link.limits.lower) && std::isfinite(link.limits.upper)));
  }
  // climb by coordinates from many starts: the surface is a polynomial in sines and cosines, smooth but for ridges
  // where eigenvalues meet, which a coordinate search with a shrinking step does not mind
  constexpr int starts = 40;
  for (int start = 0; start < starts; ++start) {
    Eigen::VectorXd q = random.position(model);
    if (start == 0)
      for (int i = first; i < q.size(); ++i) q[i] = std::clamp(0.0, lower[i], upper[i]);
    double here = norm_at(model, q, work);
    for (double step = 0.5; step > 1e-9;) {
      bool climbed = false;
      for (int i = first; i < q.size(); ++i)
        for (const double sign : {1.0, -1.0}) {
          const double was = q[i];
          q[i] = std::clamp(was + sign * step, lower[i], upper[i]);
          if (const double there = norm_at(model, q, work); there > here) {
            here = there;
            climbed = true;
          } else {
            q[i] = was;
          }
        }
      if (!climbed) step *= 0.5;
    }
    if (here > best.norm || best.q.size() == 0) {
      best.norm = here;
      best.q = q;
    }
  }
  // a slide without stops: does the norm still grow along it?
  if (slides_freely) {
    Eigen::VectorXd q = best.q;
    for (const Link<double>& link : model.links())
      if (!link.follows && !turns(link.kind) && !std::isfinite(link.limits.upper)) q[link.position_index] += 1e3;
    Eigen::VectorXd back = best.q;
    for (const Link<double>& link : model.links())
      if (!link.follows && !turns(link.kind) && !std::isfinite(link.limits.lower)) back[link.position_index] -= 1e3;
    best.bounded = std::max(norm_at(model, q, work), norm_at(model, back, work)) <= best.norm * (1.0 + 1e-9);
  }
  return best;
}

}  // namespace sinew
