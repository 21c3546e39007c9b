// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/xml_fields.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sinew/formats/rounded_figures.h"
#include "sinew/units/number_text.h"

namespace sinew {
namespace {

constexpr std::string_view space = " \t\r\n";

/// The words of `text`, but no more than fit in a message about too many.
std::vector<std::string_view> words(std::string_view text) {
  constexpr std::size_t most_words = 100;
  std::vector<std::string_view> found;
  for (std::size_t i = text.find_first_not_of(space); i != std::string_view::npos && found.size() < most_words;) {
    const std::size_t end = std::min(text.find_first_of(space, i), text.size());
    found.push_back(text.substr(i, end - i));
    i = text.find_first_not_of(space, end);
  }
  return found;
}

struct Parsed {
  double value = 0.0;
  const char* objection = nullptr;  ///< what is wrong with it, if anything
};

/// The whole of `word` as a number, whatever the locale.
Parsed parse_number(std::string_view word) {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  Parsed parsed;
  const NumberText number = leading_number(word);
  parsed.value = number.value;
  if (number.length == 0 || number.length != word.size())
    parsed.objection = "is not a number";
  else if (number.out_of_range)
    parsed.objection = "is too large or too small for a number";
  else if (!std::isfinite(parsed.value))
    parsed.objection = "is not finite";
  return parsed;
}

bool is_one_of(std::string_view word, XmlFields::Names known) {
  return std::find(known.begin(), known.end(), word) != known.end();
}
std::vector<std::string> as_strings(XmlFields::Names names) { return {names.begin(), names.end()}; }

constexpr const char* plain_number = "write a plain decimal number in SI units, such as 0.5";

}  // namespace

void XmlNotes::count_unexpanded(SourceLine where, std::string text) {
  if (unexpanded_++ > 0 && first_line_.line <= where.line) return;
  first_line_ = where;
  first_text_ = std::move(text);
}

void XmlNotes::tell_unexpanded() {
  if (unexpanded_ == 0) return;
  std::string what = "the file still has xacro in it: " + first_text_;
  if (unexpanded_ > 1) what += " and " + std::to_string(unexpanded_ - 1) + " more";
  diagnostics_.error(first_line_, std::move(what), "expand with xacro first: xacro robot.urdf.xacro > robot.urdf");
}

SourceLine XmlFields::line() const { return {element_->GetLineNum()}; }
std::string XmlFields::tag() const { return owner_ + ": <" + element_->Name() + "> "; }

void XmlFields::error(std::string what, std::string remedy) const {
  notes_->diagnostics().error(line(), std::move(what), std::move(remedy));
}
void XmlFields::warning(std::string what, std::string remedy) const {
  notes_->diagnostics().warning(line(), std::move(what), std::move(remedy));
}

std::optional<XmlFields> XmlFields::child(const char* name) const {
  const tinyxml2::XMLElement* first = element_->FirstChildElement(name);
  if (first == nullptr) return std::nullopt;
  for (const auto* next = first->NextSiblingElement(name); next != nullptr; next = next->NextSiblingElement(name))
    notes_->diagnostics().error(
        {next->GetLineNum()},
        owner_ + " has a second <" + name + ">, the first is on line " + std::to_string(first->GetLineNum()),
        "keep one of them");
  return XmlFields(*first, owner_, *notes_);
}

std::vector<XmlFields> XmlFields::children(const char* name) const {
  std::vector<XmlFields> found;
  for (const auto* e = element_->FirstChildElement(name); e != nullptr; e = e->NextSiblingElement(name))
    found.emplace_back(*e, owner_, *notes_);
  return found;
}

bool XmlFields::has(const char* attribute) const { return element_->Attribute(attribute) != nullptr; }

/// The attribute as written, or nullptr; what xacro was to fill in counts as neither missing nor wrong.
const char* XmlFields::raw(const char* attribute) const {
  const char* text = element_->Attribute(attribute);
  if (text == nullptr) return nullptr;
  const std::string_view view = text;
  if (view.find("${") == std::string_view::npos && view.find("$(") == std::string_view::npos) return text;
  notes_->count_unexpanded(line(), std::string(attribute) + "=" + in_quotes(view));
  return nullptr;
}

void XmlFields::missing(const char* attribute) const {
  if (!has(attribute)) error(tag() + "has no '" + attribute + "'", std::string("add ") + attribute + "=\"…\"");
}

std::string XmlFields::word(const char* attribute) const {
  missing(attribute);
  const char* text = raw(attribute);
  if (text == nullptr) return {};
  if (*text == '\0') error(tag() + "has an empty '" + attribute + "'", "fill it in");
  return text;
}

std::string XmlFields::word_or(const char* attribute, std::string fallback) const {
  const char* text = raw(attribute);
  return text == nullptr ? std::move(fallback) : std::string(text);
}

std::vector<double> XmlFields::numbers(const char* attribute, std::size_t count) const {
  const char* text = raw(attribute);
  if (text == nullptr) return {};
  const std::vector<std::string_view> found = words(text);
  const auto shown = [&] { return tag() + attribute + "=" + in_quotes(text); };
  std::vector<double> values;
  for (const std::string_view word : found) {
    const Parsed parsed = parse_number(word);
    if (parsed.objection != nullptr) {
      error(shown() + (found.size() == 1 ? " " : ": " + in_quotes(word) + " ") + parsed.objection, plain_number);
      return {};
    }
    values.push_back(parsed.value);
  }
  if (values.size() == count) return values;
  const std::string wanted = count == 1 ? "one number is" : std::to_string(count) + " numbers are";
  error(shown() + " holds " + std::to_string(values.size()) + ", but " + wanted + " needed",
        count == 1   ? plain_number
        : count == 3 ? "write three, such as \"0 0 0.5\""
                     : "write them with spaces between");
  return {};
}

double XmlFields::number(const char* attribute) const {
  missing(attribute);
  return number_or(attribute, 0.0);
}

double XmlFields::number_or(const char* attribute, double fallback) const {
  const std::vector<double> values = numbers(attribute, 1);
  return values.empty() ? fallback : values.front();
}

double XmlFields::bound_or(const char* attribute, double fallback) const {
  const char* text = element_->Attribute(attribute);
  if (text != nullptr && std::string_view(text) == "inf") return std::numeric_limits<double>::infinity();
  if (text != nullptr && std::string_view(text) == "-inf") return -std::numeric_limits<double>::infinity();
  return number_or(attribute, fallback);
}

Vec3<double> XmlFields::vector(const char* attribute) const {
  missing(attribute);
  return vector_or(attribute, {});
}

Vec3<double> XmlFields::vector_or(const char* attribute, const Vec3<double>& fallback) const {
  const std::vector<double> values = numbers(attribute, 3);
  return values.empty() ? fallback : Vec3<double>{values[0], values[1], values[2]};
}

Vec3<double> XmlFields::direction_or(const char* attribute, const Vec3<double>& fallback) const {
  const Vec3<double> v = vector_or(attribute, fallback);
  if (notes_->rounded() != nullptr)
    if (const auto meant = notes_->rounded()->unit_vector(v, line())) return *meant;
  if (norm(v) == 1.0) return v;
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (largest == 0) {
    error(owner_ + " has a zero axis", "give it a direction such as \"0 0 1\"");
    return fallback;
  }
  const Vec3<double> scaled = v / largest;  // so that no square is too large or too small
  return scaled / norm(scaled);
}

bool XmlFields::truth_or(const char* attribute, bool fallback) const {
  const std::string text = word_or(attribute, fallback ? "true" : "false");
  if (text != "true" && text != "false")
    error(tag() + attribute + "=" + in_quotes(text) + " is neither true nor false", "write true or false");
  return text == "true";
}

namespace {

Rotation<double> doubles_of(const Rotation<Expr>& R) {
  const auto row = [&](int i) {
    return Vec3<double>{R(i, 0).constant().to_double(), R(i, 1).constant().to_double(), R(i, 2).constant().to_double()};
  };
  return Rotation<double>::from_rows(row(0), row(1), row(2));
}

}  // namespace

Pose<double> XmlFields::pose() const {
  Pose<double> X;
  X.p = vector_or("xyz", {});
  Vec3<double> rpy = vector_or("rpy", {});
  for (int i = 0; i < 3; ++i) rpy[i] = taken_for_multiple_of_15_degrees(rpy[i], notes_->rounded(), line());
  X.R = Rotation<double>::from(RollPitchYaw<double>{rpy.x, rpy.y, rpy.z});
  if (!has("quat_xyzw")) return X;
  const std::vector<double> p = numbers("quat_xyzw", 4);
  if (has("rpy"))
    error(tag() + "has both rpy and quat_xyzw", "keep one of them");
  else if (!p.empty()) {
    const double largest = std::max({std::abs(p[0]), std::abs(p[1]), std::abs(p[2]), std::abs(p[3])});
    if (largest == 0)
      error(tag() + "has a quaternion of zero", "write \"0 0 0 1\" for no turn");
    else
      X.R = Rotation<double>::from(Quaternion<double>{p[0] / largest, p[1] / largest, p[2] / largest, p[3] / largest});
    if (notes_->rounded() != nullptr)
      if (const auto meant = notes_->rounded()->rotation(X.R, p, line())) X.R = doubles_of(*meant);
  }
  return X;
}

void XmlFields::warn_of_misspelt_children(Names known) const {
  for (const auto* e = element_->FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
    if (is_one_of(e->Name(), known) || nearest_word(e->Name(), as_strings(known)).empty()) continue;
    notes_->diagnostics().warning(
        {e->GetLineNum()}, owner_ + ": the element " + in_quotes(e->Name()) + " is not known and was passed over",
        suggestion(e->Name(), as_strings(known)));
  }
}

void XmlFields::warn_of_unknown_children(Names known) const {
  for (const auto* e = element_->FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
    if (!is_one_of(e->Name(), known))
      notes_->diagnostics().warning(
          {e->GetLineNum()}, owner_ + ": the element " + in_quotes(e->Name()) + " is not known and was passed over",
          suggestion(e->Name(), as_strings(known)));
}

void XmlFields::warn_of_degrees(const char* attribute) const {
  constexpr double full_turn = 6.2832;
  const char* text = raw(attribute);
  if (text == nullptr) return;
  for (const std::string_view word : words(text))
    if (const Parsed angle = parse_number(word); angle.objection == nullptr && std::abs(angle.value) > full_turn) {
      warning(tag() + "has " + attribute + "=" + in_quotes(text) + ", more than a full turn",
              "angles are in radians: if these are degrees, convert them");
      return;
    }
}

void XmlFields::warn_of_misspelt_attributes(Names known) const {
  for (const auto* a = element_->FirstAttribute(); a != nullptr; a = a->Next())
    if (!is_one_of(a->Name(), known) && !nearest_word(a->Name(), as_strings(known)).empty())
      warning(tag() + "has " + in_quotes(a->Name()) + ", which is not known and was passed over",
              suggestion(a->Name(), as_strings(known)));
}

void XmlFields::warn_of_unknown(Names known_children, Names known_attributes) const {
  for (const auto* e = element_->FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
    if (!is_one_of(e->Name(), known_children))
      notes_->diagnostics().warning(
          {e->GetLineNum()}, tag() + "holds " + in_quotes(e->Name()) + ", which is not known and was passed over",
          suggestion(e->Name(), as_strings(known_children)));
  for (const auto* a = element_->FirstAttribute(); a != nullptr; a = a->Next())
    if (!is_one_of(a->Name(), known_attributes))
      warning(tag() + "has " + in_quotes(a->Name()) + ", which is not known and was passed over",
              suggestion(a->Name(), as_strings(known_attributes)));
}

}  // namespace sinew
