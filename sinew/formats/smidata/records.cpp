// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/smidata/records.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>

#include "sinew/units/units.h"

namespace sinew {
namespace {

/// The final value of each field of one element, such as Solid(4).
struct Element {
  std::map<std::string_view, const SmiAssignment*> fields;
  std::string name;
  bool cut = false;
  SourceLine source;  ///< of its ID, else of whatever came last
};

bool is_null(const SmiAssignment& assignment) {
  if (const auto* text = std::get_if<std::string>(&assignment.value)) return text->empty();
  const auto& numbers = std::get<std::vector<double>>(assignment.value);
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return x == 0.0; });
}

class RecordReader {
 public:
  explicit RecordReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  SmiRecords read(const std::vector<SmiAssignment>& assignments) {
    std::map<std::string_view, std::map<int, Element>> arrays;
    for (const SmiAssignment& assignment : assignments) {
      Element& element = arrays[assignment.array][assignment.index];
      element.fields[assignment.field] = &assignment;
      element.cut = element.cut || assignment.cut_joint;
    }
    for (auto& [array, elements] : arrays)
      for (auto& [index, element] : elements) {
        element.name = std::string(array) + "(" + std::to_string(index) + ")";
        for (const auto& [field, assignment] : element.fields)
          element.source.line = std::max(element.source.line, assignment->source.line);
        read_element(array, element);
      }
    std::stable_sort(records_.joints.begin(), records_.joints.end(),
                     [](const SmiJoint& a, const SmiJoint& b) { return a.source.line < b.source.line; });
    return std::move(records_);
  }

 private:
  void read_element(std::string_view array, Element& element) {
    const bool is_joint = array.ends_with("Joint");
    if (array != "RigidTransform" && array != "Solid" && !is_joint) {
      diagnostics_.warning(element.source, in_quotes(element.name) + " is not understood and is left out",
                           "transforms, solids and joints are read");
      return;
    }
    const std::optional<std::string> id = id_of(element);
    if (!id) return;
    if (is_joint)
      read_joint(array, element, *id);
    else if (array == "Solid")
      read_solid(element, *id);
    else
      read_transform(element, *id);
  }

  std::optional<std::string> id_of(Element& element) {
    const auto found = element.fields.find("ID");
    const bool empty = std::all_of(element.fields.begin(), element.fields.end(),
                                   [](const auto& field) { return is_null(*field.second); });
    if (empty) {
      diagnostics_.warning(element.source, element.name + " is announced but never filled in",
                           "remove its lines if it was removed on purpose");
      return std::nullopt;
    }
    if (found == element.fields.end() || is_null(*found->second)) {
      diagnostics_.error(element.source, element.name + " has no ID", "give it the ID that smimport wrote");
      return std::nullopt;
    }
    element.source = found->second->source;
    constexpr std::size_t longest_id = 1000;
    if (found->second->is_text()) {
      const std::string& id = std::get<std::string>(found->second->value);
      if (id.size() <= longest_id) return id;
      diagnostics_.error(element.source, "the ID of " + element.name + " is longer than 1000 characters",
                         "give it the ID that smimport wrote");
      return std::nullopt;
    }
    diagnostics_.error(element.source, "the ID of " + element.name + " is not a text", "put it in quotes");
    return std::nullopt;
  }

  void read_transform(const Element& element, const std::string& id) {
    const auto p = vector(element, "translation", dimension::length);
    const auto angle = number(element, "angle", dimension::angle);
    const auto axis = vector(element, "axis", dimension::none);
    check_fields(element, {"ID", "translation", "angle", "axis"});
    // kept even if it is faulty, so that one fault is not reported again as a missing transform
    SmiTransform transform{id, {}, element.source};
    if (p) transform.X.p = *p;
    if (angle && axis && *angle != 0.0) {
      const double largest = std::max({std::abs(axis->x), std::abs(axis->y), std::abs(axis->z)});
      const Vec3<double> direction = *axis / largest;
      if (largest == 0.0)
        diagnostics_.error(element.fields.at("axis")->source, element.name + " turns by an angle about a zero axis",
                           "give the axis a direction");
      else
        transform.X.R = Rotation<double>::from(AxisAngle<double>{direction / norm(direction), *angle});
    }
    records_.transforms.push_back(std::move(transform));
  }

  void read_solid(const Element& element, const std::string& id) {
    const auto mass = number(element, "mass", dimension::mass);
    const auto com = vector(element, "CoM", dimension::length);
    const auto moments = vector(element, "MoI", dimension::inertia);
    const auto products = vector(element, "PoI", dimension::inertia);
    check_fields(element, {"ID", "mass", "CoM", "MoI", "PoI", "color", "opacity", "ambientColor", "diffuseColor",
                           "emissiveColor", "specularColor", "shininess"});
    SmiSolid solid{id, {}, element.source};
    if (mass && com && moments && products) {
      const auto& [yz, zx, xy] = *products;  // the matrix elements as they stand, see the header
      const Symmetric3<double> I_com{moments->x, xy, zx, moments->y, yz, moments->z};
      solid.inertia = Inertia<double>::about_com(*mass, *com, I_com);
    }
    records_.solids.push_back(std::move(solid));
  }

  void read_joint(std::string_view array, const Element& element, const std::string& id) {
    for (const auto& [field, assignment] : element.fields) {
      if (field.ends_with(".Pos") && (field.starts_with("R") || field.starts_with("P")))
        number(element, field, field.starts_with("R") ? dimension::angle : dimension::length);
      else if (field.ends_with(".Pos.Angle"))
        number(element, field, dimension::angle);
      else if (field != "ID" && field.find(".Pos") == std::string_view::npos)
        leave_out(element, field);
    }
    records_.joints.push_back({std::string(array), id, element.cut, element.source});
  }

  void check_fields(const Element& element, std::initializer_list<std::string_view> known) {
    for (const auto& [field, assignment] : element.fields)
      if (std::find(known.begin(), known.end(), field) == known.end()) leave_out(element, field);
  }

  void leave_out(const Element& element, std::string_view field) {
    diagnostics_.warning(element.fields.at(field)->source,
                         in_quotes(field) + " of " + element.name + " is not understood and is left out",
                         "check its spelling if it matters");
  }

  /// The numbers of a field in SI units; nothing, and the reason noted, if they are not `count` of that kind.
  std::optional<std::vector<double>> numbers(const Element& element, std::string_view field, const Dimension& dimension,
                                             std::size_t count) {
    const auto found = element.fields.find(field);
    const std::string what = "the " + std::string(field) + " of " + element.name;
    if (found == element.fields.end()) {
      diagnostics_.error(element.source, what + " is missing", "export the file again, or add the line");
      return std::nullopt;
    }
    const SmiAssignment& assignment = *found->second;
    const auto* values = std::get_if<std::vector<double>>(&assignment.value);
    if (values == nullptr || values->size() != count) {
      diagnostics_.error(
          assignment.source,
          what + " is " + (values == nullptr ? "a text" : "given by " + std::to_string(values->size()) + " numbers"),
          count == 1 ? "give one number" : "give " + std::to_string(count) + " numbers in [ ]");
      return std::nullopt;
    }
    std::vector<double> converted = *values;
    if (dimension.is_plain()) return converted;
    if (assignment.comment.empty()) {
      diagnostics_.error(assignment.source, what + " has no unit",
                         "write it behind the line, in a comment such as \"% " + example_of(dimension) + "\"");
      return std::nullopt;
    }
    const std::optional<Unit> unit = parse_unit(assignment.comment);
    if (!unit || unit->dimension != dimension) {
      diagnostics_.error(assignment.source,
                         what + " has the unit " + in_quotes(assignment.comment) +
                             (unit ? ", which measures something else" : ", which is not known"),
                         "the comment behind the line is the unit, such as \"% " + example_of(dimension) + "\"");
      return std::nullopt;
    }
    for (double& x : converted) {
      x *= unit->factor;
      if (!std::isfinite(x)) {
        diagnostics_.error(assignment.source, what + " is too large for a number", "correct the value");
        return std::nullopt;
      }
    }
    return converted;
  }

  std::optional<double> number(const Element& element, std::string_view field, const Dimension& dimension) {
    const auto found = numbers(element, field, dimension, 1);
    return found ? std::optional<double>(found->front()) : std::nullopt;
  }

  std::optional<Vec3<double>> vector(const Element& element, std::string_view field, const Dimension& dimension) {
    const auto found = numbers(element, field, dimension, 3);
    return found ? std::optional(Vec3<double>{(*found)[0], (*found)[1], (*found)[2]}) : std::nullopt;
  }

  static std::string example_of(const Dimension& dimension) {
    return dimension == dimension::length  ? "mm"
           : dimension == dimension::mass  ? "kg"
           : dimension == dimension::angle ? "rad"
                                           : "kg*mm^2";
  }

  Diagnostics& diagnostics_;
  SmiRecords records_;
};

}  // namespace

SmiRecords read_smi_records(const std::vector<SmiAssignment>& assignments, Diagnostics& diagnostics) {
  return RecordReader(diagnostics).read(assignments);
}

}  // namespace sinew
