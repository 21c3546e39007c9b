// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "sinew/formats/load.h"
#include "tests/support/soak.h"
#include "tests/support/states.h"

/// The robots that every law is held against, and how far they are from it.
namespace sinew_test {

struct LawRobot {
  std::string name;
  sinew::RobotDescription<double> description;
  sinew::Model<double> model;
  std::uint64_t seed = 0;  ///< 0 for a robot that we ship
};

inline const std::vector<LawRobot>& shipped_law_robots() {
  static const std::vector<LawRobot> robots = [] {
    std::vector<LawRobot> found;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(SINEW_SOURCE_DIR) + "/robots")) {
      if (entry.path().extension() != ".yaml") continue;
      sinew::LoadedRobot robot = sinew::load_robot(entry.path().string());
      found.push_back({robot.model.name(), std::move(robot.description), std::move(robot.model), 0});
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return found;
  }();
  return robots;
}

/// Two hundred trees of up to some forty joints: all kinds, every second one on a floating base, motors on any link,
/// mimic joints, friction and springs. With a body on every link where `can_be_inverted`, for then M has an inverse.
/// And thirty chains of up to ten joints, for which the recursions have shorter ways; and thirty trees whose joints are
/// elastic, every second one on a floating base.
inline std::vector<LawRobot> make_trees(bool can_be_inverted) {
  std::vector<LawRobot> trees;
  for (std::uint64_t seed = 1; trees.size() < 200; ++seed) {
    const int link_count = 2 + static_cast<int>(trees.size() * 50 / 200);
    auto description = a_random_tree(seed, link_count, trees.size() % 2 == 0);
    add_joint_forces(description, seed);
    if (can_be_inverted) add_missing_bodies(description, seed);
    auto model = sinew::build_model(description);
    if (model.link_count() > 0) trees.push_back({description.name, description, std::move(model), seed});
  }
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto description = a_random_chain(seed, 2 + static_cast<int>(seed % 9));
    trees.push_back({description.name, description, sinew::build_model(description), seed});
  }
  for (std::uint64_t seed = 501; seed <= 530; ++seed) {
    auto description = a_random_tree(seed, 3 + static_cast<int>(seed % 8), seed % 2 == 0);
    description.name = "elastic" + std::to_string(seed);
    add_joint_forces(description, seed);
    add_transmissions(description, seed);
    if (can_be_inverted) add_missing_bodies(description, seed);
    auto model = sinew::build_model(description);
    if (model.link_count() > 0) trees.push_back({description.name, description, std::move(model), seed});
  }
  return trees;
}

inline const std::vector<LawRobot>& random_trees() {
  static const std::vector<LawRobot> trees = make_trees(false);
  return trees;
}
inline const std::vector<LawRobot>& invertible_trees() {
  static const std::vector<LawRobot> trees = make_trees(true);
  return trees;
}

/// The largest deviation from a law that was seen, and where. Shown by `--gtest_output=xml:file`.
class Worst {
 public:
  explicit Worst(double allowed, std::string of = "worst") : allowed_(allowed), of_(std::move(of)) {}
  Worst(const Worst&) = delete;
  Worst& operator=(const Worst&) = delete;
  ~Worst() {
    std::ostringstream text;
    text << worst_ << " of " << allowed_ << " at " << where_ << ", " << count_ << " seen";
    testing::Test::RecordProperty(of_, text.str());
    EXPECT_GT(count_, 0);
  }

  void see(double deviation, const std::string& where) {
    ++count_;
    EXPECT_LT(deviation, allowed_) << where;
    if (!(deviation <= worst_)) {
      worst_ = deviation;
      where_ = where;
    }
  }

 private:
  double allowed_;
  std::string of_;
  double worst_ = 0.0;
  std::string where_ = "all";
  int count_ = 0;
};

/// What each law is proved in.
template <class T>
struct Precision {
  static constexpr double unit = 1.1e-16;
  static constexpr bool is_quad = false;
  static constexpr const char* name = "double";
};
template <>
struct Precision<Quad> {
  static constexpr double unit = 9.6e-35;
  static constexpr bool is_quad = true;
  static constexpr const char* name = "quad";
};

struct NumberNames {
  template <class T>
  static std::string GetName(int) {
    return Precision<T>::name;
  }
};
using DoubleAndQuad = testing::Types<double, Quad>;

/// Calls `law(model, state, where)` for every robot that we ship, at a few states, and for every `stride`-th tree, at one.
/// Quads take most of the time: where every tree is asked for, they get every third, unless this is `make soak`. Three is
/// odd, so that fixed and floating bases, which take turns, are both among them.
template <class T, class Law>
void for_every_robot(const std::vector<LawRobot>& trees, std::size_t stride, const Law& law) {
  const auto at_states = [&](const LawRobot& robot, int states) {
    const sinew::Model<T> model = numbers_as<T>(robot.model);
    Random random(robot.seed + 17);
    for (int k = 0; k < states; ++k)
      law(model, numbers_as<T>(random_state(robot.model, random)), robot.name + ", state " + std::to_string(k));
  };
  for (const LawRobot& robot : shipped_law_robots()) at_states(robot, Precision<T>::is_quad ? 2 : 10);
  const std::size_t step = Precision<T>::is_quad && stride == 1 ? case_count<std::size_t>(3, 1) : stride;
  for (std::size_t i = 0; i < trees.size(); i += step) at_states(trees[i], 1);
}

template <class T>
std::vector<T> product(const std::vector<T>& A, const std::vector<T>& x) {
  const std::size_t columns = x.size(), rows = columns == 0 ? 0 : A.size() / columns;
  std::vector<T> y(rows, T(0.0));
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) y[i] += A[i * columns + j] * x[j];
  return y;
}

template <class T>
T dot(const std::vector<T>& a, const std::vector<T>& b) {
  T sum(0.0);
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace sinew_test
