// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "sinew/readings/door.h"

/// Arguments that have been checked. Only the check makes one, and `run` gives a recursion nothing else: an argument that
/// nobody has checked cannot get there.
namespace sinew::numbers {

/// What a recursion may be given.
struct Checked {};

/// q: as many finite numbers as the robot has positions; a floating base's quaternion has length 1.
class Position : public Checked {
 public:
  Position(const Model<double>& model, In<double> q) : q_(q) { expect_position(model, q); }
  In<double> get() const { return q_; }

 private:
  In<double> q_;
};

/// q̇, q̈ or τ: as many finite numbers as the robot has velocities. The name is for the message.
class Velocity : public Checked {
 public:
  Velocity(const Model<double>& model, const char* name, In<double> x) : x_(x) { expect_velocity(model, name, x); }
  In<double> get() const { return x_; }

 private:
  In<double> x_;
};

class Gravity : public Checked {
 public:
  Gravity(const Model<double>& model, const Vec3<double>& g) : g_(g) { expect_gravity(model, g); }
  const Vec3<double>& get() const { return g_; }

 private:
  const Vec3<double>& g_;
};

class CheckedLoads : public Checked {
 public:
  CheckedLoads(const Model<double>& model, const Loads<double>& loads) : loads_(loads) { expect_loads(model, loads); }
  const Loads<double>& get() const { return loads_; }

 private:
  const Loads<double>& loads_;
};

class Point : public Checked {
 public:
  Point(const Model<double>& model, const PointOnLink<double>& point) : point_(point) { expect_point(model, point); }
  const PointOnLink<double>& get() const { return point_; }

 private:
  const PointOnLink<double>& point_;
};

/// Where a result goes: a vector of that many entries, or a matrix of that many rows and columns.
template <class T>
class Room : public Checked {
 public:
  Room(const Model<double>& model, const char* name, Out<T> room, int entries) : room_(room) {
    expect_length(model, name, room.size(), at(entries));
  }
  Room(const Model<double>& model, const char* name, Out<T> room, int rows, int columns) : room_(room) {
    expect_room(model, name, room.size(), rows, columns);
  }
  Out<T> get() const { return room_; }

 private:
  Out<T> room_;
};

/// Runs a recursion with the instructions that the workspace is for: `recursion(model, work, arguments…)`. It captures
/// nothing, so it sees nothing but the model, the workspace and arguments that have been checked.
template <class Recursion, class... Arguments>
auto run(const Model<double>& model, Workspace& work, const Recursion& recursion, const Arguments&... arguments) {
  static_assert(std::is_empty_v<Recursion>, "a recursion captures nothing: its arguments are checked and then passed");
  static_assert((std::is_base_of_v<Checked, Arguments> && ...), "a recursion is given checked arguments alone");
  return with_instructions(work.instructions, [&] { return recursion(model, work, arguments.get()...); });
}

/// Leaves M(q) in `work.M`, factorised: is a pivot no more than round-off of what stood on the diagonal?
bool mass_matrix_is_singular(const Model<double>& model, const Position& q, Workspace& work);

/// Says which joint makes the mass matrix one that cannot be inverted.
[[noreturn]] void refuse_singular(const Model<double>& model, const Position& q, Workspace& work);

/// Says why a division by M(q) gave no finite numbers: M itself, or what it was to divide.
[[noreturn]] void refuse_division(const Model<double>& model, const Position& q, NamedInputs inputs, Workspace& work);

}  // namespace sinew::numbers
