// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/code/equation_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "sinew/code/code_names.h"
#include "sinew/report/equations/text.h"
#include "sinew/symbolic/graph_order.h"
#include "sinew/units/characters.h"

namespace sinew {

namespace {

/// A block as lines of a comment.
std::vector<std::string> lines_of(Block block) {
  std::vector<std::string> lines;
  const std::string text = equation_text({"", {{"", {std::move(block)}}}}, {true, 110, {}});
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// what a function computes

enum class Shape { Scalar, Vector, Matrix };

struct Result {
  std::string name;
  Shape shape = Shape::Scalar;
  int rows = 1, columns = 1;
  std::vector<Expr> entries;              ///< by rows
  std::vector<std::string> remarks = {};  ///< of each entry, where there are any

  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
  }
};

struct Function {
  EquationPart part = EquationPart::Torque;
  std::string title;
  std::vector<Result> results;
  std::vector<std::pair<Expr, Expr>> definitions;  ///< symbol, value: coefficients that the results are made of
  std::vector<std::string> comments;
};

/// How far a part can depend on the state: 0 not, 1 on q, 2 on q̇ as well, 3 on q̈ as well.
int state_of(EquationPart part) {
  switch (part) {
    case EquationPart::Torque:
    case EquationPart::Parameters:
      return 3;
    case EquationPart::Velocity:
    case EquationPart::Factorisations:
    case EquationPart::Energy:
    case EquationPart::Jacobian:
    case EquationPart::Cartesian:
    case EquationPart::Friction:
      return 2;
    case EquationPart::BaseParameters:
    case EquationPart::GravityBound:
      return 0;
    default:
      return 1;
  }
}

std::string typed_name(const MathName& name) { return name.plain == "J^-1" ? "J_inverse" : name.plain; }

/// tau2 as tau and 2; the number is 0 where there is none.
std::pair<std::string, int> stem_and_number(const std::string& name) {
  const std::size_t end = name.find_last_not_of("0123456789");
  if (end == std::string::npos || end + 1 == name.size()) return {name, 0};
  return {name.substr(0, end + 1), std::stoi(name.substr(end + 1))};
}

/// c, g, c_x, c_tau, g_x and the like; all others are matrices, if of one column.
bool is_vector_name(const std::string& name) {
  return (name.front() == 'c' || name.front() == 'g') && (name.size() == 1 || name[1] == '_');
}

/// Sorts a section into results and comments.
class FunctionMaker {
 public:
  FunctionMaker(SymbolicRobot& robot, const PartSection& part)
      : robot_(robot), function_{part.part, part.section.title, {}, {}, {}} {
    for (const Block& block : part.section.blocks) std::visit([&](const auto& b) { add(b); }, block);
  }

  Function made() { return std::move(function_); }

 private:
  void add(const Paragraph& paragraph) { comment(paragraph); }
  void add(const Verdict& verdict) { comment(verdict); }

  void add(const LabelledSum& sum) {
    std::vector<Expr> terms;
    for (const auto& [term, label] : sum.terms) terms.push_back(term);
    const auto [stem, number] = stem_and_number(sum.name.plain);
    entry_of(stem, number) = terms.empty() ? Expr(0.0) : robot_.graph->sum(std::move(terms));
  }

  void add(const Equation& equation) {
    const std::string name = typed_name(equation.name);
    const auto [stem, number] = stem_and_number(name);
    const bool scalar = !equation.is_matrix();
    if (function_.part == EquationPart::GravityDesign || name == "0") {  // conditions, and parameters that meet them
      comment(equation);
    } else if (scalar && number > 0 && (stem == "tau" || stem == "c" || stem == "g")) {
      entry_of(stem, number) = equation.entries.front();
    } else if (scalar && function_.part == EquationPart::BaseParameters) {
      list("base", equation.entries.front(), name);
    } else if (const Symbol* symbol = scalar && number > 0 ? robot_.graph->find(name) : nullptr;
               symbol != nullptr && function_.part == EquationPart::Parameters) {
      const Expr coefficient = robot_.graph->symbol(name);
      function_.definitions.emplace_back(coefficient, equation.entries.front());
      list(stem, coefficient, name);
    } else {
      function_.results.push_back(result_of(equation, name));
    }
  }

  Result result_of(const Equation& equation, const std::string& name) {
    constexpr std::string_view scalars = "TULda";  // T, U, L, det_J, alpha
    const bool one = !equation.is_matrix();
    const bool is_vector = equation.columns == 1 && is_vector_name(name);
    const bool is_scalar = one && scalars.find(name.front()) != std::string_view::npos;
    Result result{name,
                  is_scalar   ? Shape::Scalar
                  : is_vector ? Shape::Vector
                              : Shape::Matrix,
                  equation.rows, equation.columns, equation.entries};
    if (equation.factor)
      for (Expr& entry : result.entries)
        if (!entry.is_zero()) entry = robot_.graph->product({*equation.factor, entry});
    return result;
  }

  /// Of a vector with one entry per joint, zero until told otherwise.
  Expr& entry_of(const std::string& name, int number) {
    const auto known = std::find_if(function_.results.begin(), function_.results.end(),
                                    [&](const Result& r) { return r.name == name; });
    if (known != function_.results.end()) return known->entries[static_cast<std::size_t>(number - 1)];
    const int n = robot_.size();
    function_.results.push_back({name, Shape::Vector, n, 1, std::vector<Expr>(static_cast<std::size_t>(n))});
    return function_.results.back().entries[static_cast<std::size_t>(number - 1)];
  }

  /// One more entry of a vector whose length is not known beforehand.
  void list(const std::string& name, const Expr& entry, const std::string& remark) {
    if (function_.results.empty() || function_.results.back().name != name)
      function_.results.push_back({name, Shape::Vector, 0, 1, {}, {}});
    Result& vector = function_.results.back();
    ++vector.rows;
    vector.entries.push_back(entry);
    vector.remarks.push_back(remark);
  }

  void comment(Block block) {
    for (std::string& line : lines_of(std::move(block))) function_.comments.push_back(std::move(line));
  }

  SymbolicRobot& robot_;
  Function function_;
};

// how languages write a function

struct Grammar {
  std::string_view comment;
  std::string_view indent;
  std::string_view end_of_statement;
  std::string_view local;  ///< $1 = $2
  int first_index = 0;
};

const Grammar& grammar_of(Language language) {
  static constexpr Grammar c{"// ", "  ", ";", "const double {} = {};", 0};
  static constexpr Grammar python{"# ", "    ", "", "{} = {}", 0};
  static constexpr Grammar matlab{"% ", "  ", ";", "{} = {};", 1};
  return language == Language::Python ? python : language == Language::Matlab ? matlab : c;
}

// Python's own functions take numbers, NumPy's take arrays of many states as well, at ten times the cost for a number
constexpr std::string_view choice_of_functions = "math = functions_for(";
constexpr std::string_view functions_for_arrays = R"(

def functions_for(q=(0.0,), qd=(0.0,), qdd=(0.0,)):
    """Sines of numbers, or of NumPy arrays: each entry of q may hold its joint at many instants."""
    if any(getattr(state[0], "shape", ()) for state in (q, qd, qdd)):
        import numpy
        return numpy
    return math

)";
constexpr std::string_view functions_for_times = R"(

def functions_for(t):
    """Sines of a number, or of a NumPy array of many times."""
    if getattr(t, "shape", ()):
        import numpy
        return numpy
    return math

)";

/// A comment's text: it ends with its line, and no backslash goes on with it.
std::string harmless(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r' || c == '\\') c = ' ';
  return text;
}

std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

class CodeWriter {
 public:
  CodeWriter(SymbolicRobot& robot, const EquationCodeStyle& style)
      : robot_(robot),
        style_(style),
        grammar_(grammar_of(style.language)),
        members_(style.language),
        robot_name_(code_name(robot.description.name, style.language)) {
    for (const auto& [name, value] : robot_.values) members_.of(name);
  }

  std::string text(const std::vector<PartSection>& parts) {
    comment("Equations of motion of " + robot_.description.name + ", in SI units and radians.");
    if (!style_.motion.empty()) comment(words(style_.motion));
    if (!robot_.note.empty()) comment(words(robot_.note));
    if (style_.language == Language::Matlab && parts.size() > 1) comment("Save each function in a file of its name.");
    write_opening();
    const std::size_t functions = out_.size();
    for (const PartSection& part : parts) write(FunctionMaker(robot_, part).made());
    if (out_.find(choice_of_functions, functions) != std::string::npos)
      out_.insert(functions, along_a_motion() ? functions_for_times : functions_for_arrays);
    return std::move(out_);
  }

 private:
  bool is_c() const { return style_.language == Language::C || style_.language == Language::Cpp; }
  bool along_a_motion() const { return !style_.time.empty(); }
  bool has_parameters() const { return !robot_.values.empty(); }
  void line(const std::string& text) { out_ += text + "\n"; }
  void inner(const std::string& text) { out_ += std::string(grammar_.indent) + text + "\n"; }
  void comment(const std::string& text) { line(std::string(grammar_.comment) + harmless(text)); }
  void comment(const Paragraph& paragraph) {
    for (const std::string& text : lines_of(paragraph)) comment(text);
  }

  void write_opening() {
    if (style_.language == Language::C) line("#include <math.h>");
    if (style_.language == Language::Cpp) line("#include <cmath>");
    if (style_.language == Language::Python) line("import math");
    if (!has_parameters() || style_.language == Language::Matlab) return;
    if (style_.language == Language::Python) {
      line("\n" + robot_name_ + "_values = {");
      for (const auto& [name, value] : robot_.values)
        inner("\"" + members_.of(name) + "\": " + number_text(value) + ",  # " + remark_of(name));
      line("}");
      return;
    }
    line("\nstruct " + robot_name_ + "_par {");
    for (const auto& [name, value] : robot_.values) inner("double " + members_.of(name) + ";  // " + remark_of(name));
    line("};\n");
    comment("as the file has them");
    line("const struct " + robot_name_ + "_par " + robot_name_ + "_values = {");
    for (const auto& [name, value] : robot_.values) inner(number_text(value) + ",  // " + members_.of(name));
    line("};");
  }

  /// The unit, and the name as the file has it where code could not keep it.
  std::string remark_of(const std::string& name) {
    const std::string unit = robot_.units.at(name).empty() ? "1" : robot_.units.at(name);
    return harmless(members_.of(name) == name ? unit : name + ", " + unit);
  }

  void write(const Function& function) {
    line("");
    const std::string name = robot_name_ + "_" + replaced(word_of(function.part), "-", "_");
    comment(name + ": " + function.title);
    for (const std::string& text : function.comments) comment(text);
    if (function.results.empty()) {
      comment("No formula, and so no function.");
      return;
    }
    FunctionNames names(*this, function);
    const Program code = program_of(function, names);
    if (style_.count) comment("operations: " + code.count.text());
    write_head(function, name, names);
    if (style_.language == Language::Python && calls_functions(code))
      inner(fmt::format("{}{})", choice_of_functions, fmt::join(state_arguments(function), ", ")));
    for (const std::string& local : names.locals()) inner(local);
    for (const Assignment& step : code.steps)
      inner(fmt::format(fmt::runtime(grammar_.local), printed_name(step.name, style_.language),
                        printed_code(step.value)));
    write_results(function, code);
    write_end(function);
  }

  static bool calls_functions(const Program& code) {
    std::vector<Expr> roots;
    for (const Assignment& step : code.steps) roots.push_back(step.value);
    for (const auto& [name, value] : code.results) roots.push_back(value);
    const std::vector<const Expr::Node*> nodes = nodes_of(roots);
    return std::any_of(nodes.begin(), nodes.end(), [](const Expr::Node* node) {
      using Op = Expr::Op;
      return node->op == Op::Sin || node->op == Op::Cos || node->op == Op::Sqrt || node->op == Op::Exp;
    });
  }

  std::string printed_code(const Expr& x) const { return printed(x, style_.language, Angles::Full); }

  /// The symbols of one function, in a graph of their own, under names that hide neither an argument nor a result.
  class FunctionNames {
   public:
    FunctionNames(CodeWriter& writer, const Function& function)
        : writer_(writer), names_(writer.style_.language, taken_by(writer, function)) {
      std::vector<Expr> roots;
      for (const auto& [symbol, value] : function.definitions) roots.insert(roots.end(), {value, symbol});
      for (const Result& result : function.results)
        roots.insert(roots.end(), result.entries.begin(), result.entries.end());
      for (const Expr::Node* node : nodes_of(roots)) {
        const Expr x(node);
        std::vector<Expr> operands;
        for (const Expr& operand : x.operands()) operands.push_back(now(operand));
        copies_.emplace(node, x.op() == Expr::Op::Symbol ? symbol(x.symbol(), function)
                                                         : graph_.node(x.op(), std::move(operands),
                                                                       x.op() == Expr::Op::Power ? x.exponent() : 0));
      }
    }

    ExprGraph& graph() { return graph_; }
    Expr now(const Expr& x) const { return x.is_constant() ? x : copies_.at(x.node()); }
    const std::vector<std::string>& locals() const { return locals_; }
    const std::vector<std::string>& more_arguments() const { return more_arguments_; }
    bool uses(const std::string& argument) const { return used_.contains(argument); }

   private:
    static std::set<std::string> taken_by(const CodeWriter& writer, const Function& function) {
      std::set<std::string> taken{"q", "qd", "qdd", "par"};
      if (writer.along_a_motion()) taken.insert(writer.style_.time);
      for (const Result& result : function.results) taken.insert(result.name);
      for (const auto* vector : {&writer.robot_.q, &writer.robot_.qd, &writer.robot_.qdd})
        for (const Expr& x : *vector) taken.insert(x.symbol().name);
      return taken;
    }

    void add_local(const std::string& name, const std::string& argument, const std::string& value) {
      used_.insert(argument);
      locals_.push_back(fmt::format(fmt::runtime(writer_.grammar_.local), name, value));
    }

    Expr symbol(const Symbol& symbol, const Function& function) {
      const auto from_state = [&](const char* argument, const Expr& x) {
        add_local(symbol.name, argument, writer_.element(argument, symbol.joint));
        return x;
      };
      switch (symbol.kind) {
        case SymbolKind::Position:
          return from_state("q", graph_.position(symbol.joint, symbol.is_angle));
        case SymbolKind::Velocity:
          return from_state("qd", graph_.velocity(symbol.joint));
        case SymbolKind::Acceleration:
          return from_state("qdd", graph_.acceleration(symbol.joint));
        case SymbolKind::Parameter:
          break;
      }
      if (symbol.name == writer_.style_.time) {
        used_.insert(symbol.name);
        return graph_.symbol(symbol.name, SymbolKind::Parameter, symbol.rank);
      }
      const bool given = writer_.robot_.values.contains(symbol.name);
      const std::string name = names_.of(given ? writer_.members_.of(symbol.name) : symbol.name);
      const bool defined = std::any_of(function.definitions.begin(), function.definitions.end(),
                                       [&](const auto& d) { return d.first.symbol().name == symbol.name; });
      if (given)
        add_local(name, "par", writer_.member(writer_.members_.of(symbol.name)));
      else if (!defined)
        more_arguments_.push_back(name);
      return graph_.symbol(name, SymbolKind::Parameter, symbol.rank);
    }

    CodeWriter& writer_;
    CodeNames names_;
    ExprGraph graph_;
    std::unordered_map<const Expr::Node*, Expr> copies_;
    std::vector<std::string> locals_, more_arguments_;
    std::set<std::string> used_;
  };

  std::string element(const std::string& array, int index) const {
    return array + (style_.language == Language::Matlab ? fmt::format("({})", index + 1) : fmt::format("[{}]", index));
  }

  std::string member(const std::string& name) const {
    if (style_.language == Language::C) return "par->" + name;
    return style_.language == Language::Python ? "par[\"" + name + "\"]" : "par." + name;
  }

  /// What an entry repeats: of a symmetric matrix, the lower half.
  static bool repeats(const Result& result, int row, int column) {
    const auto at = [&](int r, int c) { return result.entries[result.index(r, c)]; };
    return row > column && result.rows == result.columns && !at(row, column).is_constant() &&
           at(row, column) == at(column, row);
  }

  template <class Visit>
  static void for_each_entry(const Function& function, const Visit& visit) {
    for (const Result& result : function.results)
      for (int r = 0; r < result.rows; ++r)
        for (int c = 0; c < result.columns; ++c)
          if (!repeats(result, r, c)) visit(result, r, c);
  }

  Program program_of(const Function& function, FunctionNames& names) {
    std::vector<std::pair<std::string, Expr>> results;
    for_each_entry(function, [&](const Result& result, int r, int c) {
      results.emplace_back(result.name, names.now(result.entries[result.index(r, c)]));
    });
    if (style_.intermediate) return program(names.graph(), results);
    Program code{{}, std::move(results), {}};
    for (const auto& [symbol, value] : function.definitions)
      code.steps.push_back({names.now(symbol).symbol().name, names.now(value)});
    code.count = operation_count(code);
    return code;
  }

  std::vector<std::string> state_arguments(const Function& function) const {
    if (along_a_motion()) return {style_.time};
    const std::vector<std::string> all{"q", "qd", "qdd"};
    return {all.begin(), all.begin() + state_of(function.part)};
  }

  static std::string sizes(const Result& result) {
    return result.shape == Shape::Vector ? fmt::format("[{}]", result.rows)
                                         : fmt::format("[{}][{}]", result.rows, result.columns);
  }

  void write_head(const Function& function, const std::string& name, const FunctionNames& names) {
    std::vector<std::string> arguments;
    for (const std::string& state : state_arguments(function))
      arguments.push_back(!is_c()            ? state
                          : along_a_motion() ? "double " + state
                                             : fmt::format("const double {}[{}]", state, robot_.size()));
    for (const std::string& more : names.more_arguments()) arguments.push_back(is_c() ? "double " + more : more);
    if (has_parameters())
      arguments.push_back(style_.language == Language::C        ? "const struct " + robot_name_ + "_par *par"
                          : style_.language == Language::Cpp    ? "const " + robot_name_ + "_par& par"
                          : style_.language == Language::Python ? "par=" + robot_name_ + "_values"
                                                                : "par");
    const std::size_t inputs = arguments.size();
    if (is_c())
      for (const Result& result : function.results)
        arguments.push_back(result.shape != Shape::Scalar    ? "double " + result.name + sizes(result)
                            : style_.language == Language::C ? "double *" + result.name
                                                             : "double& " + result.name);
    const std::string list = fmt::format("({})", fmt::join(arguments, ", "));
    if (is_c()) {
      line("void " + name + list + " {");
      for (const std::string& state : state_arguments(function))
        if (!names.uses(state)) inner("(void)" + state + ";");
      if (has_parameters() && !names.uses("par")) inner("(void)par;");
    } else if (style_.language == Language::Python) {
      line("def " + name + list + ":");
    } else {
      std::vector<std::string> results;
      for (const Result& result : function.results) results.push_back(result.name);
      line(fmt::format("function [{}] = {}{}", fmt::join(results, ", "), name, list));
      if (has_parameters()) {
        inner(fmt::format("if nargin < {}", inputs));
        std::vector<std::string> values;
        for (const auto& [parameter, value] : robot_.values)
          values.push_back("'" + members_.of(parameter) + "', " + number_text(value));
        inner(fmt::format("  par = struct({});", fmt::join(values, ", ")));
        inner("end");
      }
    }
  }

  std::string place(const Result& result, int row, int column) const {
    const int first = grammar_.first_index;
    if (result.shape == Shape::Scalar) return (style_.language == Language::C ? "*" : "") + result.name;
    if (result.shape == Shape::Vector) return element(result.name, row);
    return result.name + (style_.language == Language::Matlab ? fmt::format("({}, {})", row + first, column + first)
                                                              : fmt::format("[{}][{}]", row, column));
  }

  void declare(const Result& result) {
    if (is_c() || result.shape == Shape::Scalar) return;
    if (style_.language == Language::Matlab)
      inner(fmt::format("{} = zeros({}, {});", result.name, result.rows, result.columns));
    else if (result.shape == Shape::Vector)
      inner(fmt::format("{} = [0.0] * {}", result.name, result.rows));
    else
      inner(fmt::format("{} = [[0.0] * {} for _ in range({})]", result.name, result.columns, result.rows));
  }

  void write_results(const Function& function, const Program& code) {
    auto next = code.results.begin();
    for (const Result& result : function.results) {
      declare(result);
      for (int r = 0; r < result.rows; ++r)
        for (int c = 0; c < result.columns; ++c) {
          const std::string value = repeats(result, r, c) ? place(result, c, r) : printed_code((next++)->second);
          const std::size_t k = result.index(r, c);
          const std::string remark = k < result.remarks.size() && !result.remarks[k].empty()
                                         ? "  " + std::string(grammar_.comment) + result.remarks[k]
                                         : "";
          inner(place(result, r, c) + " = " + value + std::string(grammar_.end_of_statement) + remark);
        }
    }
  }

  void write_end(const Function& function) {
    if (style_.language == Language::Matlab) return line("end");
    if (is_c()) return line("}");
    if (function.results.size() == 1) return inner("return " + function.results.front().name);
    std::vector<std::string> results;
    for (const Result& result : function.results) results.push_back("\"" + result.name + "\": " + result.name);
    inner(fmt::format("return {{{}}}", fmt::join(results, ", ")));
  }

  SymbolicRobot& robot_;
  const EquationCodeStyle& style_;
  const Grammar& grammar_;
  CodeNames members_;
  std::string robot_name_;
  std::string out_;
};

}  // namespace

std::string equation_code(SymbolicRobot& robot, const std::vector<PartSection>& parts, const EquationCodeStyle& style) {
  try {
    return CodeWriter(robot, style).text(parts);
  } catch (const std::domain_error& e) {
    throw InputError({{Severity::Error, robot.description.file, 0, std::string("no code can be written: ") + e.what(),
                       "check the robot's figures and their units with `sinew check`"}});
  }
}

}  // namespace sinew
