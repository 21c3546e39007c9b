// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>

#include "apps/cli/answer_states.h"
#include "apps/cli/usage.h"
#include "apps/cli/wrench_argument.h"
#include "sinew/formats/csv.h"
#include "sinew/formats/input_file.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/model/end_frame.h"
#include "sinew/report/terms_report.h"

namespace sinew::cli {
namespace {

struct TermsArguments {
  ArmArgument arm;
  StateArgument states;
  WrenchArgument wrench;
  std::string show = "M,c,g";
  std::string frame;
  AxesArgument axes;
  RowsArgument rows;
  std::string acceleration = "components";
  double damping = 0.0;
  std::string matrix;
  ShowingArgument showing;
};

TermsRequest request_of(const TermsArguments& arguments, const Arm& arm) {
  std::vector<std::string> known = {"all"};
  for (const TermName& term : term_names()) known.emplace_back(term.name);
  TermsRequest request;
  request.names = chosen_words("--show", arguments.show, known);
  if (request.wants("all")) {
    request.names.assign(known.begin() + 1, known.end());
    // not what this robot does not have, what may not exist everywhere, and what this format has no place for
    std::erase_if(request.names, [&](const std::string& name) {
      const auto term =
          std::find_if(term_names().begin(), term_names().end(), [&](const TermName& t) { return name == t.name; });
      return (name == "friction" && !arm.model().has_friction()) || (name == "springs" && !arm.model().has_springs()) ||
             (name == "cartesian" && arguments.frame.empty()) ||
             (arguments.showing.format.format == "csv" && !term->of_state);
    });
  }
  for (const TermName& term : term_names())
    if (!term.of_state && request.wants(term.name) && arguments.showing.format.format == "csv")
      throw CLI::ValidationError("--show",
                                 std::string(term.name) + " is of no state and has no place in csv; take json");
  request.frame = arguments.frame.empty() ? end_frame(arm.model()) : arguments.frame;
  request.axes = arguments.axes.value();
  request.rows = arguments.rows.value();
  if (arguments.acceleration == "world") request.acceleration = CartesianTask::Acceleration::SeenFromWorld;
  request.damping = arguments.damping;
  request.wrenches = arguments.wrench.wrenches(arm.model());
  return request;
}

/// A square matrix of plain numbers, one row a line, with or without brackets around the row.
Eigen::MatrixXd read_matrix(const std::string& path, int n) {
  const SourceText source = read_source_text(path == "-" ? standard_input : path);
  Problems problems(path);
  Eigen::MatrixXd M(n, n);
  std::istringstream in(source.text);
  CsvReader rows(in, path);
  CsvRow row;
  int i = 0;
  for (; rows.next(row, problems); ++i) {
    std::vector<std::string>& cells = row.fields;
    if (cells.front().starts_with('[') && cells.back().ends_with(']')) {
      cells.front().erase(0, 1);
      cells.back().pop_back();
    }
    if (static_cast<int>(cells.size()) != n || i == n) {
      problems.error(
          {row.line},
          i == n ? "has more rows than the robot has joints" : "has " + std::to_string(cells.size()) + " numbers",
          "give " + std::to_string(n) + " rows of " + std::to_string(n) + " numbers, with commas between");
      break;
    }
    for (int j = 0; j < n; ++j) try {
        M(i, j) = quantity(cells[static_cast<std::size_t>(j)], dimension::none);
      } catch (const FormulaError& e) {
        problems.error({row.line}, std::string(e.what()), e.remedy);
      }
  }
  if (!problems.has_errors() && i < n)
    problems.error({}, "has " + std::to_string(i) + " rows", "give " + std::to_string(n) + ", one per joint");
  problems.throw_if_errors();
  return M;
}

/// Is somebody's matrix the robot's M(q)?
Exit check_matrix(const Arm& arm, const TermsArguments& arguments) {
  const State state = arguments.states.from_flags(arm.model());
  const Eigen::VectorXd q =
      Eigen::Map<const Eigen::VectorXd>(state.q.data(), static_cast<Eigen::Index>(state.q.size()));
  const StructureReport report =
      check_claimed_mass_matrix(arm.model(), q, read_matrix(arguments.matrix, arm.velocity_count()));
  std::cout << (arguments.showing.format.format == "json" ? structure_json(report) + "\n" : structure_text(report));
  return report.all_hold() ? Exit::Done : Exit::BadInput;
}

void check_terms_usage(const CLI::App& command, const TermsArguments& arguments) {
  if (!arguments.matrix.empty()) {
    refuse_all_but(command, {"--matrix", "--q", "--format", "--without", "--floating-base", "--map"},
                   "does nothing with --matrix; leave one of them out");
    if (arguments.showing.format.format == "csv")
      throw CLI::ValidationError("--format", "what is true of a matrix has no place in csv; take json");
    return;
  }
  const std::vector<std::string> shown = list_parts(arguments.show);
  const auto shows = [&](const char* name) { return std::find(shown.begin(), shown.end(), name) != shown.end(); };
  if (!shows("cartesian") && !shows("all"))
    refuse_idle(command, {"--frame", "--axes", "--rows", "--acceleration", "--damping"},
                "is for the Cartesian forms; add cartesian to --show");
  else if (!shows("cartesian") && arguments.frame.empty())
    refuse_idle(command, {"--axes", "--rows", "--acceleration", "--damping"},
                "is for the Cartesian forms, which all has only with --frame; name a frame");
  if (!shows("power") && !shows("derivatives") && !shows("all"))
    refuse_idle(command, {"--wrench"}, "counts in power and derivatives alone; add one of them to --show");
}

}  // namespace

Action declare_terms(CLI::App& app) {
  const auto arguments = std::make_shared<TermsArguments>();
  arguments->arm.declare(app);
  arguments->states.declare(app, {StatePart::Position, StatePart::Velocity, StatePart::Acceleration});
  std::string known;
  for (const TermName& term : term_names()) known += std::string("\n") + term.name + ": " + term.meaning;
  app.add_option("--show", arguments->show, "which, with commas between, or all:" + known)
      ->type_name("TERM,...")
      ->capture_default_str();
  app.add_option("--frame", arguments->frame, "cartesian: of which frame; where the arm ends if left out")
      ->type_name("NAME");
  arguments->axes.declare(app);
  arguments->rows.declare(app);
  app.add_option("--acceleration", arguments->acceleration,
                 "cartesian: Ẍ is the derivative of the components, or the acceleration seen from the world")
      ->check(CLI::IsMember({"components", "world"}))
      ->capture_default_str();
  app.add_option("--damping", arguments->damping, "cartesian: λ of a damped inverse, which exists at a singularity")
      ->check([](const std::string& text) {
        return text.starts_with('-') ? "is negative; give zero or more" : std::string();
      });
  arguments->wrench.declare(app);
  app.add_option("--matrix", arguments->matrix, "a CSV of your own: is it this robot's mass matrix at --q?")
      ->type_name("FILE");
  arguments->showing.declare(app);
  return [=, command = &app] {
    check_terms_usage(*command, *arguments);
    const Arm arm = arguments->arm.load();
    if (!arguments->matrix.empty()) return check_matrix(arm, *arguments);
    const Coordinates of(arm.model());
    const TermsRequest request = request_of(*arguments, arm);
    const Showing showing = arguments->showing.showing();
    const bool for_people = arguments->showing.format.format == "table";
    Answers answers;
    answers.data = [&](const ArmState& s) { return terms_data(arm, of, request, s.q, s.qd, s.qdd); };
    answers.text = [&](const ArmState& s) { return terms_text(arm, of, request, s.q, s.qd, s.qdd, showing); };
    if (!for_people) answers.about_robot = robot_terms_json(arm, of, request);
    const Exit end = answer_states(arm, arguments->states, arguments->showing, answers);
    if (!for_people) return end;
    const std::string whole = robot_terms_text(arm, request, showing);
    const bool something_before = std::any_of(term_names().begin(), term_names().end(),
                                              [&](const TermName& t) { return t.of_state && request.wants(t.name); });
    std::cout << (whole.empty() || !something_before ? "" : "\n") << whole;
    return end;
  };
}

}  // namespace sinew::cli
