// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/check.h"

#include <fmt/format.h>

#include "sinew/errors/visible_text.h"
#include "sinew/print/diagnostics_json.h"
#include "sinew/print/table.h"

namespace sinew {
namespace {

std::string problems_csv(const std::vector<Diagnostic>& diagnostics) {
  Table table({{"severity"}, {"file"}, {"line"}, {"what"}, {"remedy"}});
  for (const Diagnostic& p : diagnostics)
    table.add({p.severity == Severity::Error ? "error" : "warning", p.file, p.line > 0 ? std::to_string(p.line) : "",
               p.what, p.remedy});
  return table.csv();
}

std::string problems_text(const std::vector<Diagnostic>& diagnostics, const std::string& file) {
  std::string text;
  std::size_t errors = 0;
  for (const Diagnostic& p : diagnostics) {
    text += p.text() + "\n";
    errors += p.severity == Severity::Error ? 1U : 0U;
  }
  const std::size_t warnings = diagnostics.size() - errors;
  const auto count = [](std::size_t n, const char* noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); };
  if (diagnostics.empty()) return visible_text(file) + ": nothing wrong found\n";
  return text + fmt::format("{}: {}, {}\n", visible_text(file), count(errors, "error"), count(warnings, "warning"));
}

}  // namespace

void CheckQuestion::describe(Fields& fields) {
  robot.describe(fields);
  showing.describe_format(fields);
  fields.add("strict", &strict, "Count a warning as an error.");
}

Outcome CheckQuestion::respond(Door& door) {
  // here what is wrong is the answer
  const std::string path = robot.path();
  std::vector<Diagnostic> diagnostics;
  bool possible = true;
  try {
    diagnostics = robot.load(door)->warnings;
  } catch (const InputError& e) {
    diagnostics = e.diagnostics();
    possible = false;
  }
  door.write(showing.format == "json"  ? diagnostics_json(diagnostics)
             : showing.format == "csv" ? problems_csv(diagnostics)
                                       : problems_text(diagnostics, path));
  return possible && (!strict || diagnostics.empty()) ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
