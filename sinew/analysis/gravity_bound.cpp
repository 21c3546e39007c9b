// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/gravity_bound.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/random_states.h"
#include "sinew/decompositions/symmetric.h"

namespace sinew {

Eigen::MatrixXd gravity_torque_derivative(const Model<double>& model, In<double> q, const Vec3<double>& gravity,
                                          Workspace& work) {
  const int n = model.velocity_count();
  RowMatrix by_q(n, n), by_qd(n, n), M(n, n);
  // at rest τ is g(q) and what friction and springs ask, each of its own joint, or of a joint and its motor
  numbers::torque_derivatives(model, {q, work.trace.zeros, work.trace.zeros}, {gravity, {}, {}}, work,
                              {out(by_q), out(by_qd), out(M)});
  for (const Link<double>& link : model.links())
    if (link.spring)
      by_q(link.velocity_index, link.velocity_index) -= link.multiplier * link.multiplier * link.spring->stiffness;
  for (const Coupling<double>& coupling : model.couplings()) {
    const int joint = model.link(coupling.joint).velocity_index, motor = model.link(coupling.motor).velocity_index;
    for (const int own : {joint, motor}) by_q(own, own) -= coupling.stiffness;
    by_q(joint, motor) += coupling.stiffness;
    by_q(motor, joint) += coupling.stiffness;
  }
  return by_q;
}

namespace {

/// Σ m·p̈ over all links, in the world's axes, while the joints move with q̇ = v and q̈ = 0 on a base at rest.
class MassAcceleration {
 public:
  explicit MassAcceleration(const Model<double>& model)
      : model_(model), work_(model), X_WL_(static_cast<std::size_t>(model.link_count())), moving_(X_WL_.size()) {}

  Vec3<double> of(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    Moving base;
    Pose<double> X_WB;
    numbers::poses(model_, in(q), work_, X_WL_, X_WB);
    base.origin = X_WB.p;
    Vec3<double> sum;
    for (std::size_t i = 0; i < X_WL_.size(); ++i) {
      const Link<double>& link = model_.link(static_cast<int>(i));
      const Moving& parent = link.parent == base_link ? base : moving_[static_cast<std::size_t>(link.parent)];
      moving_[i] = moved_on(parent, link, X_WL_[i], link.multiplier * v[link.velocity_index]);
      const Vec3<double> h = X_WL_[i].R * link.inertia.h;  // mass times the way to the centre of mass
      sum += link.inertia.m * moving_[i].acceleration + turning(moving_[i], h);
    }
    return sum;
  }

 private:
  struct Moving {
    Vec3<double> origin, w, angular_acceleration, acceleration;
  };

  static Vec3<double> turning(const Moving& body, const Vec3<double>& r) {
    return cross(body.angular_acceleration, r) + cross(body.w, cross(body.w, r));
  }

  static Moving moved_on(const Moving& parent, const Link<double>& link, const Pose<double>& X_WL, double rate) {
    const Vec3<double> z = X_WL.R * Vec3<double>{0.0, 0.0, 1.0};
    const double turn = turns(link.kind) ? rate : 0.0;
    const double slide = link.kind == JointKind::Prismatic ? rate : link.pitch * turn;
    Moving body;
    body.origin = X_WL.p;
    body.w = parent.w + turn * z;
    body.angular_acceleration = parent.angular_acceleration + turn * cross(parent.w, z);
    body.acceleration =
        parent.acceleration + turning(parent, body.origin - parent.origin) + 2.0 * slide * cross(parent.w, z);
    return body;
  }

  const Model<double>& model_;
  Workspace work_;
  std::vector<Pose<double>> X_WL_;
  std::vector<Moving> moving_;
};

/// One of the joints' positions, where it may be, and how vᵀ·(∂²U/∂q²)·v depends on it.
struct Coordinate {
  enum class Shape { Sine, Line, Any } shape = Shape::Any;
  Eigen::Index index = 0;
  double lower = 0.0, upper = 0.0;
  bool has_stops = true;
};

std::vector<Coordinate> coordinates_of(const Model<double>& model) {
  std::vector<Coordinate> coordinates;
  for (const Link<double>& link : model.links()) {
    if (link.follows) continue;
    const double reach = turns(link.kind) ? std::numbers::pi : 1.0;
    const bool from = std::isfinite(link.limits.lower), to = std::isfinite(link.limits.upper);
    coordinates.push_back({link.kind == JointKind::Prismatic ? Coordinate::Shape::Line
                           : link.kind == JointKind::Helical ? Coordinate::Shape::Any
                                                             : Coordinate::Shape::Sine,
                           link.position_index,
                           from ? link.limits.lower : (to ? link.limits.upper - 2.0 * reach : -reach),
                           to ? link.limits.upper : (from ? link.limits.lower + 2.0 * reach : reach), from && to});
  }
  for (const Link<double>& link : model.links())  // a leader moves its followers as well
    for (Coordinate& c : coordinates)
      if (link.follows && c.index == link.position_index) c.shape = Coordinate::Shape::Any;
  return coordinates;
}

/// Climbs ‖∂g/∂q‖, one coordinate after the other and then the direction v.
class GravityClimb {
 public:
  explicit GravityClimb(const Model<double>& model)
      : model_(model),
        work_(model),
        acceleration_(model),
        coordinates_(coordinates_of(model)),
        strength_(vector(model.gravity()).norm()) {}

  struct Place {
    Eigen::VectorXd q;     ///< a floating base at the origin, unturned
    Vec3<double> gravity;  ///< as the base has it: the model's own, unless the base floats
    Eigen::VectorXd v;     ///< the joints' part of it is an eigenvector
    double norm = 0.0;
  };

  /// With v for the largest eigenvalue.
  Place place(const Eigen::VectorXd& q, const Vec3<double>& gravity) {
    Place p{q, gravity, Eigen::VectorXd::Zero(model_.velocity_count()), 0.0};
    if (model_.floating_base()) {
      p.q.head<7>().setZero();
      p.q[6] = 1.0;
    }
    turn_direction(p);
    return p;
  }

  void climb(Place& p, double tolerance) {
    constexpr int most_rounds = 500;
    for (int round = 0; round < most_rounds; ++round) {
      const double before = p.norm;
      const Eigen::VectorXd q_before = p.q;
      for (const Coordinate& c : coordinates_) {
        move(p, c);
        turn_gravity(p);
      }
      turn_direction(p);
      go_on_along(p.q - q_before, p);
      if (p.norm <= before * (1.0 + tolerance)) return;
    }
  }

  /// Does a slide without stops change ∂g/∂q? Then it changes without end.
  bool grows_without_end(const Place& p) {
    const auto slope = [&](const Eigen::VectorXd& q) {
      return gravity_torque_derivative(model_, in(q), p.gravity, work_);
    };
    for (const Coordinate& c : coordinates_) {
      const Link<double>& link = *std::find_if(model_.links().begin(), model_.links().end(), [&](const auto& l) {
        return !l.follows && l.position_index == c.index;
      });
      if (c.has_stops || (link.kind != JointKind::Prismatic && link.kind != JointKind::Helical)) continue;
      Eigen::VectorXd q = p.q;
      q[c.index] += turns(link.kind) ? 2.0 * std::numbers::pi : 1.0;
      if ((slope(q) - slope(p.q)).norm() > 1e-9 * (1e-3 + slope(p.q).norm())) return true;
    }
    return false;
  }

 private:
  double value(const Place& p) { return -dot(p.gravity, acceleration_.of(p.q, p.v)); }

  /// Gravity along Σ m·p̈, where the base may be turned into it.
  void turn_gravity(Place& p) {
    if (!model_.floating_base()) return;
    const Vec3<double> a = acceleration_.of(p.q, p.v);
    if (const double size = vector(a).norm(); size > 0.0) p.gravity = (-strength_ / size) * a;
  }

  void turn_direction(Place& p) {
    const int joints = model_.independent_count();
    if (joints == 0) return;
    const SymmetricAxes axes =
        symmetric_axes(gravity_torque_derivative(model_, in(p.q), p.gravity, work_).bottomRightCorner(joints, joints));
    Eigen::Index largest = 0;
    p.norm = axes.values.cwiseAbs().maxCoeff(&largest);
    p.v.tail(joints) = axes.V.col(largest);
  }

  /// On a ridge that is oblique to the coordinates, single ones make ever smaller steps. The way of a whole round points
  /// along the ridge: it is repeated, twice as far each time, while the norm grows (pattern moves of Hooke and Jeeves).
  void go_on_along(const Eigen::VectorXd& way, Place& p) {
    for (double step = 1.0;; step *= 2.0) {
      Place ahead = p;
      for (const Coordinate& c : coordinates_) {
        ahead.q[c.index] += step * way[c.index];
        if (c.has_stops) ahead.q[c.index] = std::clamp(ahead.q[c.index], c.lower, c.upper);
      }
      turn_direction(ahead);
      if (!(ahead.norm > p.norm)) return;
      p = std::move(ahead);
    }
  }

  void move(Place& p, const Coordinate& c) {
    switch (c.shape) {
      case Coordinate::Shape::Sine:
        return move_on_sine(p, c);
      case Coordinate::Shape::Line:
        return take_best(p, c, {c.lower, c.upper});
      case Coordinate::Shape::Any:
        return move_by_search(p, c);
    }
  }

  /// The best of some positions, or where it is.
  void take_best(Place& p, const Coordinate& c, const std::vector<double>& positions) {
    double best = p.q[c.index], most = std::abs(value(p));
    for (const double position : positions) {
      p.q[c.index] = position;
      if (const double there = std::abs(value(p)); there > most) {
        most = there;
        best = position;
      }
    }
    p.q[c.index] = best;
  }

  /// A + B·cos t + C·sin t from three places a third of a turn apart: its ends, or its peak and its trough.
  void move_on_sine(Place& p, const Coordinate& c) {
    constexpr double turn = 2.0 * std::numbers::pi;
    const double here = p.q[c.index];
    const auto at = [&](double t) {
      p.q[c.index] = here + t;
      return value(p);
    };
    const double f0 = at(0.0), f1 = at(turn / 3.0), f2 = at(-turn / 3.0);
    p.q[c.index] = here;
    const double peak = here + std::atan2((f1 - f2) / std::numbers::sqrt3, (2.0 * f0 - f1 - f2) / 3.0);
    std::vector<double> positions;
    for (const double extreme : {peak, peak + std::numbers::pi})
      if (const double inside = extreme + turn * std::ceil((c.lower - extreme) / turn); inside <= c.upper)
        positions.push_back(inside);
    if (c.has_stops) positions.insert(positions.end(), {c.lower, c.upper});
    take_best(p, c, positions);
  }

  /// Where followers or a pitch make another function of it: a raster over the range, and then ever finer steps.
  void move_by_search(Place& p, const Coordinate& c) {
    constexpr int places = 24;
    std::vector<double> raster;
    for (int k = 0; k <= places; ++k) raster.push_back(c.lower + (c.upper - c.lower) * k / places);
    take_best(p, c, raster);
    constexpr int halvings = 29;  // down to about 1e-10 of the range
    double step = (c.upper - c.lower) / places;
    for (int k = 0; k < halvings; ++k, step *= 0.5) {
      const double here = p.q[c.index];
      take_best(p, c, {std::max(here - step, c.lower), std::min(here + step, c.upper)});
    }
  }

  const Model<double>& model_;
  Workspace work_;
  MassAcceleration acceleration_;
  std::vector<Coordinate> coordinates_;
  double strength_;
};

/// The quaternion x, y, z, w of the shortest turn from one unit vector to another.
Eigen::Vector4d turn_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d half = (from + to) / 2.0;  // its length is the cosine of half the angle
  if (half.squaredNorm() > 1e-8) {
    const Vec3<double> sine = cross(vec3(from), vec3(half.normalized()));
    return {sine.x, sine.y, sine.z, half.norm()};
  }
  // half a turn about any perpendicular
  Eigen::Vector3d least = Eigen::Vector3d::Zero();
  Eigen::Index index = 0;
  from.cwiseAbs().minCoeff(&index);
  least[index] = 1.0;
  const Eigen::Vector3d axis = vector(cross(vec3(from), vec3(least))).normalized();
  return {axis.x(), axis.y(), axis.z(), 0.0};
}

/// Turned so that the world's gravity is along what the climb took for it.
Eigen::VectorXd in_the_world(const Model<double>& model, const GravityClimb::Place& p) {
  Eigen::VectorXd q = p.q;
  if (model.floating_base())
    q.segment<4>(3) = turn_between(vector(p.gravity).normalized(), vector(model.gravity()).normalized());
  return q;
}

}  // namespace

GravityBound gravity_bound(const Model<double>& model, unsigned seed) {
  constexpr int samples = 200, starts = 30, polished = 4;
  constexpr double roughly = 1e-6, exactly = 1e-14;
  using Place = GravityClimb::Place;
  GravityClimb climb(model);
  RandomStates random(seed);
  const double strength = vector(model.gravity()).norm();
  const auto some_gravity = [&] {
    if (!model.floating_base()) return model.gravity();
    Eigen::Vector3d direction;
    do direction = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    while (direction.norm() < 0.1);
    return vec3(strength * direction.normalized());
  };
  const auto higher = [](const Place& a, const Place& b) { return a.norm > b.norm; };
  // the best of many places, and the one that people draw
  std::vector<Place> places;
  for (int k = 0; k < samples; ++k) places.push_back(climb.place(random.position(model), some_gravity()));
  std::stable_sort(places.begin(), places.end(), higher);
  places.resize(starts);
  Eigen::VectorXd drawn = places.front().q;
  for (const Coordinate& c : coordinates_of(model)) drawn[c.index] = std::clamp(0.0, c.lower, c.upper);
  places.push_back(climb.place(drawn, model.gravity()));

  for (Place& p : places) climb.climb(p, roughly);
  std::stable_sort(places.begin(), places.end(), higher);
  places.resize(polished);
  for (Place& p : places) climb.climb(p, exactly);
  const Place& best = *std::min_element(places.begin(), places.end(), higher);
  GravityBound bound{best.norm, in_the_world(model, best), true};
  bound.bounded =
      std::none_of(places.begin(), places.end(), [&](const Place& p) { return climb.grows_without_end(p); });
  return bound;
}

}  // namespace sinew
