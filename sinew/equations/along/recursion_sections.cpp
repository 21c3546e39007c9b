// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/along/recursion_sections.h"

#include <string>
#include <utility>
#include <vector>

#include "sinew/algorithms/energy.h"
#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/algorithms/mass_matrix.h"
#include "sinew/equations/names.h"

namespace sinew {

namespace {

using Column = std::vector<Expr>;

Column efforts(const Model<Expr>& model, const Column& q, const Column& qd, const Column& qdd) {
  InverseDynamicsScratch<Expr> scratch(model);
  Column tau(qd.size());
  inverse_dynamics<Expr, Expr>(model, q, qd, qdd, scratch, tau);
  return tau;
}

/// What each cause asks of the joints.
struct Causes {
  explicit Causes(const SymbolicRobot& robot) {
    const Column still(robot.q.size());
    const Model<Expr> rigid = without(robot.model, {.friction = true, .springs = true});
    const Model<Expr> weightless = without(rigid, {.gravity = true});
    inertial = efforts(weightless, robot.q, still, robot.qdd);
    velocity = efforts(weightless, robot.q, robot.qd, still);
    gravity = efforts(rigid, robot.q, still, still);
  }
  Column inertial, velocity, gravity;
};

Section torques(const SymbolicRobot& robot) {
  Section section{"Torques", {}};
  const Causes causes(robot);
  const Column friction = friction_efforts(robot), springs = spring_efforts(robot);
  for (std::size_t k = 0; k < robot.q.size(); ++k) {
    LabelledSum sum{indexed("tau", static_cast<int>(k) + 1), {}};
    const std::pair<const Column&, const char*> all[] = {{causes.inertial, "inertial"},
                                                         {causes.velocity, "velocity"},
                                                         {causes.gravity, "gravity"},
                                                         {friction, "friction"},
                                                         {springs, "spring"}};
    for (const auto& [column, cause] : all)
      if (!column[k].is_zero()) sum.terms.emplace_back(column[k], cause);
    section.blocks.emplace_back(std::move(sum));
  }
  return section;
}

Section velocity_terms(const SymbolicRobot& robot) {
  Section section{"Velocity terms c, in some books V", {}};
  const Causes causes(robot);
  for (std::size_t k = 0; k < robot.q.size(); ++k)
    section.blocks.emplace_back(LabelledSum{indexed("c", static_cast<int>(k) + 1), {{causes.velocity[k], "velocity"}}});
  return section;
}

Section gravity_terms(const SymbolicRobot& robot) {
  return {"Gravity terms g, in some books G",
          {Equation{named("g", "q"), robot.size(), 1, Causes(robot).gravity, {}, {}}}};
}

Section mass_matrix_section(const SymbolicRobot& robot) {
  MassMatrixScratch<Expr> scratch(robot.model);
  Column M(robot.q.size() * robot.q.size());
  mass_matrix<Expr, Expr>(robot.model, robot.q, scratch, M);
  return {"Mass matrix", {Equation{named("M", "q"), robot.size(), robot.size(), std::move(M), {}, {}}}};
}

Section energies(const SymbolicRobot& robot) {
  EnergyScratch<Expr> scratch(robot.model);
  std::vector<BodyEnergy<Expr>> links(static_cast<std::size_t>(robot.model.link_count()));
  const Energy<Expr> whole = energy<Expr, Expr>(robot.model, robot.q, robot.qd, robot.model.gravity(), scratch, links);
  Section section{"Energy", {}};
  const auto add = [&](MathName name, const Expr& value) {
    section.blocks.emplace_back(Equation{std::move(name), 1, 1, {value}, {}, {}});
  };
  Expr kinetic = whole.rotors, potential = whole.springs;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const BodyMotion<Expr>& body = scratch.bodies[i];
    const Expr own = Expr(0.5) * dot(body.v, body.inertia * body.v);
    if (!robot.model.link(static_cast<int>(i)).is_motor) {  // which is without mass
      add(indexed("T", static_cast<int>(i) + 1), own);
      add(indexed("U", static_cast<int>(i) + 1), links[i].potential);
    }
    kinetic += own;
    potential += links[i].potential;
  }
  if (!whole.rotors.is_zero()) add({"T_rotors", "T_rotors", "T_{\\text{rotors}}"}, whole.rotors);
  if (!whole.springs.is_zero()) add({"U_springs", "U_springs", "U_{\\text{springs}}"}, whole.springs);
  add(named("T"), kinetic);
  add(named("U"), potential);
  add({"L", "L = T − U", "L = T - U"}, kinetic - potential);
  return section;
}

}  // namespace

std::optional<Section> unexpanded_section(const SymbolicRobot& robot, EquationPart part) {
  switch (part) {
    case EquationPart::Torque:
      return torques(robot);
    case EquationPart::Mass:
      return mass_matrix_section(robot);
    case EquationPart::Velocity:
      return velocity_terms(robot);
    case EquationPart::Gravity:
      return gravity_terms(robot);
    case EquationPart::Energy:
      return energies(robot);
    default:
      return std::nullopt;
  }
}

}  // namespace sinew
