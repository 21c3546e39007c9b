// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/redundancy/solve.h"

#include <algorithm>
#include <filesystem>

#include "sinew/formats/input_file.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/problems/problem_file.h"
#include "sinew/problems/singularity_search.h"
#include "sinew/questions/choices/limits_choice.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/request_fields.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/resolution_report.h"
#include "sinew/units/characters.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// A field that is a key of problem files, and the keys that it then stands for.
struct EntryField {
  const char* key;
  const char* type;
  const char* meaning;
  std::vector<const char*> stands_for = {};
  bool has_option = true;
};

/// A key that is too long for a command line: requests and files have it.
EntryField entry_without_option(const char* key, const char* meaning, std::vector<const char*> stands_for = {}) {
  return {key, "", meaning, std::move(stands_for), false};
}

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
      entry_without_option("task_velocity", "The task velocity ṙ that J is to give.", {"y", "task_acceleration"}),
      entry_without_option("task_acceleration", "The task acceleration r̈ that J is to give.", {"y", "task_velocity"}),
      entry_without_option("minimize", "The same as minimise.", {"method", "minimise"}),
      entry_without_option("parameters", "Names for numbers and formulas; a formula may use the names before it."),
      entry_without_option("joints", "Names for the columns of J; q1, q2, … if they are left out."),
      entry_without_option("gradient", "The gradient ∇H itself, in place of an objective."),
      entry_without_option("braking", "How bounds let a joint stop: \"from next sample\", \"from here\" or none."),
      entry_without_option("bounds", "Lower and upper bounds of the command itself, in place of all limits."),
      entry_without_option(
          "inequalities",
          "The matrix C and the vector d with C·x ≤ d, for qp and hqp; hard: true lets none be broken."),
      entry_without_option("rank_tolerance", "Singular values below this part of the largest one count as zero."),
      entry_without_option("shapes", "Capsules on the robot, for the objective \"obstacle distance\"."),
      entry_without_option("obstacles", "Spheres, boxes and planes in the world, for the same objective."),
      entry_without_option("name", "The name of the problem, for people."),
      entry_without_option("source", "Where the problem is from, for people."),
      entry_without_option("notes", "Remarks, for people."),
      entry_without_option("sinew", "The version of the file format, which is 1."),
  };
  return fields;
}

/// Fields that no problem file has: the file itself, and a question that is about no problem.
constexpr std::string_view not_of_files[] = {"problem", "methods"};
/// What is for people alone.
constexpr std::string_view remarks_of_problems[] = {"name", "source", "notes"};
/// What a search for singularities makes use of.
constexpr std::string_view used_by_search[] = {"q", "J"};

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
      .add("tasks", &tasks,
           "A task of the robot; the option can be repeated. Examples are \"tip position rows=x,y velocity=[-3,0]\", "
           "\"joints joints=q2 velocity=0.1 priority=2\", \"com rows=x goal=[0.1,0,0] gain=5\" and "
           "\"hand pose goal={xyz: [0.4,0,0.5], rpy: [180deg,0,0]} gain=5\". Numbers come in the order of the rows. "
           "Without rows, a pose is rx,ry,rz,x,y,z and a position is x,y,z.")
      .with_option("task")
      .of("TASK");
  for (std::size_t i = 0; i < entry_fields().size(); ++i) {
    Field& field = fields.add(entry_fields()[i].key, &entries[i], entry_fields()[i].meaning).of(entry_fields()[i].type);
    if (!entry_fields()[i].has_option) field.without_option();
  }
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

/// Keys of the file that are fields of the question and say nothing of the problem itself, such as `gravity` and `explain`,
/// go to their fields, unless those are given.
void SolveQuestion::take_from_file(ProblemStatement& statement) {
  const std::vector<ProblemStatement::Entry> all = statement.entries();
  for (const ProblemStatement::Entry& entry : all) {
    Field* field = fields().find(entry.key);
    if (field == nullptr || is_among(entry.key, problem_keys()) || is_among(entry.key, not_of_files)) continue;
    statement.forget(entry.key);
    if (field->is_given) continue;
    try {
      set(*field, value_for(*field, *entry.value));
    } catch (const UsageError& e) {
      throw InputError({{Severity::Error, entry.origin, entry.source.line, in_quotes(entry.key) + " " + e.what(),
                         "see `sinew help solve`"}});
    }
    field->is_given = false;  // nobody is told that an entry of the file does nothing in this format
  }
}

ProblemStatement SolveQuestion::statement() {
  ProblemStatement statement;
  if (problem == "-")
    statement = ProblemStatement(SourceText{"stdin", read_source_text(standard_input).text});
  else if (!problem.empty())
    statement = ProblemStatement(read_source_text(problem));
  take_from_file(statement);
  for (std::size_t i = 0; i < entry_fields().size(); ++i)
    for (const char* other : entry_fields()[i].stands_for)
      if (!entries[i].empty()) statement.forget(other);
  for (std::size_t i = 0; i < entry_fields().size(); ++i) {
    const std::string key = entry_fields()[i].key;
    if (entries[i].empty() || is_among(key, remarks_of_problems)) continue;
    if (entries[i].parts)
      statement.set(key, entries[i].parts, option_of(key));
    else
      statement.set(key, entries[i].text, option_of(key));
  }
  if (maximise) statement.set("maximise", "true", "--maximise");
  if (without_limits) statement.set("without_limits", "true", "--without-limits");
  for (const StructuredValue& task : tasks) {
    if (task.parts)
      statement.add_task(task.parts, "--task");
    else
      statement.add_task(task.text, "--task");
  }
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

void SolveQuestion::check_search() const {
  if (search_singularities == over.empty())
    throw UsageError(search_singularities ? "search_singularities" : "over",
                     "--search-singularities and --over q2=-180deg..180deg go together");
}

SingularitySearch SolveQuestion::searched(const ProblemStatement& statement, const Arm* arm) const {
  std::vector<SearchRange> ranges;
  std::vector<std::string> names;
  for (const std::string& text : over) {
    ranges.push_back(range_of(text));
    names.push_back(ranges.back().variable);
  }
  return sinew::search_singularities(varying_jacobians(statement, arm, names), ranges);
}

void SolveQuestion::refuse_idle_in_search() {
  std::vector<std::string> idle{"explain", "maximise", "without_limits"};
  for (const EntryField& field : entry_fields())
    if (field.has_option && !is_among(field.key, used_by_search)) idle.emplace_back(field.key);
  fields().refuse_idle(idle, "is for a joint command, and --search-singularities gives none; leave it out");
}

AnswerShape SolveQuestion::answer_shape() const {
  const AnswerShape names_or_null = a_list(a_text().or_null());
  const AnswerShape of_task =
      an_object({always("name", a_text()), always("priority", a_whole_number()), always("rows", texts_list()),
                 always("frames", names_or_null), always("axes", names_or_null), always("wanted", numbers_list()),
                 always("achieved", numbers_list()), always("error", a_number()), always("scale", a_number()),
                 always("executed", a_truth()), always("reachable", a_truth()), always("rank", a_whole_number())});
  const AnswerShape step = an_object(
      {always("text", a_text()), always("values", by_name(either({a_number(), numbers_list(), a_matrix()})))});
  const AnswerShape command = an_object(
      {sometimes("robot", a_text()),
       always("method", a_text()),
       always("level", a_text()),
       always("joints", texts_list()),
       sometimes("qd", numbers_list("the command at velocity level")),
       sometimes("qdd", numbers_list("the command at acceleration level")),
       sometimes("tau", numbers_list("torques that it takes")),
       sometimes("kinetic_energy", a_number("[J]")),
       sometimes("bounds", an_object({always("lower", numbers_list()), always("upper", numbers_list())})),
       always("scale", a_number("the smallest of the tasks")),
       always("saturated", by_name(a_text("lower or upper"))),
       always("within_bounds", a_truth()),
       sometimes("inequalities", an_object({always("values", numbers_list()), always("limits", numbers_list()),
                                            always("broken_by", numbers_list())})),
       always("tasks", a_list(of_task)),
       always("rank", a_whole_number()),
       always("ranks", a_list(a_whole_number())),
       always("condition", a_number("null at a singularity")),
       always("parallel", a_truth()),
       always("conflict", a_truth()),
       always("conflict_distance", a_number()),
       always("algorithmic_singularity", a_truth()),
       sometimes("optimality", a_number()),
       sometimes("steps", a_list(step)),
       always("warnings", texts_list()),
       always("remedies", texts_list())});
  const AnswerShape range =
      an_object({always("variable", a_text()), always("from", a_number()), always("to", a_number())});
  const AnswerShape singularity =
      an_object({always("values", numbers_list()), always("rank", a_whole_number()),
                 always("ranks", a_list(a_whole_number())), always("algorithmic", a_truth())});
  const AnswerShape singularities =
      an_object({always("over", a_list(range)), always("tasks", texts_list()), always("usual_rank", a_whole_number()),
                 always("usual_ranks", a_list(a_whole_number())), always("full_rank", a_whole_number()),
                 always("singular_everywhere", a_truth()), always("singularities", a_list(singularity)),
                 always("on_curves", a_truth())});
  return either({command, singularities, a_text("with methods: a list for people")});
}

Outcome SolveQuestion::respond(Door& door) {
  if (methods) {
    door.write(methods_text());
    return Outcome::Yes;
  }
  if (problem.empty()) check_search();
  if (problem.empty() && tasks.empty() && !fields().is_given("J"))
    throw UsageError("solve", "give --problem FILE, or a robot and --task, or --J and --y");
  const ProblemStatement stated = statement();
  check_search();
  const Showing shown = showing.showing();
  const bool json = showing.format == "json";
  const std::optional<Arm> arm = arm_of(door, stated);
  if (!arm) fields().refuse_idle(RobotChoice::field_names(), "is for a robot, and there is none; leave it out");
  const Arm* robot_or_none = arm ? &*arm : nullptr;
  if (search_singularities) {
    refuse_idle_in_search();
    const SingularitySearch found = searched(stated, robot_or_none);
    door.write(json ? singularities_json(found) : singularities_text(found, shown));
    return Outcome::Yes;
  }
  const StatedProblem read = read_problem(stated, robot_or_none);
  const Resolution found = resolve(read);
  door.write(json ? resolution_json(read, found, explain) : resolution_text(read, found, explain, shown));
  return Outcome::Yes;
}

}  // namespace sinew
