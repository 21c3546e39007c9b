// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;
using sinew::Dual;

template <class T>
struct Derivative : testing::Test {};
TYPED_TEST_SUITE(Derivative, DoubleAndQuad, NumberNames);

/// The n×n matrix whose columns are the rates of `f(q, qd, last)` along each direction of one argument.
template <class T, class F>
Derivatives<T> by_dual(const Model<T>& model, const State<T>& s, const std::vector<T>& last, const F& f) {
  const std::size_t n = n_of(model);
  const auto none = zeros<T, T>(model);
  Derivatives<T> y;
  for (auto* matrix : {&y.by_q, &y.by_qd, &y.by_last}) matrix->resize(n * n);
  for (std::size_t k = 0; k < n; ++k) {
    auto e = none;
    e[k] = T(1.0);
    const auto put = [&](std::vector<T>& matrix, const std::vector<Dual<1, T>>& values) {
      for (std::size_t i = 0; i < n; ++i) matrix[i * n + k] = values[i].d[0];
    };
    const auto q = moving_position<T, T>(model, s.q, none), qd = moving<T>(s.qd, none), x = moving<T>(last, none);
    put(y.by_q, f(moving_position<T, T>(model, s.q, e), qd, x));
    put(y.by_qd, f(q, moving<T>(s.qd, e), x));
    put(y.by_last, f(q, qd, moving<T>(last, e)));
  }
  return y;
}

template <class T>
void see(Worst& worst, const Derivatives<T>& found, const Derivatives<T>& expected, const std::string& where) {
  // a robot may have nothing in one of them: measure all by the largest
  const double size = std::max({largest(expected.by_q), largest(expected.by_qd), largest(expected.by_last)});
  worst.see(deviation(found.by_q, expected.by_q, size), where + ", by q");
  worst.see(deviation(found.by_qd, expected.by_qd, size), where + ", by qd");
  worst.see(deviation(found.by_last, expected.by_last, size), where + ", by qdd or tau");
}

TYPED_TEST(Derivative, OfInverseDynamicsIsThatOfDualNumbers) {
  using T = TypeParam;
  using D = Dual<1, T>;
  Worst worst(1000 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), Precision<T>::is_quad ? 7 : 1,
                     [&](const auto& model, const State<T>& s, const std::string& where) {
                       std::vector<sinew::Force<D>> room;
                       const auto loads = constant<T>(s.loads(), room);
                       see(worst, torque_derivatives<T, T>(model, s),
                           by_dual<T>(model, s, s.qdd,
                                      [&](const auto& q, const auto& qd, const auto& qdd) {
                                        return torques<T, D>(model, q, qd, qdd, loads);
                                      }),
                           where);
                     });
}

TYPED_TEST(Derivative, OfForwardDynamicsIsThatOfDualNumbers) {
  using T = TypeParam;
  using D = Dual<1, T>;
  Worst worst(1e5 * Precision<T>::unit);
  for_every_robot<T>(invertible_trees(), Precision<T>::is_quad ? 13 : 2,
                     [&](const auto& model, const State<T>& s, const std::string& where) {
                       std::vector<sinew::Force<D>> room;
                       const auto loads = constant<T>(s.loads(), room);
                       see(worst, acceleration_derivatives<T, T>(model, s),
                           by_dual<T>(model, s, s.tau,
                                      [&](const auto& q, const auto& qd, const auto& tau) {
                                        return accelerations<T, D>(model, q, qd, tau, loads);
                                      }),
                           where);
                     });
}

/// q moved by `step` along its k-th direction, exactly: a turn of the base is a turn, not its first order.
std::vector<double> stepped(const Model<double>& model, const std::vector<double>& q, std::size_t k, double step) {
  auto y = q;
  if (!model.floating_base()) {
    y[k] += step;
    return y;
  }
  if (k >= 6) {
    y[k + 1] += step;
    return y;
  }
  const auto R = sinew::base_rotation<double>(q);
  if (k >= 3) {
    const auto axis = R.column(static_cast<int>(k) - 3);
    for (int i = 0; i < 3; ++i) y[index(i)] += step * axis[i];
    return y;
  }
  const double s = std::sin(step / 2), c = std::cos(step / 2);
  sinew::Vec3<double> e;
  e[static_cast<int>(k)] = s;
  const sinew::Vec3<double> u{q[3], q[4], q[5]}, v = c * u + q[6] * e + cross(u, e);
  y[3] = v.x;
  y[4] = v.y;
  y[5] = v.z;
  y[6] = q[6] * c - dot(u, e);
  return y;
}

/// Central differences, fourth order. Friction jumps nowhere near: velocities stay away from zero by more than a step.
template <class F>
Derivatives<double> by_differences(const Model<double>& model, const State<double>& s, const std::vector<double>& last,
                                   double h, const F& f) {
  const std::size_t n = n_of(model);
  Derivatives<double> y;
  for (auto* matrix : {&y.by_q, &y.by_qd, &y.by_last}) matrix->resize(n * n);
  for (std::size_t k = 0; k < n; ++k) {
    const auto put = [&](std::vector<double>& matrix, const auto& at) {
      const auto a = at(2 * h), b = at(h), c = at(-h), d = at(-2 * h);
      for (std::size_t i = 0; i < n; ++i) matrix[i * n + k] = (8 * (b[i] - c[i]) - (a[i] - d[i])) / (12 * h);
    };
    const auto added = [&](std::vector<double> x, double step) {
      x[k] += step;
      return x;
    };
    put(y.by_q, [&](double step) { return f(stepped(model, s.q, k, step), s.qd, last); });
    put(y.by_qd, [&](double step) { return f(s.q, added(s.qd, step), last); });
    put(y.by_last, [&](double step) { return f(s.q, s.qd, added(last, step)); });
  }
  return y;
}

/// Without the friction's kinks, which a difference of 1e-3 may step over.
Model<double> smooth(const Model<double>& model) {
  auto parts = model.parts();
  for (auto& link : parts.links) link.friction.table.clear();
  return Model<double>(std::move(parts));
}

State<double> away_from_rest(State<double> s) {
  for (double& rate : s.qd) rate += rate < 0.0 ? -0.1 : 0.1;
  return s;
}

TEST(TheDerivatives, OfInverseDynamicsAreTheLimitsOfDifferences) {
  Worst worst(1e-9);
  for_every_robot<double>(random_trees(), 5,
                          [&](const auto& any, const State<double>& any_state, const std::string& where) {
                            const auto model = smooth(any);
                            const auto s = away_from_rest(any_state);
                            see(worst, torque_derivatives<double, double>(model, s),
                                by_differences(model, s, s.qdd, 1e-3,
                                               [&](const auto& q, const auto& qd, const auto& qdd) {
                                                 return torques<double, double>(model, q, qd, qdd, s.loads());
                                               }),
                                where);
                          });
}

TEST(TheDerivatives, OfForwardDynamicsAreTheLimitsOfDifferences) {
  Worst worst(1e-8);
  for_every_robot<double>(invertible_trees(), 10,
                          [&](const auto& any, const State<double>& any_state, const std::string& where) {
                            const auto model = smooth(any);
                            const auto s = away_from_rest(any_state);
                            see(worst, acceleration_derivatives<double, double>(model, s),
                                by_differences(model, s, s.tau, 2e-4,
                                               [&](const auto& q, const auto& qd, const auto& tau) {
                                                 return accelerations<double, double>(model, q, qd, tau, s.loads());
                                               }),
                                where);
                          });
}

}  // namespace
