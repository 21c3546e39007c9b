// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/states_csv.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "sinew/formats/quantity_text.h"

namespace sinew {
namespace {

constexpr StatePart parts[] = {StatePart::Position, StatePart::Velocity, StatePart::Acceleration, StatePart::Effort};
constexpr std::size_t longest_line = std::size_t{1} << 20U;

/// The cells of a line, RFC 4180: "a","say ""hi""",c.
void split_cells(std::string_view line, std::vector<std::string>& cells) {
  std::size_t count = 0;
  const auto cell = [&]() -> std::string& {
    if (count == cells.size()) cells.emplace_back();
    cells[count].clear();
    return cells[count++];
  };
  for (std::size_t i = 0; i <= line.size();) {
    std::string& text = cell();
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) ++i;
    if (i < line.size() && line[i] == '"') {
      for (++i; i < line.size(); ++i) {
        if (line[i] == '"' && (i + 1 == line.size() || line[i + 1] != '"')) break;
        if (line[i] == '"') ++i;
        text += line[i];
      }
    }
    const std::size_t comma = std::min(line.find(',', i), line.size());
    if (text.empty()) text = trimmed(line.substr(i, comma - i));
    i = comma + 1;
  }
  cells.resize(count);
}

}  // namespace

const char* symbol_of(StatePart part) {
  switch (part) {
    case StatePart::Position:
      return "q";
    case StatePart::Velocity:
      return "qd";
    case StatePart::Acceleration:
      return "qdd";
    case StatePart::Effort:
      return "tau";
  }
  return "";
}

namespace {
auto& part_of(auto& state, StatePart part) {
  return part == StatePart::Position       ? state.q
         : part == StatePart::Velocity     ? state.qd
         : part == StatePart::Acceleration ? state.qdd
                                           : state.tau;
}
}  // namespace

std::vector<double>& State::part(StatePart part) { return part_of(*this, part); }
const std::vector<double>& State::part(StatePart part) const { return part_of(*this, part); }

State zero_state(const Model<double>& model) {
  const auto n = static_cast<std::size_t>(model.velocity_count());
  State state;
  state.q.assign(static_cast<std::size_t>(model.position_count()), 0.0);
  if (model.floating_base()) state.q[6] = 1.0;
  state.qd = state.qdd = state.tau = std::vector<double>(n, 0.0);
  return state;
}

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

StatesReader::StatesReader(std::istream& in, std::string file, const Model<double>& model, State start)
    : in_(in),
      file_(std::move(file)),
      start_(std::move(start)),
      floating_base_(model.floating_base()),
      buffer_(longest_line + 1) {
  read_header(model);
}

bool StatesReader::read_line() {
  while (in_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()))) {
    ++line_;
    // what stands before the line's end was counted, and so was the end itself unless the file ends here
    const auto count = static_cast<std::size_t>(in_.gcount());
    text_ = {buffer_.data(), count - (in_.eof() || count == 0 ? 0 : 1)};
    if (line_ == 1 && text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    if (!trimmed(text_).empty()) return true;
  }
  if (!in_.eof() && in_.gcount() > 0)
    throw InputError({{Severity::Error, file_, line_ + 1, "has more than a million characters",
                       "check that it is a table of states, one a line"}});
  if (in_.bad())
    throw InputError(
        {{Severity::Error, file_, line_, "cannot be read beyond this line", "check the disk or the pipe"}});
  return false;
}

void StatesReader::read_header(const Model<double>& model) {
  if (!read_line())
    throw InputError({{Severity::Error, file_, 0, "is empty",
                       "begin with a line that names the columns, such as q." +
                           (model.link_count() > 0 ? model.link(0).joint_name : std::string("joint"))}});
  std::map<std::string, Column> known;
  std::vector<std::string> names = {"t"};
  for (const StatePart part : parts) {
    std::size_t index = 0;
    for (const StateNumber& number : state_numbers(model, part)) {
      const std::string title = std::string(symbol_of(part)) + "." + number.name;
      names.push_back(title);
      known[title] = {title, part, index++, number.dimension, false};
    }
  }
  known["t"] = {"t", StatePart::Position, 0, dimension::time, true};
  Problems problems(file_);
  const SourceLine here{line_};
  split_cells(text_, cells_);
  std::set<std::string> seen;
  for (const std::string& title : cells_) {
    const auto found = known.find(title);
    if (!seen.insert(title).second) {
      problems.error(here, "the column " + in_quotes(title) + " stands there twice", "keep one");
    } else if (found != known.end()) {
      columns_.push_back(found->second);
      has_time_ = has_time_ || found->second.is_time;
    } else {
      const std::string joint = title.substr(std::min(title.find('.') + 1, title.size()));
      const std::optional<int> link = model.find_joint(joint);
      if (cells_.size() == 1 && title.find_first_of(";\t") != std::string::npos)
        problems.error(here, "the columns are not separated by commas", "write q.a,q.b and not q.a;q.b");
      else if (link && model.link(*link).follows)
        problems.error(here, in_quotes(joint) + " follows another joint and has no state of its own",
                       "leave out " + title);
      else if (title.find(".base.") != std::string::npos && !model.floating_base())
        problems.error(here, "the column " + in_quotes(title) + " is of a floating base, and this base is fixed",
                       "leave it out, or free the base with --floating-base");
      else
        problems.error(here, "there is no column " + in_quotes(title), suggestion(title, names));
    }
  }
  problems.throw_if_errors();
}

bool StatesReader::next(State& state) {
  if (!read_line()) return false;
  split_cells(text_, cells_);
  Problems problems(file_);
  if (cells_.size() != columns_.size())
    problems.error(
        {line_},
        "has " + std::to_string(cells_.size()) + " values under " + std::to_string(columns_.size()) + " columns",
        "give one value for each column");
  problems.throw_if_errors();
  state = start_;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Column& column = columns_[c];
    if (column.is_time) {
      state.t = cells_[c];
      continue;
    }
    try {
      state.part(column.part)[column.index] = quantity(cells_[c], column.dimension);
    } catch (const FormulaError& e) {
      problems.error({line_}, "column " + in_quotes(column.title) + ": " + e.what(), e.remedy);
    }
  }
  if (floating_base_ && std::all_of(state.q.begin() + 3, state.q.begin() + 7, [](double x) { return x == 0.0; }))
    problems.error({line_}, "the quaternion q.base.qx to qw is zero", "give a unit quaternion, such as 0 0 0 1");
  problems.throw_if_errors();
  return true;
}

}  // namespace sinew
