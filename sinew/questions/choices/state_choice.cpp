// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/state_choice.h"

#include <algorithm>
#include <set>
#include <utility>

#include "sinew/formats/quantity_text.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

const char* meaning_of(StatePart part) {
  switch (part) {
    case StatePart::Position:
      return "Positions of the joints [rad or m], one per joint in order (20deg,40deg) or by name (elbow=20deg). A "
             "joint that "
             "is not named is at 0.";
    case StatePart::Velocity:
      return "Velocities of the joints [rad/s or m/s], given in the same way; 0 if left out.";
    case StatePart::Acceleration:
      return "Accelerations of the joints [rad/s² or m/s²], given in the same way; 0 if left out.";
    case StatePart::Effort:
      return "Torques or forces of the joints [N·m or N], given in the same way; 0 if left out.";
  }
  return "";
}

/// Reads one flag into the state.
class FlagReader {
 public:
  FlagReader(const Model<double>& model, StatePart part, std::vector<Diagnostic>& diagnostics)
      : model_(model),
        option_(std::string("--") + symbol_of(part)),
        numbers_(state_numbers(model, part)),
        diagnostics_(diagnostics) {}

  void read(const std::string& text, std::vector<double>& values) {
    const std::vector<std::string> parts = list_parts(text);
    if (std::any_of(parts.begin(), parts.end(), [](const auto& p) { return p.find('=') != std::string::npos; })) {
      for (const std::string& part : parts) read_named(part, values);
      return;
    }
    // of a floating base one may give the joints alone
    const std::size_t joints = static_cast<std::size_t>(model_.independent_count());
    const std::size_t first = parts.size() == joints ? numbers_.size() - joints : 0;
    if (parts.size() + first != numbers_.size()) {
      refuse("has " + std::to_string(parts.size()) + (parts.size() == 1 ? " value" : " values") + ", and " +
                 model_.name() + " has " + std::to_string(numbers_.size()) + ": " + names(),
             "give one each, in this order, or by name");
      return;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) set(first + i, parts[i], values);
  }

 private:
  void refuse(const std::string& what, const std::string& remedy) {
    diagnostics_.push_back({Severity::Error, option_, 0, what, remedy});
  }

  std::string names() const {
    std::string text;
    constexpr std::size_t most = 12;
    for (std::size_t i = 0; i < numbers_.size() && i < most; ++i) text += (i > 0 ? ", " : "") + numbers_[i].name;
    return text + (numbers_.size() > most ? ", …" : "");
  }

  void read_named(const std::string& text, std::vector<double>& values) {
    const std::size_t equals = text.rfind('=');
    const std::string name(trimmed(text.substr(0, std::min(equals, text.size()))));
    const auto found =
        std::find_if(numbers_.begin(), numbers_.end(), [&](const StateNumber& n) { return n.name == name; });
    if (equals == std::string::npos)
      refuse(in_quotes(text) + " has no name, and others have", "name all of them or none");
    else if (found == numbers_.end())
      refuse_name(name);
    else if (!named_.insert(name).second)
      refuse(in_quotes(name) + " is given twice", "keep one");
    else
      set(static_cast<std::size_t>(found - numbers_.begin()), text.substr(equals + 1), values);
  }

  void refuse_name(const std::string& name) {
    if (const std::optional<std::string> why = why_it_has_no_state(model_, name)) {
      refuse(*why, "leave it out");
      return;
    }
    std::vector<std::string> known;
    for (const StateNumber& number : numbers_) known.push_back(number.name);
    refuse(model_.name() + " has no joint " + in_quotes(name), suggestion(name, known));
  }

  void set(std::size_t index, const std::string& text, std::vector<double>& values) {
    try {
      values[index] = quantity(text, numbers_[index].dimension);
    } catch (const FormulaError& e) {
      refuse(numbers_[index].name + ": " + e.what(), e.remedy);
    }
  }

  const Model<double>& model_;
  std::string option_;
  std::vector<StateNumber> numbers_;
  std::vector<Diagnostic>& diagnostics_;
  std::set<std::string> named_;
};

}  // namespace

std::string& StateChoice::text(StatePart part) {
  switch (part) {
    case StatePart::Velocity:
      return qd;
    case StatePart::Acceleration:
      return qdd;
    case StatePart::Effort:
      return tau;
    default:
      return q;
  }
}

const std::string& StateChoice::text(StatePart part) const { return const_cast<StateChoice*>(this)->text(part); }

void StateChoice::describe_one(Fields& fields) {
  for (const StatePart part : parts_) fields.add(symbol_of(part), &text(part), meaning_of(part)).of("VALUE,...");
}

void StateChoice::describe(Fields& fields) {
  describe_one(fields);
  std::string columns;
  for (const StatePart part : parts_)
    columns += (columns.empty() ? "" : ", ") + std::string(symbol_of(part)) + ".<joint>";
  fields
      .add("states", &states,
           "A CSV file with one state per row, or - for the standard input. Its columns are " + columns +
               ", in any order. Values without a column are taken from the options above. A column t is copied to the "
               "answer.")
      .of("FILE")
      .input();
  fields.add(
      "repeat_state", &repeat_state,
      "Write each state before its answer, so that the next command can read it. It needs the format csv or json.");
}

State StateChoice::one(const Model<double>& model) const {
  State state = zero_state(model);
  std::vector<Diagnostic> diagnostics;
  for (const StatePart part : parts_)
    if (!text(part).empty()) FlagReader(model, part, diagnostics).read(text(part), state.part(part));
  if (model.floating_base() && std::all_of(state.q.begin() + 3, state.q.begin() + 7, [](double x) { return x == 0.0; }))
    diagnostics.push_back(
        {Severity::Error, "--q", 0, "the quaternion of the base is zero", "give a unit one, such as 0,0,0,1"});
  if (!diagnostics.empty()) throw InputError(diagnostics);
  return state;
}

namespace {

std::vector<double> part_given(const Model<double>& model, StatePart part, const char* option,
                               const std::string& text) {
  StateChoice choice({part});
  choice.text(part) = text;
  try {
    return choice.one(model).part(part);
  } catch (const InputError& e) {
    std::vector<Diagnostic> diagnostics = e.diagnostics();
    for (Diagnostic& diagnostic : diagnostics) diagnostic.file = option;
    throw InputError(std::move(diagnostics));
  }
}

}  // namespace

std::vector<double> positions_given(const Model<double>& model, const char* option, const std::string& text) {
  return part_given(model, StatePart::Position, option, text);
}

std::vector<double> efforts_given(const Model<double>& model, const char* option, const std::string& text) {
  return part_given(model, StatePart::Effort, option, text);
}

}  // namespace sinew
