// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "apps/cli/arm_argument.h"
#include "apps/cli/command.h"
#include "apps/cli/equation_options.h"
#include "apps/cli/file_output.h"
#include "apps/cli/usage.h"
#include "sinew/equations/answer_text.h"
#include "sinew/equations/derivation.h"
#include "sinew/equations/equation_book.h"
#include "sinew/equations/equation_numbers.h"
#include "sinew/report/equation_code.h"
#include "sinew/report/equation_digits.h"
#include "sinew/report/equation_html.h"
#include "sinew/report/equation_json.h"
#include "sinew/report/equation_latex.h"
#include "sinew/report/equation_steps.h"
#include "sinew/report/equation_text.h"

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
  bool force = false;
  int digits = 0;  ///< of decimals; 0: as many as the format asks for
};

/// Beyond this a page of equations is no help to anyone.
constexpr std::size_t most_terms_to_print = 4000;

std::vector<EquationPart> chosen_parts(const std::string& list) {
  std::vector<std::string> known{"all"};
  for (const EquationPartName& part : equation_parts()) known.emplace_back(part.name);
  std::vector<EquationPart> parts;
  for (const std::string& word : chosen_words("--show", list, known))
    for (const EquationPartName& part : equation_parts())
      if ((word == part.name || word == "all") && std::find(parts.begin(), parts.end(), part.part) == parts.end())
        parts.push_back(part.part);
  return parts;
}

bool has_recursion(EquationPart part) {
  return part == EquationPart::Torque || part == EquationPart::Mass || part == EquationPart::Velocity ||
         part == EquationPart::Gravity;
}

std::optional<Language> code_language(const std::string& format) {
  if (format == "c") return Language::C;
  if (format == "c++") return Language::Cpp;
  if (format == "python") return Language::Python;
  if (format == "matlab") return Language::Matlab;
  return {};
}

/// Options that would do nothing are refused, with what to do.
void check_usage_of(const EquationsArguments& arguments, const CLI::App& command) {
  const std::vector<EquationPart> parts = chosen_parts(arguments.show);
  const auto shows = [&](EquationPart part) { return std::find(parts.begin(), parts.end(), part) != parts.end(); };
  const bool code = code_language(arguments.format).has_value();
  if (arguments.explain) {
    refuse_idle(command, {"--show"}, "does not choose among the steps of a derivation; leave it or --explain out");
    refuse_idle(command, {"--intermediate"}, "is not for a derivation, which has its own; leave it or --explain out");
    refuse_idle(command, {"--frame", "--axes", "--rows", "--wanted"}, "does nothing in a derivation; leave it out");
    if (code) refuse_idle(command, {"--explain"}, "is for people; choose unicode, text, latex, html or json");
  } else {
    refuse_idle(command, {"--method"},
                "chooses a derivation, and all of them give the same equations; add --explain, or see --show routes");
  }
  if (arguments.intermediate) {
    refuse_idle(command, {"--at"}, "puts numbers beneath closed forms; leave it or --intermediate out");
    refuse_idle(command, {"--full"}, "is for closed forms; with --intermediate equations are whole, so leave it out");
  }
  if (code) refuse_idle(command, {"--digits"}, "does nothing in code, which keeps all digits; leave it out");
  if (code) refuse_idle(command, {"--at"}, "does nothing in code, which takes numbers when it runs; leave it out");
  if (!shows(EquationPart::GravityDesign))
    refuse_idle(command, {"--wanted"}, "says what to balance; add balance to --show");
  if (!shows(EquationPart::Jacobian) && !shows(EquationPart::Cartesian))
    refuse_idle(command, {"--frame", "--axes", "--rows"},
                "is for the Jacobian and the Cartesian forms; add J or cartesian to --show");
}

/// `[0, m3*d3*g*cos(q2)]`, in the syntax of verify.
void want_gravity(EquationBook& book, const std::string& wanted) {
  std::vector<Polynomial> entries;
  for (const Answer& answer : read_answers({"--wanted", "G = " + wanted + "\n"}, book))
    for (const Expr& entry : answer.entries) entries.push_back(book.robot().ring->polynomial(entry));
  book.want_gravity(std::move(entries));
}

std::string way_out(EquationPart part) {
  const std::string others =
      has_recursion(part)              ? "use --intermediate for the same equations with intermediate variables"
      : part == EquationPart::Jacobian ? "choose fewer --rows than joints, and there is no inverse to work out"
                                       : "leave it out of --show";
  return others + ", take fewer --symbols, or --full to insist";
}

std::size_t term_count(const PolynomialMatrix& matrix) {
  std::size_t count = 0;
  for (const Polynomial& entry : matrix.entries) count += entry.terms().size();
  return count;
}

/// How many terms a part will have at most, multiplied out, as far as that can be told before it is brought into shape.
std::size_t terms_to_expect(EquationBook& book, EquationPart part) {
  switch (part) {
    case EquationPart::Torque:
      return term_count(book.motion().torque);
    case EquationPart::Mass:
      return term_count(book.motion().mass);
    case EquationPart::Gravity:
      return term_count(book.motion().gravity);
    case EquationPart::Velocity:
    case EquationPart::Coriolis:
    case EquationPart::Centrifugal:
    case EquationPart::Christoffel:
    case EquationPart::Factorisations:
      return term_count(book.motion().velocity);
    default:
      return 0;
  }
}

std::size_t printed_terms(const Section& section) {
  std::size_t count = 0;
  for (const Block& block : section.blocks) {
    if (const auto* equation = std::get_if<Equation>(&block))
      for (const Expr& x : equation->entries) count += 1 + operation_count(x).additions;
    if (const auto* sum = std::get_if<LabelledSum>(&block))
      for (const auto& [term, label] : sum->terms) count += 1 + operation_count(term).additions;
  }
  return count;
}

/// One part of `--show` in closed form, unless that is too long to be read.
PartSection closed_form(const EquationsArguments& arguments, EquationBook& book, EquationPart part) {
  arguments.robot.work->what = word_of(part);
  arguments.robot.work->remedy = way_out(part);
  const auto refuse_if_long = [&](std::size_t terms) {
    if (!arguments.robot.full && terms > most_terms_to_print)
      throw InputError({{Severity::Error, book.robot().description.file, 0,
                         fmt::format("{} has {} terms, too many to be read", word_of(part), terms), way_out(part)}});
  };
  refuse_if_long(terms_to_expect(book, part));
  PartSection made{part, book.section(part)};
  refuse_if_long(printed_terms(made.section));
  return made;
}

EquationDocument derivation(const EquationsArguments& arguments, EquationBook& book) {
  arguments.robot.work->what = "the derivation";
  if (!arguments.robot.full && book.term_count() > most_terms_to_print)
    throw InputError({{Severity::Error, book.robot().description.file, 0,
                       fmt::format("the equations have {} terms, too many to be read", book.term_count()),
                       arguments.robot.work->remedy}});
  return arguments.method == "lagrange" ? lagrange_derivation(book) : newton_euler_derivation(book);
}

using Counts = std::vector<std::pair<std::string, OperationCount>>;

Counts counts_of(const EquationDocument& document) {
  Counts counts;
  for (const Section& section : document.sections)
    for (const Block& block : section.blocks) {
      OperationCount count;
      if (const auto* equation = std::get_if<Equation>(&block)) {
        for (const Expr& x : equation->entries) count += operation_count(x);
        counts.emplace_back(equation->name.plain, count);
      }
      if (const auto* sum = std::get_if<LabelledSum>(&block)) {
        for (const auto& [term, label] : sum->terms) count += operation_count(term);
        if (sum->terms.size() > 1) count.additions += sum->terms.size() - 1;
        counts.emplace_back(sum->name.plain, count);
      }
    }
  return counts;
}

Section count_section(const Counts& counts) {
  Section section{"Operations, as printed", {}};
  for (const auto& [name, count] : counts) section.blocks.emplace_back(words(name + ": " + count.text()));
  return section;
}

/// A document in a format for people, or as JSON.
std::string printed_document(const EquationsArguments& arguments, const SymbolicRobot& robot, EquationDocument document,
                             EquationJsonStyle style) {
  const std::string& format = arguments.format;
  document.note = robot.note;
  ExprGraph rounded;
  if (arguments.digits > 0) document = with_digits(document, arguments.digits, rounded);
  if (format == "json") return equation_json(document, robot, style);
  if (!style.counts.empty()) document.sections.push_back(count_section(style.counts));
  const EquationValues* values = style.values ? &style.values : nullptr;
  if (format == "latex") return latex_document(document, values);
  if (format == "html") return html_document(document, values);
  return equation_text(document, {format == "text", 100, style.values});
}

/// Numbers for `--at`, to as many digits as the format's readers want.
EquationValues values_at(const EquationsArguments& arguments, EquationBook& book, bool with_coefficients) {
  if (arguments.at.empty()) return {};
  const auto numbers = std::make_shared<EquationNumbers>(book.robot());
  numbers->set(arguments.at);
  if (with_coefficients) numbers->define(book.robot(), book.parametrisation());
  const bool whole = arguments.format == "json";
  return [=](const Expr& x) { return whole ? fmt::format("{}", numbers->value(x)) : numbers->text(x); };
}

std::string answer(const EquationsArguments& arguments) {
  SymbolicRobot robot = arguments.robot.load();
  EquationBook book(robot);
  book.choose(arguments.robot.choice(robot));
  if (!arguments.wanted.empty()) want_gravity(book, arguments.wanted);
  const std::vector<EquationPart> parts = chosen_parts(arguments.show);
  const auto shows = [&](EquationPart part) { return std::find(parts.begin(), parts.end(), part) != parts.end(); };
  const std::optional<Language> language = code_language(arguments.format);

  EquationJsonStyle style;
  if (arguments.explain) {
    const EquationDocument document = derivation(arguments, book);
    style.values = values_at(arguments, book, false);
    if (arguments.count) style.counts = counts_of(document);
    return printed_document(arguments, robot, document, style);
  }

  std::vector<PartSection> sections;
  for (const EquationPart part : parts)
    sections.push_back(arguments.intermediate ? recursion_section(robot, part) : closed_form(arguments, book, part));
  if (language) return equation_code(robot, sections, {*language, arguments.intermediate, arguments.count});

  EquationDocument document{"Equations of motion of " + robot.description.name, {}};
  if (arguments.intermediate) {
    SteppedSections stepped = with_steps(robot, sections);
    document.sections.push_back(std::move(stepped.steps));
    style.parts.emplace_back("steps");
    if (arguments.count) style.counts = {{"all of it", stepped.count}};
    sections = std::move(stepped.parts);
  }
  for (PartSection& part : sections) {
    document.sections.push_back(std::move(part.section));
    style.parts.emplace_back(word_of(part.part));
  }
  style.values = values_at(arguments, book, shows(EquationPart::Parameters));
  if (arguments.count && !arguments.intermediate) style.counts = counts_of(document);
  return printed_document(arguments, robot, std::move(document), style);
}

}  // namespace

Action declare_equations(CLI::App& app) {
  const auto arguments = std::make_shared<EquationsArguments>();
  arguments->robot.declare(app);
  std::string parts = "what to print, of:";
  for (const EquationPartName& part : equation_parts()) parts += fmt::format("\n  {:<12}{}", part.name, part.what);
  app.add_flag("--numbers", arguments->robot.numbers,
               "with the file's numbers in place of its named parameters; --symbols may still name some");
  app.add_option("--show", arguments->show, parts + "\n  all\nDefault: tau,M,V,G")->type_name("LIST");
  app.add_flag("--explain", arguments->explain, "the derivation, step by step, as a lecture gives it");
  app.add_option("--method", arguments->method, "with --explain: newton-euler or lagrange")
      ->check(CLI::IsMember({"newton-euler", "lagrange"}));
  app.add_option("--wanted", arguments->wanted,
                 "with --show balance: what G is to be, in place of zero, in the robot's own symbols; for "
                 "point_mass_2r \"[m1*l1*g*cos(q1), 0]\"")
      ->type_name("VECTOR");
  app.add_option("--at", arguments->at,
                 "numbers beneath each expression, or beside it in json: \"q=20deg,40deg; dq=0.2,0.15; m1=4kg\"")
      ->type_name("VALUES");
  app.add_option(
         "--format", arguments->format,
         "unicode, text (formulas that can be typed), latex, html, json; c, c++, python, matlab: a function for "
         "each part")
      ->check(CLI::IsMember({"unicode", "text", "latex", "html", "json", "c", "c++", "python", "matlab"}));
  app.add_flag("--intermediate", arguments->intermediate,
               "tau, M, V, G with intermediate variables, not multiplied out: for long equations and for code");
  app.add_flag("--count", arguments->count, "operation counts, too");
  app.add_option(
         "--digits", arguments->digits,
         "significant digits of decimals; those that have no exact form have 6 if left out, and 15 in text and json")
      ->check(CLI::Range(1, 17))
      ->type_name("N");
  auto* out = app.add_option("--out", arguments->out, "write to this file")->type_name("FILE");
  app.add_flag("--force", arguments->force, "even if the file is read-only")->needs(out);
  return [=, command = &app] {
    check_usage_of(*arguments, *command);
    const std::string text = answer(*arguments);
    if (arguments->out.empty())
      std::cout << text;
    else
      write_file(arguments->out, text, arguments->force ? Replacing::Anything : Replacing::OnlyWritable);
    return Exit::Done;
  };
}

}  // namespace sinew::cli
