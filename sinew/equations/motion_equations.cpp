// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/motion_equations.h"

#include <algorithm>

#include "sinew/algorithms/energy.h"
#include "sinew/algorithms/inverse_dynamics.h"

namespace sinew {

namespace {

/// Where q̇i·q̇j, i < j, stands in [q̇q̇].
int product_index(int i, int j, int n) { return i * n - i * (i + 1) / 2 + (j - i - 1); }

/// Sorts the terms of τ by the rates that they multiply.
MotionEquations sorted_by_rates(SymbolicRobot& robot, PolynomialMatrix torque) {
  const int n = robot.size();
  Ring& ring = *robot.ring;
  MotionEquations result{std::move(torque),
                         PolynomialMatrix(n, n),
                         PolynomialMatrix(n, 1),
                         PolynomialMatrix(n, 1),
                         PolynomialMatrix(n, n * (n - 1) / 2),
                         PolynomialMatrix(n, n)};
  for (int k = 0; k < n; ++k) {
    for (const auto& [rates_id, coefficient] : ring.coefficients(result.torque(k, 0), &Ring::Generator::is_rate)) {
      const Ring::PlainProduct& product = ring.plain(rates_id);
      if (product.empty()) {
        result.gravity(k, 0) = coefficient;
        continue;
      }
      const Symbol& first = *ring.generators()[product.front().generator].symbol;
      if (first.kind == SymbolKind::Acceleration)
        result.mass(k, first.joint) = coefficient;
      else
        result.velocity(k, 0) += coefficient * ring.term({rates_id, 0}, Rational(1));
    }
    const SortedVelocity sorted = sorted_velocity(robot, result.velocity(k, 0));
    for (int j = 0; j < n; ++j) result.centrifugal(k, j) = sorted.squares[static_cast<std::size_t>(j)];
    for (int j = 0; j < n * (n - 1) / 2; ++j) result.coriolis(k, j) = sorted.products[static_cast<std::size_t>(j)];
  }
  return result;
}

}  // namespace

SortedVelocity sorted_velocity(SymbolicRobot& robot, const Polynomial& velocity) {
  const int n = robot.size();
  Ring& ring = *robot.ring;
  SortedVelocity sorted{std::vector<Polynomial>(static_cast<std::size_t>(n * (n - 1) / 2)),
                        std::vector<Polynomial>(static_cast<std::size_t>(n))};
  for (const auto& [rates_id, coefficient] : ring.coefficients(velocity, &Ring::Generator::is_rate)) {
    const Ring::PlainProduct& product = ring.plain(rates_id);
    const int first = ring.generators()[product.front().generator].symbol->joint;
    const int last = ring.generators()[product.back().generator].symbol->joint;
    if (product.size() == 1)
      sorted.squares[static_cast<std::size_t>(first)] = coefficient;
    else
      sorted.products[static_cast<std::size_t>(product_index(std::min(first, last), std::max(first, last), n))] =
          coefficient;
  }
  return sorted;
}

PolynomialMatrix rates(SymbolicRobot& robot) {
  PolynomialMatrix result(robot.size(), 1);
  for (int k = 0; k < robot.size(); ++k) result(k, 0) = robot.ring->generator(robot.qd[static_cast<std::size_t>(k)]);
  return result;
}

MotionEquations newton_euler_equations(SymbolicRobot& robot) {
  const Model<Expr> rigid = without(robot.model, {.friction = true, .springs = true});
  InverseDynamicsScratch<Expr> scratch(rigid);
  std::vector<Expr> tau(robot.q.size());
  inverse_dynamics<Expr, Expr>(rigid, robot.q, robot.qd, robot.qdd, scratch, tau);
  PolynomialMatrix torque(robot.size(), 1);
  for (std::size_t k = 0; k < tau.size(); ++k) torque.entries[k] = robot.ring->polynomial(tau[k]);
  return sorted_by_rates(robot, std::move(torque));
}

EnergyEquations energy_equations(SymbolicRobot& robot) {
  EnergyScratch<Expr> scratch(robot.model);
  std::vector<BodyEnergy<Expr>> links(static_cast<std::size_t>(robot.model.link_count()));
  const Energy<Expr> whole = energy<Expr, Expr>(robot.model, robot.q, robot.qd, robot.model.gravity(), scratch, links);
  EnergyEquations result;
  const Expr half(0.5);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const BodyMotion<Expr>& body = scratch.bodies[i];
    result.kinetic.push_back(robot.ring->polynomial(half * dot(body.v, body.inertia * body.v)));
    result.potential.push_back(robot.ring->polynomial(links[i].potential));
    result.total_kinetic += result.kinetic.back();
    result.gravity_potential += result.potential.back();
  }
  result.rotors = robot.ring->polynomial(whole.rotors);
  result.total_kinetic += result.rotors;
  result.springs = robot.ring->polynomial(whole.springs);
  const auto add_spring = [&](const Expr& stiffness, const Expr& stretched) {
    ExprGraph& graph = *robot.graph;
    if (!stiffness.is_zero())
      result.spring_terms.push_back(
          graph.product({Expr(Rational(1, 2)) * stiffness, graph.node(Expr::Op::Power, {stretched}, 2)}));
  };
  for (int i = 0; i < robot.model.link_count(); ++i) {
    const Link<Expr>& link = robot.model.link(i);
    if (!link.spring) continue;
    const Expr& q = robot.q[static_cast<std::size_t>(link.position_index)];
    add_spring(link.spring->stiffness, link.multiplier * q + link.offset - link.spring->rest);
  }
  for (const Coupling<Expr>& coupling : robot.model.couplings())
    add_spring(coupling.stiffness, stretch<Expr, Expr>(robot.model, coupling, robot.q));
  result.total_potential = result.gravity_potential + result.springs;
  return result;
}

MotionEquations lagrange_equations(SymbolicRobot& robot, const EnergyEquations& energy) {
  Ring& ring = *robot.ring;
  PolynomialMatrix torque(robot.size(), 1);
  for (std::size_t k = 0; k < robot.q.size(); ++k) {
    const Symbol &q = robot.q[k].symbol(), &qd = robot.qd[k].symbol();
    torque.entries[k] = ring.time_derivative(ring.derivative(energy.total_kinetic, qd)) -
                        ring.derivative(energy.total_kinetic, q) + ring.derivative(energy.gravity_potential, q);
  }
  return sorted_by_rates(robot, std::move(torque));
}

std::vector<PolynomialMatrix> christoffel_matrices(SymbolicRobot& robot, const PolynomialMatrix& mass) {
  const int n = robot.size();
  Ring& ring = *robot.ring;
  // slope[k](i, j) = ∂M_ij/∂q_k
  std::vector<PolynomialMatrix> slope(static_cast<std::size_t>(n), PolynomialMatrix(n, n));
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j)
        slope[static_cast<std::size_t>(k)](i, j) = slope[static_cast<std::size_t>(k)](j, i) =
            ring.derivative(mass(i, j), robot.q[static_cast<std::size_t>(k)].symbol());
  const auto at = [&](int k) -> const PolynomialMatrix& { return slope[static_cast<std::size_t>(k)]; };
  const Rational half(1, 2);
  std::vector<PolynomialMatrix> result(static_cast<std::size_t>(n), PolynomialMatrix(n, n));
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j)
        result[static_cast<std::size_t>(k)](i, j) = result[static_cast<std::size_t>(k)](j, i) =
            half * (at(i)(k, j) + at(j)(k, i) - at(k)(i, j));
  return result;
}

void complete_from_mass(SymbolicRobot& robot, MotionEquations& equations) {
  const int n = robot.size();
  Ring& ring = *robot.ring;
  const std::vector<PolynomialMatrix> christoffel = christoffel_matrices(robot, equations.mass);
  const PolynomialMatrix qd = rates(robot);
  PolynomialMatrix torque(n, 1);
  for (int k = 0; k < n; ++k) {
    torque(k, 0) = equations.gravity(k, 0) + (transposed(qd) * (christoffel[static_cast<std::size_t>(k)] * qd))(0, 0);
    for (int j = 0; j < n; ++j)
      torque(k, 0) += equations.mass(k, j) * ring.generator(robot.qdd[static_cast<std::size_t>(j)]);
  }
  equations = sorted_by_rates(robot, std::move(torque));
}

std::vector<Expr> friction_efforts(const SymbolicRobot& robot) {
  std::vector<Expr> efforts;
  for (int k = 0; k < robot.size(); ++k) efforts.push_back(friction_at<Expr, Expr>(robot.model, robot.q, robot.qd, k));
  return efforts;
}

std::vector<Expr> spring_efforts(const SymbolicRobot& robot) {
  std::vector<Expr> efforts;
  for (int k = 0; k < robot.size(); ++k) efforts.push_back(spring_at<Expr, Expr>(robot.model, robot.q, k));
  return efforts;
}

}  // namespace sinew
