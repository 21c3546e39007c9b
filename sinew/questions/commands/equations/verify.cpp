// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/equations/verify.h"

#include <algorithm>
#include <memory>

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

/// Whether each statement is right.
struct VerifyAnswer {
  std::unique_ptr<SymbolicRobot>
      robot;  ///< expressions of the verdicts belong to it; none where a matrix is of no robot
  std::vector<AnswerVerdict> verdicts;

  bool all_right() const {
    return std::all_of(verdicts.begin(), verdicts.end(), [](const AnswerVerdict& verdict) { return verdict.right; });
  }
};

VerifyAnswer verdicts_on(const VerifyQuestion& question, Door& door) {
  if (!question.inertia.empty()) return {nullptr, {verified_inertia(question.inertia)}};
  VerifyAnswer answer{std::make_unique<SymbolicRobot>(question.robot.load(door)), {}};
  SymbolicRobot& loaded = *answer.robot;
  if (!question.robot.frame.empty()) static_cast<void>(loaded.numbers.frame(question.robot.frame));  // is there one?
  EquationBook book(loaded);
  book.choose(question.robot.choice(loaded));
  answer.verdicts = verified(book, read_answers(answers_given(question), book));
  return answer;
}

std::string printed_verdicts(const VerifyAnswer& answer, const std::string& format) {
  const std::string robot = answer.robot ? answer.robot->description.name : "",
                    note = answer.robot ? answer.robot->note : "";
  if (format == "json") return verdict_json(answer.verdicts, robot, note);
  EquationDocument document = verdict_document(answer.verdicts);
  document.note = note;
  if (format == "unicode" || format == "text") return equation_text(document, {format == "text", 100, {}});
  document.title = robot.empty() ? "A mass matrix?" : "Answers about " + robot;  // a page needs one
  return format == "latex" ? latex_document(document) : html_document(document);
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

AnswerShape VerifyQuestion::answer_shape() const {
  const AnswerShape remark = an_object({always("fault", a_text()), always("term", a_text()),
                                        sometimes("factor", a_number()), sometimes("yours", a_text()),
                                        always("cause", a_text().or_null()), always("note", a_text().or_null())});
  const AnswerShape example = an_object({always("state", by_name(a_number())), always("file_parameters", a_truth()),
                                         always("yours", a_number()), always("right", a_number())});
  const AnswerShape entry =
      an_object({always("name", a_text()), always("right", a_truth()), always("note", a_text().or_null()),
                 always("difference", a_text().or_null()), always("terms", a_list(remark)),
                 always("example", AnswerShape(example).or_null())});
  const AnswerShape evidence =
      either({a_text(), an_object({always("name", a_text()), always("rows", a_whole_number()),
                                   always("columns", a_whole_number()), always("entries", texts_list())})});
  const AnswerShape property =
      an_object({always("holds", a_truth()), always("text", a_text()), always("evidence", a_list(evidence))});
  const AnswerShape statement = an_object({always("quantity", a_text()), always("line", a_whole_number().or_null()),
                                           always("right", a_truth()), always("failure", a_text().or_null()),
                                           always("about", a_text().or_null()), always("hints", texts_list()),
                                           always("entries", a_list(entry)), always("properties", a_list(property))});
  return either({an_object({always("robot", a_text().or_null()), sometimes("note", a_text()),
                            always("right", a_truth()), always("statements", a_list(statement))}),
                 a_text("in another format")});
}

Outcome VerifyQuestion::respond(Door& door) {
  check_usage();
  if (!inertia.empty())
    fields().refuse_idle(RobotChoice::field_names(), "is for a robot, and --inertia goes without; leave it out");
  const VerifyAnswer answer = verdicts_on(*this, door);
  door.write(printed_verdicts(answer, format));
  return answer.all_right() ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
