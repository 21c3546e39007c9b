// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/solve.h"

#include <algorithm>
#include <filesystem>

#include "sinew/formats/input_file.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/problems/problem_file.h"
#include "sinew/problems/singularity_search.h"
#include "sinew/questions/choices/limits_choice.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/resolution_report.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// A field that is an entry of the problem file, and the entries that it then stands for.
struct EntryField {
  const char* key;
  const char* type;
  const char* meaning;
  std::vector<const char*> stands_for = {};
};

const std::vector<EntryField>& entry_fields() {
  static const std::vector<EntryField> fields{
      {"q", "VALUE,...", "Positions of the joints [rad or m], as a list or by name: elbow=40deg."},
      {"qd", "VALUE,...", "Velocities of the joints [rad/s or m/s]."},
      {"J", "MATRIX", "The Jacobian of the task, where there is no robot: [[-1,-1,-0.5],[0,1,cos(30deg)]]."},
      {"y",
       "VALUE,...",
       "The task velocity ṙ or acceleration r̈ that J is to give.",
       {"task_velocity", "task_acceleration"}},
      {"drift", "VALUE,...", "J̇·q̇. With it, accelerations are commanded."},
      {"M", "MATRIX", "The mass matrix; that of the robot if it is left out."},
      {"n", "VALUE,...", "The torques n = c + g [N·m or N]; those of the robot if it is left out."},
      {"level", "velocity|acceleration", "What is commanded, where the tasks do not tell it."},
      {"method", "NAME", "The method; --methods lists them.", {"minimise", "minimize"}},
      {"minimise",
       "WHAT",
       "What is to be small, in place of a method, such as \"kinetic energy\".",
       {"method", "minimize"}},
      {"objective", "H",
       "What the robot improves with its freedom: \"joint range\", manipulability, or a formula such as "
       "\"sin(q2)^2 + sin(q3)^2\"."},
      {"step", "NUMBER", "The step α in q̇0 = ±α·∇H; 1 if it is left out."},
      {"preferred", "VALUE,...", "The preferred motion q̇0 [rad/s or m/s] or q̈0 itself, in place of an objective."},
      {"K_D", "NUMBER", "The damping of self-motion [1/s]: q̈0 = ±α·∇H − K_D·q̇."},
      {"independent", "JOINT,...",
       "The joints that do the task in the method reduced-gradient; they are the columns of J_a."},
      {"weight", "W", "The weight of the joints: one number per joint, a matrix, or M."},
      {"damping", "MU",
       "The damping: mu=0.5 or 0.5, or mu^2=0.25, with region=0.1 only where a singular value is below it, or none."},
      {"position_limit", "LIMIT",
       "The limit of positions [rad or m]: one number for all joints, or a number or [lower,upper] for each."},
      {"velocity_limit", "LIMIT", "The limit of velocities [rad/s or m/s], given in the same way."},
      {"acceleration_limit", "LIMIT", "The limit of accelerations [rad/s² or m/s²], given in the same way."},
      {"sampling_time", "TIME", "The time [s] over which the limits are to be kept, such as 10ms."},
  };
  return fields;
}

/// "--velocity-limit" of `velocity_limit`.
std::string option_of(std::string_view key) { return Field{std::string(key), {}, {}}.option(); }

/// Why the robot that a problem names cannot be loaded, at the line that names it. Nothing of that file is quoted: whoever
/// wrote the problem may have named a file that the reader of the message is not meant to see.
std::vector<Diagnostic> problems_of_named_robot(const std::vector<Diagnostic>& found, const RobotReference& named,
                                                const std::string& file) {
  Diagnostic told = named.where;
  const auto errors =
      std::count_if(found.begin(), found.end(), [](const Diagnostic& p) { return p.severity == Severity::Error; });
  const auto whole = std::find_if(found.begin(), found.end(), [&](const Diagnostic& p) {
    return p.severity == Severity::Error && p.file == file && p.line == 0;
  });
  if (whole != found.end()) {
    told.what = "the robot " + in_quotes(named.name) + ": " + whole->what;
    told.remedy = whole->remedy;
  } else {
    told.what = "the robot " + in_quotes(named.name) + " cannot be used: its file has " + std::to_string(errors) +
                (errors == 1 ? " error" : " errors");
    told.remedy = "`sinew check` of that file lists them";
  }
  return {told};
}

/// "q2=-180deg..180deg"
SearchRange range_of(const std::string& text) {
  const std::size_t equals = text.find('='), dots = text.find("..");
  if (equals == std::string::npos || dots == std::string::npos || dots < equals)
    throw UsageError("over", "wants NAME=FROM..TO such as q2=-180deg..180deg, not " + in_quotes(text));
  // an angle or a length: which, the variable tells
  const auto end = [&](const std::string& number) {
    return value_of("--over", [&] {
      try {
        return quantity(number, dimension::angle);
      } catch (const FormulaError&) {
        return quantity(number, dimension::length);
      }
    });
  };
  return {std::string(trimmed(text.substr(0, equals))), end(text.substr(equals + 1, dots - equals - 1)),
          end(text.substr(dots + 2))};
}

std::string methods_text() {
  std::string text = "--method\n";
  std::vector<std::vector<std::string>> rows;
  for (const MethodEntry& entry : redundancy_methods())
    rows.push_back({std::string(entry.name), std::string(entry.formula), std::string(entry.answers)});
  text += aligned(rows, {}, 2) + "\n--minimise\n";
  rows.clear();
  for (const MethodWish& wish : method_wishes())
    rows.push_back({std::string(wish.wish),
                    std::string(entry_of(wish.at_velocity).name) +
                        (wish.at_velocity == wish.at_acceleration
                             ? ""
                             : ", of accelerations " + std::string(entry_of(wish.at_acceleration).name)),
                    std::string(wish.because)});
  return text + aligned(rows, {}, 2);
}

}  // namespace

SolveQuestion::SolveQuestion() : entries(entry_fields().size()) {}

void SolveQuestion::describe(Fields& fields) {
  robot.describe(fields);
  fields["robot"].required(false);
  fields.add("problem", &problem, "A problem file (docs/guides/redundancy.md); - is the standard input.")
      .of("FILE")
      .input();
  fields
      .add("task", &task,
           "A task of the robot; the option can be repeated. Examples are \"tip position rows=x,y velocity=[-3,0]\", "
           "\"joints joints=q2 velocity=0.1 priority=2\", \"com rows=x goal=[0.1,0,0] gain=5\" and "
           "\"hand pose goal={xyz: [0.4,0,0.5], rpy: [180deg,0,0]} gain=5\". Numbers come in the order of the rows. "
           "Without "
           "rows, a pose is rx,ry,rz,x,y,z and a position is x,y,z.")
      .of("TASK");
  for (std::size_t i = 0; i < entry_fields().size(); ++i)
    fields.add(entry_fields()[i].key, &entries[i], entry_fields()[i].meaning).of(entry_fields()[i].type);
  describe_without_limits(fields, without_limits);
  fields.add("maximise", &maximise, "Make the objective large instead of small.");
  fields.add("explain", &explain, "Show every step, as a worked solution does.");
  fields.add("methods", &methods, "List the words that --method and --minimise know, and stop.");
  fields.add("search_singularities", &search_singularities,
             "Search for the positions where the tasks together lose a direction, --over a range.");
  fields
      .add("over", &over,
           "A joint or parameter and its range, such as q2=-180deg..180deg. The option can be given twice.")
      .of("NAME=FROM..TO");
  fields.add("format", &showing.format, "The form of the answer: a table for people, json for programs.")
      .one_of({"table", "json"})
      .shows_initial();
  fields.add("units", &showing.units, "The units of the tables, such as deg,mm. The format json stays in SI units.")
      .of("UNIT,...");
  fields.add("digits", &showing.digits, "The number of decimals in the tables.").between(0, 15).shows_initial();
}

ProblemStatement SolveQuestion::statement() const {
  ProblemStatement statement;
  if (problem == "-")
    statement = ProblemStatement(SourceText{"stdin", read_source_text(standard_input).text});
  else if (!problem.empty())
    statement = ProblemStatement(read_source_text(problem));
  for (std::size_t i = 0; i < entry_fields().size(); ++i) {
    const EntryField& field = entry_fields()[i];
    if (entries[i].empty()) continue;
    for (const char* other : field.stands_for) statement.forget(other);
    statement.set(field.key, entries[i], option_of(field.key));
  }
  if (maximise) statement.set("maximise", "true", "--maximise");
  if (without_limits) statement.set("without_limits", "true", "--without-limits");
  for (const std::string& text : task) statement.add_task(text, "--task");
  return statement;
}

/// The robot named by the question, else by the problem: a file beside it, or one that is shipped.
std::optional<Arm> SolveQuestion::arm_of(Door& door, const ProblemStatement& statement) const {
  RobotChoice chosen = robot;
  const std::optional<RobotReference> named = robot_reference(statement);
  if (chosen.robot.empty()) {
    if (!named) return std::nullopt;
    const fs::path beside = fs::path(statement.file()).parent_path() / named->name;
    std::error_code ignored;
    chosen.robot = fs::is_regular_file(beside, ignored) ? beside.string() : named->name;
  }
  try {
    return chosen.arm(door);
  } catch (const InputError& e) {
    if (!robot.robot.empty() || !named) throw;
    throw InputError(problems_of_named_robot(e.diagnostics(), *named, chosen.robot));
  }
}

void SolveQuestion::check_usage() {
  if (search_singularities == over.empty())
    throw UsageError(search_singularities ? "search_singularities" : "over",
                     "--search-singularities and --over q2=-180deg..180deg go together");
  if (problem.empty() && task.empty() && !fields().is_given("J"))
    throw UsageError("solve", "give --problem FILE, or a robot and --task, or --J and --y");
}

void SolveQuestion::search(Door& door, const ProblemStatement& statement, const Arm* arm) const {
  std::vector<SearchRange> ranges;
  std::vector<std::string> names;
  for (const std::string& text : over) {
    ranges.push_back(range_of(text));
    names.push_back(ranges.back().variable);
  }
  const SingularitySearch found = sinew::search_singularities(varying_jacobians(statement, arm, names), ranges);
  door.write(showing.format == "json" ? singularities_json(found) : singularities_text(found, showing.showing()));
}

Outcome SolveQuestion::respond(Door& door) {
  if (methods) {
    door.write(methods_text());
    return Outcome::Yes;
  }
  check_usage();
  const Showing shown = showing.showing();
  const ProblemStatement stated = statement();
  const std::optional<Arm> arm = arm_of(door, stated);
  if (!arm) fields().refuse_idle(RobotChoice::field_names(), "is for a robot, and there is none; leave it out");
  if (search_singularities) {
    std::vector<std::string> idle{"explain", "maximise", "without_limits"};
    for (const EntryField& field : entry_fields())
      if (std::string_view(field.key) != "q" && std::string_view(field.key) != "J") idle.emplace_back(field.key);
    fields().refuse_idle(idle, "is for a joint command, and --search-singularities gives none; leave it out");
    search(door, stated, arm ? &*arm : nullptr);
    return Outcome::Yes;
  }
  const StatedProblem read = read_problem(stated, arm ? &*arm : nullptr);
  const Resolution found = resolve(read);
  door.write(showing.format == "json" ? resolution_json(read, found, explain)
                                      : resolution_text(read, found, explain, shown));
  return Outcome::Yes;
}

}  // namespace sinew
