// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/states_csv.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "sinew/formats/quantity_text.h"
#include "sinew/units/number_text.h"

namespace sinew {
namespace {

constexpr StatePart parts[] = {StatePart::Position, StatePart::Velocity, StatePart::Acceleration, StatePart::Effort};

}  // namespace

std::vector<StateNumber> state_numbers(const Model<double>& model, StatePart part) {
  constexpr Dimension per_time{0, 0, -1, 0};
  const int rates = part == StatePart::Velocity ? 1 : part == StatePart::Acceleration ? 2 : 0;
  std::vector<StateNumber> numbers;
  if (model.floating_base()) {
    const auto add = [&](const std::array<const char*, 3>& names, const Dimension& d) {
      for (const char* name : names) numbers.push_back({std::string("base.") + name, d * per_time.to_the(rates)});
    };
    if (part == StatePart::Position) {
      add({"x", "y", "z"}, dimension::length);
      add({"qx", "qy", "qz"}, dimension::none);
      numbers.push_back({"base.qw", dimension::none});
    } else if (part == StatePart::Effort) {
      add({"nx", "ny", "nz"}, dimension::torque);
      add({"fx", "fy", "fz"}, dimension::force);
    } else {
      add({"wx", "wy", "wz"}, dimension::angle);
      add({"vx", "vy", "vz"}, dimension::length);
    }
  }
  for (const Link<double>& link : model.links()) {
    if (link.follows) continue;
    const bool turning = turns(link.kind);
    const Dimension position = turning ? dimension::angle : dimension::length;
    numbers.push_back({link.joint_name, part == StatePart::Effort ? (turning ? dimension::torque : dimension::force)
                                                                  : position * per_time.to_the(rates)});
  }
  return numbers;
}

std::optional<std::string> why_it_has_no_state(const Model<double>& model, const std::string& joint) {
  const std::optional<int> follower = model.find_joint(joint);
  if (!follower || !model.link(*follower).follows) return std::nullopt;
  const auto leader = std::find_if(model.links().begin(), model.links().end(), [&](const Link<double>& link) {
    return !link.follows && link.position_index == model.link(*follower).position_index;
  });
  return in_quotes(joint) + " follows " + in_quotes(leader->joint_name) + " and has no state of its own";
}

namespace {

std::string title_of(StatePart part, const std::string& number) { return std::string(symbol_of(part)) + "." + number; }

/// What Sinew's commands answer with, before the first point of a column's name.
constexpr std::string_view answers =
    " frames J J_rate rank condition manipulability singular_values parts links in_equilibrium M c g friction springs "
    "inverse C christoffel B Csq dg derivatives energy power momentum cartesian regressor parameters linear stored "
    "work error scale "
    "solved position_error orientation_error iterations starts joints_at_limits beyond_limits target reason qddd ";

bool is_of_an_answer(const std::string& title) {
  return answers.find(" " + title.substr(0, title.find('.')) + " ") != std::string_view::npos;
}

/// Letters and digits alone, small: what is left of `Q_elbow` and `q.elbow` alike.
std::string bare(std::string_view title) {
  std::string letters;
  for (const char c : title) {
    const bool large = 'A' <= c && c <= 'Z';
    if (large || ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c < 0)
      letters += large ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return letters;
}

struct Complaint {
  std::string what, remedy;
  bool of_whole_line = false;  ///< the other titles have the same trouble
};

/// Tells a slip in a column's name from a name of somebody else's.
class TitleReader {
 public:
  explicit TitleReader(const Model<double>& model) : model_(model) {
    for (const StatePart part : parts) {
      symbols_.emplace_back(symbol_of(part));
      for (const StateNumber& number : state_numbers(model, part)) {
        numbers_.insert(number.name);
        titles_.push_back(title_of(part, number.name));
        bare_titles_.insert(bare(titles_.back()));
      }
    }
  }

  std::string example() const { return titles_.empty() ? "q.joint" : titles_.front(); }

  /// What is wrong with a title that is none of a state's; nothing if it may be left alone.
  std::optional<Complaint> complaint(const std::string& title, bool is_the_only_one) const {
    if (title.empty()) return Complaint{"a column has no name", "name it, or take its comma away"};
    if (leading_number(title).length == title.size())
      return Complaint{"the first line must name the columns, and has the number " + in_quotes(title),
                       "put a line of names above it, such as " + example(), true};
    if (is_the_only_one && title.find_first_of(";\t") != std::string::npos)
      return Complaint{"the columns are not separated by commas", "write q.a,q.b and not q.a;q.b"};
    const std::size_t point = std::min(title.find('.'), title.size());
    const std::string head = title.substr(0, point), tail = title.substr(std::min(point + 1, title.size()));
    if (point < title.size() && is_symbol(head)) return complaint_about_number(title, tail);
    if (is_symbol(title) || bare_titles_.contains(bare(title)))
      return Complaint{none(title), suggestion(title, titles_)};
    if (numbers_.contains(title) || (numbers_.contains(tail) && is_nearly_a_symbol(head)))
      return Complaint{none(title),
                       "write " + choice(tail.empty() ? title : tail) + "; rename it if it is none of them"};
    return std::nullopt;
  }

 private:
  static std::string none(const std::string& title) { return "there is no column " + in_quotes(title); }

  bool is_symbol(const std::string& word) const {
    return std::find(symbols_.begin(), symbols_.end(), word) != symbols_.end();
  }
  bool is_nearly_a_symbol(const std::string& word) const {
    return word.size() > 1 && !nearest_word(word, symbols_).empty();
  }

  Complaint complaint_about_number(const std::string& title, const std::string& number) const {
    if (const std::optional<std::string> why = why_it_has_no_state(model_, number)) return {*why, "leave out " + title};
    if (number.starts_with("base.") && !model_.floating_base())
      return {"the column " + in_quotes(title) + " is of a floating base, and this base is fixed",
              "leave it out, or free the base with --floating-base"};
    return {none(title), suggestion(title, titles_)};
  }

  /// "q.elbow, qd.elbow, qdd.elbow, tau.elbow"
  std::string choice(const std::string& number) const {
    std::string text;
    for (const std::string& symbol : symbols_) text += (text.empty() ? "" : ", ") + symbol + "." + number;
    return text;
  }

  const Model<double>& model_;
  std::vector<std::string> symbols_, titles_;
  std::set<std::string> numbers_, bare_titles_;
};

}  // namespace

StatesReader::StatesReader(std::istream& in, std::string file, const Model<double>& model, State start)
    : rows_(in, std::move(file)), start_(std::move(start)), floating_base_(model.floating_base()) {
  read_header(model);
}

void StatesReader::read_header(const Model<double>& model) {
  if (!rows_.next(row_))
    throw InputError({{Severity::Error, file(), 0, "is empty",
                       "begin with a line that names the columns, such as " + TitleReader(model).example()}});
  std::map<std::string, Column> known = {{"t", {"t", Use::Time}}};
  for (const StatePart part : parts) {
    std::size_t index = 0;
    for (const StateNumber& number : state_numbers(model, part)) {
      const std::string title = title_of(part, number.name);
      known[title] = {title, Use::State, part, index++, number.dimension};
    }
  }
  Diagnostics diagnostics(file());
  const SourceLine here{line()};
  const TitleReader titles(model);
  std::vector<std::string> left_alone;
  std::set<std::string> seen;
  for (const std::string& title : row_.fields) {
    const auto found = known.find(title);
    columns_.push_back(found == known.end() ? Column{title} : found->second);
    if (found != known.end()) {
      if (!seen.insert(title).second)
        diagnostics.error(here, "the column " + in_quotes(title) + " stands there twice", "keep one");
    } else if (is_of_an_answer(title)) {
      continue;
    } else if (const std::optional<Complaint> wrong = titles.complaint(title, row_.fields.size() == 1)) {
      diagnostics.error(here, wrong->what, wrong->remedy);
      if (wrong->of_whole_line) break;
    } else {
      left_alone.push_back(title);
    }
  }
  if (!diagnostics.has_errors() && seen.empty())
    diagnostics.error(here, "no column is one of a state", "name some, such as " + titles.example());
  diagnostics.throw_if_errors();
  warn_of(left_alone);
}

void StatesReader::warn_of(const std::vector<std::string>& left_alone) {
  if (left_alone.empty()) return;
  constexpr std::size_t most = 10;
  std::string names;
  for (std::size_t i = 0; i < left_alone.size() && i < most; ++i)
    names += (i > 0 ? ", " : "") + in_quotes(left_alone[i]);
  if (left_alone.size() > most) names += " and " + std::to_string(left_alone.size() - most) + " more";
  warnings_.push_back({Severity::Warning, file(), line(), "left alone, for no state has them: " + names,
                       "a state has q.<joint>, qd.<joint>, qdd.<joint>, tau.<joint> and t"});
}

bool StatesReader::next(State& state) {
  if (!rows_.next(row_)) return false;
  Diagnostics diagnostics(file());
  if (row_.fields.size() != columns_.size())
    diagnostics.error(
        {line()},
        "has " + std::to_string(row_.fields.size()) + " values under " + std::to_string(columns_.size()) + " columns",
        "give one value for each column");
  diagnostics.throw_if_errors();
  state = start_;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Column& column = columns_[c];
    if (column.use == Use::Time) state.t = row_.fields[c];
    if (column.use != Use::State) continue;
    try {
      state.part(column.part)[column.index] = quantity(row_.fields[c], column.dimension);
    } catch (const FormulaError& e) {
      diagnostics.error({line()}, "column " + in_quotes(column.title) + ": " + e.what(), e.remedy);
    }
  }
  if (floating_base_ && std::all_of(state.q.begin() + 3, state.q.begin() + 7, [](double x) { return x == 0.0; }))
    diagnostics.error({line()}, "the quaternion q.base.qx to qw is zero", "give a unit quaternion, such as 0 0 0 1");
  diagnostics.throw_if_errors();
  return true;
}

}  // namespace sinew
