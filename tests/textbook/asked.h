// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "sinew/readings/numbers.h"
#include "tests/textbook/reference.h"

/// One robot, asked for this and that in one line each.
namespace sinew_test {

/// A wrench on a link: where, in W's axes.
struct Push {
  std::string frame;  ///< it acts at the origin of this one
  sinew::Vec3<double> force, moment;
};

class Asked {
 public:
  explicit Asked(sinew::Model<double> model) : model_(std::move(model)), work_(model_) {}

  const sinew::Model<double>& model() const { return model_; }
  sinew::Workspace& work() { return work_; }

  Numbers torques(const Numbers& q, const Numbers& qd, const Numbers& qdd, const std::vector<Push>& pushes = {}) {
    const std::vector<sinew::Force<double>> external = on_links(q, pushes);
    Numbers tau(n());
    sinew::numbers::torque(model_, q, qd, qdd, {model_.gravity(), external, {}}, work_, tau);
    return tau;
  }
  Numbers mass_matrix(const Numbers& q) {
    Numbers M(n() * n());
    sinew::numbers::mass_matrix(model_, q, work_, M);
    return M;
  }
  Numbers velocity_terms(const Numbers& q, const Numbers& qd) {
    Numbers c(n());
    sinew::numbers::coriolis_torque(model_, q, qd, work_, c);
    return c;
  }
  Numbers gravity_terms(const Numbers& q) {
    Numbers g(n());
    sinew::numbers::gravity_torque(model_, q, model_.gravity(), work_, g);
    return g;
  }

  struct Trace {
    std::vector<sinew::LinkTrace<double>> links;
    std::vector<sinew::TorqueParts<double>> parts;
    Numbers tau;
  };
  Trace trace(const Numbers& q, const Numbers& qd, const Numbers& qdd) {
    Trace t{std::vector<sinew::LinkTrace<double>>(links()), std::vector<sinew::TorqueParts<double>>(n()), Numbers(n())};
    sinew::numbers::trace(model_, {q, qd, qdd}, sinew::numbers::own_loads(model_), work_, {t.links, t.parts, t.tau});
    return t;
  }

  /// Where the user's frame of that name stands.
  sinew::Pose<double> pose(const Numbers& q, const std::string& frame) {
    const sinew::Frame<double>& found = model_.frame(frame);
    return link_pose(q, found.link) * found.X_LF;
  }
  /// 6×n of a frame's origin, in W's axes, angular over linear.
  Numbers jacobian(const Numbers& q, const std::string& frame) {
    const sinew::Frame<double>& found = model_.frame(frame);
    Numbers J(6 * n());
    sinew::numbers::jacobian(model_, q, {found.link, found.X_LF.p}, work_, J);
    return J;
  }

  std::size_t n() const { return static_cast<std::size_t>(model_.velocity_count()); }
  std::size_t links() const { return static_cast<std::size_t>(model_.link_count()); }

 private:
  sinew::Pose<double> link_pose(const Numbers& q, int link) {
    std::vector<sinew::Pose<double>> X_WL(links());
    sinew::Pose<double> X_WB;
    sinew::numbers::poses(model_, q, work_, X_WL, X_WB);
    return link == sinew::base_link ? X_WB : X_WL[static_cast<std::size_t>(link)];
  }
  std::vector<sinew::Force<double>> on_links(const Numbers& q, const std::vector<Push>& pushes) {
    std::vector<sinew::Force<double>> external(pushes.empty() ? 0 : links());
    for (const Push& push : pushes) {
      const sinew::Frame<double>& frame = model_.frame(push.frame);
      const sinew::Rotation<double> R_WL = link_pose(q, frame.link).R;
      const sinew::Force<double> here{R_WL.inverse_times(push.moment), R_WL.inverse_times(push.force)};
      external[static_cast<std::size_t>(frame.link)] += sinew::at_other_point(here, frame.X_LF.p);
    }
    return external;
  }

  sinew::Model<double> model_;
  sinew::Workspace work_;
};

inline Numbers list(const sinew::Vec3<double>& v) { return {v.x, v.y, v.z}; }

/// Passes if both have the same length and no pair differs by more than `within`.
MATCHER_P2(AreNear, expected, within, "are near " + testing::PrintToString(expected)) {
  if (arg.size() != expected.size()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(std::abs(arg[i] - expected[i]) <= within)) {
      *result_listener << "number " << i << " is off by " << arg[i] - expected[i];
      return false;
    }
  return true;
}

}  // namespace sinew_test
