// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/place_text.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/robot_changes_text.h"
#include "sinew/units/characters.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

constexpr const char* place_example =
    "write it like \"tracker frame\", \"anchor point at 1,0,0 known\", \"block cube 100mm\" or \"ball sphere 25mm\"";

/// The words of a place, cut at "at" and at "known".
struct PlaceWords {
  std::string name, kind, size, pose;
  bool has_pose = false, is_known = false;
};

PlaceWords words_of_place(std::string_view text) {
  PlaceWords words;
  std::istringstream in{std::string(text)};
  in >> words.name >> words.kind;
  for (std::string word; in >> word;) {
    if (words.is_known) throw FormulaError("has " + in_quotes(word) + " after known", "put known at the end");
    if (word == "known")
      words.is_known = true;
    else if (word == "at" && !words.has_pose)
      words.has_pose = true;
    else
      (words.has_pose ? words.pose : words.size) += word + " ";
  }
  return words;
}

/// The radius of a ball: "25mm", "radius 25mm", "diameter 50mm"; the edge of a cube: "100mm", "edge 100mm".
double size_of_body(const PlaceWords& words, TouchedBody body) {
  std::string_view text = trimmed(words.size);
  const auto take = [&](std::string_view word) {
    const bool taken = text.starts_with(word) && text.size() > word.size() && text[word.size()] == ' ';
    if (taken) text = trimmed(text.substr(word.size()));
    return taken;
  };
  double factor = 1.0;
  if (body == TouchedBody::Cube)
    take("edge");
  else if (!take("radius") && take("diameter"))
    factor = 0.5;
  if (text.empty())
    throw FormulaError(in_quotes(words.name) + " has no size",
                       body == TouchedBody::Cube ? "give the edge of the cube, as in \"" + words.name + " cube 100mm\""
                                                 : "give the radius, as in \"" + words.name + " sphere 25mm\"");
  const double size = factor * quantity(text, dimension::length);
  if (!(size > 0.0))
    throw FormulaError("the size of " + in_quotes(words.name) + " is " + shown(size) + " m", "give more than zero");
  return size;
}

/// All parts between any of the separators that are not blank, outside brackets.
std::vector<std::string> separated(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '[' || c == '(' || c == '{') ++depth;
    if (c == ']' || c == ')' || c == '}') --depth;
    if (depth <= 0 && separators.find(c) != std::string_view::npos)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) part = std::string(trimmed(part));
  parts.erase(std::remove(parts.begin(), parts.end(), std::string()), parts.end());
  return parts;
}

/// The two names of "a-b", where hyphens may be parts of names that are known.
std::pair<std::string, std::string> two_points(std::string_view text, const std::vector<std::string>& points) {
  std::vector<std::pair<std::string, std::string>> readings;
  for (std::size_t at = text.find('-'); at != std::string_view::npos; at = text.find('-', at + 1)) {
    const std::string from(trimmed(text.substr(0, at))), to(trimmed(text.substr(at + 1)));
    if (from.empty() || to.empty()) continue;
    if (points.empty() || (is_among(from, points) && is_among(to, points))) readings.emplace_back(from, to);
  }
  if (readings.size() == 1) return readings.front();
  if (!readings.empty())
    throw FormulaError(in_quotes(text) + " can be cut at more than one hyphen",
                       "call the points by names without hyphens");
  const std::size_t hyphen = text.find('-');
  if (hyphen == std::string_view::npos)
    throw FormulaError(in_quotes(text) + " names no two points", "write it like socket0-socket1=50mm+-0.1mm");
  const std::string from(trimmed(text.substr(0, hyphen))), to(trimmed(text.substr(hyphen + 1)));
  const std::string& wrong = is_among(from, points) ? to : from;
  throw FormulaError("there is no point " + in_quotes(wrong), suggestion(wrong, points));
}

KnownDistance known_distance(std::string_view text, const std::vector<std::string>& points) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    throw FormulaError(in_quotes(text) + " has no distance", "write it like socket0-socket1=50mm+-0.1mm");
  KnownDistance known;
  std::tie(known.from, known.to) = two_points(trimmed(text.substr(0, equals)), points);
  const std::string value = replaced(std::string(text.substr(equals + 1)), "±", "+-");
  const std::size_t plus_minus = value.find("+-");
  known.distance = quantity(value.substr(0, plus_minus), dimension::length);
  if (plus_minus != std::string::npos) known.deviation = quantity(value.substr(plus_minus + 2), dimension::length);
  if (known.from == known.to)
    throw FormulaError(in_quotes(known.from) + " is at no distance from itself", "name two points");
  if (!(known.distance > 0.0))
    throw FormulaError("the distance is " + shown(known.distance) + " m", "give more than zero");
  if (!(known.deviation > 0.0))
    throw FormulaError("the deviation is " + shown(known.deviation) + " m", "give more than zero, such as +-0.1mm");
  return known;
}

}  // namespace

MeasuringPlace parse_measuring_place(std::string_view text) {
  const PlaceWords words = words_of_place(text);
  if (words.kind.empty()) throw FormulaError(in_quotes(trimmed(text)) + " is no place", place_example);
  MeasuringPlace place;
  place.name = words.name;
  place.is_known = words.is_known;
  const std::vector<std::string> kinds = {"frame", "point", "plane", "cube", "sphere"};
  if (!is_among(words.kind, kinds))
    throw FormulaError("a place cannot be a " + in_quotes(words.kind), suggestion(words.kind, kinds));
  if (words.kind == "cube") place.body = TouchedBody::Cube;
  if (words.kind == "sphere") place.body = TouchedBody::Ball;
  if (words.kind == "point" || words.kind == "sphere") place.kind = PlaceKind::Point;
  if (words.kind == "plane") place.kind = PlaceKind::Plane;
  if (place.body != TouchedBody::None)
    place.size = size_of_body(words, place.body);
  else if (!words.size.empty())
    throw FormulaError(in_quotes(trimmed(words.size)) + " says nothing of a " + words.kind, place_example);
  if (words.has_pose) place.X_WM = parse_pose(words.pose);
  if (words.is_known && !words.has_pose)
    throw FormulaError(in_quotes(words.name) + " is known, and does not say where it is",
                       "write \"" + words.name + " " + words.kind + " at 1,0,0 known\", or leave known out");
  return place;
}

std::vector<MeasuringPlace> parse_measuring_places(std::string_view text) {
  std::vector<MeasuringPlace> places;
  std::set<std::string> names;
  for (const std::string& part : separated(text, ";\n")) {
    places.push_back(parse_measuring_place(part));
    if (!names.insert(places.back().name).second)
      throw FormulaError("the place " + in_quotes(places.back().name) + " is given twice", "keep one of them");
  }
  return places;
}

std::vector<KnownDistance> parse_known_distances(std::string_view text, const std::vector<std::string>& points) {
  std::vector<KnownDistance> distances;
  for (const std::string& part : separated(text, ",;\n")) distances.push_back(known_distance(part, points));
  return distances;
}

}  // namespace sinew
