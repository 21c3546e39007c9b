// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/formats/yaml/fields.h"
#include "sinew/spatial/pose.h"

namespace sinew {

/// A turn about, or a slide along, one axis by a constant plus, at most, one joint variable: `Rz(q1 + 90deg)`.
template <Scalar P>
struct ElementaryTransform {
  bool turns = false;
  int axis = 2;
  P constant{0.0};
  std::string variable;  ///< "" for a constant transform
  double sign = 1.0;     ///< of the variable

  /// The constant part alone, that is at q = 0.
  Pose<P> at_zero() const;
  /// The direction in which a growing q moves.
  Vec3<double> direction() const;
};

/// A chain such as `Rz(q1) Tz(l1) Rx(90deg)`, or nothing and every reason. A joint variable is a name that
/// starts with q and is not a parameter; it may carry a sign and an offset, but no other factor.
template <Scalar P>
std::optional<std::vector<ElementaryTransform<P>>> read_transform_chain(const YamlNode& node, const std::string& what,
                                                                        const YamlValues<P>& values);

extern template struct ElementaryTransform<double>;
extern template std::optional<std::vector<ElementaryTransform<double>>> read_transform_chain(const YamlNode&,
                                                                                             const std::string&,
                                                                                             const YamlValues<double>&);

extern template struct ElementaryTransform<Expr>;
extern template std::optional<std::vector<ElementaryTransform<Expr>>> read_transform_chain(const YamlNode&,
                                                                                           const std::string&,
                                                                                           const YamlValues<Expr>&);

}  // namespace sinew
