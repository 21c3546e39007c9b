// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/equation_book.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sinew/equations/base_parameter_rules.h"
#include "sinew/equations/factorisations.h"
#include "sinew/equations/gravity_design.h"
#include "sinew/equations/names.h"
#include "sinew/model/end_frame.h"

namespace sinew {

namespace {

Equation scalar_equation(MathName name, Expr value, std::string remark = {}) {
  return {std::move(name), 1, 1, {std::move(value)}, {}, std::move(remark)};
}

/// How long an expression is to read.
std::size_t symbol_count(const Expr& x) {
  if (x.is_constant()) return 1;
  if (x.op() == Expr::Op::Symbol || x.op() == Expr::Op::Sin || x.op() == Expr::Op::Cos) return 1;
  std::size_t count = 0;
  for (const Expr& operand : x.operands()) count += symbol_count(operand);
  return count;
}

std::string counted(int count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

const char* component_name(int component) {
  constexpr std::array names{"ωx", "ωy", "ωz", "vx", "vy", "vz"};
  return names[static_cast<std::size_t>(component)];
}

}  // namespace

const std::vector<EquationPartName>& equation_parts() {
  using P = EquationPart;
  static const std::vector<EquationPartName> parts{
      {P::Torque, "tau", "the torques, every term labelled by its cause"},
      {P::Mass, "M", "mass matrix"},
      {P::Velocity, "c", "velocity terms, centrifugal and Coriolis (V in some books)"},
      {P::Gravity, "g", "gravity terms (G in some books)"},
      {P::Coriolis, "B", "Coriolis coefficients of the products of rates q̇ⱼ·q̇ₖ"},
      {P::Centrifugal, "Csq", "centrifugal coefficients of the squared rates q̇ₖ² (Craig's C)"},
      {P::Christoffel, "christoffel", "Christoffel symbols Γ(i, j, k), one matrix Γ_i per torque: c_i = q̇ᵀ·Γ_i·q̇"},
      {P::Factorisations, "C",
       "Coriolis matrix, Ṁ − 2C skew-symmetric (S in some books); another, and one that is not"},
      {P::Energy, "energy", "kinetic and potential energy per link, the Lagrangian"},
      {P::Routes, "routes", "Newton-Euler against Euler-Lagrange, term by term"},
      {P::Jacobian, "J", "Jacobian of a frame, its rate, inverse and singular configurations"},
      {P::Cartesian, "cartesian", "M_x, c_x, g_x: force and torque form, state and configuration space"},
      {P::Parameters, "parameters", "Y·a with the fewest dynamic coefficients a"},
      {P::BaseParameters, "base-parameters", "inertial parameters regrouped (Gautier and Khalil)"},
      {P::GravityDesign, "balance", "when gravity asks nothing of the joints"},
      {P::GravityBound, "bound", "the least α with ‖∂g/∂q‖ ≤ α"},
      {P::Friction, "friction", "what friction and springs add"},
  };
  return parts;
}

const MotionEquations& EquationBook::motion() {
  if (!motion_) motion_ = newton_euler_equations(robot_);
  return *motion_;
}

const EnergyEquations& EquationBook::energy() {
  if (!energy_) energy_ = energy_equations(robot_);
  return *energy_;
}

const CartesianEquations& EquationBook::cartesian() {
  if (!cartesian_) {
    if (!choice_) choice_ = CartesianChoice{end_frame(robot_.numbers), false, {}};
    cartesian_ = cartesian_equations(robot_, motion(), *choice_);
  }
  return *cartesian_;
}

const MinimalParametrisation& EquationBook::parametrisation() {
  if (!parametrisation_) parametrisation_ = minimal_parametrisation(robot_, motion());
  return *parametrisation_;
}

std::size_t EquationBook::term_count() {
  std::size_t count = 0;
  for (const Polynomial& p : motion().torque.entries) count += p.terms().size();
  return count;
}

Section EquationBook::section(EquationPart part) {
  switch (part) {
    case EquationPart::Torque:
      return torque_section();
    case EquationPart::Mass:
      return mass_section();
    case EquationPart::Velocity:
      return velocity_section();
    case EquationPart::Gravity:
      return gravity_section();
    case EquationPart::Coriolis:
      return coriolis_section();
    case EquationPart::Centrifugal:
      return centrifugal_section();
    case EquationPart::Christoffel:
      return christoffel_section();
    case EquationPart::Factorisations:
      return factorisation_section();
    case EquationPart::Energy:
      return energy_section();
    case EquationPart::Routes:
      return routes_section();
    case EquationPart::Jacobian:
      return jacobian_section();
    case EquationPart::Cartesian:
      return cartesian_section();
    case EquationPart::Parameters:
      return parameter_section();
    case EquationPart::BaseParameters:
      return base_parameter_section();
    case EquationPart::GravityDesign:
      return gravity_design_section();
    case EquationPart::GravityBound:
      return gravity_bound_section();
    case EquationPart::Friction:
      return friction_section();
  }
  return {};
}

Equation EquationBook::matrix_equation(MathName name, const PolynomialMatrix& matrix) {
  Equation equation{std::move(name), matrix.rows, matrix.columns, {}, {}, {}};
  for (const Polynomial& entry : matrix.entries) equation.entries.push_back(readable_.expr(entry));
  return equation;
}

Equation EquationBook::quotient_equation(MathName name, const PolynomialMatrix& matrix, int power, bool by_rates) {
  const Factorisation& below = cartesian().determinant_factors;
  Equation equation{std::move(name), matrix.rows, matrix.columns, {}, {}, {}};
  for (const Polynomial& entry : matrix.entries)
    equation.entries.push_back(by_rates ? readable_.quotient_by_rates(entry, below, power)
                                        : readable_.quotient(entry, below, power));
  return equation;
}

std::vector<std::pair<Expr, std::string>> EquationBook::labelled_velocity_terms(const Polynomial& velocity) {
  Ring& ring = *robot_.ring;
  Polynomial squares, products;
  for (const auto& [rates_id, coefficient] : ring.coefficients(velocity, [](const Ring::Generator& g) {
         return g.symbol != nullptr && g.symbol->kind == SymbolKind::Velocity;
       }))
    (ring.plain(rates_id).size() == 1 ? squares : products) += coefficient * ring.term({rates_id, 0}, Rational(1));
  std::vector<std::pair<Expr, std::string>> terms;
  const auto add = [&](const Polynomial& part, const char* label) {
    if (part.is_zero()) return;
    const Expr by_rates = readable_.by_rates(part), collected = readable_.expr(part);
    terms.emplace_back(symbol_count(collected) < symbol_count(by_rates) ? collected : by_rates, label);
  };
  add(products, "Coriolis");
  add(squares, "centrifugal");
  return terms;
}

/// Which coordinates are motors of elastic joints, and of which.
Paragraph EquationBook::motor_coordinates() const {
  Paragraph paragraph;
  for (const Coupling<Expr>& coupling : robot_.model.couplings()) {
    const auto coordinate = [&](int link) {
      return name_of(robot_.q[static_cast<std::size_t>(robot_.model.link(link).position_index)].symbol());
    };
    const bool is_first = paragraph.pieces.empty();
    paragraph.pieces.emplace_back(coordinate(coupling.motor));
    paragraph.pieces.emplace_back(is_first ? " is the position of the motor that drives " : " that of the motor of ");
    paragraph.pieces.emplace_back(coordinate(coupling.joint));
    if (is_first) paragraph.pieces.emplace_back(" through a spring, on the joint's side of the gear");
    paragraph.pieces.emplace_back(&coupling == &robot_.model.couplings().back() ? "." : "; ");
  }
  return paragraph;
}

Section EquationBook::torque_section() {
  Section section{"Torques", {}};
  if (!robot_.model.couplings().empty()) section.blocks.emplace_back(motor_coordinates());
  const MotionEquations& m = motion();
  const std::vector<Expr> friction = friction_efforts(robot_), springs = spring_efforts(robot_);
  for (int k = 0; k < robot_.size(); ++k) {
    LabelledSum sum{indexed("tau", k + 1), {}};
    const Polynomial inertial = m.torque(k, 0) - m.velocity(k, 0) - m.gravity(k, 0);
    const auto add = [&](const Expr& term, const char* label) {
      if (!term.is_zero()) sum.terms.emplace_back(term, label);
    };
    add(readable_.expr(inertial), "inertial");
    for (auto& term : labelled_velocity_terms(m.velocity(k, 0))) sum.terms.push_back(std::move(term));
    add(readable_.expr(m.gravity(k, 0)), "gravity");
    add(friction[static_cast<std::size_t>(k)], "friction");
    add(springs[static_cast<std::size_t>(k)], "spring");
    section.blocks.emplace_back(std::move(sum));
  }
  return section;
}

Section EquationBook::mass_section() { return {"Mass matrix", {matrix_equation(named("M", "q"), motion().mass)}}; }

Section EquationBook::velocity_section() {
  Section section{"Velocity terms c, in some books V", {}};
  for (int k = 0; k < robot_.size(); ++k)
    section.blocks.emplace_back(LabelledSum{indexed("c", k + 1), labelled_velocity_terms(motion().velocity(k, 0))});
  return section;
}

Section EquationBook::gravity_section() {
  return {"Gravity terms g, in some books G", {matrix_equation(named("g", "q"), motion().gravity)}};
}

Section EquationBook::coriolis_section() {
  Section section{"Coriolis coefficients B of [q̇q̇]", {}};
  if (robot_.size() < 2) return {section.title, {words("One joint has no products of different rates.")}};
  std::string order;
  for (int i = 1; i <= robot_.size(); ++i)
    for (int j = i + 1; j <= robot_.size(); ++j)
      order += (order.empty() ? "" : ", ") + std::string("q̇") + subscript(std::to_string(i)) + "·q̇" +
               subscript(std::to_string(j));
  section.blocks.emplace_back(words("Columns: " + order + "."));
  section.blocks.emplace_back(matrix_equation(named("B", "q"), motion().coriolis));
  return section;
}

Section EquationBook::centrifugal_section() {
  return {"Centrifugal coefficients Csq of [q̇²], Craig's C",
          {matrix_equation(named("Csq", "q"), motion().centrifugal)}};
}

Section EquationBook::christoffel_section() {
  Section section{"Christoffel symbols Γ(i, j, k), one matrix Γ_i(q) per torque: c_i = q̇ᵀ·Γ_i·q̇", {}};
  const auto matrices = christoffel_matrices(robot_, motion().mass);
  for (std::size_t k = 0; k < matrices.size(); ++k)
    section.blocks.emplace_back(matrix_equation(indexed("Gamma", static_cast<int>(k) + 1), matrices[k]));
  return section;
}

Section EquationBook::factorisation_section() {
  Section section{"Coriolis matrix C, in some books S, with c = C(q, q̇)·q̇", {}};
  const auto add = [&](const char* letter, const std::string& what, const VelocityFactorisation& f, bool show_defect) {
    section.blocks.emplace_back(words(what));
    section.blocks.emplace_back(matrix_equation(named(letter), f.matrix));
    section.blocks.emplace_back(
        Verdict{f.is_valid(), std::string(named(letter).unicode) + "·q̇ − c is zero: it is a factorisation"});
    if (f.is_skew()) {
      section.blocks.emplace_back(matrix_equation(
          {std::string("N_") + letter, "Ṁ − 2·" + named(letter).unicode, "\\dot{M} - 2 " + named(letter).latex},
          f.mass_rate_less_twice));
      section.blocks.emplace_back(
          Verdict{true, "Ṁ − 2·" + named(letter).unicode + " plus its transpose is zero: it is skew-symmetric"});
    } else if (show_defect) {
      section.blocks.emplace_back(
          matrix_equation({std::string("N_") + letter, "½·(Ṁ − 2·" + named(letter).unicode + " + transpose)",
                           "\\tfrac{1}{2}\\left(\\dot{M} - 2 " + named(letter).latex + " + (\\cdot)^T\\right)"},
                          f.defect));
      section.blocks.emplace_back(
          Verdict{true, "The symmetric part is not zero: Ṁ − 2·" + named(letter).unicode + " is not skew-symmetric"});
    }
  };
  add("C", "By Christoffel symbols.", christoffel_factorisation(robot_, motion()), false);
  if (robot_.size() == 1) {
    section.blocks.emplace_back(words("For one joint there is no other: C·q̇ = c has one solution."));
    return section;
  }
  const MathName any = name_of(any_factor(robot_).symbol());
  if (const auto other = other_skew_factorisation(robot_, motion()))
    add("C_other",
        "Another one that keeps the property: " + any.unicode + "·S₀ more, with any " + any.unicode +
            ", S₀ skew-symmetric and S₀·q̇ = 0.",
        *other, false);
  else
    section.blocks.emplace_back(words(
        "No other one keeps the property: it would differ by a skew-symmetric S₀ with S₀·q̇ = 0 for every q̇, and for "
        "fewer than three joints that is zero."));
  if (const auto plain = plain_factorisation(robot_, motion()))
    add("C_plain", "A valid one that loses it: each product q̇ᵢ·q̇ⱼ, i < j, counted in column j.", *plain, true);
  else
    add("C_plain",
        "A valid one that loses it: q̇₂, −q̇₁ more at the start of the first row, times any " + any.unicode +
            " but zero; with q̇ that comes to nothing.",
        row_factorisation(robot_, motion()), true);
  return section;
}

Equation EquationBook::rotor_energy() {
  return scalar_equation({"T_rotors", "T_rotors", "T_{\\text{rotors}}"}, readable_.expr(energy().rotors),
                         "½·J·(N·q̇ + ω along its axis)² of each rotor");
}

Equation EquationBook::spring_energy() {
  return scalar_equation({"U_springs", "U_springs", "U_{\\text{springs}}"}, robot_.graph->sum(energy().spring_terms),
                         robot_.model.couplings().empty() ? "½·k·(q − rest)² of each spring"
                                                          : "½·K·(q − θ)² of each elastic joint, θ that of its motor, "
                                                            "and ½·k·(q − rest)² of each spring");
}

/// gravity's part and what springs hold, which would be hard to recognise multiplied out.
Expr EquationBook::with_springs(const Polynomial& rest, bool subtracted) {
  const Expr first = readable_.expr(rest);
  std::vector<Expr> sum = first.op() == Expr::Op::Sum ? first.operands() : std::vector<Expr>{first};
  for (const Expr& spring : energy().spring_terms) sum.push_back(subtracted ? -spring : spring);
  return robot_.graph->sum(std::move(sum));
}

Equation EquationBook::total_potential() {
  return scalar_equation(named("U"), with_springs(energy().gravity_potential, false));
}

Section EquationBook::energy_section() {
  Section section{"Energy", {}};
  const EnergyEquations& e = energy();
  for (std::size_t i = 0; i < e.kinetic.size(); ++i) {
    if (robot_.model.link(static_cast<int>(i)).is_motor) continue;  // without mass
    section.blocks.emplace_back(scalar_equation(indexed("T", static_cast<int>(i) + 1), readable_.expr(e.kinetic[i])));
    section.blocks.emplace_back(scalar_equation(indexed("U", static_cast<int>(i) + 1), readable_.expr(e.potential[i])));
  }
  if (!e.rotors.is_zero()) section.blocks.emplace_back(rotor_energy());
  if (!e.springs.is_zero()) section.blocks.emplace_back(spring_energy());
  section.blocks.emplace_back(scalar_equation(named("T"), readable_.expr(e.total_kinetic)));
  section.blocks.emplace_back(total_potential());
  section.blocks.emplace_back(
      scalar_equation({"L", "L = T − U", "L = T - U"}, with_springs(e.total_kinetic - e.gravity_potential, true)));
  if (!e.springs.is_zero())
    section.blocks.emplace_back(
        words("U and L count the springs, with their torque in τ; g = ∂U/∂q is of gravity alone."));
  return section;
}

Section EquationBook::routes_section() {
  Section section{"Two routes", {}};
  section.blocks.emplace_back(
      words("Newton-Euler goes outward and inward along the links; Euler-Lagrange differentiates T and U, "
            "τ = d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q. Neither knows of the other."));
  const MotionEquations other = lagrange_equations(robot_, energy());
  std::size_t terms = 0;
  for (int k = 0; k < robot_.size(); ++k) {
    const Polynomial difference = motion().torque(k, 0) - other.torque(k, 0);
    terms += motion().torque(k, 0).terms().size();
    if (difference.is_zero()) continue;
    section.blocks.emplace_back(Verdict{false, "They differ in joint " + std::to_string(k + 1) + ":"});
    section.blocks.emplace_back(scalar_equation(indexed("tau", k + 1), readable_.expr(difference), "difference"));
  }
  if (section.blocks.size() == 1)
    section.blocks.emplace_back(
        Verdict{true, "Both routes give the same equations: all " + std::to_string(terms) + " terms agree"});
  return section;
}

Section EquationBook::jacobian_section() {
  const CartesianEquations& c = cartesian();
  std::string rows;
  for (const int component : c.choice.components)
    rows += (rows.empty() ? "" : ", ") + std::string(component_name(component));
  Section section{"Jacobian of " + c.choice.frame, {}};
  section.blocks.emplace_back(words("Rows: " + rows + ", in " +
                                    (c.choice.own_axes ? "the axes of the frame itself." : "the axes of the world.")));
  section.blocks.emplace_back(matrix_equation(named("J", "q"), c.jacobian));
  section.blocks.emplace_back(matrix_equation(named("J'"), c.jacobian_rate));
  if (!c.invertible) {
    section.blocks.emplace_back(words(c.jacobian.rows != c.jacobian.columns
                                          ? "It has no inverse: " + counted(c.jacobian.rows, "row") + " and " +
                                                counted(c.jacobian.columns, "joint") + "."
                                          : "It has no inverse: its determinant is zero everywhere."));
    return section;
  }
  const Expr det = readable_.expr(c.determinant_factors);
  section.blocks.emplace_back(scalar_equation({"det_J", "det J", "\\det J"}, det));
  if (c.jacobian.rows == 1) {
    section.blocks.emplace_back(quotient_equation(named("J^-1"), c.inverse, 1, false));
  } else {
    section.blocks.emplace_back(inverse_equation());
  }
  const std::vector<Expr> factors = factors_that_move(c.determinant_factors);
  if (factors.empty()) {
    section.blocks.emplace_back(words("It is singular nowhere."));
  } else {
    section.blocks.emplace_back(
        words(factors.size() == 1 ? "It is singular where" : "It is singular where one of these vanishes:"));
    for (const Expr& factor : factors) section.blocks.emplace_back(scalar_equation({"0", "0", "0"}, factor));
  }
  return section;
}

/// adjugate/det, freed of the sines and sums that all entries have in common with det.
Equation EquationBook::inverse_equation() {
  const CartesianEquations& c = cartesian();
  Ring& ring = *robot_.ring;
  PolynomialMatrix above = c.inverse;
  Factorisation below = c.determinant_factors;
  if (below.number.sign() < 0) {
    below.number = -below.number;
    for (Polynomial& entry : above.entries) entry = -entry;
  }
  const auto divide_all = [&](const Polynomial& by) {
    PolynomialMatrix smaller = above;
    for (Polynomial& entry : smaller.entries) {
      const auto quotient = exact_quotient(ring, entry, by);
      if (!quotient) return false;
      entry = *quotient;
    }
    above = std::move(smaller);
    return true;
  };
  for (Factorisation::TrigPower& trig : below.trigs)
    while (trig.exponent > 0 && divide_all(trig.atom.value)) --trig.exponent;
  for (Factorisation::SumPower& other : below.others)
    while (other.exponent > 0 && divide_all(other.base)) --other.exponent;
  std::erase_if(below.trigs, [](const Factorisation::TrigPower& trig) { return trig.exponent == 0; });
  std::erase_if(below.others, [](const Factorisation::SumPower& other) { return other.exponent == 0; });
  Equation inverse = matrix_equation(named("J^-1"), above);
  const Expr denominator = readable_.expr(below);
  if (!denominator.is_one()) inverse.factor = power(denominator, -1);
  return inverse;
}

/// Those that a motion of the joints can make zero.
std::vector<Expr> EquationBook::factors_that_move(const Factorisation& product) {
  const Ring& ring = *robot_.ring;
  const auto is_position = [&](const Ring::PlainFactor& f) {
    const Symbol* symbol = ring.generators()[f.generator].symbol;
    return symbol != nullptr && symbol->kind == SymbolKind::Position;
  };
  const auto moves = [&](const Polynomial& p) {
    return std::any_of(p.terms().begin(), p.terms().end(), [&](const Polynomial::Term& term) {
      const Ring::PlainProduct& plain = ring.plain(term.key.plain);
      const Ring::TrigProduct& trig = ring.trig(term.key.trig);
      return std::any_of(plain.begin(), plain.end(), is_position) ||
             std::any_of(trig.begin(), trig.end(),
                         [&](const Ring::TrigFactor& f) { return ring.is_joint_angle(f.angle); });
    });
  };
  std::vector<Expr> factors;
  for (const Ring::PlainFactor& f : ring.plain(product.plain))
    if (is_position(f)) factors.push_back(ring.generators()[f.generator].expr);
  for (const Factorisation::TrigPower& trig : product.trigs)
    if (moves(trig.atom.value)) factors.push_back(trig.atom.expr);
  for (const Factorisation::SumPower& other : product.others)
    if (moves(other.base)) factors.push_back(readable_.expr(other.base));
  return factors;
}

Section EquationBook::cartesian_section() {
  const CartesianEquations& c = cartesian();
  Section section{"Cartesian dynamics of " + c.choice.frame, {}};
  if (!c.invertible) {
    section.blocks.emplace_back(words("There are none in closed form: the Jacobian has no inverse."));
    return section;
  }
  section.blocks.emplace_back(
      words("Force form, F = M_x·Ẍ + c_x + g_x with τ = Jᵀ·F; Ẍ is the time derivative of the components of Ẋ = J·q̇."));
  section.blocks.emplace_back(quotient_equation({"M_x", "Mₓ(q)", "M_{x}(q)"}, c.mass, 2, false));
  section.blocks.emplace_back(quotient_equation({"c_x", "cₓ(q, q̇)", "c_{x}(q, \\dot{q})"}, c.velocity, 2, true));
  section.blocks.emplace_back(quotient_equation({"g_x", "gₓ(q)", "g_{x}(q)"}, c.gravity, 1, false));
  if (c.choice.own_axes) {
    section.blocks.emplace_back(
        words("For the acceleration seen from the world, only expressed in the frame's axes, c_x is instead:"));
    section.blocks.emplace_back(quotient_equation({"c_x_inertial", "cₓ", "c_{x}"}, c.velocity_inertial, 2, false));
  }
  section.blocks.emplace_back(words("In configuration space, c_x = B_x·[q̇q̇] + Csq_x·[q̇²]."));
  add_configuration_space(section, c.velocity, 2, "x");
  section.blocks.emplace_back(words("Torque form, τ = M_τ·Ẍ + c_τ + g with M_τ = M·J⁻¹ and c_τ = c − M·J⁻¹·J̇·q̇."));
  section.blocks.emplace_back(quotient_equation({"M_tau", "M_τ(q)", "M_{\\tau}(q)"}, c.mass_torque, 1, false));
  section.blocks.emplace_back(
      quotient_equation({"c_tau", "c_τ(q, q̇)", "c_{\\tau}(q, \\dot{q})"}, c.velocity_torque, 1, true));
  section.blocks.emplace_back(words("In configuration space, c_τ = B_τ·[q̇q̇] + Csq_τ·[q̇²]."));
  add_configuration_space(section, c.velocity_torque, 1, "tau");
  return section;
}

/// c by products and squares of rates, to be divided by det Jᵖ.
void EquationBook::add_configuration_space(Section& section, const PolynomialMatrix& velocity, int power,
                                           const std::string& index) {
  const int n = robot_.size();
  PolynomialMatrix products(n, n * (n - 1) / 2), squares(n, n);
  for (int k = 0; k < n; ++k) {
    const SortedVelocity sorted = sorted_velocity(robot_, velocity(k, 0));
    for (int j = 0; j < n * (n - 1) / 2; ++j) products(k, j) = sorted.products[static_cast<std::size_t>(j)];
    for (int j = 0; j < n; ++j) squares(k, j) = sorted.squares[static_cast<std::size_t>(j)];
  }
  const auto matrix_name = [&](const std::string& letter) {
    return MathName{letter + "_" + index, letter + (index == "x" ? "ₓ(q)" : "_τ(q)"),
                    named(letter).latex + (index == "x" ? "_{x}(q)" : "_{\\tau}(q)")};
  };
  if (n > 1) section.blocks.emplace_back(quotient_equation(matrix_name("B"), products, power, false));
  section.blocks.emplace_back(quotient_equation(matrix_name("Csq"), squares, power, false));
}

Section EquationBook::parameter_section() {
  const MinimalParametrisation& p = parametrisation();
  const std::string left_out = what_is_left_out();
  Section section{
      "Linear parametrisation " + std::string(left_out.empty() ? "τ" : "M·q̈ + c + g") + " = Y(q, q̇, q̈)·" + p.letter,
      {}};
  section.blocks.emplace_back(words(counted(p.size(), "dynamic coefficient") + ", and no fewer will do:"));
  for (std::size_t k = 0; k < p.symbols.size(); ++k)
    section.blocks.emplace_back(
        Equation{name_of(p.symbols[k].symbol()), 1, 1, {readable_.factored(p.coefficients[k])}, {}, {}});
  section.blocks.emplace_back(words("With them"));
  section.blocks.emplace_back(matrix_equation(named("M", "q"), p.equations.mass));
  section.blocks.emplace_back(matrix_equation(named("g", "q"), p.equations.gravity));
  Equation regressor{named("Y", "q,q',q''"), p.regressor.rows, p.regressor.columns, {}, {}, {}};
  for (const Polynomial& entry : p.regressor.entries) regressor.entries.push_back(readable_.torque(entry));
  section.blocks.emplace_back(std::move(regressor));
  if (!left_out.empty()) section.blocks.emplace_back(words("Left out: " + left_out + ", which τ has besides."));
  return section;
}

std::string EquationBook::what_is_left_out() const {
  const auto any = [](const std::vector<Expr>& efforts) {
    return std::any_of(efforts.begin(), efforts.end(), [](const Expr& x) { return !x.is_zero(); });
  };
  const bool friction = any(friction_efforts(robot_)), springs = any(spring_efforts(robot_));
  return friction && springs ? "friction and springs" : friction ? "friction" : springs ? "springs" : "";
}

Section EquationBook::base_parameter_section() {
  Section section{"Base parameters", {}};
  const BaseParameterRules rules = base_parameter_rules(robot_);
  section.blocks.emplace_back(
      words(std::to_string(rules.parameters.size()) +
            " combinations of the inertial parameters are all that torques can show. Each link's "
            "are in its joint's frame, z along the axis, about its origin."));
  for (const BaseParameter& parameter : rules.parameters)
    section.blocks.emplace_back(Equation{parameter.name, 1, 1, {readable_.expr(parameter.value)}, {}, {}});
  for (const std::string& note : rules.notes) section.blocks.emplace_back(words(note));
  return section;
}

Section EquationBook::gravity_design_section() {
  Section section{"Balance", {}};
  const GravityDesign design = gravity_design(robot_, motion(), wanted_gravity_);
  const std::string wish = wanted_gravity_.empty() ? "Gravity asks nothing of the joints" : "g is as wanted";
  if (design.conditions.empty()) {
    section.blocks.emplace_back(words(wish + " as it is."));
    return section;
  }
  section.blocks.emplace_back(
      words(wish + ", at any q, exactly if" + (design.conditions.size() == 1 ? "" : " all of these hold:")));
  for (const GravityCondition& condition : design.conditions) {
    section.blocks.emplace_back(scalar_equation({"0", "0", "0"}, readable_.expr(condition.factors)));
    if (!condition.parameter) continue;
    Equation solved{name_of(condition.parameter->symbol()), 1, 1, {}, {}, "solved for it"};
    solved.entries.push_back(readable_.quotient(condition.numerator, factorised(*robot_.ring, condition.denominator)));
    section.blocks.emplace_back(std::move(solved));
  }
  if (design.impossible)
    section.blocks.emplace_back(
        Verdict{false, "Not all of it can be met: one of them asks masses and gravity alone to come to zero"});
  return section;
}

Section EquationBook::gravity_bound_section() {
  Section section{"Bound of the gravity gradient", {}};
  const auto bound = gravity_slope_bound(robot_, energy());
  if (!bound) {
    section.blocks.emplace_back(words("It has no closed form here; `sinew terms --show bound` finds it in numbers."));
    return section;
  }
  if (bound->amplitudes.empty()) {
    section.blocks.emplace_back(words("g does not change with q."));
    section.blocks.emplace_back(scalar_equation(named("alpha"), Expr()));
    return section;
  }
  section.blocks.emplace_back(
      words("U is a sum of waves that can peak together. With " +
            std::string(bound->has_magnitudes ? "figures that are negative only where the file's are"
                                              : "lengths and masses that are not negative") +
            ", ‖∂g/∂q‖ ≤ α at every q, and no smaller α will do, with α the largest eigenvalue of"));
  section.blocks.emplace_back(Equation{{"H", "H", "H"}, robot_.size(), robot_.size(), bound->matrix, {}, {}});
  if (bound->bound) section.blocks.emplace_back(scalar_equation(named("alpha"), *bound->bound));
  if (!bound->eigenvalues.empty()) {
    section.blocks.emplace_back(words("which is the largest of"));
    for (std::size_t k = 0; k < bound->eigenvalues.size(); ++k)
      section.blocks.emplace_back(scalar_equation(indexed("alpha", static_cast<int>(k) + 1), bound->eigenvalues[k]));
  }
  return section;
}

Section EquationBook::friction_section() {
  Section section{"Friction and springs", {}};
  const std::vector<Expr> friction = friction_efforts(robot_), springs = spring_efforts(robot_);
  for (std::size_t k = 0; k < friction.size(); ++k) {
    LabelledSum sum{indexed("F", static_cast<int>(k) + 1), {}};
    if (!friction[k].is_zero()) sum.terms.emplace_back(friction[k], "friction");
    if (!springs[k].is_zero()) sum.terms.emplace_back(springs[k], "spring");
    if (!sum.terms.empty()) section.blocks.emplace_back(std::move(sum));
  }
  if (section.blocks.empty()) section.blocks.emplace_back(words("The robot has neither."));
  return section;
}

}  // namespace sinew
