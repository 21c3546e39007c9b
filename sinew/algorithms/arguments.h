// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "sinew/model/model.h"

/// What every algorithm takes and gives.
namespace sinew {

/// A vector that is read. Any contiguous range converts to it.
template <class T>
using In = std::span<const std::type_identity_t<T>>;
/// A vector that is written. A matrix is its rows, one after the other.
template <class T>
using Out = std::span<std::type_identity_t<T>>;

/// What pulls at the robot besides its joints.
template <Scalar T>
struct Loads {
  Vec3<T> gravity;  ///< in W
  /// One per moving link: what the surroundings do to it, at its canonical frame's origin, in that frame.
  /// Empty: nothing.
  std::span<const Force<T>> external;
  Force<T> external_on_base;  ///< felt by a floating base alone
};

/// Gravity as the model has it, and nothing else.
template <Scalar T, Scalar P>
Loads<T> own_loads(const Model<P>& model) {
  const T one(1.0);
  return {one * model.gravity(), {}, {}};
}

/// Calls `work` with n: as a constant for arms of six and seven joints, whose loops the compiler then unrolls.
template <class Work>
void with_size(int n, const Work& work) {
  switch (n) {
    case 6:
      return work(std::integral_constant<int, 6>{});
    case 7:
      return work(std::integral_constant<int, 7>{});
    default:
      return work(n);
  }
}

/// How many numbers a matrix of all velocities by all velocities has.
template <Scalar P>
std::size_t square_size(const Model<P>& model) noexcept {
  return at(model.velocity_count()) * at(model.velocity_count());
}

/// The same for a robot of up to 200 velocities, for which scratch holds such matrices from the start, so that no call
/// allocates. For a longer chain it is zero: most questions need no such matrix, and `make_room` makes it for the others.
template <Scalar P>
std::size_t square_size_from_start(const Model<P>& model) noexcept {
  return model.velocity_count() <= 200 ? square_size(model) : 0;
}

}  // namespace sinew
