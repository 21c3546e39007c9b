// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "sinew/model/build_model.h"
#include "sinew/readings/numbers.h"
#include "tests/support/descriptions.h"
#include "tests/support/kinematics.h"

/// Every call of sinew/readings/numbers.h, with a state and room for what it gives.
namespace sinew_test {

/// A robot with every feature that there is; `local` so that forward dynamics goes by articulated bodies.
inline sinew::Model<double> a_rich_robot(std::uint64_t seed, bool floating_base, bool local = false) {
  auto tree = a_random_tree(seed, 14, floating_base);
  add_joint_forces(tree, seed);
  add_missing_bodies(tree, seed);
  if (local)
    for (auto& joint : tree.joints) {
      joint.mimic.reset();
      if (joint.motor) joint.motor->carrier = joint.parent;
    }
  return sinew::build_model(tree);
}

class EveryCall {
 public:
  EveryCall(const sinew::Model<double>& model, sinew::Instructions instructions, std::uint64_t seed)
      : model_(model), work_(model, instructions) {
    Random random(seed);
    q_ = random_position(model, random);
    const std::size_t n = static_cast<std::size_t>(model.velocity_count());
    const std::size_t links = static_cast<std::size_t>(model.link_count());
    const std::size_t columns = static_cast<std::size_t>(sinew::regressor_columns(model));
    for (auto* x : {&qd_, &qdd_, &tau_})
      for (std::size_t i = 0; i < n; ++i) x->push_back(random.uniform(-1.0, 1.0));
    for (std::size_t i = 0; i < links; ++i) external_.push_back(random.force());
    loads_ = {model.gravity(), external_, model.floating_base() ? random.force() : sinew::Force<double>{}};
    point_ = {model.link_count() - 1, random.vector()};
    vector_.resize(n);
    for (auto* matrix : {&first_, &second_, &third_}) matrix->resize(n * n);
    cube_.resize(n * n * n);
    six_rows_.resize(6 * n);
    Y_.resize(n * columns);
    Y_joints_.resize(n * 4 * links);
    kinetic_.resize(columns);
    potential_.resize(columns);
    X_WL_.resize(links);
    energies_.resize(links);
    traces_.resize(links);
    parts_.resize(n);
    list_calls();
  }
  EveryCall(const EveryCall&) = delete;
  EveryCall& operator=(const EveryCall&) = delete;

  struct Call {
    std::string name;
    std::function<void()> run;                   ///< computes into room that is already there
    std::function<std::vector<double>()> given;  ///< what it computed
  };
  const std::vector<Call>& calls() const { return calls_; }

 private:
  template <class T>
  static std::vector<double> raw(const T* values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(double) == 0);
    std::vector<double> y(count * sizeof(T) / sizeof(double));
    std::memcpy(y.data(), static_cast<const void*>(values), y.size() * sizeof(double));
    return y;
  }
  template <class T>
  std::function<std::vector<double>()> all_of(const std::vector<T>& room) {
    return [&room] { return raw(room.data(), room.size()); };
  }
  std::function<std::vector<double>()> three() {
    return [this] {
      auto y = first_;
      y.insert(y.end(), second_.begin(), second_.end());
      y.insert(y.end(), third_.begin(), third_.end());
      return y;
    };
  }

  void list_calls() {
    namespace numbers = sinew::numbers;
    calls_ = {
        {"poses", [this] { numbers::poses(model_, q_, work_, X_WL_, X_WB_); }, all_of(X_WL_)},
        {"jacobian", [this] { numbers::jacobian(model_, q_, point_, work_, six_rows_); }, all_of(six_rows_)},
        {"jacobian_rate", [this] { numbers::jacobian_rate(model_, q_, qd_, point_, work_, six_rows_); },
         all_of(six_rows_)},
        {"torque", [this] { numbers::torque(model_, q_, qd_, qdd_, work_, vector_); }, all_of(vector_)},
        {"torque under loads", [this] { numbers::torque(model_, q_, qd_, qdd_, loads_, work_, vector_); },
         all_of(vector_)},
        {"coriolis_torque", [this] { numbers::coriolis_torque(model_, q_, qd_, work_, vector_); }, all_of(vector_)},
        {"gravity_torque", [this] { numbers::gravity_torque(model_, q_, model_.gravity(), work_, vector_); },
         all_of(vector_)},
        {"mass_matrix", [this] { numbers::mass_matrix(model_, q_, work_, first_); }, all_of(first_)},
        {"inverse_mass_matrix", [this] { numbers::inverse_mass_matrix(model_, q_, work_, first_); }, all_of(first_)},
        {"acceleration", [this] { numbers::acceleration(model_, q_, qd_, tau_, work_, vector_); }, all_of(vector_)},
        {"acceleration under loads", [this] { numbers::acceleration(model_, q_, qd_, tau_, loads_, work_, vector_); },
         all_of(vector_)},
        {"coriolis_matrix", [this] { numbers::coriolis_matrix(model_, q_, qd_, work_, first_); }, all_of(first_)},
        {"christoffel_symbols", [this] { numbers::christoffel_symbols(model_, q_, work_, cube_); }, all_of(cube_)},
        {"torque_derivatives",
         [this] {
           numbers::torque_derivatives(model_, {q_, qd_, qdd_}, loads_, work_, {first_, second_, third_});
         },
         three()},
        {"acceleration_derivatives",
         [this] {
           numbers::acceleration_derivatives(model_, {q_, qd_, tau_}, loads_, work_, {first_, second_, third_});
         },
         three()},
        {"regressor", [this] { numbers::regressor(model_, q_, qd_, qdd_, model_.gravity(), work_, Y_); }, all_of(Y_)},
        {"joint_regressor", [this] { numbers::joint_regressor(model_, q_, qd_, qdd_, work_, Y_joints_); },
         all_of(Y_joints_)},
        {"energy_regressor",
         [this] { numbers::energy_regressor(model_, q_, qd_, model_.gravity(), work_, kinetic_, potential_); },
         [this] {
           auto y = kinetic_;
           y.insert(y.end(), potential_.begin(), potential_.end());
           return y;
         }},
        {"energy", [this] { energy_ = numbers::energy(model_, q_, qd_, model_.gravity(), work_, energies_); },
         [this] {
           auto y = raw(&energy_, 1);
           const auto links = raw(energies_.data(), energies_.size());
           y.insert(y.end(), links.begin(), links.end());
           return y;
         }},
        {"centroid", [this] { centroid_ = numbers::centroid(model_, q_, qd_, work_, six_rows_); },
         [this] {
           auto y = raw(&centroid_, 1);
           y.insert(y.end(), six_rows_.begin(), six_rows_.end());
           return y;
         }},
        {"trace",
         [this] {
           numbers::trace(model_, {q_, qd_, qdd_}, loads_, work_, {traces_, parts_, vector_});
         },
         [this] {
           auto y = vector_;
           const auto links = raw(traces_.data(), traces_.size()), torques = raw(parts_.data(), parts_.size());
           y.insert(y.end(), links.begin(), links.end());
           y.insert(y.end(), torques.begin(), torques.end());
           return y;
         }},
    };
  }

  const sinew::Model<double>& model_;
  sinew::Workspace work_;
  std::vector<double> q_, qd_, qdd_, tau_;
  std::vector<sinew::Force<double>> external_;
  sinew::Loads<double> loads_;
  sinew::PointOnLink<double> point_;
  std::vector<double> vector_, first_, second_, third_, cube_, six_rows_, Y_, Y_joints_, kinetic_, potential_;
  std::vector<sinew::Pose<double>> X_WL_;
  sinew::Pose<double> X_WB_;
  std::vector<sinew::BodyEnergy<double>> energies_;
  sinew::Energy<double> energy_;
  sinew::Centroid<double> centroid_;
  std::vector<sinew::LinkTrace<double>> traces_;
  std::vector<sinew::TorqueParts<double>> parts_;
  std::vector<Call> calls_;
};

}  // namespace sinew_test
