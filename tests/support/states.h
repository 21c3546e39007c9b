// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "sinew/algorithms/arguments.h"
#include "tests/support/descriptions.h"
#include "tests/support/kinematics.h"
#include "tests/support/quad.h"

/// States to compute with, and models in other numbers.
namespace sinew_test {

inline std::size_t index(int i) { return static_cast<std::size_t>(i); }

template <class Q>
std::vector<Q> numbers_as(const std::vector<double>& x) {
  std::vector<Q> out;
  for (const double value : x) out.push_back(static_cast<Q>(value));
  return out;
}

/// Where a robot is, how it moves, and what pulls at it.
template <class T>
struct State {
  std::vector<T> q, qd, qdd, tau;
  std::vector<sinew::Force<T>> external;
  sinew::Force<T> on_base;
  sinew::Vec3<T> gravity;

  sinew::Loads<T> loads() const { return {gravity, external, on_base}; }
  sinew::Loads<T> weight() const { return {gravity, {}, {}}; }
};

template <class Q>
sinew::Force<Q> numbers_as(const sinew::Force<double>& f) {
  return {numbers_as<Q>(f.n), numbers_as<Q>(f.f)};
}

template <class Q>
State<Q> numbers_as(const State<double>& s) {
  State<Q> out{numbers_as<Q>(s.q), numbers_as<Q>(s.qd), numbers_as<Q>(s.qdd), numbers_as<Q>(s.tau), {}, {}, {}};
  for (const auto& f : s.external) out.external.push_back(numbers_as<Q>(f));
  out.on_base = numbers_as<Q>(s.on_base);
  out.gravity = numbers_as<Q>(s.gravity);
  return out;
}

/// Any state: velocities and accelerations in ±1, torques in ±10, a force on every link, the model's gravity.
inline State<double> random_state(const sinew::Model<double>& model, Random& random) {
  State<double> s;
  s.q = random_position(model, random);
  for (int i = 0; i < model.velocity_count(); ++i) {
    s.qd.push_back(random.uniform(-1.0, 1.0));
    s.qdd.push_back(random.uniform(-1.0, 1.0));
    s.tau.push_back(random.uniform(-10.0, 10.0));
  }
  for (int i = 0; i < model.link_count(); ++i) s.external.push_back(random.force());
  if (model.floating_base()) s.on_base = random.force();
  s.gravity = model.gravity();
  return s;
}

/// R with RᵀR = 1 to the last bit but one of T: a rotation of doubles is one to 1e-16 only.
template <sinew::Scalar T>
sinew::Rotation<T> made_orthogonal(sinew::Rotation<T> R) {
  for (int step = 0; step < 3; ++step) {
    // Newton's iteration for the nearest rotation: R ← ½·R·(3 − RᵀR)
    const sinew::Rotation<T> E = R.inverse() * R;
    const auto row = [&](int i) {
      return T(1.5) * R.row(i) - T(0.5) * (R.row(i).x * E.row(0) + R.row(i).y * E.row(1) + R.row(i).z * E.row(2));
    };
    R = sinew::Rotation<T>::from_rows(row(0), row(1), row(2));
  }
  return R;
}

template <class Q>
sinew::Pose<Q> exactly(const sinew::Pose<double>& X) {
  return {made_orthogonal(sinew::cast<Q>(X.R)), sinew::cast<Q>(X.p)};
}

/// The same model in numbers of another type, link by link, its rotations and unit vectors made such to their precision.
///
/// The canonical frames stay those of the model, where building anew from the description would place others.
template <class Q>
sinew::Model<Q> numbers_as(const sinew::Model<double>& model) {
  using std::sqrt;
  typename sinew::Model<Q>::Parts parts;
  parts.name = model.name();
  parts.gravity = numbers_as<Q>(model.gravity());
  parts.floating_base = model.floating_base();
  parts.base_inertia = numbers_as<Q>(model.base_inertia());
  for (const sinew::Link<double>& link : model.links()) {
    sinew::Link<Q> copy;
    copy.parent = link.parent;
    copy.kind = link.kind;
    copy.follows = link.follows;
    copy.is_motor = link.is_motor;
    copy.position_index = link.position_index;
    copy.velocity_index = link.velocity_index;
    copy.X_PJ = exactly<Q>(link.X_PJ);
    const Q s = Q(link.at_zero.sin), c = Q(link.at_zero.cos), length = sqrt(s * s + c * c);
    copy.at_zero = {s / length, c / length};
    copy.pitch = Q(link.pitch);
    copy.multiplier = Q(link.multiplier);
    copy.offset = Q(link.offset);
    copy.inertia = numbers_as<Q>(link.inertia);
    copy.name = link.name;
    copy.joint_name = link.joint_name;
    copy.limits = link.limits;
    copy.friction = numbers_as<Q>(link.friction);
    if (link.motor) {
      const sinew::Vec3<Q> axis = numbers_as<Q>(link.motor->axis);
      copy.motor = sinew::ModelMotor<Q>{link.motor->carrier, Q(link.motor->rotor_inertia), Q(link.motor->gear_ratio),
                                        axis / norm(axis)};
    }
    if (link.spring) copy.spring = sinew::Spring<Q>{Q(link.spring->stiffness), Q(link.spring->rest)};
    parts.links.push_back(std::move(copy));
  }
  for (const sinew::Frame<double>& frame : model.frames())
    parts.frames.push_back({frame.name, frame.link, exactly<Q>(frame.X_LF)});
  for (const sinew::Coupling<double>& coupling : model.couplings())
    parts.couplings.push_back({coupling.motor, coupling.joint, Q(coupling.stiffness), Q(coupling.damping)});
  return sinew::Model<Q>(std::move(parts));
}

/// A number as a double, whatever it is.
inline double plain(float x) { return static_cast<double>(x); }
inline double plain(double x) { return x; }
inline double plain(long double x) { return static_cast<double>(x); }
inline double plain(const Quad& x) { return static_cast<double>(x); }

/// The largest absolute value; NaN if there is one.
template <class T>
double largest(const std::vector<T>& x) {
  double y = 0.0;
  for (const T& value : x) {
    const double size = std::abs(plain(value));
    if (std::isnan(size) || size > y) y = size;
    if (std::isnan(y)) return y;
  }
  return y;
}

/// How far two vectors are apart, as a part of `size`: by default the largest entry of the expected one.
template <class T>
double deviation(const std::vector<T>& found, const std::vector<T>& expected, double size = 0.0) {
  if (found.size() != expected.size()) return std::numeric_limits<double>::infinity();
  std::vector<T> difference(found);
  for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= expected[i];
  const double apart = largest(difference);
  if (apart == 0.0) return 0.0;
  return apart / (size > 0.0 ? size : largest(expected));
}

}  // namespace sinew_test
