// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "sinew/questions/example_request.h"
#include "sinew/questions/question.h"

namespace sinew_test {

/// A request of every command: those that say more than the example of the command does, and else the example.
inline const std::map<std::string, nlohmann::json>& requests() {
  static const std::map<std::string, nlohmann::json> all = [] {
    std::map<std::string, nlohmann::json> said{
        {"info", {{"robot", "puma560"}}},
        {"check", {{"robot", "robots/elbow_3r.yaml"}}},
        {"convert", {{"robot", "ur5"}, {"out", "-"}, {"to", "urdf"}}},
        {"pose", {{"robot", "ur5"}, {"q", {0, "-90deg", 1.5, 0, 0.25, 0}}, {"qd", {1, 0, 0, 0, 0, 0}}}},
        {"jacobian", {{"robot", "two_link_2r"}, {"frame", "tip"}, {"q", "20deg,40deg"}, {"rows", {"x", "wz"}}}},
        {"torque", {{"robot", "two_link_2r"}, {"q", {0.3, 0.7}}, {"qdd", {{"elbow", 2}}}, {"trace", true}}},
        {"accelerate", {{"robot", "two_link_2r"}, {"q", {0.3, 0.7}}, {"tau", {318.25, 38.5}}}},
        {"terms", {{"robot", "two_link_2r"}, {"q", {0.3, 0.7}}, {"show", "M,c,g,energy"}, {"without", "friction"}}},
        {"statics", {{"robot", "statics_rr"}, {"q", "30deg,-60deg"}, {"wrench", {"P1:F=[0,-100N,0]"}}}},
        {"draw", {{"robot", "statics_rr"}, {"configurations", {{0, 0}, {0.5, -1}}}, {"wrench", {"P1:F=[0,-100N,0]"}}}},
        {"equations", {{"robot", "point_mass_2r"}, {"show", "M"}, {"count", true}}},
        {"solve", {{"J", {{1, 2, 3}, {0, 1, 0.5}}}, {"y", {1, 2}}, {"method", "pseudo-inverse"}}},
        {"ik", {{"robot", "ur5"}, {"position", {0.4, 0.2, 0.3}}, {"starts", 20}}},
        {"follow",
         {{"robot", "ur5"}, {"q", {0, -1.2, 1.8, -0.6, 1.2, 0.3}}, {"line_by", {0, 0.01, 0}}, {"duration", "100ms"}}},
        {"verify", {{"robot", "point_mass_2r"}, {"statements", {"M22 = m2*l2^2"}}}},
    };
    for (const sinew::Command& command : sinew::commands()) {
      nlohmann::json example = nlohmann::json::parse(sinew::example_request(command));
      example.erase("command");
      said.emplace(command.name, std::move(example));
    }
    return said;
  }();
  return all;
}

}  // namespace sinew_test
