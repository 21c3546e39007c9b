// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <iostream>
#include <memory>

#include "apps/cli/command.h"
#include "apps/cli/equation_options.h"
#include "sinew/equations/verdict_document.h"
#include "sinew/equations/verify.h"
#include "sinew/formats/input_file.h"
#include "sinew/report/equation_html.h"
#include "sinew/report/equation_latex.h"
#include "sinew/report/equation_text.h"
#include "sinew/report/verdict_json.h"

namespace sinew::cli {
namespace {

struct VerifyArguments {
  SymbolicRobotArgument robot;
  std::vector<std::string> statements;
  std::string file;
  std::string inertia;
  std::string format = "unicode";
};

SourceText answers_given(const VerifyArguments& arguments) {
  if (arguments.file == "-") return {"stdin", read_source_text(standard_input).text};
  if (!arguments.file.empty()) return read_source_text(arguments.file);
  SourceText source{"answer", {}};
  for (const std::string& statement : arguments.statements) source.text += statement + "\n";
  return source;
}

std::string printed_verdicts(const std::vector<AnswerVerdict>& verdicts, const std::string& format,
                             const std::string& robot, const std::string& note) {
  if (format == "json") return verdict_json(verdicts, robot, note);
  EquationDocument document = verdict_document(verdicts);
  document.note = note;
  if (format == "unicode" || format == "text") return equation_text(document, {format == "text", 100, {}});
  document.title = robot.empty() ? "A mass matrix?" : "Answers about " + robot;  // a page needs one
  return format == "latex" ? latex_document(document) : html_document(document);
}

Exit answered(const std::vector<AnswerVerdict>& verdicts, const std::string& format, const std::string& robot,
              const std::string& note) {
  std::cout << printed_verdicts(verdicts, format, robot, note);
  const bool right = std::all_of(verdicts.begin(), verdicts.end(), [](const AnswerVerdict& v) { return v.right; });
  return right ? Exit::Done : Exit::BadInput;
}

void check_usage_of(const VerifyArguments& arguments) {
  const bool has_statements = !arguments.statements.empty(), has_file = !arguments.file.empty(),
             has_inertia = !arguments.inertia.empty();
  const std::string& robot = arguments.robot.robot.given;
  if (has_statements + has_file + has_inertia > 1)
    throw CLI::ValidationError("verify", "give statements, or --file FILE, or --inertia MATRIX, and not two of them");
  if (!has_statements && !has_file && !has_inertia)
    throw CLI::ValidationError("verify",
                               "give a statement such as 'M22 = m2*l2^2', or --file FILE, or --inertia MATRIX");
  if (has_inertia == !robot.empty())
    throw CLI::ValidationError("verify", has_inertia ? "--inertia goes without a robot" : "name the robot first");
  if (robot == "-" && arguments.file == "-")
    throw CLI::ValidationError("verify", "the robot and the statements cannot both come from stdin");
  for (const std::string& statement : arguments.statements)
    if (statement.starts_with('=') || (statement.ends_with('=') && statement.find(' ') == std::string::npos))
      throw CLI::ValidationError("verify", "put each statement in quotes: 'M22 = m2*l2^2'");
}

}  // namespace

Action declare_verify(CLI::App& app) {
  const auto arguments = std::make_shared<VerifyArguments>();
  arguments->robot.declare(app);
  arguments->robot.numbers_will_do = true;
  app.get_option("robot")->required(false);
  app.add_option("statements", arguments->statements,
                 "what to check: 'tau2 = m2*l2^2*ddq2 + …', 'M = [[…, …], […, …]]', 'S = …' (docs/guides/verify.md)")
      ->type_name("STATEMENT");
  app.add_option("--file", arguments->file, "statements from a file, one a line; - for stdin")->type_name("FILE");
  app.add_option("--inertia", arguments->inertia, "without a robot: could this matrix be a mass matrix?")
      ->type_name("MATRIX");
  app.add_option("--format", arguments->format, "unicode, text, latex, html or json")
      ->check(CLI::IsMember({"unicode", "text", "latex", "html", "json"}));
  app.description(app.get_description() + ". Exit code 0: all of it is right; 1: something is not");
  return [=] {
    check_usage_of(*arguments);
    if (!arguments->inertia.empty()) return answered({verified_inertia(arguments->inertia)}, arguments->format, {}, {});
    SymbolicRobot robot = arguments->robot.load();
    if (!arguments->robot.frame.empty())
      static_cast<void>(robot.numbers.frame(arguments->robot.frame));  // is there one?
    EquationBook book(robot);
    book.choose(arguments->robot.choice(robot));
    return answered(verified(book, read_answers(answers_given(*arguments), book)), arguments->format,
                    robot.description.name, robot.note);
  };
}

}  // namespace sinew::cli
