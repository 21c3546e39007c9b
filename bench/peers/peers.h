// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "bench/peers/arm.h"
#include "sinew/readings/numbers.h"

namespace sinew_peers {

/// An arm in another library, made from our model of it.
///
/// Every call computes one state's answer in the library's own types, and is what a benchmark times: converting states
/// is done beforehand by `take`, converting answers afterwards by the functions that return them.
class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  virtual const char* name() const = 0;
  /// How far from ours its answers may be, relative to their largest entry.
  virtual double tolerance() const { return 1e-9; }

  virtual void take(const std::vector<State>& states) = 0;

  virtual void inverse_dynamics(std::size_t state) = 0;
  virtual void mass_matrix(std::size_t state) = 0;
  virtual void forward_dynamics(std::size_t state) = 0;
  /// Of all links.
  virtual void poses(std::size_t state) = 0;
  /// Of the last link's origin.
  virtual void jacobian(std::size_t state) = 0;

  virtual std::vector<double> tau() const = 0;
  virtual std::vector<double> M() const = 0;  ///< by rows
  virtual std::vector<double> qdd() const = 0;
  virtual std::vector<sinew::Pose<double>> X_WL() const = 0;
  virtual std::vector<double> J() const = 0;  ///< 6×n by rows, in W, angular over linear
};

/// All that are installed.
std::vector<std::unique_ptr<Peer>> peers_of(const sinew::Model<double>& arm);

}  // namespace sinew_peers
