// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/spatial/pose.h"

namespace tinyxml2 {
class XMLElement;
}  // namespace tinyxml2

namespace sinew {

class RoundedFigures;

/// What the fields of one XML file have in common: where problems go, and what xacro was to expand.
///
/// A file that xacro has not expanded is wrong once, not a thousand times: it is counted here and told at the end.
class XmlNotes {
 public:
  explicit XmlNotes(Diagnostics& diagnostics, RoundedFigures* rounded = nullptr)
      : diagnostics_(diagnostics), rounded_(rounded) {}

  Diagnostics& diagnostics() { return diagnostics_; }
  /// Where set, rounded figures stand for what they are rounded from.
  RoundedFigures* rounded() { return rounded_; }
  void count_unexpanded(SourceLine where, std::string text);
  /// Notes the error if there was anything to expand.
  void tell_unexpanded();

 private:
  Diagnostics& diagnostics_;
  RoundedFigures* rounded_;
  std::size_t unexpanded_ = 0;
  SourceLine first_line_;
  std::string first_text_;
};

/// One XML element and whom it belongs to ("joint 'elbow'"), read strictly.
///
/// What cannot be read is noted with its line, and a harmless value is returned so that reading can go on.
class XmlFields {
 public:
  XmlFields(const tinyxml2::XMLElement& element, std::string owner, XmlNotes& notes)
      : element_(&element), owner_(std::move(owner)), notes_(&notes) {}

  const std::string& owner() const { return owner_; }
  SourceLine line() const;
  void error(std::string what, std::string remedy) const;
  void warning(std::string what, std::string remedy) const;

  /// The one child of that name, or nothing; a second one is an error.
  std::optional<XmlFields> child(const char* name) const;
  /// Every child of that name.
  std::vector<XmlFields> children(const char* name) const;

  bool has(const char* attribute) const;
  /// A name or word; missing or empty, it is an error and "" is returned.
  std::string word(const char* attribute) const;
  std::string word_or(const char* attribute, std::string fallback) const;
  /// A finite number.
  double number(const char* attribute) const;
  double number_or(const char* attribute, double fallback) const;
  /// A number, `inf` or `-inf`.
  double bound_or(const char* attribute, double fallback) const;
  Vec3<double> vector(const char* attribute) const;
  Vec3<double> vector_or(const char* attribute, const Vec3<double>& fallback) const;
  /// A unit vector along what is written; zero is an error. What has norm 1 already stays as it is written.
  Vec3<double> direction_or(const char* attribute, const Vec3<double>& fallback) const;
  bool truth_or(const char* attribute, bool fallback) const;
  /// Of an `xyz` and `rpy` (or `quat_xyzw`) element, the pose they give.
  Pose<double> pose() const;

  /// Warns of children and attributes that look like one of these but are not.
  using Names = std::initializer_list<std::string_view>;
  void warn_of_misspelt_children(Names known) const;
  void warn_of_misspelt_attributes(Names known) const;
  void warn_of_unknown_children(Names known) const;
  /// Warns of angles that go round more than once.
  void warn_of_degrees(const char* attribute) const;
  /// Warns of every child and attribute that is not one of these.
  void warn_of_unknown(Names known_children, Names known_attributes) const;

 private:
  const char* raw(const char* attribute) const;
  void missing(const char* attribute) const;
  std::vector<double> numbers(const char* attribute, std::size_t count) const;
  std::string tag() const;

  const tinyxml2::XMLElement* element_;
  std::string owner_;
  XmlNotes* notes_;
};

}  // namespace sinew
