// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/measurement_columns.h"

#include <algorithm>
#include <utility>

#include "sinew/units/characters.h"
#include "sinew/units/number_text.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

struct NumberColumn {
  std::string_view name;
  Dimension dimension;
};
constexpr NumberColumn number_columns[] = {{"x", dimension::length},         {"y", dimension::length},
                                           {"z", dimension::length},         {"qx", dimension::none},
                                           {"qy", dimension::none},          {"qz", dimension::none},
                                           {"qw", dimension::none},          {"roll", dimension::angle},
                                           {"pitch", dimension::angle},      {"yaw", dimension::angle},
                                           {"distance", dimension::length},  {"height", dimension::length},
                                           {"deviation", dimension::length}, {"angle_deviation", dimension::angle}};
constexpr std::string_view text_columns[] = {"place", "plane", "socket", "face", "set", "kind"};

/// Letters and digits alone, small: what is left of `Q_elbow` and `q.elbow` alike.
std::string bare_title(std::string_view title) {
  std::string letters;
  for (const char c : title)
    if (is_letter(c) || is_digit(c) || c < 0) letters += 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return letters;
}

/// A title that ends with what may be a unit.
struct TitleParts {
  std::string name, unit;
};

/// "x [mm]", "x (mm)".
std::optional<TitleParts> parts_in_brackets(std::string_view title) {
  for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'(', ')'}}) {
    const std::size_t begin = title.rfind(open);
    if (title.empty() || title.back() != close || begin == std::string_view::npos) continue;
    return TitleParts{std::string(trimmed(title.substr(0, begin))),
                      std::string(trimmed(title.substr(begin + 1, title.size() - begin - 2)))};
  }
  return std::nullopt;
}

/// "x mm", "x_mm"
std::optional<TitleParts> parts_behind(std::string_view title, char separator) {
  const std::size_t end = title.rfind(separator);
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  TitleParts parts{std::string(trimmed(title.substr(0, end))), std::string(title.substr(end + 1))};
  return parse_unit(parts.unit) ? std::optional(parts) : std::nullopt;
}

std::string quoted_list(const std::vector<std::string>& words, const std::string& before = "'",
                        const std::string& after = "'") {
  constexpr std::size_t most = 12;
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < most; ++i) text += (i > 0 ? ", " : "") + before + words[i] + after;
  return text + (words.size() > most ? " and " + std::to_string(words.size() - most) + " more" : "");
}

}  // namespace

DefaultUnits parse_default_units(std::string_view text, Diagnostics& diagnostics) {
  DefaultUnits units;
  bool has_length = false, has_angle = false;
  if (trimmed(text).empty()) return units;
  const auto complain = [&](std::string what, std::string remedy) {
    diagnostics.add({Severity::Error, "units", 0, std::move(what), std::move(remedy)});
  };
  for (const std::string& word : list_parts(text)) {
    const std::optional<Unit> unit = parse_unit(word);
    const bool is_length = unit && unit->dimension == dimension::length;
    const bool is_angle = unit && unit->dimension == dimension::angle;
    bool& seen = is_length ? has_length : has_angle;
    if (!unit)
      complain("unknown unit " + in_quotes(word), unit_suggestion(word));
    else if (!is_length && !is_angle)
      complain(in_quotes(word) + " is a unit of neither lengths nor angles",
               "name one of each at most, such as mm,deg");
    else if (std::exchange(seen, true))
      complain("two units of " + std::string(is_length ? "lengths" : "angles"), "keep one of them, such as mm,deg");
    else
      (is_length ? units.length : units.angle) = *unit;
  }
  return units;
}

MeasurementColumns::MeasurementColumns(const std::vector<std::string>& titles, SourceLine line,
                                       const MeasuredJoints& joints, const DefaultUnits& units,
                                       Diagnostics& diagnostics)
    : line_(line), joints_(joints), units_(units) {
  for (const std::string& title : titles) {
    if (leading_number(title).length == title.size() && !title.empty()) {
      diagnostics.error(
          line_, "the first line must name the columns, and has the number " + in_quotes(title),
          "put a line of names above it, such as q." + joints_[0].name + ",x,y,z, or say the columns beside the file");
      columns_.clear();
      return;
    }
    if (titles.size() == 1 && title.find_first_of(";\t") != std::string::npos)
      diagnostics.error(line_, "the columns are not separated by commas", "write x,y,z and not x;y;z");
    columns_.push_back(read_title(title, diagnostics));
    const MeasurementColumn& column = columns_.back();
    if (column.use == MeasurementColumn::Use::LeftAlone)
      note_unknown(column, diagnostics);
    else if (!names_.insert(column.name).second)
      diagnostics.error(line_, "the column " + in_quotes(title) + " stands there twice", "keep one of them");
  }
  check_whole(diagnostics);
  check_joints(diagnostics);
  if (!unknown_.empty())
    diagnostics.warning(line_, "columns left alone, for no measurement has them: " + quoted_list(unknown_),
                        "known: q.<joint>, " + quoted_list(known_names(), "", ""));
}

std::optional<MeasurementColumn> MeasurementColumns::known_column(const std::string& name) const {
  MeasurementColumn column;
  column.name = name;
  for (const NumberColumn& known : number_columns)
    if (known.name == name) {
      column.use = MeasurementColumn::Use::Number;
      column.dimension = known.dimension;
      return column;
    }
  if (is_among(name, text_columns)) {
    column.use = MeasurementColumn::Use::Text;
    return column;
  }
  std::optional<int> joint = joints_.find(name);
  if (!joint && name.starts_with("q.")) joint = joints_.find(std::string_view(name).substr(2));
  if (!joint) return std::nullopt;
  column.use = MeasurementColumn::Use::Joint;
  column.joint = *joint;
  column.name = "q." + joints_[*joint].name;
  column.dimension = joints_[*joint].dimension;
  return column;
}

MeasurementColumn MeasurementColumns::read_title(const std::string& title, Diagnostics& diagnostics) const {
  std::optional<MeasurementColumn> column = known_column(title);
  std::optional<TitleParts> parts;
  if (!column) parts = parts_in_brackets(title);
  if (parts) column = known_column(parts->name);
  for (const char separator : {' ', '_'}) {
    if (column || parts) break;
    if (const std::optional<TitleParts> behind = parts_behind(title, separator); behind && known_column(behind->name)) {
      parts = behind;
      column = known_column(behind->name);
    }
  }
  if (!column) column = MeasurementColumn{.title = {}, .name = parts ? parts->name : title, .dimension = {}};
  column->title = title;
  if (column->use == MeasurementColumn::Use::LeftAlone) return *column;
  if (column->dimension == dimension::length) column->factor = units_.length.factor;
  if (column->dimension == dimension::angle) column->factor = units_.angle.factor;
  if (!parts) return *column;
  const std::optional<Unit> unit = parse_unit(parts->unit);
  column->has_unit = true;
  if (!unit)
    diagnostics.error(line_, "the column " + in_quotes(title) + " has the unknown unit " + in_quotes(parts->unit),
                      unit_suggestion(parts->unit));
  else if (column->use == MeasurementColumn::Use::Text || !column->dimension.accepts(unit->dimension))
    diagnostics.error(line_, "the column " + in_quotes(title) + " has a unit that does not fit",
                      column->dimension.is_plain()
                          ? "leave the unit out"
                          : "give it in " + column->dimension.si_text() + " or another unit of that kind");
  else
    column->factor = unit->factor;
  return *column;
}

std::vector<std::string> MeasurementColumns::known_names() const {
  std::vector<std::string> names;
  for (const NumberColumn& column : number_columns) names.emplace_back(column.name);
  names.insert(names.end(), std::begin(text_columns), std::end(text_columns));
  return names;
}

void MeasurementColumns::note_unknown(const MeasurementColumn& column, Diagnostics& diagnostics) {
  const std::string& name = column.name;
  // what a motion has beside positions
  for (const char* head : {"qd.", "qdd.", "tau."})
    if (name.starts_with(head)) return;
  if (name == "t" || name == "-") return;
  std::vector<std::string> known = known_names();
  for (const std::string& joint : joints_.names()) known.insert(known.end(), {joint, "q." + joint});
  const auto is_the_same = [&](const std::string& other) { return bare_title(other) == bare_title(name); };
  if (name.empty())
    diagnostics.error(line_, "a column has no name", "name it, or take its comma away");
  else if (name.starts_with("q."))
    diagnostics.error(line_, joints_.no_such_joint(name.substr(2)), suggestion(name.substr(2), joints_.names()));
  else if (bare_title(name) == "rx" || bare_title(name) == "ry" || bare_title(name) == "rz")
    diagnostics.error(line_,
                      "the column " + in_quotes(column.title) + " may be an angle or a part of a rotation vector",
                      "name turns about fixed x, y, z roll, pitch, yaw; convert rotation vectors to qx,qy,qz,qw");
  else if (std::any_of(known.begin(), known.end(), is_the_same))
    diagnostics.error(line_, "there is no column " + in_quotes(column.title), suggestion(name, known));
  else
    unknown_.push_back(column.title);
}

bool MeasurementColumns::has_quaternion() const { return has("qx") || has("qy") || has("qz") || has("qw"); }
bool MeasurementColumns::has_angles() const { return has("roll") || has("pitch") || has("yaw"); }

void MeasurementColumns::check_whole(Diagnostics& diagnostics) const {
  if (has_quaternion() && !(has("qx") && has("qy") && has("qz") && has("qw")))
    diagnostics.error(line_, "has a part of a quaternion", "give qx, qy, qz and qw");
  if (has_angles() && !(has("roll") && has("pitch") && has("yaw")))
    diagnostics.error(line_, "has some of three angles", "give roll, pitch and yaw");
  if (has_quaternion() && has_angles())
    diagnostics.error(line_, "has orientations twice", "give a quaternion or roll, pitch, yaw");
  if (has("place") + has("plane") + has("socket") > 1)
    diagnostics.error(line_, "names the place of a measurement twice", "keep one of the columns place, plane, socket");
}

void MeasurementColumns::check_joints(Diagnostics& diagnostics) const {
  std::vector<std::string> missing;
  std::string nearest;
  for (int i = 0; i < joints_.count(); ++i) {
    const std::string& name = joints_[i].name;
    if (!joints_[i].moves_frame || has("q." + name)) continue;
    missing.push_back(name);
    if (const std::string near = nearest_word(name, unknown_); !near.empty())
      nearest += (nearest.empty() ? "" : ", ") + ("is " + in_quotes(near) + " meant for " + in_quotes(name) + "?");
  }
  if (missing.empty()) return;
  diagnostics.error(line_,
                    "has no column for the joint" + std::string(missing.size() > 1 ? "s " : " ") +
                        quoted_list(missing) + ", which the frame " + in_quotes(joints_.frame()) + " hangs on",
                    nearest.empty() ? "name them " + quoted_list(missing, "q.", "") : nearest);
}

std::string MeasurementColumns::remedy_for_missing(const std::string& name) const {
  const std::string near = nearest_word(name, unknown_);
  return near.empty() ? "add it" : "is " + in_quotes(near) + " meant?";
}

std::vector<RowKind> MeasurementColumns::likely_kinds() const {
  std::vector<RowKind> kinds;
  if (has_orientation())
    kinds.push_back(RowKind::Pose);
  else if (has("x") || has("y") || has("z"))
    kinds.push_back(RowKind::Position);
  if (has("distance")) kinds.push_back(RowKind::Distance);
  if (has("height") || has("plane")) kinds.push_back(RowKind::Plane);
  if (has("socket")) kinds.push_back(RowKind::Socket);
  if (has("face")) kinds.push_back(RowKind::Touch);
  return kinds;
}

}  // namespace sinew
