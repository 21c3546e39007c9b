// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/verify.h"

#include <algorithm>

#include "sinew/equations/answers/verdict_document.h"
#include "sinew/equations/answers/verify.h"
#include "sinew/formats/input_file.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/equations/html.h"
#include "sinew/report/equations/latex.h"
#include "sinew/report/equations/text.h"
#include "sinew/report/equations/verdict_json.h"

namespace sinew {
namespace {

SourceText answers_given(const VerifyQuestion& question) {
  if (question.file == "-") return {"stdin", read_source_text(standard_input).text};
  if (!question.file.empty()) return read_source_text(question.file);
  SourceText source{"answer", {}};
  for (const std::string& statement : question.statements) source.text += statement + "\n";
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

Outcome answered(Door& door, const std::vector<AnswerVerdict>& verdicts, const std::string& format,
                 const std::string& robot, const std::string& note) {
  door.write(printed_verdicts(verdicts, format, robot, note));
  const bool right = std::all_of(verdicts.begin(), verdicts.end(), [](const AnswerVerdict& v) { return v.right; });
  return right ? Outcome::Yes : Outcome::No;
}

}  // namespace

void VerifyQuestion::describe(Fields& fields) {
  robot.describe(fields);
  robot.numbers_will_do = true;
  fields["robot"].required(false);
  fields
      .add("statements", &statements,
           "The statements to check: 'tau2 = m2*l2^2*qdd2 + …', 'M = [[…, …], […, …]]', 'C = …' "
           "(docs/guides/verify.md).")
      .of("STATEMENT")
      .positional();
  fields.add("file", &file, "A file of statements, one per line; - is the standard input.").of("FILE").input();
  fields.add("inertia", &inertia, "A matrix, without a robot. The answer tells whether it could be a mass matrix.")
      .of("MATRIX");
  fields.add("format", &format, "The form of the answer: unicode, text, latex or html for people, json for programs.")
      .one_of({"unicode", "text", "latex", "html", "json"})
      .shows_initial();
}

void VerifyQuestion::check_usage() const {
  const bool has_statements = !statements.empty(), has_file = !file.empty(), has_inertia = !inertia.empty();
  const std::string& named = robot.robot.robot;
  if (has_statements + has_file + has_inertia > 1)
    throw UsageError("verify", "give statements, or --file FILE, or --inertia MATRIX, and not two of them");
  if (!has_statements && !has_file && !has_inertia)
    throw UsageError("verify", "give a statement such as 'M22 = m2*l2^2', or --file FILE, or --inertia MATRIX");
  if (has_inertia == !named.empty())
    throw UsageError("verify", has_inertia ? "--inertia goes without a robot" : "name the robot first");
  for (const std::string& statement : statements)
    if (statement.starts_with('=') || (statement.ends_with('=') && statement.find(' ') == std::string::npos))
      throw UsageError("verify", "put each statement in quotes: 'M22 = m2*l2^2'");
}

Outcome VerifyQuestion::respond(Door& door) {
  check_usage();
  if (!inertia.empty())
    fields().refuse_idle(RobotChoice::field_names(), "is for a robot, and --inertia goes without; leave it out");
  if (!inertia.empty()) return answered(door, {verified_inertia(inertia)}, format, {}, {});
  SymbolicRobot loaded = robot.load(door);
  if (!robot.frame.empty()) static_cast<void>(loaded.numbers.frame(robot.frame));  // is there one?
  EquationBook book(loaded);
  book.choose(robot.choice(loaded));
  return answered(door, verified(book, read_answers(answers_given(*this), book)), format, loaded.description.name,
                  loaded.note);
}

}  // namespace sinew
