// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sinew/equations/cartesian_equations.h"
#include "sinew/equations/document.h"
#include "sinew/equations/motion_equations.h"
#include "sinew/equations/parametrisation.h"
#include "sinew/symbolic/readable.h"

namespace sinew {

/// What can be asked of a robot's equations.
enum class EquationPart {
  Torque,          ///< τ, every term labelled
  Mass,            ///< M(q)
  Velocity,        ///< c(q, q̇), every term labelled
  Gravity,         ///< g(q)
  Coriolis,        ///< B(q) of [q̇q̇]
  Centrifugal,     ///< Csq(q) of [q̇²], Craig's C
  Christoffel,     ///< Γ_i(q) with c_i = q̇ᵀ·Γ_i·q̇
  Factorisations,  ///< C, C′ and C″
  Energy,          ///< T and U per link and in all, the Lagrangian
  Routes,          ///< Newton-Euler against Euler-Lagrange
  Jacobian,        ///< J, J̇, J⁻¹, where it is singular
  Cartesian,       ///< M_x, c_x, g_x and the other forms
  Parameters,      ///< Y·a with the fewest a
  BaseParameters,  ///< inertial parameters regrouped by Gautier and Khalil's rules
  GravityDesign,   ///< when g vanishes
  GravityBound,    ///< α ≥ ‖∂g/∂q‖
  Friction,        ///< what friction and springs add
};

/// All parts with the names under which they are asked for.
struct EquationPartName {
  EquationPart part;
  const char* name;
  const char* what;
};
const std::vector<EquationPartName>& equation_parts();

/// Derives a robot's equations as they are asked for, each thing once, and sets them out as sections.
class EquationBook {
 public:
  explicit EquationBook(SymbolicRobot& robot) : robot_(robot), readable_(*robot.ring) {}

  /// For the Jacobian and the Cartesian forms. Without one, it is the frame where the arm ends, in the axes of the world.
  void choose(CartesianChoice choice) { choice_ = std::move(choice); }

  /// What g is to be made equal to, one entry per joint, in place of zero.
  void want_gravity(std::vector<Polynomial> wanted) { wanted_gravity_ = std::move(wanted); }

  /// From energy, in place of Newton and Euler.
  void use_lagrange() { motion_ = lagrange_equations(robot_, energy()); }

  Section section(EquationPart part);

  const MotionEquations& motion();
  const EnergyEquations& energy();
  const CartesianEquations& cartesian();
  const MinimalParametrisation& parametrisation();
  Readable& readable() { return readable_; }
  SymbolicRobot& robot() { return robot_; }

  /// What rotors and springs hold, T_rotors and U_springs, and all of U.
  Equation rotor_energy();
  Equation spring_energy();
  Equation total_potential();

  /// How many terms the closed form of τ has: what makes an equation too long to print.
  std::size_t term_count();

 private:
  Section torque_section();
  Section mass_section();
  Section velocity_section();
  Section gravity_section();
  Section coriolis_section();
  Section centrifugal_section();
  Section christoffel_section();
  Section factorisation_section();
  Section energy_section();
  Section routes_section();
  Section jacobian_section();
  Section cartesian_section();
  Section parameter_section();
  Section base_parameter_section();
  Section gravity_design_section();
  Section gravity_bound_section();
  Section friction_section();

  Equation matrix_equation(MathName name, const PolynomialMatrix& matrix);
  Equation quotient_equation(MathName name, const PolynomialMatrix& matrix, int power, bool by_rates);
  void add_configuration_space(Section& section, const PolynomialMatrix& velocity, int power, const std::string& index);
  std::vector<std::pair<Expr, std::string>> labelled_velocity_terms(const Polynomial& velocity);
  std::vector<Expr> factors_that_move(const Factorisation& product);
  std::string what_is_left_out() const;
  Paragraph motor_coordinates() const;
  Equation inverse_equation();
  Expr with_springs(const Polynomial& rest, bool subtracted);

  SymbolicRobot& robot_;
  Readable readable_;
  std::optional<CartesianChoice> choice_;
  std::vector<Polynomial> wanted_gravity_;
  std::optional<MotionEquations> motion_;
  std::optional<EnergyEquations> energy_;
  std::optional<CartesianEquations> cartesian_;
  std::optional<MinimalParametrisation> parametrisation_;
};

}  // namespace sinew
