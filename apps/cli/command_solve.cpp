// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>

#include "apps/cli/arm_argument.h"
#include "apps/cli/command.h"
#include "apps/cli/usage.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/report/resolution_report.h"
#include "sinew/tasks/problem_file.h"
#include "sinew/tasks/singularity_search.h"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

/// A flag that says what an entry of the problem file says, and the entries that it then stands for.
struct EntryFlag {
  const char* flag;
  const char* key;
  const char* type;
  const char* meaning;
  std::vector<const char*> stands_for = {};
};

const std::vector<EntryFlag>& entry_flags() {
  static const std::vector<EntryFlag> flags{
      {"--q", "q", "VALUE,...", "positions of the joints, as a list or by name: elbow=40deg"},
      {"--qd", "qd", "VALUE,...", "velocities of the joints"},
      {"--J", "J", "MATRIX", "without a robot: the task's Jacobian, [[-1,-1,-0.5],[0,1,cos(30deg)]]"},
      {"--y", "y", "VALUE,...", "and what J is to give, ṙ or r̈", {"task_velocity", "task_acceleration"}},
      {"--drift", "drift", "VALUE,...", "J̇·q̇: the level is that of accelerations"},
      {"--M", "M", "MATRIX", "mass matrix; the robot's own if left out"},
      {"--n", "n", "VALUE,...", "torque c + g beside it; the robot's own if left out"},
      {"--level", "level", "velocity|acceleration", "what is commanded, where the tasks do not tell"},
      {"--method", "method", "NAME", "how; see `--methods`", {"minimise", "minimize"}},
      {"--minimise", "minimise", "WHAT", "or what is to be small, such as \"kinetic energy\"", {"method", "minimize"}},
      {"--objective", "objective", "H",
       "what the joints do with their freedom: \"joint range\", manipulability,\nor a formula such as "
       "\"sin(q2)^2 + sin(q3)^2\""},
      {"--step", "step", "NUMBER", "α in q̇0 = ±α·∇H; 1 if left out"},
      {"--preferred", "preferred", "VALUE,...", "or q̇0 (q̈0) itself"},
      {"--K-D", "K_D", "NUMBER", "q̈0 = ±α·∇H − K_D·q̇"},
      {"--independent", "independent", "JOINT,...",
       "of reduced-gradient: the joints that do the task, the columns of J_a"},
      {"--weight", "weight", "W", "one number per joint, a matrix, or M"},
      {"--damping", "damping", "MU", "mu=0.5, or mu^2=0.25; with region=0.1 only where a singular value is below it"},
      {"--limits", "limits", "model|none", "do the limits of the robot's file count"},
      {"--position-limit", "position_limit", "LIMIT", "one number for all joints, or one or [lower,upper] for each"},
      {"--velocity-limit", "velocity_limit", "LIMIT", "the same of velocities"},
      {"--acceleration-limit", "acceleration_limit", "LIMIT", "the same of accelerations"},
      {"--sampling-time", "sampling_time", "TIME", "over which the limits are to be kept, 10ms"},
  };
  return flags;
}

struct SolveArguments {
  ArmArgument arm;
  std::string problem;
  std::vector<std::string> values;  ///< of the entry flags, in their order
  std::vector<std::string> tasks;
  bool maximise = false, explain = false, methods = false, search = false;
  std::vector<std::string> over;
  std::string format = "table", units;
  int digits = 4;

  const std::string& given(std::string_view flag) const {
    std::size_t i = 0;
    while (entry_flags()[i].flag != flag) ++i;
    return values[i];
  }
};

ProblemStatement statement_of(const SolveArguments& arguments) {
  ProblemStatement statement;
  if (arguments.problem == "-")
    statement = ProblemStatement(
        SourceText{"stdin", {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()}});
  else if (!arguments.problem.empty())
    statement = ProblemStatement(read_source_text(arguments.problem));
  for (std::size_t i = 0; i < entry_flags().size(); ++i) {
    const EntryFlag& flag = entry_flags()[i];
    if (arguments.values[i].empty()) continue;
    for (const char* other : flag.stands_for) statement.forget(other);
    statement.set(flag.key, arguments.values[i], flag.flag);
  }
  if (arguments.maximise) statement.set("maximise", "true", "--maximise");
  for (const std::string& task : arguments.tasks) statement.add_task(task, "--task");
  return statement;
}

/// Why the robot that a problem names cannot be loaded, at the line that names it. Nothing of that file is quoted: whoever
/// wrote the problem may have named a file that the reader of the message is not meant to see.
std::vector<Problem> problems_of_named_robot(const std::vector<Problem>& found, const RobotReference& named,
                                             const std::string& file) {
  Problem told = named.where;
  const auto errors =
      std::count_if(found.begin(), found.end(), [](const Problem& p) { return p.severity == Severity::Error; });
  const auto whole = std::find_if(found.begin(), found.end(), [&](const Problem& p) {
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

/// The robot named on the command line, else by the problem: a file beside it, or one that is shipped.
std::optional<Arm> robot_of(const SolveArguments& arguments, const ProblemStatement& statement) {
  ArmArgument chosen = arguments.arm;
  const std::optional<RobotReference> named = robot_reference(statement);
  if (chosen.robot.given.empty()) {
    if (!named) return std::nullopt;
    const fs::path beside = fs::path(statement.file()).parent_path() / named->name;
    std::error_code ignored;
    chosen.robot.given = fs::is_regular_file(beside, ignored) ? beside.string() : named->name;
  }
  try {
    return chosen.load();
  } catch (const InputError& e) {
    if (!arguments.arm.robot.given.empty() || !named) throw;
    throw InputError(problems_of_named_robot(e.problems(), *named, chosen.robot.given));
  }
}

/// "q2=-180deg..180deg"
SearchRange range_of(const std::string& text) {
  const std::size_t equals = text.find('='), dots = text.find("..");
  if (equals == std::string::npos || dots == std::string::npos || dots < equals)
    throw CLI::ValidationError("--over", "wants NAME=FROM..TO such as q2=-180deg..180deg, not " + in_quotes(text));
  // an angle or a length: which, the variable tells
  const auto end = [&](const std::string& number) {
    return reading_option("--over", [&] {
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

void print_methods() {
  std::cout << "--method\n";
  std::vector<std::vector<std::string>> rows;
  for (const MethodEntry& entry : redundancy_methods())
    rows.push_back({std::string(entry.name), std::string(entry.formula), std::string(entry.answers)});
  std::cout << aligned(rows, {}, 2) << "\n--minimise\n";
  rows.clear();
  for (const MethodWish& wish : method_wishes())
    rows.push_back({std::string(wish.wish),
                    std::string(entry_of(wish.at_velocity).name) +
                        (wish.at_velocity == wish.at_acceleration
                             ? ""
                             : ", of accelerations " + std::string(entry_of(wish.at_acceleration).name)),
                    std::string(wish.because)});
  std::cout << aligned(rows, {}, 2);
}

void check_usage_of(const SolveArguments& arguments) {
  if (arguments.search == arguments.over.empty())
    throw CLI::ValidationError(arguments.search ? "--search-singularities" : "--over",
                               "--search-singularities and --over q2=-180deg..180deg go together");
  const bool without_problem = arguments.problem.empty() && arguments.tasks.empty() && arguments.given("--J").empty();
  if (without_problem && !arguments.methods)
    throw CLI::ValidationError("solve", "give --problem FILE, or a robot and --task, or --J and --y");
  if (arguments.problem == "-" && arguments.arm.robot.given == "-")
    throw CLI::ValidationError("--problem", "stdin is the robot already; give one of them as a file");
}

void search(const SolveArguments& arguments, const ProblemStatement& statement, const Arm* robot,
            const Showing& showing) {
  std::vector<SearchRange> ranges;
  std::vector<std::string> names;
  for (const std::string& text : arguments.over) {
    ranges.push_back(range_of(text));
    names.push_back(ranges.back().variable);
  }
  const SingularitySearch found = search_singularities(varying_jacobians(statement, robot, names), ranges);
  std::cout << (arguments.format == "json" ? singularities_json(found) : singularities_text(found, showing));
}

}  // namespace

Action declare_solve(CLI::App& app) {
  const auto arguments = std::make_shared<SolveArguments>();
  arguments->arm.declare(app);
  app.get_option("robot")->required(false);
  app.add_option("--problem", arguments->problem, "a problem file (docs/guides/redundancy.md); - for stdin")
      ->type_name("FILE");
  app.add_option("--task", arguments->tasks,
                 "what the robot is to do, as often as there are tasks: \"tip position rows=x,y velocity=[-3,0]\",\n"
                 "\"joints joints=q2 velocity=0.1 priority=2\", \"com rows=x goal=[0.1,0,0] gain=5\",\n"
                 "\"hand pose goal={xyz: [0.4,0,0.5], rpy: [180deg,0,0]} gain=5\". Numbers come in the order of rows;\n"
                 "without rows a pose is rx,ry,rz,x,y,z, a position x,y,z")
      ->type_name("TASK")
      ->allow_extra_args(false);
  arguments->values.resize(entry_flags().size());
  for (std::size_t i = 0; i < entry_flags().size(); ++i)
    app.add_option(entry_flags()[i].flag, arguments->values[i], entry_flags()[i].meaning)
        ->type_name(entry_flags()[i].type);
  app.add_flag("--maximise", arguments->maximise, "the objective is to grow");
  app.add_flag("--explain", arguments->explain, "every step first, as a worked solution has it");
  app.add_flag("--methods", arguments->methods, "list what --method and --minimise know, and stop");
  app.add_flag("--search-singularities", arguments->search,
               "where do the tasks together lose a direction; look --over a range");
  app.add_option("--over", arguments->over, "a joint or parameter and its range, q2=-180deg..180deg; once or twice")
      ->type_name("NAME=FROM..TO")
      ->allow_extra_args(false);
  app.add_option("--format", arguments->format, "table for people, json for programs")
      ->check(CLI::IsMember({"table", "json"}))
      ->capture_default_str();
  app.add_option("--units", arguments->units, "units of the tables, such as deg,mm")->type_name("UNIT,...");
  app.add_option("--digits", arguments->digits, "decimals in the tables")
      ->check(CLI::Range(0, 15))
      ->capture_default_str();
  return [=, &app] {
    if (arguments->methods) {
      print_methods();
      return Exit::Done;
    }
    check_usage_of(*arguments);
    ShowingArgument tables;
    tables.units = arguments->units;
    tables.digits = arguments->digits;
    const Showing showing = tables.showing();
    const ProblemStatement statement = statement_of(*arguments);
    const std::optional<Arm> robot = robot_of(*arguments, statement);
    if (!robot)
      refuse_idle(app, {"--gravity", "--without", "--floating-base", "--map"},
                  "is for a robot, and there is none; leave it out");
    if (arguments->search) {
      std::vector<std::string> idle{"--explain", "--maximise"};
      for (const EntryFlag& flag : entry_flags())
        if (std::string_view(flag.key) != "q" && std::string_view(flag.key) != "J") idle.emplace_back(flag.flag);
      refuse_idle(app, idle, "is for a joint command, and --search-singularities gives none; leave it out");
      search(*arguments, statement, robot ? &*robot : nullptr, showing);
      return Exit::Done;
    }
    const StatedProblem stated = read_problem(statement, robot ? &*robot : nullptr);
    const Resolution found = resolve(stated);
    std::cout << (arguments->format == "json" ? resolution_json(stated, found, arguments->explain)
                                              : resolution_text(stated, found, arguments->explain, showing));
    return Exit::Done;
  };
}

}  // namespace sinew::cli
