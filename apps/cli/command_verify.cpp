// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>

#include "apps/cli/command.h"
#include "apps/cli/equation_options.h"
#include "sinew/equations/verdict_document.h"
#include "sinew/equations/verify.h"
#include "sinew/report/equation_html.h"
#include "sinew/report/equation_latex.h"
#include "sinew/report/equation_text.h"

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
  if (arguments.file == "-")
    return {"stdin", {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()}};
  if (!arguments.file.empty()) return read_source_text(arguments.file);
  SourceText source{"answer", {}};
  for (const std::string& statement : arguments.statements) source.text += statement + "\n";
  return source;
}

std::string printed_verdicts(const std::vector<AnswerVerdict>& verdicts, const std::string& format) {
  const EquationDocument document = verdict_document(verdicts);
  if (format == "latex") return latex_document(document);
  if (format == "html") return html_document(document);
  return equation_text(document, {format == "text", 100, {}});
}

Exit answered(const std::vector<AnswerVerdict>& verdicts, const std::string& format) {
  std::cout << printed_verdicts(verdicts, format);
  const bool right = std::all_of(verdicts.begin(), verdicts.end(), [](const AnswerVerdict& v) { return v.right; });
  return right ? Exit::Done : Exit::BadInput;
}

void check_usage_of(const VerifyArguments& arguments) {
  const int sources = !arguments.statements.empty() + !arguments.file.empty() + !arguments.inertia.empty();
  if (sources != 1)
    throw CLI::ValidationError("verify",
                               "give a statement such as 'M22 = m2*l2^2', or --file FILE, or --inertia MATRIX");
  if (arguments.inertia.empty() == arguments.robot.robot.given.empty())
    throw CLI::ValidationError("verify",
                               arguments.inertia.empty() ? "name the robot first" : "--inertia goes without a robot");
}

}  // namespace

Action declare_verify(CLI::App& app) {
  const auto arguments = std::make_shared<VerifyArguments>();
  arguments->robot.declare(app);
  app.get_option("robot")->required(false);
  app.add_option("statements", arguments->statements,
                 "what to check: 'tau2 = m2*l2^2*ddq2 + …', 'M = [[…, …], […, …]]', 'S = …' (docs/guides/verify.md)")
      ->type_name("STATEMENT");
  app.add_option("--file", arguments->file, "statements from a file, one a line; - for stdin")->type_name("FILE");
  app.add_option("--inertia", arguments->inertia, "without a robot: could this matrix be a mass matrix?")
      ->type_name("MATRIX");
  app.add_option("--format", arguments->format, "unicode, text, latex or html")
      ->check(CLI::IsMember({"unicode", "text", "latex", "html"}));
  app.description(app.get_description() + ". Exit code 0: all of it is right; 1: something is not");
  return [=] {
    check_usage_of(*arguments);
    if (!arguments->inertia.empty()) return answered({verified_inertia(arguments->inertia)}, arguments->format);
    SymbolicRobot robot = arguments->robot.load();
    EquationBook book(robot);
    book.choose(arguments->robot.choice(robot));
    std::vector<AnswerVerdict> verdicts;
    for (const Answer& answer : read_answers(answers_given(*arguments), book))
      verdicts.push_back(verified(book, answer));
    return answered(verdicts, arguments->format);
  };
}

}  // namespace sinew::cli
