// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew_test {

/// Two links in a vertical plane on two elastic joints: the motor of the shoulder on the ground, that of the elbow on
/// the upper arm, where it is swung round. The figures are nobody's robot.
inline constexpr const char* elastic_arm = R"(sinew: 1
name: elastic_arm
parameters: {l1: 0.5 m, r1: 0.25 m, r2: 0.2 m, m1: 4 kg, m2: 2.5 kg, I1: 0.1 kg*m^2, I2: 0.05 kg*m^2, g: 9.81 m/s^2,
             J1: 0.3 kg*cm^2, J2: 0.2 kg*cm^2, K1: 6000 N*m/rad, K2: 2500 N*m/rad, D1: 4 N*m*s/rad, D2: 1.5 N*m*s/rad,
             b: 0.6 N*m*s/rad}
gravity: [0, -g, 0]
links:
  - name: upper
    joint:
      name: shoulder
      kind: revolute
      limits: {position: [-170deg, 170deg], velocity: 2 rad/s, acceleration: 20, effort: 90 N*m, restitution: 0.3}
      friction: {viscous: b}
      motor: {mass: 1.2 kg, rotor_inertia: J1, gear_ratio: 100}
      transmission: {stiffness: K1, damping: D1, motor_friction: {viscous: 0.9, coulomb: [3, 2]}}
    mass: m1
    com: [r1, 0, 0]
    inertia: [0, I1, I1]
  - name: lower
    joint:
      name: elbow
      kind: revolute
      motor: {mass: 0.8 kg, at: [0.1, 0, 0], rotor_inertia: J2, gear_ratio: -80}
      transmission: {stiffness: K2, damping: D2}
    pose: Tx(l1)
    mass: m2
    com: [r2, 0, 0]
    inertia: [0, I2, I2]
frames:
  - {name: tip, link: lower, pose: Tx(0.4)}
)";

}  // namespace sinew_test
