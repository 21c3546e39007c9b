// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>

#include "sinew/readings/workspace.h"

/// What the calls in doubles share: what they refuse.
namespace sinew::numbers {

[[noreturn]] inline void refuse(const Model<double>& model, const std::string& what, const std::string& remedy) {
  throw InputError({{Severity::Error, model.name(), 0, what, remedy}});
}

[[noreturn]] inline void refuse_length(const Model<double>& model, const char* name, std::size_t given,
                                       std::size_t needed) {
  refuse(model, std::string(name) + " has " + std::to_string(given) + " numbers",
         "give " + std::to_string(needed) + ", one per entry of the robot's vector");
}

[[noreturn]] inline void refuse_value(const Model<double>& model, const char* name, In<double> x) {
  std::size_t i = 0;
  while (std::isfinite(x[i])) ++i;
  refuse(model, std::string(name) + "[" + std::to_string(i) + "] is " + shown(x[i]), "give a finite number");
}

/// Zero for finite numbers, NaN as soon as one is not.
inline double poison(In<double> x) {
  using Two = Pack<2>;
  if (x.size() < 2) return x.empty() ? 0.0 : x[0] * 0.0;
  Two sums = Two::from(&x[x.size() - 2]) * 0.0;  // the last ones, which may overlap those before
  for (std::size_t i = 0; i + 2 < x.size(); i += 2) sums += Two::from(&x[i]) * 0.0;
  return sums[0] + sums[1];
}

inline void expect_length(const Model<double>& model, const char* name, std::size_t given, std::size_t needed) {
  if (given != needed) [[unlikely]]
    refuse_length(model, name, given, needed);
}

inline void expect(const Model<double>& model, const char* name, In<double> x, int needed) {
  expect_length(model, name, x.size(), at(needed));
  if (poison(x) != 0.0) [[unlikely]]
    refuse_value(model, name, x);
}

inline void expect_position(const Model<double>& model, In<double> q) {
  expect(model, "q", q, model.position_count());
  if (!model.floating_base()) return;
  const double norm = std::sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
  if (!(std::abs(norm - 1.0) < 1e-6))
    refuse(model, "the base's quaternion has length " + shown(norm), "give x y z w of length 1");
}

inline void expect_velocity(const Model<double>& model, const char* name, In<double> x) {
  expect(model, name, x, model.velocity_count());
}

inline void expect_room(const Model<double>& model, const char* name, std::size_t given, int rows, int columns) {
  if (given != at(rows) * at(columns)) [[unlikely]]
    refuse(model, std::string("the room for ") + name + " is " + std::to_string(given) + " numbers",
           "give " + std::to_string(rows) + " times " + std::to_string(columns));
}

inline void expect_gravity(const Model<double>& model, const Vec3<double>& g) {
  expect(model, "gravity", std::span<const double>({g.x, g.y, g.z}), 3);
}

inline void expect_finite(const Model<double>& model, const char* what, std::string_view which,
                          const Force<double>& f) {
  for (const double value : {f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z})
    if (!std::isfinite(value)) [[unlikely]]
      refuse(model, what + std::string(which) + " has a component that is " + shown(value), "give finite numbers");
}

inline void expect_loads(const Model<double>& model, const Loads<double>& loads) {
  expect_gravity(model, loads.gravity);
  if (model.floating_base()) expect_finite(model, "the external force on the base", "", loads.external_on_base);
  if (loads.external.empty()) return;
  if (loads.external.size() != at(model.link_count())) [[unlikely]]
    refuse(model, "there are " + std::to_string(loads.external.size()) + " external forces",
           "give " + std::to_string(model.link_count()) + ", one per moving link, or none");
  for (std::size_t i = 0; i < loads.external.size(); ++i)
    expect_finite(model, "the external force on link ", model.link(static_cast<int>(i)).name, loads.external[i]);
}

inline void expect_point(const Model<double>& model, const PointOnLink<double>& point) {
  if (point.link < base_link || point.link >= model.link_count())
    refuse(model, "there is no link number " + std::to_string(point.link),
           "give one of 0 to " + std::to_string(model.link_count() - 1) + ", or -1 for the base");
  expect(model, "point", std::span<const double>({point.p.x, point.p.y, point.p.z}), 3);
}

/// A vector that a result was computed from.
struct NamedInput {
  const char* name;
  In<double> values;
};
using NamedInputs = std::initializer_list<NamedInput>;

/// Says which numbers are too large for the result to be one.
[[noreturn]] void refuse_out_of_range(const Model<double>& model, NamedInputs inputs);

inline void expect_in_range(const Model<double>& model, NamedInputs inputs, std::initializer_list<In<double>> results) {
  for (const In<double>& result : results)
    if (poison(result) != 0.0) refuse_out_of_range(model, inputs);
}

}  // namespace sinew::numbers
