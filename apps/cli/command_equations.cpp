// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "apps/cli/arm_argument.h"
#include "apps/cli/command.h"
#include "apps/cli/equation_options.h"
#include "apps/cli/file_output.h"
#include "sinew/equations/answer_text.h"
#include "sinew/equations/derivation.h"
#include "sinew/equations/equation_book.h"
#include "sinew/equations/equation_numbers.h"
#include "sinew/equations/recursion_results.h"
#include "sinew/report/equation_html.h"
#include "sinew/report/equation_json.h"
#include "sinew/report/equation_latex.h"
#include "sinew/report/equation_text.h"
#include "sinew/symbolic/program.h"

namespace sinew::cli {
namespace {

struct EquationsArguments {
  SymbolicRobotArgument robot;
  std::string show = "tau,M,V,G";
  std::string at;
  std::string format = "unicode";
  std::string method = "newton-euler";
  std::string wanted;
  std::string out;
  bool explain = false;
  bool intermediate = false;
  bool count = false;
};

/// Beyond this a page of equations is no help to anyone.
constexpr std::size_t most_terms_to_print = 4000;

std::vector<EquationPart> chosen_parts(const std::string& list) {
  std::vector<std::string> known{"all"};
  for (const EquationPartName& part : equation_parts()) known.emplace_back(part.name);
  std::vector<EquationPart> parts;
  for (const std::string& word : chosen_words("--show", list, known))
    for (const EquationPartName& part : equation_parts())
      if (word == part.name || word == "all") parts.push_back(part.part);
  return parts;
}

std::string printed_count(EquationBook& book, const EquationDocument& document) {
  std::string text = "Operations, as printed\n----------------------\n";
  const auto line = [&](const std::string& name, const std::vector<Expr>& entries) {
    OperationCount sum;
    for (const Expr& x : entries) sum += operation_count(x);
    text += fmt::format("{}: {}\n", name, sum.text());
  };
  for (const Section& section : document.sections)
    for (const Block& block : section.blocks) {
      if (const auto* equation = std::get_if<Equation>(&block)) line(equation->name.plain, equation->entries);
      if (const auto* sum = std::get_if<LabelledSum>(&block)) {
        std::vector<Expr> terms;
        for (const auto& [term, label] : sum->terms) terms.push_back(term);
        line(sum->name.plain, {book.robot().graph->sum(terms)});
      }
    }
  return text;
}

Language code_language(const std::string& format) {
  if (format == "c") return Language::C;
  if (format == "c++") return Language::Cpp;
  if (format == "python") return Language::Python;
  if (format == "matlab") return Language::Matlab;
  return format == "text" ? Language::Text : format == "latex" ? Language::Latex : Language::Unicode;
}

bool is_code(const std::string& format) {
  return format == "c" || format == "c++" || format == "python" || format == "matlab";
}

/// The equations of a document as assignments.
std::vector<std::pair<std::string, Expr>> results_of(EquationBook& book, const EquationDocument& document) {
  std::vector<std::pair<std::string, Expr>> results;
  for (const Section& section : document.sections)
    for (const Block& block : section.blocks) {
      if (const auto* sum = std::get_if<LabelledSum>(&block)) {
        std::vector<Expr> terms;
        for (const auto& [term, label] : sum->terms) terms.push_back(term);
        results.emplace_back(sum->name.plain, book.robot().graph->sum(terms));
      }
      const auto* equation = std::get_if<Equation>(&block);
      if (equation == nullptr) continue;
      for (int r = 0; r < equation->rows; ++r)
        for (int c = 0; c < equation->columns; ++c) {
          Expr entry = equation->at(r, c);
          if (equation->factor) entry = book.robot().graph->product({*equation->factor, entry});
          const std::string index = !equation->is_matrix()   ? ""
                                    : equation->columns == 1 ? fmt::format("_{}", r + 1)
                                                             : fmt::format("_{}_{}", r + 1, c + 1);
          results.emplace_back(equation->name.plain + index, entry);
        }
    }
  return results;
}

/// `[0, m3*d3*g*cos(q2)]`, in the syntax of verify.
void want_gravity(EquationBook& book, const std::string& wanted) {
  std::vector<Polynomial> entries;
  for (const Answer& answer : read_answers({"--wanted", "G = " + wanted + "\n"}, book))
    for (const Expr& entry : answer.entries) entries.push_back(book.robot().ring->polynomial(entry));
  book.want_gravity(std::move(entries));
}

std::string answer(const EquationsArguments& arguments) {
  SymbolicRobot robot = arguments.robot.load();
  EquationBook book(robot);
  book.choose(arguments.robot.choice(robot));
  if (!arguments.wanted.empty()) want_gravity(book, arguments.wanted);
  const std::vector<EquationPart> parts = chosen_parts(arguments.show);
  if (arguments.intermediate) {
    const Program code = program(*robot.graph, recursion_results(robot, parts));
    return printed(code, code_language(arguments.format)) + (arguments.count ? code.count.text() + "\n" : "");
  }
  if (!arguments.robot.full && book.term_count() > most_terms_to_print)
    throw InputError({{Severity::Error, robot.description.file, 0,
                       fmt::format("these equations have {} terms, too many to be read", book.term_count()),
                       "use --intermediate for intermediate variables, fewer --symbols, or --full to print them all"}});
  EquationDocument document{arguments.explain ? "" : "Equations of motion of " + robot.description.name, {}};
  if (arguments.explain) {
    document = arguments.method == "lagrange" ? lagrange_derivation(book) : newton_euler_derivation(book);
  } else {
    if (arguments.method == "lagrange") book.use_lagrange();
    for (const EquationPart part : parts) document.sections.push_back(book.section(part));
  }
  EquationValues values;
  const auto numbers = std::make_shared<EquationNumbers>(robot);
  if (!arguments.at.empty()) {
    numbers->set(arguments.at);
    for (const EquationPart part : parts)
      if (part == EquationPart::Parameters) numbers->define(robot, book.parametrisation());
    values = [numbers](const Expr& x) { return fmt::format("{:.6g}", numbers->value(x)); };
  }
  const std::string& format = arguments.format;
  std::string text = format == "latex"  ? latex_document(document, values ? &values : nullptr)
                     : format == "html" ? html_document(document, values ? &values : nullptr)
                     : format == "json" ? equation_json(document, robot)
                     : is_code(format)  ? printed(Program{{}, results_of(book, document), {}}, code_language(format))
                                        : equation_text(document, {format == "text", 100, values});
  if (arguments.count) text += printed_count(book, document);
  return text;
}

}  // namespace

Action declare_equations(CLI::App& app) {
  const auto arguments = std::make_shared<EquationsArguments>();
  arguments->robot.declare(app);
  std::string parts = "what to print, of:";
  for (const EquationPartName& part : equation_parts()) parts += fmt::format("\n  {:<12}{}", part.name, part.what);
  app.add_option("--show", arguments->show, parts + "\n  all\nDefault: tau,M,V,G")->type_name("LIST");
  app.add_flag("--explain", arguments->explain, "the derivation, step by step, as a lecture gives it");
  app.add_option("--method", arguments->method, "newton-euler or lagrange")
      ->check(CLI::IsMember({"newton-euler", "lagrange"}));
  app.add_option("--wanted", arguments->wanted,
                 "with --show balance: what G is to be, in place of zero: \"[0, a*cos(q2)]\"")
      ->type_name("VECTOR");
  app.add_option("--at", arguments->at, "numbers beneath each expression: \"q=20deg,40deg; dq=0.2,0.15; m1=4kg\"")
      ->type_name("VALUES");
  app.add_option("--format", arguments->format,
                 "unicode, text (formulas that can be typed), latex, html, json, c, c++, python, matlab")
      ->check(CLI::IsMember({"unicode", "text", "latex", "html", "json", "c", "c++", "python", "matlab"}));
  app.add_flag("--intermediate", arguments->intermediate,
               "with intermediate variables, not multiplied out: for long equations and for code");
  app.add_flag("--count", arguments->count, "operation counts, too");
  app.add_option("--out", arguments->out, "write to this file")->type_name("FILE");
  return [=] {
    const std::string text = answer(*arguments);
    if (arguments->out.empty())
      std::cout << text;
    else
      write_file(arguments->out, text);
    return Exit::Done;
  };
}

}  // namespace sinew::cli
