// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/check.h"

#include <fmt/format.h>

#include "sinew/errors/visible_text.h"
#include "sinew/print/problems_json.h"
#include "sinew/print/table.h"

namespace sinew {
namespace {

std::string problems_csv(const std::vector<Problem>& problems) {
  Table table({{"severity"}, {"file"}, {"line"}, {"what"}, {"remedy"}});
  for (const Problem& p : problems)
    table.add({p.severity == Severity::Error ? "error" : "warning", p.file, p.line > 0 ? std::to_string(p.line) : "",
               p.what, p.remedy});
  return table.csv();
}

std::string problems_text(const std::vector<Problem>& problems, const std::string& file) {
  std::string text;
  std::size_t errors = 0;
  for (const Problem& p : problems) {
    text += p.text() + "\n";
    errors += p.severity == Severity::Error ? 1U : 0U;
  }
  const std::size_t warnings = problems.size() - errors;
  const auto count = [](std::size_t n, const char* noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); };
  if (problems.empty()) return visible_text(file) + ": nothing wrong found\n";
  return text + fmt::format("{}: {}, {}\n", visible_text(file), count(errors, "error"), count(warnings, "warning"));
}

}  // namespace

void CheckQuestion::describe(Fields& fields) {
  robot.describe(fields);
  showing.describe_format(fields);
  fields.add("strict", &strict, "let a warning count as an error");
}

Outcome CheckQuestion::respond(Door& door) {
  // here what is wrong is the answer
  const std::string path = robot.path();
  std::vector<Problem> problems;
  bool possible = true;
  try {
    problems = robot.load(door)->warnings;
  } catch (const InputError& e) {
    problems = e.problems();
    possible = false;
  }
  door.write(showing.format == "json"  ? problems_json(problems)
             : showing.format == "csv" ? problems_csv(problems)
                                       : problems_text(problems, path));
  return possible && (!strict || problems.empty()) ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
