// SPDX-License-Identifier: BSD-3-Clause
// Torques of the textbook arms, beside those that were published with them.
//
//   example_01_torques [FOLDER WITH THE ROBOTS]

#include <sinew/sinew.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <numbers>
#include <string>
#include <vector>

namespace {

constexpr double deg = std::numbers::pi / 180.0;

struct Published {
  const char* robot;
  std::vector<double> q, qd, qdd;
  std::vector<double> with_gravity, without_gravity;  // N·m or N, as printed
};

// an inverse-dynamics tutorial's 22 torques and forces
const std::vector<Published> exercises = {
    {"two_link_2r", {20 * deg, 40 * deg}, {0.2, 0.15}, {0.1, 0.085}, {318.1937, 38.6735}, {4.3641, 1.3955}},
    {"two_link_2r", {90 * deg, 45 * deg}, {-0.8, 0.35}, {-0.4, 0.1}, {-65.0917, -52.4313}, {-12.3727, 0.2878}},
    {"rp", {20 * deg, 0.2}, {0.08, 0.03}, {0.1, 0.01}, {113.6829, 20.1452}, {1.2186, 0.0139}},
    {"rp", {120 * deg, 0.6}, {-0.4, -0.08}, {-0.1, -0.01}, {-72.8546, 49.3783}, {-1.2416, -1.5960}},
    {"elbow_3r",
     {20 * deg, 40 * deg, 10 * deg},
     {0.2, 0.15, -0.2},
     {0.1, 0.085, 0.0},
     {5.1128, 104.1829, 6.7743},
     {5.1128, 1.3712, 0.1532}},
};

Eigen::VectorXd vector(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

/// Prints one exercise; says how many of its figures agree to the last printed digit.
int show(const Published& exercise, const std::string& folder) {
  const sinew::Arm arm = sinew::load(folder + "/" + exercise.robot + ".yaml");
  const sinew::Arm weightless = arm.without({.gravity = true});
  const Eigen::VectorXd q = vector(exercise.q), qd = vector(exercise.qd), qdd = vector(exercise.qdd);
  const Eigen::VectorXd tau = arm.torque(q, qd, qdd), bare = weightless.torque(q, qd, qdd);
  std::printf("%s\n  joint              torque   published   without gravity   published\n", exercise.robot);
  int agree = 0;
  for (int i = 0; i < arm.velocity_count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const bool turns = sinew::turns(arm.model().link(i).kind);
    std::printf("  %-10s  %13.4f  %10.4f     %13.4f  %10.4f  %s\n", arm.joint_names()[k].c_str(), tau[i],
                exercise.with_gravity[k], bare[i], exercise.without_gravity[k], turns ? "N·m" : "N");
    constexpr double last_digit = 0.5e-4 * (1 + 1e-9);
    agree += std::abs(tau[i] - exercise.with_gravity[k]) <= last_digit;
    agree += std::abs(bare[i] - exercise.without_gravity[k]) <= last_digit;
  }
  return agree;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string folder = argc > 1 ? argv[1] : "robots";
  int agree = 0, all = 0;
  for (const Published& exercise : exercises) {
    agree += show(exercise, folder);
    all += static_cast<int>(2 * exercise.q.size());
  }
  std::printf("\n%d of %d published figures agree to their last digit\n", agree, all);
  return agree == all ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
