// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <yaml-cpp/yaml.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "sinew/formats/load.h"
#include "sinew/spatial/rotation.h"

/// The reference values beside these tests.
namespace sinew_test {

using Numbers = std::vector<double>;

inline std::string textbook_file(const std::string& name) {
  return std::string(SINEW_SOURCE_DIR) + "/tests/textbook/" + name;
}

inline sinew::LoadedRobot shipped_robot(const std::string& name) {
  return sinew::load_robot(std::string(SINEW_SOURCE_DIR) + "/robots/" + name + ".yaml");
}

/// A number, a list of them, or a matrix row by row: all the numbers in their order.
inline Numbers values_of(const YAML::Node& node) {
  if (node.IsScalar()) return {node.as<double>()};
  Numbers all;
  for (const YAML::Node& part : node)
    for (const double value : values_of(part)) all.push_back(value);
  return all;
}

inline sinew::Vec3<double> vector(const YAML::Node& node) {
  return {node[0].as<double>(), node[1].as<double>(), node[2].as<double>()};
}
inline sinew::Rotation<double> rotation(const YAML::Node& node) {
  return sinew::Rotation<double>::from_rows(vector(node[0]), vector(node[1]), vector(node[2]));
}

/// One state of an arm, and what it takes.
struct TorqueCase {
  std::string arm;    ///< as its document calls it
  std::string robot;  ///< the file in robots/
  Numbers q, qd, qdd;
  Numbers tau, tau_without_gravity;
  YAML::Node entry;  ///< everything else

  /// Four decimals, as printed; the computed values of arms that are not published.
  Numbers printed(bool gravity) const {
    const YAML::Node value = entry[gravity ? "published" : "published_without_gravity"];
    return value ? values_of(value) : gravity ? tau : tau_without_gravity;
  }
  bool is_published() const { return entry["published"].IsDefined(); }
};

inline std::vector<TorqueCase> torque_cases() {
  std::vector<TorqueCase> cases;
  for (const YAML::Node& entry : YAML::LoadFile(textbook_file("inverse_dynamics.yaml")))
    cases.push_back({entry["arm"].as<std::string>(), entry["robot"].as<std::string>(), values_of(entry["q"]),
                     values_of(entry["qd"]), values_of(entry["qdd"]), values_of(entry["tau"]),
                     values_of(entry["tau_without_gravity"]), entry});
  return cases;
}

/// What rounding to four decimals leaves open.
inline constexpr double half_of_fourth_decimal = 5e-5;

}  // namespace sinew_test
