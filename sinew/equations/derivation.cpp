// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/derivation.h"

#include <algorithm>
#include <string>
#include <utility>

#include "sinew/algorithms/body_motions.h"
#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/equations/names.h"

namespace sinew {

namespace {

/// Vectors of a derivation, brought into readable form.
class Writer {
 public:
  explicit Writer(EquationBook& book) : book_(book) {}

  Expr readable(const Expr& x) {
    Ring& ring = *book_.robot().ring;
    const Fraction value = ring.fraction(x);
    if (value.denominator.is_constant())
      return book_.readable().expr(Rational(1) / value.denominator.constant() * value.numerator);
    return book_.readable().quotient(value.numerator, factorised(ring, value.denominator));
  }

  Equation vector(MathName name, const Vec3<Expr>& v, std::string remark = {}) {
    return {std::move(name), 3, 1, {readable(v.x), readable(v.y), readable(v.z)}, {}, std::move(remark)};
  }
  Equation scalar(MathName name, const Expr& x, std::string remark = {}) {
    return {std::move(name), 1, 1, {readable(x)}, {}, std::move(remark)};
  }
  Equation rotation(MathName name, const Rotation<Expr>& R) {
    Equation equation{std::move(name), 3, 3, {}, {}, {}};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) equation.entries.push_back(readable(R(i, j)));
    return equation;
  }
  Equation tensor(MathName name, const Symmetric3<Expr>& I) {
    Equation equation{std::move(name), 3, 3, {}, {}, {}};
    for (const Expr& x : {I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz})
      equation.entries.push_back(readable(x));
    return equation;
  }

 private:
  EquationBook& book_;
};

/// A vector of link i in its own frame: ⁱω_i; of its centre of mass: ⁱv̇_Ci.
MathName of_link(const std::string& letter, int i) { return in_frame(letter, i, std::to_string(i)); }
MathName of_centre(const std::string& letter, int i) { return in_frame(letter, i, "C" + std::to_string(i)); }
MathName product(const MathName& a, const std::string& unicode, const std::string& latex, const MathName& b) {
  return {a.plain + "_x_" + b.plain, a.unicode + unicode + b.unicode, a.latex + latex + b.latex};
}
MathName cross_name(const MathName& a, const MathName& b) { return product(a, " × ", " \\times ", b); }

/// {p} seen from {i}, the frames of a link and of the one before it (0 for the base).
MathName rotation_name(int parent, int i) {
  return {"R_" + std::to_string(parent) + "_" + std::to_string(i),
          "R" + subscript(std::to_string(parent) + std::to_string(i)),
          "{}^{" + std::to_string(parent) + "}_{" + std::to_string(i) + "}R"};
}

/// m1 = m1
bool says_nothing(const Equation& equation) {
  const Expr& value = equation.entries.front();
  return value.op() == Expr::Op::Symbol && value.symbol().name == equation.name.plain;
}

bool slides(JointKind kind) { return kind == JointKind::Prismatic || kind == JointKind::Helical; }

Section given(EquationBook& book, Writer& writer) {
  const Model<Expr>& model = book.robot().model;
  Section section{"What is given", {}};
  section.blocks.emplace_back(
      words("Frame {i} sits on joint i, its z along the joint's axis. Vectors of link i are written in {i}. "
            "Rates: q̇, q̈."));
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<Expr>& link = model.link(i);
    const Pose<Expr> X = pose_on_parent(link, own_position<Expr, Expr>(link, book.robot().q));
    const int k = i + 1, parent = link.parent + 1;
    section.blocks.emplace_back(
        words("Link " + std::to_string(k) + " (" + link.name + "), " + name_of(link.kind) + " joint on " +
              (parent == 0 ? std::string("the base") : "link " + std::to_string(parent)) + ":"));
    section.blocks.emplace_back(writer.rotation(rotation_name(parent, k), X.R));
    section.blocks.emplace_back(writer.vector(in_frame("P", parent, std::to_string(k)), X.p));
    if (const Equation mass = writer.scalar(indexed("m", k), link.inertia.m); !says_nothing(mass))
      section.blocks.emplace_back(mass);
    if (link.inertia.m.is_zero()) {
      section.blocks.emplace_back(writer.tensor(of_link("I", k), link.inertia.I));
      continue;
    }
    const Vec3<Expr> c = centre_of_mass(link.inertia);
    section.blocks.emplace_back(writer.vector(of_centre("P", k), c));
    section.blocks.emplace_back(
        writer.tensor(of_centre("I", k), link.inertia.I - Inertia<Expr>::about_com(link.inertia.m, c, {}).I));
  }
  return section;
}

Section outward(EquationBook& book, Writer& writer, int i, const InverseDynamicsScratch<Expr>& pass) {
  const Model<Expr>& model = book.robot().model;
  const Link<Expr>& link = model.link(i);
  const LinkMotion<Expr>& here = pass.links[static_cast<std::size_t>(i)];
  const int k = i + 1;
  Section section{"Outward: link " + std::to_string(k), {}};
  section.blocks.emplace_back(
      writer.vector(of_link("omega", k), here.w, turns(link.kind) ? "carried over, and q̇ about z" : "carried over"));
  section.blocks.emplace_back(writer.vector(of_link("omega'", k), here.wd));
  section.blocks.emplace_back(writer.vector(of_link("v'", k), here.a,
                                            slides(link.kind) ? "with 2·ω × q̇·z (Coriolis) and q̈·z of the slide" : ""));
  if (link.inertia.m.is_zero()) {
    section.blocks.emplace_back(words("The link has no mass: F is zero."));
    section.blocks.emplace_back(
        writer.vector(of_link("N", k), link.inertia.I * here.wd + cross(here.w, link.inertia.I * here.w)));
    return section;
  }
  const Vec3<Expr> c = centre_of_mass(link.inertia);
  const Vec3<Expr> tangential = cross(here.wd, c), centripetal = cross(here.w, cross(here.w, c));
  section.blocks.emplace_back(writer.vector(cross_name(of_link("omega'", k), of_centre("P", k)), tangential));
  const MathName w = of_link("omega", k), p = of_centre("P", k);
  section.blocks.emplace_back(
      writer.vector({"centripetal_" + std::to_string(k), w.unicode + " × (" + w.unicode + " × " + p.unicode + ")",
                     w.latex + " \\times \\left(" + w.latex + " \\times " + p.latex + "\\right)"},
                    centripetal));
  const Vec3<Expr> a_C = here.a + tangential + centripetal;
  section.blocks.emplace_back(writer.vector(of_centre("v'", k), a_C));
  section.blocks.emplace_back(writer.vector(of_link("F", k), link.inertia.m * a_C, "m·v̇_C"));
  const Symmetric3<Expr> I_C = link.inertia.I - Inertia<Expr>::about_com(link.inertia.m, c, {}).I;
  section.blocks.emplace_back(
      writer.vector(of_link("N", k), I_C * here.wd + cross(here.w, I_C * here.w), "I_C·ω̇ + ω × I_C·ω"));
  return section;
}

/// "2", "2 and 3", "2, 3 and 4"
std::string listed(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += (i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ") + std::to_string(numbers[i]);
  return text;
}

/// Does the link carry a rotor that is swung round with it?
bool carries_rotor(const Model<Expr>& model, int i) {
  return std::any_of(model.rotors().begin(), model.rotors().end(),
                     [&](const Rotor<Expr>& rotor) { return rotor.carrier == i; });
}

/// What it takes to spin up the rotors that joint k drives: J·N·(N·q̈ + ω̇ of the carrier along the rotor's axis).
Expr rotor_torque(const Model<Expr>& model, int k, const std::vector<Expr>& qdd,
                  const InverseDynamicsScratch<Expr>& pass) {
  Expr sum;
  for (const Rotor<Expr>& rotor : model.rotors()) {
    if (rotor.velocity_index != k) continue;
    Expr gain = rotor.ratio * qdd[static_cast<std::size_t>(k)];
    if (rotor.carrier != base_link) gain += dot(rotor.axis, pass.links[static_cast<std::size_t>(rotor.carrier)].wd);
    sum += rotor.ratio * (rotor.inertia * gain);
  }
  return sum;
}

Section inward(EquationBook& book, Writer& writer, int i, const InverseDynamicsScratch<Expr>& pass) {
  const Model<Expr>& model = book.robot().model;
  const Link<Expr>& link = model.link(i);
  const Force<Expr>& force = pass.links[static_cast<std::size_t>(i)].force;
  const int k = i + 1;
  Section section{"Inward: link " + std::to_string(k), {}};
  std::vector<int> carried;
  for (int j = i + 1; j < model.link_count(); ++j)
    if (model.link(j).parent == i) carried.push_back(j + 1);
  section.blocks.emplace_back(
      words(carried.empty() ? "Nothing lies beyond it."
            : carried.size() == 1
                ? "It carries link " + listed(carried) + ", whose f and n come back through the joint."
                : "It carries links " + listed(carried) + ", whose f and n come back through their joints."));
  if (carries_rotor(model, i))
    section.blocks.emplace_back(words(
        "It carries a motor: n counts what it takes to swing the spinning rotor round, J·(ω̇ along the rotor's axis "
        "and N·q̈) about that axis, and ω × the rotor's momentum."));
  section.blocks.emplace_back(writer.vector(of_link("f", k), force.f));
  section.blocks.emplace_back(writer.vector(of_link("n", k), force.n));
  section.blocks.emplace_back(
      words(slides(link.kind) && !turns(link.kind) ? "The joint slides: its motor gives the z component of f."
            : turns(link.kind) && slides(link.kind)
                ? "The joint is a screw: its motor gives the z component of n and pitch times that of f."
                : "The joint turns: its motor gives the z component of n."));
  if (link.follows) return section;
  if (const Expr rotor = rotor_torque(model, link.velocity_index, book.robot().qdd, pass); !rotor.is_zero()) {
    section.blocks.emplace_back(
        words("The motor also spins up its rotor, of inertia J at N turns per turn of the joint: J·N·(N·q̈ + ω̇ of what "
              "carries it, along the rotor's axis) more."));
    const std::string number = std::to_string(link.velocity_index + 1);
    section.blocks.emplace_back(writer.scalar(
        {"tau_rotor_" + number, "τ_rotor" + subscript(number), "\\tau_{\\text{rotor},\\," + number + "}"}, rotor));
  }
  section.blocks.emplace_back(Equation{indexed("tau", link.velocity_index + 1),
                                       1,
                                       1,
                                       {book.readable().torque(book.motion().torque(link.velocity_index, 0))},
                                       {},
                                       {}});
  return section;
}

}  // namespace

EquationDocument newton_euler_derivation(EquationBook& book) {
  SymbolicRobot& robot = book.robot();
  Writer writer(book);
  const Model<Expr> rigid = without(robot.model, {.friction = true, .springs = true});
  InverseDynamicsScratch<Expr> pass(rigid);
  std::vector<Expr> tau(robot.q.size());
  inverse_dynamics<Expr, Expr>(rigid, robot.q, robot.qd, robot.qdd, pass, tau);

  EquationDocument document{"Equations of motion of " + robot.description.name + " by Newton and Euler", {}};
  document.sections.push_back(given(book, writer));
  Section formulas{"The recursion", {}};
  formulas.blocks.emplace_back(words(
      "Outward, from the base to the tip: how each link moves. ω is that of the link before, and q̇ about z where the "
      "joint "
      "turns. ω̇ follows. The origin of the next frame has v̇ + ω̇ × P + ω × (ω × P), and 2·ω × q̇·z + q̈·z more where the "
      "joint slides. The centre of mass has v̇_C = v̇ + ω̇ × P_C + ω × (ω × P_C). Newton: F = m·v̇_C. Euler: N = I_C·ω̇ + ω "
      "× I_C·ω."));
  formulas.blocks.emplace_back(
      words("Inward, from the tip to the base: f = F + R·f of the next; n = N + R·n of the next + P_C × F + P × R·f of "
            "the next. "
            "The joint's motor gives the component along z, the structure carries the rest."));
  formulas.blocks.emplace_back(words("Gravity: the base is accelerated upwards, ω and ω̇ of it are zero."));
  const Vec3<Expr> g = robot.model.gravity();
  formulas.blocks.emplace_back(writer.vector(in_frame("v'", 0, "0"), -g));
  document.sections.push_back(std::move(formulas));
  for (int i = 0; i < rigid.link_count(); ++i) document.sections.push_back(outward(book, writer, i, pass));
  for (int i = rigid.link_count() - 1; i >= 0; --i) document.sections.push_back(inward(book, writer, i, pass));
  document.sections.push_back(book.section(EquationPart::Torque));
  return document;
}

EquationDocument lagrange_derivation(EquationBook& book) {
  SymbolicRobot& robot = book.robot();
  Writer writer(book);
  EquationDocument document{"Equations of motion of " + robot.description.name + " by Euler and Lagrange", {}};
  document.sections.push_back(given(book, writer));

  InverseDynamicsScratch<Expr> pass(robot.model);
  std::vector<Expr> tau(robot.q.size());
  const EnergyEquations& energy = book.energy();
  BodyMotions<Expr> bodies(robot.model);
  bodies.read(robot.model, robot.q, robot.qd);
  inverse_dynamics<Expr, Expr>(robot.model, robot.q, robot.qd, robot.qdd, pass, tau);
  for (int i = 0; i < robot.model.link_count(); ++i) {
    const int k = i + 1;
    const Link<Expr>& link = robot.model.link(i);
    Section section{"Energy of link " + std::to_string(k), {}};
    section.blocks.emplace_back(writer.vector(of_link("omega", k), pass.links[static_cast<std::size_t>(i)].w));
    if (!link.inertia.m.is_zero()) {
      // in the base's axes, where heights are read
      const BodyMotion<Expr>& body = bodies.bodies[static_cast<std::size_t>(i)];
      const Vec3<Expr> c = body.inertia.h / body.inertia.m;
      section.blocks.emplace_back(writer.vector(in_frame("P", 0, "C" + std::to_string(k)), c));
      section.blocks.emplace_back(
          writer.vector(in_frame("v", 0, "C" + std::to_string(k)), body.v.v + cross(body.v.w, c)));
    }
    section.blocks.emplace_back(Equation{indexed("T", k),
                                         1,
                                         1,
                                         {book.readable().expr(energy.kinetic[static_cast<std::size_t>(i)])},
                                         {},
                                         "½·m·v_C² + ½·ωᵀ·I_C·ω"});
    section.blocks.emplace_back(Equation{
        indexed("U", k), 1, 1, {book.readable().expr(energy.potential[static_cast<std::size_t>(i)])}, {}, "−m·g·p_C"});
    document.sections.push_back(std::move(section));
  }
  Section total{"In all", {}};
  if (!energy.rotors.is_zero()) {
    total.blocks.emplace_back(
        words("A rotor of inertia J at N turns per turn of its joint spins with N·q̇ on what carries it."));
    total.blocks.emplace_back(book.rotor_energy());
  }
  if (!energy.springs.is_zero()) total.blocks.emplace_back(book.spring_energy());
  total.blocks.emplace_back(Equation{named("T"), 1, 1, {book.readable().expr(energy.total_kinetic)}, {}, {}});
  total.blocks.emplace_back(book.total_potential());
  document.sections.push_back(std::move(total));
  Section mass = book.section(EquationPart::Mass);
  mass.blocks.insert(mass.blocks.begin(), words("T = ½·q̇ᵀ·M(q)·q̇, so M_ij = ∂²T/∂q̇ᵢ∂q̇ⱼ."));
  document.sections.push_back(std::move(mass));
  Section christoffel = book.section(EquationPart::Christoffel);
  christoffel.blocks.insert(christoffel.blocks.begin(), words("c_kij = ½·(∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k)."));
  document.sections.push_back(std::move(christoffel));
  document.sections.push_back(book.section(EquationPart::Velocity));
  Section gravity = book.section(EquationPart::Gravity);
  gravity.blocks.insert(
      gravity.blocks.begin(),
      words(energy.springs.is_zero() ? "g = ∂U/∂q."
                                     : "g = ∂U/∂q of gravity's part of U; that of the springs comes with "
                                       "friction, in τ."));
  document.sections.push_back(std::move(gravity));
  document.sections.push_back(book.section(EquationPart::Torque));
  document.sections.push_back(book.section(EquationPart::Routes));
  return document;
}

}  // namespace sinew
