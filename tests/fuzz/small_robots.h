// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/formats/load.h"

/// Robots that files of other kinds speak of.
namespace sinew_test {

/// Two point masses in the vertical plane, with its lengths and masses as named parameters.
inline sinew::SourceText planar_arm_text() {
  return {"planar.yaml", R"(sinew: 1
name: planar
gravity: [0, -9.81, 0]
parameters: {m1: 2 kg, m2: 1 kg, l1: 0.5 m, l2: 0.4 m}
base: base
links:
  - name: link1
    joint: {name: shoulder, kind: revolute, limits: {position: [-170deg, 170deg], velocity: 2, effort: 50}}
    mass: m1
    com: [l1, 0, 0]
  - name: link2
    joint: {name: elbow, kind: revolute, limits: {position: [-150deg, 150deg], velocity: 2, effort: 20}}
    pose: Tx(l1)
    mass: m2
    com: [l2, 0, 0]
frames:
  - {name: tip, link: link2, pose: Tx(l2)}
)"};
}
inline sinew::Model<double> planar_arm() { return sinew::load_robot(planar_arm_text()).model; }

/// One joint on a base that floats.
inline sinew::Model<double> floating_arm() {
  return sinew::load_robot(sinew::SourceText{"floating.yaml", R"(sinew: 1
name: floating
floating_base: true
base: {name: trunk, mass: 4 kg, inertia: [0.1, 0.1, 0.1]}
links:
  - name: link1
    joint: {name: shoulder, kind: revolute}
    mass: 1 kg
    com: [0.2, 0, 0]
)"})
      .model;
}

}  // namespace sinew_test
