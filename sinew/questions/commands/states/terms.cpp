// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/states/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "sinew/analysis/matrices.h"
#include "sinew/formats/csv.h"
#include "sinew/formats/input_file.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/model/end_frame.h"
#include "sinew/problems/problem_weights.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/state_answers.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/terms_report.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

class TermsAnswer final : public StateAnswer {
 public:
  TermsAnswer(const Arm& arm, TermsRequest request, const ShowingChoice& showing)
      : arm_(arm),
        of_(arm.model()),
        request_(std::move(request)),
        showing_(showing.showing()),
        for_people_(showing.format == "table"),
        of_robot_(robot_terms(arm, request_)) {}

  void compute(const State& state) override { of_state_ = StateTerms(arm_, of_, request_, state); }
  std::vector<Datum> data() const override { return of_state_.data(); }
  std::string text(const std::vector<BeyondLimit>& /*beyond*/) const override { return of_state_.text(showing_); }

  std::vector<std::string> about_robot() const override {
    if (for_people_) return {};
    return robot_terms_json(arm_.model(), of_, request_, of_robot_);
  }

  /// Terms of the robot as a whole, below those of its states.
  std::string text_of_robot() const {
    if (!for_people_) return {};
    const std::string whole = robot_terms_text(arm_.model(), of_robot_, showing_);
    const bool something_before = std::any_of(term_names().begin(), term_names().end(),
                                              [&](const TermName& t) { return t.of_state && request_.wants(t.name); });
    return (whole.empty() || !something_before ? "" : "\n") + whole;
  }

 private:
  const Arm& arm_;
  Coordinates of_;
  TermsRequest request_;
  Showing showing_;
  bool for_people_;
  RobotTerms of_robot_;
  StateTerms of_state_;
};

/// μ of a damping that is the same everywhere.
double constant_damping(const std::string& text) {
  const Damping damping = damping_given(text, "--damping");
  if (damping.region > 0.0)
    throw UsageError("damping", "the Cartesian forms have the same damping everywhere; leave region out");
  return damping.mu;
}

TermsRequest request_of(const TermsQuestion& question, const Arm& arm) {
  const bool csv = question.showing.format == "csv";
  std::vector<std::string> known = {"all"};
  for (const TermName& term : term_names()) known.emplace_back(term.name);
  TermsRequest request;
  request.names = chosen_words("show", question.show, known);
  if (request.wants("all")) {
    request.names.assign(known.begin() + 1, known.end());
    // not what this robot does not have, what may not exist everywhere, and what this format has no place for
    std::erase_if(request.names, [&](const std::string& name) {
      const auto term =
          std::find_if(term_names().begin(), term_names().end(), [&](const TermName& t) { return name == t.name; });
      return (name == "friction" && !arm.model().has_friction()) || (name == "springs" && !arm.model().has_springs()) ||
             (name == "cartesian" && question.frame.empty()) || (name == "equilibria" && arm.model().floating_base()) ||
             (csv && !term->of_state);
    });
  }
  for (const TermName& term : term_names())
    if (!term.of_state && request.wants(term.name) && csv)
      throw UsageError("show", std::string(term.name) + " is of no state and has no place in csv; take json");
  request.frame = question.frame.empty() ? end_frame(arm.model()) : question.frame;
  request.axes = question.axes.value();
  request.rows = question.rows.value();
  if (question.acceleration == "world") request.acceleration = CartesianTask::Acceleration::SeenFromWorld;
  if (!question.damping.empty()) request.damping = constant_damping(question.damping);
  request.wrenches = question.wrench.wrenches(arm.model());
  if (!question.tau.empty()) request.tau = vector(efforts_given(arm.model(), "--tau", question.tau));
  return request;
}

/// A square matrix of plain numbers, one row a line, with or without brackets around the row.
Eigen::MatrixXd read_matrix(const std::string& path, int n) {
  const SourceText source = read_source_text(path == "-" ? standard_input : path);
  Diagnostics diagnostics(path);
  Eigen::MatrixXd M(n, n);
  std::istringstream in(source.text);
  CsvReader rows(in, path);
  CsvRow row;
  int i = 0;
  for (; rows.next(row, diagnostics); ++i) {
    std::vector<std::string>& cells = row.fields;
    if (cells.front().starts_with('[') && cells.back().ends_with(']')) {
      cells.front().erase(0, 1);
      cells.back().pop_back();
    }
    if (static_cast<int>(cells.size()) != n || i == n) {
      diagnostics.error(
          {row.line},
          i == n ? "has more rows than the robot has joints" : "has " + std::to_string(cells.size()) + " numbers",
          "give " + std::to_string(n) + " rows of " + std::to_string(n) + " numbers, with commas between");
      break;
    }
    for (int j = 0; j < n; ++j) try {
        M(i, j) = quantity(cells[static_cast<std::size_t>(j)], dimension::none);
      } catch (const FormulaError& e) {
        diagnostics.error({row.line}, std::string(e.what()), e.remedy);
      }
  }
  if (!diagnostics.has_errors() && i < n)
    diagnostics.error({}, "has " + std::to_string(i) + " rows", "give " + std::to_string(n) + ", one per joint");
  diagnostics.throw_if_errors();
  return M;
}

/// Is somebody's matrix the robot's M(q)?
Outcome check_matrix(Door& door, const Arm& arm, const TermsQuestion& question) {
  const State state = question.states.one(arm.model());
  const StructureReport report =
      check_claimed_mass_matrix(arm.model(), vector(state.q), read_matrix(question.matrix, arm.velocity_count()));
  door.write(question.showing.format == "json" ? structure_json(report) + "\n" : structure_text(report));
  return report.all_hold() ? Outcome::Yes : Outcome::No;
}

}  // namespace

void TermsQuestion::describe(Fields& fields) {
  robot.describe(fields);
  states.describe(fields);
  std::string known;
  for (const TermName& term : term_names()) known += fmt::format("\n  {:<17}{}", term.name, term.meaning);
  fields.add("show", &show, "The terms to show, with commas between, or all:" + known).of("TERM,...").shows_initial();
  describe_end_frame(fields, frame, "The link or frame of the Cartesian forms.");
  axes.describe(fields);
  rows.describe(fields);
  fields
      .add("acceleration", &acceleration,
           "The acceleration Ẍ of the Cartesian forms: the derivative of the components, or the acceleration seen from "
           "the "
           "world.")
      .one_of({"components", "world"})
      .shows_initial();
  fields
      .add("damping", &damping,
           "The damping of the Cartesian forms: mu=0.1 or 0.1, or none. A damped inverse exists at a singularity. If "
           "it is "
           "left out, there is none.")
      .of("MU");
  fields
      .add(
          "tau", &tau,
          "The torques and forces of linear and equilibria. If they are left out, linear is taken under those that the "
          "motion of the state takes (with qdd zero: that hold it), and equilibria under none.")
      .of("VALUE,...");
  wrench.describe(fields);
  fields
      .add("matrix", &matrix,
           "A CSV file with a matrix of yours. The answer tells whether it is the mass matrix of the robot at --q.")
      .of("FILE")
      .input();
  showing.describe(fields);
}

void TermsQuestion::check_usage() {
  if (!matrix.empty()) {
    std::vector<std::string> used = RobotChoice::field_names();
    std::erase(used, "gravity");
    used.insert(used.end(), {"matrix", "q", "format"});
    fields().refuse_all_but(used, "does nothing with --matrix; leave one of them out");
    if (showing.format == "csv") throw UsageError("format", "what is true of a matrix has no place in csv; take json");
    return;
  }
  const std::vector<std::string> shown = list_parts(show);
  const auto shows = [&](const char* name) { return std::find(shown.begin(), shown.end(), name) != shown.end(); };
  if (!shows("cartesian") && !shows("all"))
    fields().refuse_idle({"frame", "axes", "rows", "acceleration", "damping"},
                         "is for the Cartesian forms; add cartesian to --show");
  else if (!shows("cartesian") && frame.empty())
    fields().refuse_idle({"axes", "rows", "acceleration", "damping"},
                         "is for the Cartesian forms, which all has only with --frame; name a frame");
  if (!shows("linear") && !shows("equilibria") && !shows("all"))
    fields().refuse_idle({"tau"}, "counts in linear and equilibria alone; add one of them to --show");
  if (!shows("power") && !shows("derivatives") && !shows("all"))
    fields().refuse_idle({"wrench"}, "counts in power and derivatives alone; add one of them to --show");
}

AnswerShape TermsQuestion::answer_shape() const {
  // a term is a number, a vector or a matrix, or several of them by name
  const AnswerShape values = either({a_number(), numbers_list(), a_matrix()});
  const AnswerShape term = either({values, by_name(either({values, by_name(values)}))});
  std::vector<AnswerShape::Member> of_state;
  for (const TermName& name : term_names())
    if (name.of_state) of_state.push_back(sometimes(name.name, term));
  of_state.push_back(sometimes("parameters", numbers_list("inertial parameters, the columns of the regressor")));
  const AnswerShape property =
      an_object({always("property", a_text()), always("holds", a_truth()), sometimes("smallest_eigenvalue", a_number()),
                 sometimes("residual", a_number()), always("detail", a_text())});
  const AnswerShape names = by_name(either({a_text(), texts_list(), numbers_list()}), "names of rows and columns");
  const AnswerShape of_states = states_shape(
      {sometimes("products", texts_list("pairs of rates, the columns of B")), sometimes("momentum", names),
       sometimes("cartesian", names), sometimes("regressor", names), sometimes("linear", names),
       sometimes("structure", a_list(property)),
       sometimes("equilibria",
                 a_list(an_object({always("q", numbers_list()), always("potential_energy", a_number("[J]")),
                                   always("stability", a_text("stable, unstable or marginal")),
                                   always("settles", a_truth("friction brings it to rest there")),
                                   always("free_directions", a_matrix("a row each"))}))),
       sometimes("bound", an_object({always("norm", a_number()), always("q", numbers_list()),
                                     always("bounded", a_truth()), always("coordinates", a_text())})),
       sometimes("base_parameters", an_object({always("rank", a_whole_number()), always("groups", texts_list()),
                                               always("values", numbers_list()), always("without_effect", texts_list()),
                                               always("parameters", texts_list()), always("grouping", a_matrix())}))},
      std::move(of_state));
  return either({of_states, a_list(property, "with matrix: what is true of it")});
}

Outcome TermsQuestion::respond(Door& door) {
  check_usage();
  const Arm arm = robot.arm(door);
  if (!matrix.empty()) return check_matrix(door, arm, *this);
  TermsAnswer answer(arm, request_of(*this, arm), showing);
  answer_states(door, arm, states, showing, answer);
  if (door.stop() == Door::Stop::GoOn) door.write(answer.text_of_robot());
  return Outcome::Yes;
}

}  // namespace sinew
