// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/robots/check.h"

#include <fmt/format.h>

#include "sinew/errors/visible_text.h"
#include "sinew/print/diagnostics_json.h"
#include "sinew/print/table.h"

namespace sinew {
namespace {

/// What is wrong with a robot's file, which is the answer here.
struct CheckAnswer {
  std::string file;
  std::vector<Diagnostic> diagnostics;
  bool possible = true;  ///< a robot could be read
};

CheckAnswer checked(const RobotChoice& robot, Door& door) {
  CheckAnswer answer{robot.path(), {}};
  try {
    answer.diagnostics = robot.load(door)->warnings;
  } catch (const InputError& e) {
    answer.diagnostics = e.diagnostics();
    answer.possible = false;
  }
  return answer;
}

std::string problems_csv(const std::vector<Diagnostic>& diagnostics) {
  Table table({{"severity"}, {"file"}, {"line"}, {"what"}, {"remedy"}});
  for (const Diagnostic& p : diagnostics)
    table.add({p.severity == Severity::Error ? "error" : "warning", p.file, p.line > 0 ? std::to_string(p.line) : "",
               p.what, p.remedy});
  return table.csv();
}

std::string problems_text(const CheckAnswer& answer) {
  const std::vector<Diagnostic>& diagnostics = answer.diagnostics;
  std::string text;
  std::size_t errors = 0;
  for (const Diagnostic& p : diagnostics) {
    text += p.text() + "\n";
    errors += p.severity == Severity::Error ? 1U : 0U;
  }
  const std::size_t warnings = diagnostics.size() - errors;
  const auto count = [](std::size_t n, const char* noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); };
  if (diagnostics.empty()) return visible_text(answer.file) + ": nothing wrong found\n";
  return text +
         fmt::format("{}: {}, {}\n", visible_text(answer.file), count(errors, "error"), count(warnings, "warning"));
}

}  // namespace

void CheckQuestion::describe(Fields& fields) {
  robot.describe(fields);
  showing.describe_format(fields);
  fields.add("strict", &strict, "Count a warning as an error.");
}

AnswerShape CheckQuestion::answer_shape() const { return diagnostics_shape(); }

Outcome CheckQuestion::respond(Door& door) {
  const CheckAnswer answer = checked(robot, door);
  door.write(showing.format == "json"  ? diagnostics_json(answer.diagnostics)
             : showing.format == "csv" ? problems_csv(answer.diagnostics)
                                       : problems_text(answer));
  return answer.possible && (!strict || answer.diagnostics.empty()) ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
