// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/verify.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "sinew/equations/answers/angle_fractions.h"
#include "sinew/equations/factorisations.h"
#include "sinew/equations/names.h"
#include "sinew/formats/formula.h"

namespace sinew {

namespace {

/// A cause of torque at one joint.
struct Cause {
  std::string name;
  Polynomial part;

  bool has_product(std::uint32_t plain) const {
    return std::any_of(part.terms().begin(), part.terms().end(), [&](const auto& t) { return t.key.plain == plain; });
  }
};

/// What an answer is compared with, by rows.
struct RightAnswer {
  int columns = 1;
  std::vector<Fraction> entries;
};

constexpr const char* components[] = {"ωx", "ωy", "ωz", "vx", "vy", "vz"};

/// Nothing where an entry divides by a sum that does not cancel.
std::optional<PolynomialMatrix> polynomials(Ring& ring, const Answer& answer) {
  PolynomialMatrix matrix(answer.rows, answer.columns);
  for (std::size_t i = 0; i < answer.entries.size(); ++i) {
    const auto entry = as_polynomial(ring, normal_form(ring, answer.entries[i]));
    if (!entry) return {};
    matrix.entries[i] = *entry;
  }
  return matrix;
}

/// cos(q2/2) is not the same after a full turn.
std::string joint_with_half_angle(Ring& ring, const Answer& answer) {
  const AngleFractions fractions(ring, answer.entries);
  for (const Symbol* symbol : symbols_in(answer.entries))
    if (symbol->kind == SymbolKind::Position && fractions.has(*symbol)) return name_of(*symbol).unicode;
  return "";
}

std::vector<Property> properties_of(Ring& ring, const Answer& answer, MassMatrixClaim claim) {
  if (const std::string joint = joint_with_half_angle(ring, answer); !joint.empty())
    return {
        {{false, "M has a fraction of " + joint + " in it and is another one after a full turn; a mass matrix is not"},
         {}}};
  const auto matrix = polynomials(ring, answer);
  if (!matrix)
    return {
        {{false, "M divides by a sum that does not cancel, and no mass matrix does; its laws were not looked at"}, {}}};
  claim.matrix = *matrix;
  return mass_matrix_properties(ring, claim);
}

[[noreturn]] void refuse(const Answer& answer, const FormulaError& e) {
  throw InputError({{Severity::Error, answer.file, answer.line, answer.quantity + " " + e.what(), e.remedy}});
}

bool all_hold(const std::vector<Property>& properties) {
  return std::all_of(properties.begin(), properties.end(), [](const Property& p) { return p.verdict.holds; });
}

class Verification {
 public:
  Verification(EquationBook& book, const Answer& answer)
      : book_(book), robot_(book.robot()), ring_(*robot_.ring), answer_(answer) {}

  AnswerVerdict work() {
    const bool is_inertia = answer_.quantity == "inertia";
    verdict_.quantity = answer_.written;
    verdict_.line = answer_.line;
    for (Expr& entry : answer_.entries) entry = with_whole_angles(ring_, entry);
    if (answer_.quantity == "C")
      judge_factorisation();
    else if (!is_inertia)
      compare_all();
    if (is_inertia || (answer_.quantity == "M" && !answer_.is_entry())) judge_mass_matrix();
    verdict_.right =
        std::all_of(verdict_.entries.begin(), verdict_.entries.end(), [](const auto& e) { return e.equal; });
    if (is_inertia) verdict_.right = all_hold(verdict_.properties);
    if (is_seen_from_the_frame()) verdict_.about = frame_in_words();
    if (!verdict_.right) look_for_other_meanings();
    return std::move(verdict_);
  }

 private:
  MathName entry_name(int row, int column) const {
    const std::string& q = answer_.quantity;
    if (q == "det_J") return {"det_J", "det J", "\\det J"};
    const bool is_energy = q == "T" || q == "U" || q == "L";
    if (is_energy && !answer_.is_entry()) return named(q);
    const bool is_vector = is_energy || q == "tau" || q == "c" || q == "g" || q == "c_x" || q == "g_x";
    if (q.ends_with("_x")) return seen_from_the_frame(q.substr(0, 1), row, is_vector ? 0 : column);
    return is_vector ? indexed(q, row) : indexed(q == "J_dot" ? "J'" : q, row, column);
  }

  static MathName seen_from_the_frame(const std::string& letter, int row, int column) {
    const MathName plain = column == 0 ? indexed(letter + "_x", row) : indexed(letter + "_x", row, column);
    const std::string numbers = std::to_string(row) + (column == 0 ? "" : std::to_string(column));
    return {plain.plain, letter + "ₓ" + subscript(numbers), letter + "_{x," + numbers + "}"};
  }

  RightAnswer matrix(const PolynomialMatrix& m, const Polynomial& denominator) {
    RightAnswer right{m.columns, {}};
    for (const Polynomial& entry : m.entries) right.entries.push_back({entry, denominator});
    return right;
  }
  RightAnswer matrix(const PolynomialMatrix& m) { return matrix(m, ring_.constant(Rational(1))); }
  RightAnswer column(const std::vector<Polynomial>& parts) {
    RightAnswer right;
    for (const Polynomial& part : parts) right.entries.push_back({part, ring_.constant(Rational(1))});
    return right;
  }

  RightAnswer torques() {
    RightAnswer right = matrix(book_.motion().torque);
    const std::vector<Expr> friction = friction_efforts(robot_), springs = spring_efforts(robot_);
    for (std::size_t k = 0; k < right.entries.size(); ++k)
      right.entries[k] = right.entries[k] + ring_.fraction(friction[k] + springs[k]);
    return right;
  }

  RightAnswer energies(const std::vector<Polynomial>& links, const Polynomial& total) {
    return answer_.is_entry() ? column(links) : column({total});
  }

  bool is_seen_from_the_frame() const {
    return answer_.quantity.starts_with("J") || answer_.quantity == "det_J" || answer_.quantity.ends_with("_x");
  }

  std::string frame_in_words() {
    const CartesianChoice& choice = book_.cartesian().choice;
    std::string rows;
    for (const int k : choice.components) rows += (rows.empty() ? "" : ", ") + std::string(components[k]);
    return "J is that of " + choice.frame + ", in " + (choice.own_axes ? "its own axes" : "the axes of the world") +
           ", rows " + rows + "; --frame, --axes and --rows choose others";
  }

  bool equals(const RightAnswer& right) {
    if (right.entries.size() != answer_.entries.size()) return false;
    for (std::size_t i = 0; i < right.entries.size(); ++i)
      if (!(normal_form(ring_, answer_.entries[i]) == right.entries[i])) return false;
    return true;
  }

  /// A wrong answer that is right for another question.
  void look_for_other_meanings() {
    if (answer_.is_entry()) return;
    if (is_seen_from_the_frame()) {
      CartesianChoice other = book_.cartesian().choice;
      other.own_axes = !other.own_axes;
      if (equals(seen_from_the_frame(cartesian_equations(robot_, book_.motion(), other))))
        verdict_.hints.emplace_back(other.own_axes ? "It is right in the frame's own axes: --axes own"
                                                   : "It is right in the axes of the world: --axes world");
    }
    if (answer_.quantity == "C") look_for_centrifugal_matrix();
    if (answer_.quantity == "Csq") look_for_factorisation();
  }

  void look_for_factorisation() {
    auto matrix = polynomials(ring_, answer_);
    if (!matrix) return;
    if (checked_factorisation(robot_, book_.motion(), std::move(*matrix)).is_valid())
      verdict_.hints.emplace_back(
          "It is a factorisation of c and right as that, for Csq·q̇ = c: call it C. Csq is what multiplies q̇₁², q̇₂² and "
          "so on");
    else if (has_rates(answer_.entries))
      verdict_.hints.emplace_back(
          "Csq is what multiplies q̇₁², q̇₂² and so on, and has no rates in it. A matrix with C·q̇ = c is to be called C");
  }

  void look_for_centrifugal_matrix() {
    if (equals(matrix(book_.motion().centrifugal)))
      verdict_.hints.emplace_back(
          "It is the centrifugal matrix, which multiplies q̇₁², q̇₂² and so on, and right as that: call it Csq. C is a "
          "matrix with C·q̇ = c");
  }

  static bool has_rates(const std::vector<Expr>& entries) {
    const std::vector<const Symbol*> symbols = symbols_in(entries);
    return std::any_of(symbols.begin(), symbols.end(), [](const Symbol* s) { return s->kind == SymbolKind::Velocity; });
  }

  RightAnswer seen_from_the_frame(const CartesianEquations& c) {
    if (answer_.quantity == "J") return matrix(c.jacobian);
    if (answer_.quantity == "J_dot") return matrix(c.jacobian_rate);
    if (!c.invertible)
      throw FormulaError("needs a Jacobian with an inverse", "choose as many rows of J as there are joints");
    if (answer_.quantity == "det_J") return column({c.determinant});
    if (answer_.quantity == "g_x") return matrix(c.gravity, c.determinant);
    return matrix(answer_.quantity == "M_x" ? c.mass : c.velocity, c.determinant * c.determinant);
  }

  RightAnswer right_answer() {
    const std::string& q = answer_.quantity;
    if (q == "tau") return torques();
    if (q == "M") return matrix(book_.motion().mass);
    if (q == "c") return matrix(book_.motion().velocity);
    if (q == "g") return matrix(book_.motion().gravity);
    if (q == "B") return matrix(book_.motion().coriolis);
    if (q == "Csq") return matrix(book_.motion().centrifugal);
    if (q == "T") return energies(book_.energy().kinetic, book_.energy().total_kinetic);
    if (q == "U") return energies(book_.energy().potential, book_.energy().total_potential);
    if (q == "L") return column({book_.energy().total_kinetic - book_.energy().total_potential});
    return seen_from_the_frame(book_.cartesian());
  }

  bool turns(int joint) const { return robot_.q[static_cast<std::size_t>(joint)].symbol().is_angle; }

  /// What the entry is measured in, where the symbols of a formula can show it.
  std::optional<Dimension> unit_of(int row, int column) const {
    const std::string& q = answer_.quantity;
    if (answer_.has_units) return {};
    if (q == "T" || q == "U" || q == "L") return dimension::torque;
    const Dimension effort = turns(row - 1) ? dimension::torque : dimension::force;
    const auto rate = [&](int joint) { return (turns(joint) ? dimension::none : dimension::length) / dimension::time; };
    if (q == "tau" || q == "c" || q == "g" || q == "C") return effort;
    if (q == "M") return effort * dimension::time / rate(column - 1);
    if (q == "Csq") return effort / rate(column - 1).to_the(2);
    return {};
  }

  void compare_all() {
    const RightAnswer right = right_answer();
    const int first = answer_.is_entry() ? (answer_.row - 1) * right.columns + answer_.column - 1 : 0;
    for (std::size_t i = 0; i < answer_.entries.size(); ++i) {
      const int place = first + static_cast<int>(i), row = place / right.columns, column = place % right.columns;
      if (answer_.quantity == "tau") causes_ = causes_at(static_cast<std::size_t>(row));
      compare(entry_name(row + 1, column + 1), answer_.entries[i], right.entries[static_cast<std::size_t>(place)],
              unit_of(row + 1, column + 1));
      if (!verdict_.entries.back().equal) look_for_whole_causes(answer_.entries[i]);
    }
  }

  void compare(MathName name, const Expr& yours, const Fraction& right, const std::optional<Dimension>& unit) {
    const bool has_a_zero_to_choose = answer_.quantity == "U" || answer_.quantity == "L";
    verdict_.entries.push_back(compared(book_, {std::move(name), yours, right, has_a_zero_to_choose,
                                                [&](std::uint32_t plain) { return cause_of(plain); }, unit}));
  }

  /// Friction and springs have a part of their own; what is left shows by its rates.
  std::vector<Cause> causes_at(std::size_t joint) {
    const MotionEquations& m = book_.motion();
    const Polynomial &velocity = m.velocity.entries[joint], &gravity = m.gravity.entries[joint];
    std::vector<Cause> causes{{"inertial", m.torque.entries[joint] - velocity - gravity}, {"gravity", gravity}};
    Cause centrifugal{"centrifugal", {}}, coriolis{"Coriolis", {}};
    for (const Polynomial::Term& t : velocity.terms())
      (cause_by_rates(t.key.plain) == "Coriolis" ? coriolis : centrifugal).part += ring_.term(t.key, t.coefficient);
    causes.push_back(std::move(centrifugal));
    causes.push_back(std::move(coriolis));
    const std::pair<const char*, Expr> others[] = {{"friction", friction_efforts(robot_)[joint]},
                                                   {"spring", spring_efforts(robot_)[joint]}};
    for (const auto& [name, effort] : others)
      if (const auto part = as_polynomial(ring_, ring_.fraction(effort))) causes.push_back({name, *part});
    return causes;
  }

  std::string cause_by_rates(std::uint32_t plain) const {
    int velocities = 0, accelerations = 0;
    bool squared = false;
    for (const Ring::PlainFactor& f : ring_.plain(plain)) {
      const Symbol* symbol = ring_.generators()[f.generator].symbol;
      if (symbol == nullptr) return {};
      if (symbol->kind == SymbolKind::Acceleration) accelerations += f.exponent;
      if (symbol->kind != SymbolKind::Velocity) continue;
      velocities += f.exponent;
      squared = squared || f.exponent == 2;
    }
    if (accelerations > 0) return "inertial";
    if (velocities == 2) return squared ? "centrifugal" : "Coriolis";
    return {};
  }

  std::string cause_of(std::uint32_t plain) const {
    for (const Cause& cause : causes_)
      if (cause.has_product(plain)) return cause.name;
    const bool has_causes = answer_.quantity == "tau" || answer_.quantity == "c" || answer_.quantity == "C";
    return has_causes ? cause_by_rates(plain) : "";
  }

  /// "All gravity terms are missing" says more than a list of them.
  void look_for_whole_causes(const Expr& yours) {
    const auto own = as_polynomial(ring_, normal_form(ring_, yours));
    if (!own) return;
    const std::string where = " in " + verdict_.entries.back().name.unicode;
    for (const Cause& cause : causes_) {
      if (cause.part.is_zero()) continue;
      Polynomial there;
      for (const Polynomial::Term& t : own->terms())
        if (cause.has_product(t.key.plain)) there += ring_.term(t.key, t.coefficient);
      if (there.is_zero())
        verdict_.properties.push_back({{false, "All " + cause.name + " terms are missing" + where}, {}});
      else if (there == -cause.part)
        verdict_.properties.push_back({{false, "All " + cause.name + " terms have the opposite sign" + where}, {}});
    }
  }

  void judge_mass_matrix() {
    MassMatrixClaim claim{"M", {}, robot_.values, false, true};
    for (int i = 0; i < robot_.model.link_count(); ++i)
      claim.has_followers = claim.has_followers || robot_.model.link(i).follows;
    verdict_.properties = properties_of(ring_, answer_, std::move(claim));
  }

  Equation matrix_equation(MathName name, const PolynomialMatrix& matrix) {
    Equation equation{std::move(name), matrix.rows, matrix.columns, {}, {}, {}};
    for (const Polynomial& entry : matrix.entries) equation.entries.push_back(book_.readable().expr(entry));
    return equation;
  }

  void judge_factorisation() {
    const MotionEquations& motion = book_.motion();
    auto matrix = polynomials(ring_, answer_);
    if (!matrix) throw FormulaError("divides by a sum that does not cancel", "write its entries as sums of products");
    if (const std::string joint = joint_with_half_angle(ring_, answer_); !joint.empty())
      throw FormulaError("has a fraction of " + joint + " in it that does not cancel", "write it with whole angles");
    verdict_.entries_are_rows = true;
    const VelocityFactorisation s = checked_factorisation(robot_, motion, std::move(*matrix));
    for (int k = 0; k < robot_.size(); ++k) {
      const std::string number = std::to_string(k + 1);
      const Polynomial product = s.mismatch(k, 0) + motion.velocity(k, 0);
      compare({"(C*qd)" + number, "(C·q̇)" + subscript(number), "(C\\dot{q})_{" + number + "}"}, ring_.expr(product),
              {motion.velocity(k, 0), ring_.constant(Rational(1))}, unit_of(k + 1, 1));
    }
    const bool valid = s.is_valid();
    verdict_.properties.push_back(
        {{valid, valid ? "C·q̇ = c: it is a factorisation" : "C·q̇ is not c: it is no factorisation"}, {}});
    Property skew{{s.is_skew(), s.is_skew() ? "Ṁ − 2·C is skew-symmetric" : "Ṁ − 2·C is not skew-symmetric"}, {}};
    if (!s.is_skew()) {
      skew.evidence.emplace_back(words("Its symmetric part, half of it plus its transpose, is"));
      skew.evidence.emplace_back(matrix_equation(named("N"), s.defect));
    }
    verdict_.properties.push_back(std::move(skew));
  }

  EquationBook& book_;
  SymbolicRobot& robot_;
  Ring& ring_;
  Answer answer_;
  std::vector<Cause> causes_;  ///< of the torque that is being looked at
  AnswerVerdict verdict_;
};

}  // namespace

AnswerVerdict verified(EquationBook& book, const Answer& answer) {
  try {
    return Verification(book, answer).work();
  } catch (const FormulaError& e) {
    refuse(answer, e);
  }
}

std::vector<AnswerVerdict> verified(EquationBook& book, const std::vector<Answer>& answers) {
  std::vector<AnswerVerdict> verdicts;
  const auto fail = [&](const Answer& answer, std::string why) {
    AnswerVerdict none;
    none.quantity = answer.written;
    none.line = answer.line;
    none.right = false;
    none.failure = std::move(why);
    verdicts.push_back(std::move(none));
  };
  for (const Answer& answer : answers) {
    try {
      verdicts.push_back(verified(book, answer));
    } catch (const InputError& e) {
      const Diagnostic& first = e.diagnostics().front();
      const bool is_of_answer = first.file == answer.file && first.line == answer.line;
      if (!is_of_answer) throw;  // the robot's
      fail(answer, first.what + "; " + first.remedy);
    } catch (const std::logic_error& e) {
      fail(answer, e.what() + std::string("; this is a fault of Sinew's"));
    }
  }
  return verdicts;
}

AnswerVerdict verified_inertia(const std::string& text) {
  AnswerVerdict verdict;
  verdict.quantity = "inertia";
  verdict.graph = std::make_shared<ExprGraph>();
  Ring ring(*verdict.graph);
  Answer answer = read_inertia(text, *verdict.graph);
  try {
    for (Expr& entry : answer.entries) entry = with_whole_angles(ring, entry);
    verdict.properties = properties_of(ring, answer, {});
  } catch (const FormulaError& e) {
    refuse(answer, e);
  }
  verdict.right = all_hold(verdict.properties);
  return verdict;
}

}  // namespace sinew
