// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/smidata/joint_types.h"

#include <unordered_map>

namespace sinew {

std::optional<std::vector<SmiPrimitive>> smi_primitives(std::string_view type) {
  const auto x = unit_x<double>(), y = unit_y<double>(), z = unit_z<double>();
  const auto turn = [](const Vec3<double>& axis, const char* suffix) {
    return SmiPrimitive{JointKind::Revolute, axis, suffix};
  };
  const auto slide = [](const Vec3<double>& axis, const char* suffix) {
    return SmiPrimitive{JointKind::Prismatic, axis, suffix};
  };
  using Chain = std::vector<SmiPrimitive>;
  static const std::unordered_map<std::string_view, Chain> chains = {
      {"WeldJoint", {}},
      {"RevoluteJoint", {turn(z, "")}},
      {"PrismaticJoint", {slide(z, "")}},
      {"CylindricalJoint", {turn(z, ".turn"), slide(z, ".z")}},
      {"RectangularJoint", {slide(x, ".x"), slide(y, ".y")}},
      {"CartesianJoint", {slide(x, ".x"), slide(y, ".y"), slide(z, ".z")}},
      {"PlanarJoint", {slide(x, ".x"), slide(y, ".y"), turn(z, ".turn")}},
      {"PinSlotJoint", {slide(x, ".x"), turn(z, ".turn")}},
      {"UniversalJoint", {turn(x, ".turn_x"), turn(y, ".turn_y")}},
      {"GimbalJoint", {turn(x, ".turn_x"), turn(y, ".turn_y"), turn(z, ".turn_z")}},
      {"BearingJoint", {slide(z, ".z"), turn(x, ".turn_x"), turn(y, ".turn_y"), turn(z, ".turn_z")}},
      {"BushingJoint",
       {slide(x, ".x"), slide(y, ".y"), slide(z, ".z"), turn(x, ".turn_x"), turn(y, ".turn_y"), turn(z, ".turn_z")}},
  };
  const auto found = chains.find(type);
  return found == chains.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace sinew
