// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/pose.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "sinew/formats/yaml/elementary_transforms.h"

namespace sinew {
namespace {

/// Figures as equations take them: exactly where they are rounded multiples of 15°, else as a rotation of decimals.
Rotation<Expr> constant_rotation(const Rotation<double>& R, const std::vector<double>& written, RoundedFigures* rounded,
                                 SourceLine source) {
  if (rounded != nullptr)
    if (const auto meant = rounded->rotation(R, written, source)) return *meant;
  return exact_rotation(R);
}

/// As near to the rows as a rotation is: figures are rounded, and the inverse is taken to be the transpose.
template <Scalar P>
Rotation<P> rotation_next_to(const Vec3<P> (&row)[3]) {
  const Vec3<P> x = row[0] / norm(row[0]);
  const Vec3<P> across = cross(x, row[1]);
  const Vec3<P> z = across / norm(across);
  return Rotation<P>::from_rows(x, cross(z, x), z);
}

template <Scalar P>
std::optional<Rotation<P>> read_quaternion(const YamlNode& node, const std::string& what, const YamlValues<P>& values) {
  const auto q = values.numbers(node, 4, dimension::none, what);
  if (!q) return std::nullopt;
  double square = 0.0;
  std::vector<double> written;
  for (const auto& item : node.items) {
    written.push_back(values.plain_number(*item, dimension::none, what).value_or(0.0));
    square += written.back() * written.back();
  }
  if (std::abs(square - 1.0) > 1e-6) {
    values.diagnostics().error(node.source, "the " + what + " is not of length 1",
                               "give a unit quaternion [x, y, z, w]");
    return std::nullopt;
  }
  if constexpr (std::is_same_v<P, Expr>)
    if (std::all_of(q->begin(), q->end(), [](const Expr& x) { return x.is_constant(); }))
      return constant_rotation(
          Rotation<double>::from(Quaternion<double>{written[0], written[1], written[2], written[3]}), written,
          values.rounded(), node.source);
  return Rotation<P>::from(Quaternion<P>{(*q)[0], (*q)[1], (*q)[2], (*q)[3]});
}

template <Scalar P>
std::optional<Rotation<P>> read_matrix(const YamlNode& node, const std::string& what, const YamlValues<P>& values) {
  if (!node.is(YamlNode::Kind::Sequence) || node.items.size() != 3) {
    values.diagnostics().error(node.source, "the " + what + " has not three rows", "give [[…], […], […]]");
    return std::nullopt;
  }
  Vec3<P> row[3];
  Vec3<double> number[3];
  for (int i = 0; i < 3; ++i) {
    const YamlNode& line = *node.items[static_cast<std::size_t>(i)];
    const auto read = values.vec3(line, dimension::none, what);
    if (!read) return std::nullopt;
    row[i] = *read;
    for (int j = 0; j < 3; ++j)
      number[i][j] = values.plain_number(*line.items[static_cast<std::size_t>(j)], dimension::none, what).value_or(0.0);
  }
  double error = norm(cross(number[0], number[1]) - number[2]);
  for (const auto& r : number) error = std::max(error, std::abs(dot(r, r) - 1.0));
  error = std::max(error, std::abs(dot(number[0], number[1])));
  if (!(error < 1e-6)) {
    values.diagnostics().error(node.source, "the " + what + " is not a rotation",
                               "its rows must be unit vectors at right angles, right-handed");
    return std::nullopt;
  }
  if constexpr (std::is_same_v<P, Expr>) {
    bool constants = true;
    std::vector<double> written;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        constants = constants && row[i][j].is_constant();
        written.push_back(number[i][j]);
      }
    if (constants) return constant_rotation(rotation_next_to(number), written, values.rounded(), node.source);
  }
  return rotation_next_to(row);
}

template <Scalar P>
std::optional<Rotation<P>> read_axis_angle(const YamlNode& axis, const YamlNode* angle, const std::string& what,
                                           const YamlValues<P>& values) {
  const auto u = values.direction(axis, "axis of the " + what);
  if (!angle) {
    values.diagnostics().error(axis.source, "the " + what + " has an axis but no angle", "add `angle:`");
    return std::nullopt;
  }
  const auto turn = values.turn(*angle, "angle of the " + what);
  if (!u || !turn) return std::nullopt;
  return Rotation<P>::from(AxisAngle<P>{unit_vector_along<P>(*u), *turn});
}

}  // namespace

template <Scalar P>
std::optional<Pose<P>> read_pose(const YamlNode& node, const std::string& what, const YamlValues<P>& values) {
  Diagnostics& diagnostics = values.diagnostics();
  if (node.is(YamlNode::Kind::Scalar)) {
    const auto chain = read_transform_chain(node, what, values);
    if (!chain) return std::nullopt;
    Pose<P> X;
    for (const ElementaryTransform<P>& transform : *chain) {
      if (!transform.variable.empty()) {
        diagnostics.error(node.source, "the " + what + " holds the joint variable " + transform.variable,
                          "use `chain:` for a link that moves");
        return std::nullopt;
      }
      X = X * transform.at_zero();
    }
    return X;
  }
  YamlFields fields(node, what, diagnostics);
  Pose<P> X;
  bool whole = node.is(YamlNode::Kind::Map);
  int rotations = 0;
  const auto take_rotation = [&](const std::optional<Rotation<P>>& R) {
    ++rotations;
    if (R)
      X.R = *R;
    else
      whole = false;
  };
  if (const YamlNode* xyz = fields.find("xyz")) {
    if (const auto p = values.vec3(*xyz, dimension::length, "xyz of the " + what))
      X.p = *p;
    else
      whole = false;
  }
  if (const YamlNode* rpy = fields.find("rpy")) {
    auto a = values.vec3(*rpy, dimension::angle, "rpy of the " + what);
    for (int i = 0; a && i < 3; ++i) (*a)[i] = taken_for_multiple_of_15_degrees((*a)[i], values.rounded(), rpy->source);
    take_rotation(a ? std::optional(Rotation<P>::from(RollPitchYaw<P>{a->x, a->y, a->z})) : std::nullopt);
  }
  if (const YamlNode* quaternion = fields.find("quaternion"))
    take_rotation(read_quaternion(*quaternion, "quaternion of the " + what, values));
  if (const YamlNode* matrix = fields.find("matrix"))
    take_rotation(read_matrix(*matrix, "matrix of the " + what, values));
  const YamlNode* angle = fields.find("angle");
  if (const YamlNode* axis = fields.find("axis")) take_rotation(read_axis_angle(*axis, angle, what, values));
  if (rotations > 1) {
    diagnostics.error(node.source, "the " + what + " gives its orientation in more than one way", "keep one of them");
    whole = false;
  }
  fields.refuse_the_rest();
  return whole ? std::optional(X) : std::nullopt;
}

template std::optional<Pose<double>> read_pose(const YamlNode&, const std::string&, const YamlValues<double>&);
template std::optional<Pose<Expr>> read_pose(const YamlNode&, const std::string&, const YamlValues<Expr>&);

}  // namespace sinew
