// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/fields.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {
namespace {

std::string kind_text(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::Null:
      return "nothing";
    case YamlNode::Kind::Scalar:
      return in_quotes(node.text);
    case YamlNode::Kind::Sequence:
      return "a list";
    case YamlNode::Kind::Map:
      return "a map";
  }
  return "";
}

}  // namespace

template <Scalar P>
template <Scalar Q>
std::optional<Q> YamlValues<P>::read(const YamlNode& node, const Dimension& wanted, const std::string& what,
                                     const Names<Q>& names, bool warn_of_degrees) const {
  if (!node.is(YamlNode::Kind::Scalar)) {
    diagnostics_.error(node.source, "the " + what + " is " + kind_text(node) + ", not a number",
                       "write a number such as 1.5" + (wanted.is_plain() ? "" : " " + wanted.si_text()));
    return std::nullopt;
  }
  try {
    const Formula formula(node.text);
    const Quantity<double> number = formula.value(symbols_.numbers);
    if (!wanted.accepts(number.dimension)) {
      const std::string unit = wanted.si_text();
      diagnostics_.error(
          node.source, "the " + what + " is given in " + number.dimension.si_text() + ": " + in_quotes(node.text),
          unit.empty() ? "write a plain number" : "give it in " + unit + " or another unit of that kind");
      return std::nullopt;
    }
    if (!std::isfinite(number.value)) {
      diagnostics_.error(node.source, "the " + what + " is not a finite number: " + in_quotes(node.text), "correct it");
      return std::nullopt;
    }
    constexpr double full_turn = 6.2832;
    if (warn_of_degrees && wanted == dimension::angle && number.dimension.is_plain() &&
        std::abs(number.value) > full_turn)
      diagnostics_.warning(node.source, "the " + what + " is " + shown(number.value) + " rad, more than a full turn",
                           "if it is in degrees, write " + shown(number.value) + "deg");
    return formula.value(names).value;
  } catch (const FormulaError& e) {
    diagnostics_.error(node.source, "the " + what + " cannot be understood: " + e.what(), e.remedy);
    return std::nullopt;
  }
}

template <Scalar P>
std::optional<P> YamlValues<P>::turn(const YamlNode& node, const std::string& what) const {
  std::optional<P> angle = number(node, dimension::angle, what);
  if (angle) *angle = taken_for_multiple_of_15_degrees(*angle, rounded_, node.source);
  return angle;
}

template <Scalar P>
std::optional<std::vector<P>> YamlValues<P>::numbers(const YamlNode& node, std::size_t count, const Dimension& wanted,
                                                     const std::string& what) const {
  if (!node.is(YamlNode::Kind::Sequence) || node.items.size() != count) {
    const std::string found =
        node.is(YamlNode::Kind::Sequence) ? "a list of " + std::to_string(node.items.size()) : kind_text(node);
    diagnostics_.error(node.source, "the " + what + " is " + found,
                       "give " + std::to_string(count) + " numbers in [ ]");
    return std::nullopt;
  }
  std::vector<P> values;
  for (const auto& item : node.items)
    if (const auto value = number(*item, wanted, what)) values.push_back(*value);
  if (values.size() != count) return std::nullopt;
  return values;
}

template <Scalar P>
std::optional<Vec3<P>> YamlValues<P>::vec3(const YamlNode& node, const Dimension& wanted,
                                           const std::string& what) const {
  const auto values = numbers(node, 3, wanted, what);
  if (!values) return std::nullopt;
  return Vec3<P>{(*values)[0], (*values)[1], (*values)[2]};
}

template <Scalar P>
std::optional<Vec3<double>> YamlValues<P>::direction(const YamlNode& node, const std::string& what) const {
  if (node.is(YamlNode::Kind::Scalar)) {
    const bool negative = node.text.starts_with('-');
    const std::string letter = negative ? node.text.substr(1) : node.text;
    const double sign = negative ? -1.0 : 1.0;
    if (letter == "x") return sign * unit_x<double>();
    if (letter == "y") return sign * unit_y<double>();
    if (letter == "z") return sign * unit_z<double>();
  }
  if (!node.is(YamlNode::Kind::Sequence) || node.items.size() != 3) {
    diagnostics_.error(node.source, "the " + what + " is " + kind_text(node),
                       "give a direction such as [0, 0, 1], or x, -y, z");
    return std::nullopt;
  }
  Vec3<double> v;
  for (int i = 0; i < 3; ++i) {
    const auto value = plain_number(*node.items[static_cast<std::size_t>(i)], dimension::none, what);
    if (!value) return std::nullopt;
    v[i] = *value;
  }
  if (rounded_ != nullptr)
    if (const auto meant = rounded_->unit_vector(v, node.source)) return *meant;
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (largest == 0.0) {
    diagnostics_.error(node.source, "the " + what + " is zero", "give it a direction such as [0, 0, 1]");
    return std::nullopt;
  }
  const double length = norm(v / largest) * largest;
  return length == 1.0 ? v : v / largest / norm(v / largest);
}

template <Scalar P>
std::optional<Symmetric3<P>> YamlValues<P>::symmetric3(const YamlNode& node, const Dimension& wanted,
                                                       const std::string& what) const {
  if (node.is(YamlNode::Kind::Map)) {
    YamlFields fields(node, what, diagnostics_);
    Symmetric3<P> S;
    bool whole = true;
    for (const auto& [key, element] : {std::pair{"xx", &S.xx}, std::pair{"xy", &S.xy}, std::pair{"xz", &S.xz},
                                       std::pair{"yy", &S.yy}, std::pair{"yz", &S.yz}, std::pair{"zz", &S.zz}})
      if (const YamlNode* entry = fields.find(key)) {
        if (const auto value = number(*entry, wanted, what + ", " + key))
          *element = *value;
        else
          whole = false;
      }
    fields.refuse_the_rest();
    return whole ? std::optional(S) : std::nullopt;
  }
  const bool rows =
      node.is(YamlNode::Kind::Sequence) && node.items.size() == 3 && node.items[0]->is(YamlNode::Kind::Sequence);
  if (!rows) {
    if (node.is(YamlNode::Kind::Sequence) && node.items.size() == 6) {
      diagnostics_.error(node.source, "the " + what + " is a list of 6, whose order nobody can tell",
                         "write {xx: …, yy: …, zz: …, xy: …, xz: …, yz: …}, or three rows, or [xx, yy, zz]");
      return std::nullopt;
    }
    const auto diagonal = vec3(node, wanted, what);
    if (!diagonal) return std::nullopt;
    return Symmetric3<P>::diagonal(diagonal->x, diagonal->y, diagonal->z);
  }
  std::optional<Vec3<P>> row[3];
  for (std::size_t i = 0; i < 3; ++i) row[i] = vec3(*node.items[i], wanted, what);
  if (!row[0] || !row[1] || !row[2]) return std::nullopt;
  // symmetry is a matter of the numbers, whatever P is
  for (const auto& [i, j] : {std::pair{0U, 1U}, std::pair{0U, 2U}, std::pair{1U, 2U}}) {
    const auto above = plain_number(*node.items[i]->items[j], wanted, what);
    const auto below = plain_number(*node.items[j]->items[i], wanted, what);
    if (above && below && std::abs(*above - *below) > 1e-9 * (std::abs(*above) + std::abs(*below))) {
      diagnostics_.error(node.source, "the " + what + " is not symmetric",
                         "an inertia matrix is: make the elements mirrored at the diagonal equal");
      return std::nullopt;
    }
  }
  return Symmetric3<P>{row[0]->x, row[0]->y, row[0]->z, row[1]->y, row[1]->z, row[2]->z};
}

template <Scalar P>
std::optional<std::string> YamlValues<P>::text(const YamlNode& node, const std::string& what) const {
  if (node.is(YamlNode::Kind::Scalar) && !node.text.empty()) return node.text;
  diagnostics_.error(node.source, "the " + what + " is " + kind_text(node), "write a word");
  return std::nullopt;
}

template <Scalar P>
std::optional<bool> YamlValues<P>::flag(const YamlNode& node, const std::string& what) const {
  if (node.is(YamlNode::Kind::Scalar) && (node.text == "true" || node.text == "yes")) return true;
  if (node.is(YamlNode::Kind::Scalar) && (node.text == "false" || node.text == "no")) return false;
  diagnostics_.error(node.source, "the " + what + " is " + kind_text(node), "write true or false");
  return std::nullopt;
}

YamlFields::YamlFields(const YamlNode& node, std::string what, Diagnostics& diagnostics)
    : node_(node), what_(std::move(what)), diagnostics_(diagnostics) {
  if (!node.is(YamlNode::Kind::Map))
    diagnostics_.error(node.source, "the " + what_ + " is " + kind_text(node) + ", not a map",
                       "write `key: value` lines under it");
}

const YamlNode* YamlFields::find(std::string_view key) {
  asked_.emplace(key);
  return node_.find(key);
}

void YamlFields::refuse_the_rest() {
  const std::vector<std::string> known(asked_.begin(), asked_.end());
  for (const YamlNode::Entry& entry : node_.entries)
    if (!asked_.contains(entry.key))
      diagnostics_.error(entry.source, "the " + what_ + " has the unknown entry " + in_quotes(entry.key),
                         suggestion(entry.key, known));
}

template class YamlValues<double>;
template class YamlValues<Expr>;

}  // namespace sinew
