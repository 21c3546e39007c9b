// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/equations/equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "sinew/code/equation_code.h"
#include "sinew/code/equation_steps.h"
#include "sinew/equations/along/equations_along.h"
#include "sinew/equations/along/recursion_sections.h"
#include "sinew/equations/answers/answer_text.h"
#include "sinew/equations/derivation.h"
#include "sinew/equations/equation_book.h"
#include "sinew/equations/equation_numbers.h"
#include "sinew/formats/output_file.h"
#include "sinew/questions/choices/motion_pieces.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/equations/digits.h"
#include "sinew/report/equations/html.h"
#include "sinew/report/equations/json.h"
#include "sinew/report/equations/latex.h"
#include "sinew/report/equations/text.h"

namespace sinew {
namespace {

/// Beyond this a page of equations is no help to anyone.
constexpr std::size_t most_terms_to_print = 4000;

std::vector<EquationPart> chosen_parts(const std::string& list) {
  std::vector<std::string> known{"all"};
  for (const EquationPartName& part : equation_parts()) known.emplace_back(part.name);
  std::vector<EquationPart> parts;
  for (const std::string& word : chosen_words("show", list, known))
    for (const EquationPartName& part : equation_parts())
      if ((word == part.name || word == "all") && std::find(parts.begin(), parts.end(), part.part) == parts.end())
        parts.push_back(part.part);
  return parts;
}

bool is_among_parts(const std::vector<EquationPart>& parts, EquationPart part) {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

bool has_recursion(EquationPart part) {
  return part == EquationPart::Torque || part == EquationPart::Mass || part == EquationPart::Velocity ||
         part == EquationPart::Gravity;
}

std::optional<Language> code_language(const std::string& format) {
  if (format == "c") return Language::C;
  if (format == "c++") return Language::Cpp;
  if (format == "python") return Language::Python;
  if (format == "matlab") return Language::Matlab;
  return {};
}

/// `[0, m3*d3*g*cos(q2)]`, in the syntax of verify.
void want_gravity(EquationBook& book, const std::string& wanted) {
  std::vector<Polynomial> entries;
  for (const Answer& answer : read_answers({"--wanted", "g = " + wanted + "\n"}, book))
    for (const Expr& entry : answer.entries) entries.push_back(book.robot().ring->polynomial(entry));
  book.want_gravity(std::move(entries));
}

std::string way_out(EquationPart part) {
  const std::string others =
      has_recursion(part)              ? "use --intermediate for the same equations with intermediate variables"
      : part == EquationPart::Jacobian ? "choose fewer --rows than joints, and there is no inverse to work out"
                                       : "leave it out of --show";
  return others + ", take fewer --symbols, or --full to insist";
}

std::size_t term_count(const PolynomialMatrix& matrix) {
  std::size_t count = 0;
  for (const Polynomial& entry : matrix.entries) count += entry.terms().size();
  return count;
}

/// How many terms a part will have at most, multiplied out, as far as that can be told before it is brought into shape.
std::size_t terms_to_expect(EquationBook& book, EquationPart part) {
  switch (part) {
    case EquationPart::Torque:
      return term_count(book.motion().torque);
    case EquationPart::Mass:
      return term_count(book.motion().mass);
    case EquationPart::Gravity:
      return term_count(book.motion().gravity);
    case EquationPart::Velocity:
    case EquationPart::Coriolis:
    case EquationPart::Centrifugal:
    case EquationPart::Christoffel:
    case EquationPart::Factorisations:
      return term_count(book.motion().velocity);
    default:
      return 0;
  }
}

std::size_t printed_terms(const Section& section) {
  std::size_t count = 0;
  for (const Block& block : section.blocks) {
    if (const auto* equation = std::get_if<Equation>(&block))
      for (const Expr& x : equation->entries) count += 1 + operation_count(x).additions;
    if (const auto* sum = std::get_if<LabelledSum>(&block))
      for (const auto& [term, label] : sum->terms) count += 1 + operation_count(term).additions;
  }
  return count;
}

void refuse_if_long(const EquationsQuestion& question, const SymbolicRobot& robot, EquationPart part,
                    std::size_t terms) {
  if (!question.robot.full && terms > most_terms_to_print)
    throw InputError({{Severity::Error, robot.description.file, 0,
                       fmt::format("{} has {} terms, too many to be read", word_of(part), terms), way_out(part)}});
}

/// One part of `--show` in closed form, unless that is too long to be read.
PartSection closed_form(const EquationsQuestion& question, EquationBook& book, EquationPart part) {
  question.robot.work->what = word_of(part);
  question.robot.work->remedy = way_out(part);
  refuse_if_long(question, book.robot(), part, terms_to_expect(book, part));
  PartSection made{part, book.section(part)};
  refuse_if_long(question, book.robot(), part, printed_terms(made.section));
  return made;
}

EquationDocument derivation(const EquationsQuestion& question, EquationBook& book) {
  question.robot.work->what = "the derivation";
  if (!question.robot.full && book.term_count() > most_terms_to_print)
    throw InputError({{Severity::Error, book.robot().description.file, 0,
                       fmt::format("the equations have {} terms, too many to be read", book.term_count()),
                       question.robot.work->remedy}});
  return question.method == "lagrange" ? lagrange_derivation(book) : newton_euler_derivation(book);
}

using Counts = std::vector<std::pair<std::string, OperationCount>>;

Counts counts_of(const EquationDocument& document) {
  Counts counts;
  for (const Section& section : document.sections)
    for (const Block& block : section.blocks) {
      OperationCount count;
      if (const auto* equation = std::get_if<Equation>(&block)) {
        for (const Expr& x : equation->entries) count += operation_count(x);
        counts.emplace_back(equation->name.plain, count);
      }
      if (const auto* sum = std::get_if<LabelledSum>(&block)) {
        for (const auto& [term, label] : sum->terms) count += operation_count(term);
        if (sum->terms.size() > 1) count.additions += sum->terms.size() - 1;
        counts.emplace_back(sum->name.plain, count);
      }
    }
  return counts;
}

Section count_section(const Counts& counts) {
  Section section{"Operations, as printed", {}};
  for (const auto& [name, count] : counts) section.blocks.emplace_back(words(name + ": " + count.text()));
  return section;
}

/// Numbers for `--at`, to as many digits as the format's readers want. Along a motion, `shown` becomes the piece that
/// the time given belongs to.
EquationValues values_at(const EquationsQuestion& question, EquationBook& book, bool with_coefficients,
                         const EquationsAlong* along, std::optional<std::size_t>* shown) {
  if (question.at.empty()) return {};
  const auto numbers = std::make_shared<EquationNumbers>(book.robot());
  if (along != nullptr) numbers->set_time(along->t(), along->pieces().front().from);
  numbers->set(question.at);
  if (along != nullptr) {
    const double t = numbers->value(along->t());
    if (t < along->pieces().front().from || t > along->pieces().back().until)
      throw InputError(
          {{Severity::Error, "--at", 0, fmt::format("t is {} s, outside of the motion", t),
            fmt::format("give a time from {} s to {} s", along->pieces().front().from, along->pieces().back().until)}});
    *shown = along->piece_at(t);
    numbers->set_time(along->t(**shown), t - along->pieces()[**shown].zero);
  }
  if (with_coefficients) numbers->define(book.robot(), book.parametrisation());
  const bool whole = question.format == "json";
  return [=](const Expr& x) { return whole ? fmt::format("{}", numbers->value(x)) : numbers->text(x); };
}

/// The equations, before any format is chosen for them.
struct EquationsAnswer {
  std::unique_ptr<SymbolicRobot> robot;    ///< expressions of the others belong to it, and numbers refer to it
  std::vector<PartSection> sections = {};  ///< one for each part of `--show`: what programs are generated of
  EquationDocument document = {};          ///< what people read
  EquationJsonStyle style = {};            ///< names of the parts, operation counts, numbers at a state
  std::string motion = {};                 ///< what to say of it in a program

  void add(Section section, const char* part, int piece = 0) {
    document.sections.push_back(std::move(section));
    style.parts.emplace_back(part);
    style.pieces.push_back(piece);
  }
};

/// The sections as one document; with `--intermediate` the steps come first.
void set_out(const EquationsQuestion& question, EquationsAnswer& answer) {
  std::vector<PartSection> sections = answer.sections;
  if (question.intermediate) {
    SteppedSections stepped = with_steps(*answer.robot, sections);
    answer.add(std::move(stepped.steps), "steps");
    if (question.count) answer.style.counts = {{"all of it", stepped.count}};
    sections = std::move(stepped.parts);
  }
  for (PartSection& part : sections) answer.add(std::move(part.section), word_of(part.part));
}

/// A robot's equations along the motion that the question gives.
class MotionOfQuestion {
 public:
  MotionOfQuestion(const EquationsQuestion& question, const Fields& fields, SymbolicRobot& robot, Door& door)
      : question_(question),
        robot_(robot),
        arm_(question.robot.robot.arm(door)),
        given_(question.along.given(arm_, fields, door)),
        motion_(motion_pieces(given_)),
        along_(robot, motion_.pieces) {}

  const EquationsAlong& along() const { return along_; }

  /// "t is the time in s, from 0 s to 10 s."
  std::string text() const {
    return fmt::format("t is the time of the motion in s, from {} to {}.", along_.pieces().front().from,
                       along_.pieces().back().until);
  }

  /// The sections for all of the motion, each expression with a choice by the time where it has several pieces.
  void put_into(std::vector<PartSection>& sections) {
    for (PartSection& part : sections) {
      work_on(part.part);
      part.section = along_.whole(part.section, !question_.intermediate);
      if (!question_.intermediate) refuse_if_long(question_, robot_, part.part, printed_terms(part.section));
    }
  }

  /// Piece by piece into the document, or one alone.
  void set_out(EquationsAnswer& answer, const std::vector<PartSection>& sections, std::optional<std::size_t> alone) {
    const bool several = along_.pieces().size() > 1;
    for (std::size_t p = 0; p < along_.pieces().size(); ++p) {
      if (alone && p != *alone) continue;
      add_motion(answer, p);
      for (const PartSection& part : sections) {
        work_on(part.part);
        Section section = along_.section(p, part.section);
        refuse_if_long(question_, robot_, part.part, printed_terms(section));
        if (part.part == EquationPart::Torque && !is_checked_) {
          section.blocks.emplace_back(agreement(robot_, along_, part.section, given_, arm_));
          is_checked_ = true;
        }
        if (several) section.title += ", " + along_.range(p) + " seconds";
        answer.add(std::move(section), word_of(part.part), several ? static_cast<int>(p) + 1 : 0);
      }
    }
  }

  void add_motion(EquationsAnswer& answer, std::size_t piece) {
    const MotionPiece& p = along_.pieces()[piece];
    const bool several = along_.pieces().size() > 1;
    Section section = along_.motion(piece);
    if (several) section.title += ", " + along_.range(piece) + " seconds";
    answer.add(std::move(section), "motion", several ? static_cast<int>(piece) + 1 : 0);
    answer.style.times.push_back({along_.t(piece).symbol().name, p.from, p.until, p.zero});
  }

 private:
  void work_on(EquationPart part) const {
    question_.robot.work->what = std::string(word_of(part)) + " along the motion";
    question_.robot.work->remedy = way_out(part);
  }

  const EquationsQuestion& question_;
  SymbolicRobot& robot_;
  Arm arm_;
  GivenTrajectory given_;
  PiecewiseMotion motion_;
  EquationsAlong along_;
  bool is_checked_ = false;
};

/// The parts of `--show` in their general form. Of a long arm's, what a motion is put into is left as the recursions
/// have it: what does not move makes it short.
std::vector<PartSection> sections_of(const EquationsQuestion& question, SymbolicRobot& robot, EquationBook& book) {
  constexpr int joints_of_a_long_arm = 4;
  const bool unexpanded = question.is_along_a_motion() && robot.size() >= joints_of_a_long_arm;
  std::vector<PartSection> sections;
  for (const EquationPart part : question.parts()) {
    std::optional<Section> section;
    if (question.intermediate)
      sections.push_back(recursion_section(robot, part));
    else if (unexpanded && (section = unexpanded_section(robot, part)))
      sections.push_back({part, std::move(*section)});
    else
      sections.push_back(closed_form(question, book, part));
  }
  return sections;
}

EquationsAnswer derived(const EquationsQuestion& question, const Fields& fields, Door& door) {
  EquationsAnswer answer{std::make_unique<SymbolicRobot>(question.robot.load(door))};
  EquationBook book(*answer.robot);
  book.choose(question.robot.choice(*answer.robot));
  if (!question.wanted.empty()) want_gravity(book, question.wanted);
  std::optional<MotionOfQuestion> motion;
  if (question.is_along_a_motion()) motion.emplace(question, fields, *answer.robot, door);
  const EquationsAlong* along = motion ? &motion->along() : nullptr;
  std::optional<std::size_t> shown;
  if (question.explain) {
    answer.document = derivation(question, book);
    answer.style.parts.resize(answer.document.sections.size());
    answer.style.pieces.resize(answer.document.sections.size());
    answer.style.values = values_at(question, book, false, along, &shown);
    if (motion) motion->set_out(answer, {{EquationPart::Torque, book.section(EquationPart::Torque)}}, shown);
  } else {
    answer.sections = sections_of(question, *answer.robot, book);
    const bool in_one = code_language(question.format) || question.intermediate;
    if (motion) answer.motion = motion->text();
    if (motion && in_one) motion->put_into(answer.sections);
    if (code_language(question.format)) return answer;
    answer.document.title = "Equations of motion of " + answer.robot->description.name;
    if (motion) answer.document.title += " along a motion";
    answer.style.values =
        values_at(question, book, is_among_parts(question.parts(), EquationPart::Parameters), along, &shown);
    if (motion && question.intermediate)
      for (std::size_t p = 0; p < along->pieces().size(); ++p) motion->add_motion(answer, p);
    if (motion && !question.intermediate)
      motion->set_out(answer, answer.sections, shown);
    else
      set_out(question, answer);
  }
  if (question.count && !question.intermediate) answer.style.counts = counts_of(answer.document);
  answer.document.note = answer.robot->note;
  return answer;
}

/// The answer in its format: a program, JSON, or a document for people.
std::string printed_equations(const EquationsQuestion& question, const EquationsAnswer& answer) {
  const std::string& format = question.format;
  if (const std::optional<Language> language = code_language(format))
    return equation_code(
        *answer.robot, answer.sections,
        {*language, question.intermediate, question.count, answer.motion.empty() ? "" : "t", answer.motion});
  EquationDocument document = answer.document;
  ExprGraph rounded;
  if (question.digits > 0) document = with_digits(document, question.digits, rounded);
  if (format == "json") return equation_json(document, *answer.robot, answer.style);
  if (!answer.style.counts.empty()) document.sections.push_back(count_section(answer.style.counts));
  const EquationValues* values = answer.style.values ? &answer.style.values : nullptr;
  if (format == "latex") return latex_document(document, values);
  if (format == "html") return html_document(document, values);
  return equation_text(document, {format == "text", 100, answer.style.values});
}

}  // namespace

bool EquationsQuestion::is_along_a_motion() const {
  return !along.trajectory.empty() || !along.move.empty() ||
         std::any_of(along.formulas.begin(), along.formulas.end(), [](const std::string& q) { return !q.empty(); });
}

/// Along a motion, `all` is every part that changes with it.
std::vector<EquationPart> EquationsQuestion::parts() const {
  std::vector<EquationPart> parts = chosen_parts(show);
  if (is_along_a_motion() && show == "all")
    std::erase_if(parts, [](EquationPart part) { return !changes_along_a_motion(part); });
  return parts;
}

void EquationsQuestion::check_motion() {
  if (!is_along_a_motion()) {
    fields().refuse_idle({"from", "until"}, "is for a motion by formulas such as --q1 \"sin(t)\"; leave it out");
    return;
  }
  for (const EquationPart part : parts())
    if (!changes_along_a_motion(part))
      throw UsageError("show",
                       std::string(word_of(part)) + " does not change along a motion; leave it or the motion out");
  robot.numbers_will_do = true;  // the time is a symbol
}

void EquationsQuestion::check_usage() {
  check_motion();
  const std::vector<EquationPart> parts = this->parts();
  const auto shows = [&](EquationPart part) { return is_among_parts(parts, part); };
  const bool code = code_language(format).has_value();
  if (explain) {
    fields().refuse_idle({"show"}, "does not choose among the steps of a derivation; leave it or --explain out");
    fields().refuse_idle({"intermediate"}, "is not for a derivation, which has its own; leave it or --explain out");
    fields().refuse_idle({"frame", "axes", "rows", "wanted"}, "does nothing in a derivation; leave it out");
    if (code) fields().refuse_idle({"explain"}, "is for people; choose unicode, text, latex, html or json");
  } else {
    fields().refuse_idle(
        {"method"},
        "chooses a derivation, and all of them give the same equations; add --explain, or see --show routes");
  }
  if (intermediate) {
    fields().refuse_idle({"at"}, "puts numbers beneath closed forms; leave it or --intermediate out");
    fields().refuse_idle({"full"}, "is for closed forms; with --intermediate equations are whole, so leave it out");
  }
  if (code) fields().refuse_idle({"digits"}, "does nothing in code, which keeps all digits; leave it out");
  if (code) fields().refuse_idle({"at"}, "does nothing in code, which takes numbers when it runs; leave it out");
  if (!shows(EquationPart::GravityDesign))
    fields().refuse_idle({"wanted"}, "says what to balance; add balance to --show");
  if (!shows(EquationPart::Jacobian) && !shows(EquationPart::Cartesian))
    fields().refuse_idle({"frame", "axes", "rows"},
                         "is for the Jacobian and the Cartesian forms; add J or cartesian to --show");
}

void EquationsQuestion::describe(Fields& fields) {
  robot.describe(fields);
  std::string parts = "The parts to print, with commas between:";
  for (const EquationPartName& part : equation_parts()) parts += fmt::format("\n  {:<17}{}", part.name, part.what);
  fields.add("numbers", &robot.numbers,
             "Use the numbers of the file in place of its named parameters. The option --symbols can still name some.");
  fields.add("show", &show, parts + "\n  all              every part").of("LIST").shows_initial();
  along.describe(fields, "along");
  fields["along"].help =
      "Put a trajectory in, and print functions of the time t: a YAML file (docs/guides/trajectories.md), or a CSV of "
      "samples "
      "with few rows. - is the standard input. --move and --q1 give a motion without a file.";
  fields.add("explain", &explain, "Print the derivation, step by step.");
  fields.add("method", &method, "The method of the derivation that --explain prints.")
      .one_of({"newton-euler", "lagrange"})
      .shows_initial();
  fields
      .add("wanted", &wanted,
           "The gravity torques that --show balance is to reach instead of zero, in the symbols of the robot. For "
           "point_mass_2r it can be \"[m1*l1*g*cos(q1), 0]\".")
      .of("VECTOR");
  fields
      .add("at", &at,
           "Values of symbols, such as \"q=20deg,40deg; qd=0.2,0.15; m1=4kg\", or \"t=0.5s\" along a motion. Each "
           "expression "
           "is then followed by its number.")
      .of("VALUES");
  fields
      .add("format", &format,
           "The form of the answer: unicode, text (formulas that can be typed), latex, html or json for reading; c, "
           "c++, "
           "python or matlab for a program with one function per part.")
      .one_of({"unicode", "text", "latex", "html", "json", "c", "c++", "python", "matlab"})
      .shows_initial();
  fields.add("intermediate", &intermediate,
             "Print tau, M, c and g with intermediate variables instead of multiplying them out. This suits long "
             "equations and "
             "code.");
  fields.add("count", &count, "Count the operations of each expression as well.");
  fields
      .add("digits", &digits,
           "The number of significant digits of decimals. If it is left out, decimals have 6 digits, and 15 in text "
           "and json.")
      .between(1, 17)
      .of("N");
  fields.add("out", &out, "The file to write instead of the standard output.").of("FILE");
  fields.add("force", &force, "Replace the file even if it is read-only.").needs("out");
}

AnswerShape EquationsQuestion::answer_shape() const {
  const AnswerShape::Member part = sometimes("part", a_text("of show")),
                            piece = sometimes("piece", a_whole_number("of the motion, from 1, where it has several"));
  const AnswerShape time = an_object({always("time", a_text("its symbol")), always("from", a_number()),
                                      always("to", a_number()), always("zero", a_number())});
  const AnswerShape equation = an_object(
      {part, piece, always("name", a_text()), always("rows", a_whole_number()), always("columns", a_whole_number()),
       always("entries", texts_list("formulas, row by row")), sometimes("factor", a_text("of all entries")),
       sometimes("values", numbers_list("of the entries, with at")), sometimes("factor_value", a_number()),
       sometimes("remark", a_text()),
       sometimes("terms", a_list(an_object({always("term", a_text()), always("cause", a_text()),
                                            sometimes("value", a_number())})))});
  const AnswerShape operations = an_object(
      {always("name", a_text()), always("additions", a_whole_number()), always("multiplications", a_whole_number()),
       always("divisions", a_whole_number()), always("functions", a_whole_number())});
  return either(
      {an_object(
           {always("robot", a_text()),
            always("symbols", by_name(an_object({always("value", a_number()), always("unit", a_text())}))),
            always("joints", texts_list()), sometimes("note", a_text()), sometimes("motion", a_list(time)),
            sometimes("steps", a_list(an_object({always("name", a_text()), always("value", a_text())}))),
            always("equations", a_list(equation)),
            always("conditions", a_list(an_object({part, piece, always("zero", a_text())}))),
            always("verdicts", a_list(an_object({part, piece, always("holds", a_truth()), always("text", a_text())}))),
            sometimes("operations", a_list(operations))}),
       a_text("in another format").or_null()});
}

Outcome EquationsQuestion::respond(Door& door) {
  check_usage();
  const std::string text = printed_equations(*this, derived(*this, fields(), door));
  if (out.empty())
    door.write(text);
  else
    write_file(out, text, force ? Replacing::Anything : Replacing::OnlyWritable);
  return Outcome::Yes;
}

}  // namespace sinew
