// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "sinew/readings/checked.h"

namespace sinew::numbers {

void refuse_out_of_range(const Model<double>& model, NamedInputs inputs) {
  constexpr double large = 1e50;
  std::string suspects;
  for (const auto& [name, values] : inputs) {
    const auto largest =
        std::max_element(values.begin(), values.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    if (largest == values.end() || std::abs(*largest) < large) continue;
    suspects += (suspects.empty() ? "" : ", ") + std::string(name) + "[" + std::to_string(largest - values.begin()) +
                "] = " + shown(*largest);
  }
  refuse(model, "the result is out of the range of numbers",
         suspects.empty() ? "look at the masses and lengths of the robot" : "look at " + suspects);
}

bool mass_matrix_is_singular(const Model<double>& model, const Position& q, Workspace& work) {
  const std::size_t n = at(model.velocity_count());
  work.M.resize(square_size(model));
  sinew::mass_matrix<double, double>(model, q.get(), work.mass_matrix, work.M);
  if (poison(work.M) != 0.0) refuse_out_of_range(model, {{"q", q.get()}});
  std::vector<double> diagonal;
  for (std::size_t i = 0; i < n; ++i) diagonal.push_back(work.M[i * (n + 1)]);
  factorise<double, double>(model, work.M);
  const double round_off = 1e-14 * static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i)
    if (!(1.0 / work.M[i * (n + 1)] > round_off * diagonal[i])) return true;
  return false;
}

void refuse_singular(const Model<double>& model, const Position& q, Workspace& work) {
  work.M.resize(square_size(model));
  sinew::mass_matrix<double, double>(model, q.get(), work.mass_matrix, work.M);
  const std::size_t n = at(model.velocity_count());
  for (int i = 0; i < model.link_count(); ++i) {
    const std::size_t own = at(model.link(i).velocity_index);
    if (!(work.M[own * n + own] > 0.0))
      refuse(model, "joint " + in_quotes(model.link(i).joint_name) + " moves nothing that has inertia here",
             "give the links beyond it mass, or its motor a rotor inertia; or fix the joint");
  }
  const bool free_base_has_no_mass = model.floating_base() && !(model.base_inertia().m > 0.0);
  refuse(model, "the mass matrix cannot be inverted at this q",
         free_base_has_no_mass
             ? "the floating base has no mass: give its link inertia, or fix it"
             : "some combination of joints moves no mass: give the links inertia, or choose another q");
}

void refuse_division(const Model<double>& model, const Position& q, NamedInputs inputs, Workspace& work) {
  if (mass_matrix_is_singular(model, q, work)) refuse_singular(model, q, work);
  refuse_out_of_range(model, inputs);
}

}  // namespace sinew::numbers
