// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/regressor/regressor_page.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include "sinew/equations/names.h"
#include "sinew/symbolic/graph_order.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {
namespace {

constexpr std::array<const char*, 6> row_names{"x", "y", "z", "rx", "ry", "rz"};
constexpr std::size_t position_rows = 3;
constexpr std::size_t most_columns = 8;  ///< of a regressor that is shown whole; a wider one is shown in blocks

const MathName regressor{"Phi", "Φ(q)", "\\Phi(q)"};
const MathName pose_function{"f(psi, q)", "f(ψ, q)", "f(\\psi, q)"};
const MathName unknowns_of_page{"psi", "ψ", "\\psi"};

MathName row_name(std::size_t row) {
  const std::string name = row_names[row];
  return {name, name, row < position_rows ? name : "r_{" + name.substr(1) + "}"};
}

/// "a", "a and b", "a, b and c".
void add_list(Paragraph& paragraph, const std::vector<MathName>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) paragraph.pieces.emplace_back(i + 1 < names.size() ? ", " : " and ");
    paragraph.pieces.emplace_back(names[i]);
  }
}

bool moves_with_joints(const Expr& x) {
  const std::vector<const Expr::Node*> nodes = nodes_of(std::span(&x, 1));
  return std::any_of(nodes.begin(), nodes.end(), [](const Expr::Node* node) {
    return node->symbol != nullptr && node->symbol->kind == SymbolKind::Position;
  });
}

/// name = value, in one.
MathName equals(const MathName& name, const Expr& value) {
  const MathName v = as_name(value);
  return {name.plain + " = " + v.plain, name.unicode + " = " + v.unicode, name.latex + " = " + v.latex};
}

MathName equals(const MathName& name, double value, const std::string& unit) {
  const std::string number = shown(value), behind = unit.empty() ? "" : " " + unit;
  const std::string latex_unit = unit.empty() ? "" : "\\,\\mathrm{" + unit + "}";
  return {name.plain + " = " + number + behind, name.unicode + " = " + number + behind,
          name.latex + " = " + number + latex_unit};
}

/// Columns that are shown as one matrix.
struct RegressorBlock {
  MathName name;
  std::string kind;
  std::vector<std::size_t> columns;
};

class PageWriter {
 public:
  PageWriter(const RegressorEquations& equations, const SymbolicChain& symbolic, const CalibrationChain& chain,
             std::span<const Unknown> unknowns, const RegressorChoice& choice)
      : equations_(equations), symbolic_(symbolic), chain_(chain), unknowns_(unknowns), choice_(choice) {
    choose_rows();
  }

  EquationDocument page() const {
    EquationDocument document{
        "Regressor of " + chain_.frame() + ", for the calibration of " + chain_.parts().description.name,
        {kinematics(), regressor_section(), nominal_conditions(), use()}};
    document.note = symbolic_.note();
    return document;
  }

 private:
  std::vector<MathName> names() const {
    std::vector<MathName> all;
    for (const std::string& name : equations_.unknowns) all.push_back(name_of_parameter(name));
    return all;
  }

  /// Rows of the position that neither joints nor parameters change are left out, and so are turns that there are not.
  void choose_rows() {
    for (std::size_t r = 0; r < row_names.size(); ++r) {
      const bool any = std::any_of(equations_.columns.begin(), equations_.columns.end(),
                                   [&](const std::array<Expr, 6>& column) { return !column[r].is_zero(); });
      const bool is_position = r < position_rows;
      if (any || (is_position && moves_with_joints(equations_.nominal.p[static_cast<int>(r)])))
        rows_.push_back(r);
      else if (is_position || choice_.orientation)
        left_out_.push_back(r);
    }
    if (rows_.empty()) std::swap(rows_, left_out_);
  }
  bool has_turns() const { return rows_.back() >= position_rows; }

  Section kinematics() const {
    Section section{"Direct kinematics", {}};
    Paragraph what{{pose_function, " is the " + std::string(has_turns() ? "pose" : "position") + " of " +
                                       chain_.frame() + " in the axes of the world. "}};
    what.pieces.emplace_back(unknowns_of_page);
    what.pieces.emplace_back(unknowns_.size() == 1 ? " is the unknown parameter " : " holds the unknown parameters ");
    add_list(what, names());
    what.pieces.emplace_back(". All other parameters have their nominal values. In nominal conditions" +
                             std::string(equations_.values.empty() ? "" : ", with lengths as symbols,") +
                             " its origin stands at");
    section.blocks.emplace_back(std::move(what));
    Equation position{named("p", "q"), 0, 1, {}, {}, {}};
    for (const std::size_t r : rows_)
      if (r < position_rows) position.entries.push_back(equations_.nominal.p[static_cast<int>(r)]);
    position.rows = static_cast<int>(position.entries.size());
    if (position.rows > 0) section.blocks.emplace_back(std::move(position));
    say_which_coordinates_stay(section);
    if (has_turns()) {
      section.blocks.emplace_back(words("Its axes are the columns of"));
      Equation rotation{named("R", "q"), 3, 3, {}, {}, {}};
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) rotation.entries.push_back(equations_.nominal.R(i, j));
      section.blocks.emplace_back(std::move(rotation));
    }
    return section;
  }

  void say_which_coordinates_stay(Section& section) const {
    for (const std::size_t r : left_out_) {
      if (r >= position_rows) continue;
      section.blocks.emplace_back(
          Paragraph{{equals(row_name(r), equations_.nominal.p[static_cast<int>(r)]),
                     std::string(" is left out, because neither a joint nor an unknown changes it.")}});
    }
  }

  Section regressor_section() const {
    Section section{"Regressor", {}};
    section.blocks.emplace_back(Paragraph{
        {std::string("To first order, a change of the parameters moves the frame by "),
         MathName{"dr = Phi(q)*dpsi", "Δr = Φ(q)·Δψ", "\\Delta r = \\Phi(q) \\, \\Delta\\psi"}, std::string(" with "),
         MathName{"Phi = df/dpsi", "Φ = ∂f/∂ψ", "\\Phi = \\frac{\\partial f}{\\partial\\psi}"},
         std::string(". Nominal values are put in after differentiating.")}});
    explain_columns(section);
    explain_ties(section);
    const std::vector<RegressorBlock> all = blocks();
    if (all.size() > 1) name_blocks(section, all);
    for (const RegressorBlock& block : all) section.blocks.emplace_back(matrix(block));
    say_which_turns_are_left_out(section);
    explain_gravity_torques(section);
    return section;
  }

  void explain_gravity_torques(Section& section) const {
    if (symbolic_.gravity_torques().empty()) return;
    std::vector<MathName> torques;
    std::string joints;
    for (const int joint : symbolic_.gravity_torques()) {
      torques.push_back(name_of(*equations_.graph->find("g" + std::to_string(joint))));
      joints += (joints.empty() ? "" : ", ") + std::to_string(joint);
    }
    Paragraph paragraph;
    add_list(paragraph, torques);
    paragraph.pieces.emplace_back(torques.size() == 1
                                      ? " is the torque, of a slide the force, that holds joint " + joints +
                                            " against gravity and bends it if it gives way."
                                      : " are the torques, of slides the forces, that hold the joints " + joints +
                                            " against gravity and bend them if they give way.");
    section.blocks.emplace_back(std::move(paragraph));
  }

  bool any_unknown(const std::function<bool(const CalibrationParameter&)>& is_meant) const {
    return std::any_of(unknowns_.begin(), unknowns_.end(),
                       [&](const Unknown& unknown) { return is_meant(unknown.parameter); });
  }

  void explain_columns(Section& section) const {
    const auto any_of_dimension = [&](const Dimension& dimension) {
      return any_unknown([&](const CalibrationParameter& parameter) {
        return parameter.group != "parameter" && parameter.dimension == dimension;
      });
    };
    const auto any_of_group = [&](const char* group) {
      return any_unknown([&](const CalibrationParameter& parameter) { return parameter.group == group; });
    };
    if (any_of_group("parameter"))
      section.blocks.emplace_back(
          words("A parameter of the robot's file acts wherever a formula of the file has it, and its column is the "
                "derivative of all of them."));
    if (any_of_dimension(dimension::length))
      section.blocks.emplace_back(
          Paragraph{{std::string("A length along the unit vector "), named("u"), std::string(" moves the frame by "),
                     named("u"), std::string(" and does not turn it.")}});
    if (any_of_dimension(dimension::angle))
      section.blocks.emplace_back(Paragraph{
          {std::string("An angle about an axis along "), named("u"), std::string(" through the point "), named("o"),
           std::string(" moves its origin by "), MathName{"u x (p - o)", "u × (p − o)", "u \\times (p - o)"},
           std::string(" and turns it about "), named("u"), std::string(".")}});
    if (any_of_group("ratio"))
      section.blocks.emplace_back(words("A gear ratio moves the frame as its joint does, times the joint's position."));
    if (!has_turns()) return;
    Paragraph turns{{std::string("Rows ")}};
    add_list(turns, {row_name(3), row_name(4), row_name(5)});
    turns.pieces.emplace_back(
        " are the components of that turn about the axes of the world: the angular velocity of the frame for each unit "
        "of the parameter.");
    section.blocks.emplace_back(std::move(turns));
  }

  /// Unknowns that change several parameters.
  void explain_ties(Section& section) const {
    for (const Unknown& unknown : unknowns_)
      for (const auto& [parameter, factor] : unknown.moves) {
        const std::string& moved = chain_.parameters()[static_cast<std::size_t>(parameter)].name;
        if (moved == unknown.parameter.name && factor == 1.0) continue;
        const MathName by = as_name(Expr(factor));
        section.blocks.emplace_back(
            Paragraph{{name_of_parameter(moved), std::string(" changes by "), by, std::string(" times the change of "),
                       name_of_parameter(unknown.parameter.name), std::string(".")}});
      }
  }

  /// All of Φ, or by the kinds of parameters: Φ_α, Φ_a, …
  std::vector<RegressorBlock> blocks() const {
    std::vector<RegressorBlock> all;
    if (unknowns_.size() <= most_columns) {
      all.push_back({regressor, {}, {}});
      for (std::size_t k = 0; k < unknowns_.size(); ++k) all.back().columns.push_back(k);
      return all;
    }
    for (std::size_t k = 0; k < unknowns_.size(); ++k) {
      const CalibrationParameter& p = unknowns_[k].parameter;
      const std::string& kind = p.group == "pose" ? p.joint : p.group;
      auto found = std::find_if(all.begin(), all.end(), [&](const RegressorBlock& b) { return b.kind == kind; });
      if (found == all.end()) found = all.insert(all.end(), {block_name(kind), kind, {}});
      found->columns.push_back(k);
    }
    if (all.size() == 1) all.front().name = regressor;
    std::stable_sort(all.begin(), all.end(), [](const RegressorBlock& a, const RegressorBlock& b) {
      return place_of_kind(a.kind) < place_of_kind(b.kind);
    });
    return all;
  }

  /// The order in which lectures write a DH table's parameters: ∂f/∂α, ∂f/∂a, ∂f/∂d, ∂f/∂θ.
  static std::ptrdiff_t place_of_kind(std::string_view kind) {
    constexpr std::array<std::string_view, 5> order{"alpha", "a", "d", "theta", "beta"};
    return std::find(order.begin(), order.end(), kind) - order.begin();
  }

  static MathName block_name(const std::string& kind) {
    return {"Phi_" + kind, "Φ_" + printed_name(kind, Language::Unicode) + "(q)",
            "\\Phi_{" + printed_name(kind, Language::Latex) + "}(q)"};
  }

  static void name_blocks(Section& section, const std::vector<RegressorBlock>& all) {
    constexpr std::size_t most_in_a_formula = 6;
    std::vector<MathName> names;
    MathName whole;
    for (const RegressorBlock& block : all) {
      const auto stem = [](const std::string& name) { return name.substr(0, name.find("(q)")); };
      names.push_back({stem(block.name.plain), stem(block.name.unicode), stem(block.name.latex)});
      whole.plain += (whole.plain.empty() ? "" : "  ") + names.back().plain;
      whole.unicode += (whole.unicode.empty() ? "" : "  ") + names.back().unicode;
      whole.latex += (whole.latex.empty() ? "" : " \\; ") + names.back().latex;
    }
    if (names.size() <= most_in_a_formula)
      names = {
          {"Phi = [" + whole.plain + "]", "Φ = [" + whole.unicode + "]", "\\Phi = \\bigl[" + whole.latex + "\\bigr]"}};
    Paragraph paragraph{{std::string("Its columns are shown in blocks, by the kinds of parameters: ")}};
    add_list(paragraph, names);
    paragraph.pieces.emplace_back(".");
    section.blocks.emplace_back(std::move(paragraph));
  }

  Equation matrix(const RegressorBlock& block) const {
    Equation equation{block.name, static_cast<int>(rows_.size()), static_cast<int>(block.columns.size()), {}, {}, {}};
    for (const std::size_t r : rows_) {
      equation.row_names.push_back(row_name(r));
      for (const std::size_t k : block.columns) equation.entries.push_back(equations_.columns[k][r]);
    }
    for (const std::size_t k : block.columns)
      equation.column_names.push_back(name_of_parameter(equations_.unknowns[k]));
    return equation;
  }

  void say_which_turns_are_left_out(Section& section) const {
    std::vector<MathName> turns;
    for (const std::size_t r : left_out_)
      if (r >= position_rows) turns.push_back(row_name(r));
    if (turns.empty()) return;
    Paragraph paragraph{{std::string(turns.size() == 1 ? "Row " : "Rows ")}};
    add_list(paragraph, turns);
    paragraph.pieces.emplace_back(turns.size() == 1 ? " is left out, because it is zero."
                                                    : " are left out, because they are zero.");
    section.blocks.emplace_back(std::move(paragraph));
  }

  Section nominal_conditions() const {
    Section section{"Nominal conditions", {}};
    std::vector<MathName> zeros, put_in;
    for (const Unknown& unknown : unknowns_)
      for (const auto& [parameter, factor] : unknown.moves) {
        const Expr symbol = symbolic_.parameters()[static_cast<std::size_t>(parameter)];
        const Expr value = symbolic_.at_nominal(symbol);
        if (!value.is_constant()) continue;
        const MathName name = name_of_parameter(symbol.symbol().name);
        if (value.is_zero())
          zeros.push_back(name);
        else
          put_in.push_back(equals(name, value));
      }
    add_sentence(section, put_in, "These nominal values are put in: ", ".");
    add_sentence(section, zeros, zeros.size() == 1 ? "Nominally zero is " : "Nominally zero are ", ".");
    std::vector<MathName> values;
    for (const CalibrationParameter& parameter : chain_.parameters()) {
      const auto known = equations_.values.find(parameter.name);
      if (known != equations_.values.end())
        values.push_back(equals(name_of_parameter(parameter.name), known->second, parameter.dimension.si_text()));
    }
    add_sentence(section, values, "Symbols stand for these nominal values: ", ".");
    return section;
  }

  static void add_sentence(Section& section, const std::vector<MathName>& names, const std::string& before,
                           const std::string& behind) {
    if (names.empty()) return;
    Paragraph paragraph{{before}};
    add_list(paragraph, names);
    paragraph.pieces.emplace_back(behind);
    section.blocks.emplace_back(std::move(paragraph));
  }

  static Section use() {
    Section section{"Calibration", {}};
    section.blocks.emplace_back(Paragraph{
        {std::string("Measurement "), named("i"), std::string(" gives the equations "),
         MathName{"dr_i = Phi(q_i)*dpsi", "Δrᵢ = Φ(qᵢ)·Δψ", "\\Delta r_i = \\Phi(q_i) \\, \\Delta\\psi"},
         std::string(", where "), MathName{"dr_i", "Δrᵢ", "\\Delta r_i"},
         std::string(
             " is what was measured less what the nominal parameters give. All of them, one above the other, are "),
         MathName{"dr_all = Phi_all*dpsi", "Δr_all = Φ_all·Δψ", "\\Delta\\bar{r} = \\bar{\\Phi} \\, \\Delta\\psi"},
         std::string(". The parameters change by the least-squares solution "),
         MathName{"dpsi = (Phi_all^T*Phi_all)^-1*Phi_all^T*dr_all", "Δψ = (Φ_allᵀ·Φ_all)⁻¹·Φ_allᵀ·Δr_all",
                  "\\Delta\\psi = (\\bar{\\Phi}^T \\bar{\\Phi})^{-1} \\bar{\\Phi}^T \\Delta\\bar{r}"},
         std::string(", and the same is done again with the parameters that this gives, until they change no more.")}});
    return section;
  }

  const RegressorEquations& equations_;
  const SymbolicChain& symbolic_;
  const CalibrationChain& chain_;
  std::span<const Unknown> unknowns_;
  const RegressorChoice& choice_;
  std::vector<std::size_t> rows_, left_out_;
};

}  // namespace

MathName name_of_parameter(const std::string& name) {
  const std::size_t point = name.rfind('.');
  if (point == std::string::npos)
    return {name, printed_name(name, Language::Unicode), printed_name(name, Language::Latex)};
  return {name, name, printed_name(name.substr(point + 1) + "_" + name.substr(0, point), Language::Latex)};
}

EquationDocument regressor_page(const RegressorEquations& equations, const SymbolicChain& symbolic,
                                const CalibrationChain& chain, std::span<const Unknown> unknowns,
                                const RegressorChoice& choice) {
  return PageWriter(equations, symbolic, chain, unknowns, choice).page();
}

}  // namespace sinew
