// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/motion/quantities/motion_evaluator.h"
#include "sinew/print/datum.h"
#include "sinew/print/unit_choice.h"

namespace sinew {

/// A quantity of a motion under its names.
struct NamedQuantity {
  std::string name;                  ///< for options and plots: "link3.vd_coriolis"
  std::vector<std::string> aliases;  ///< which mean the same: "link3.coriolis"
  std::vector<std::string> path;     ///< for CSV and JSON: {"links", "link3", "vd_coriolis"}
  std::string title;                 ///< for people: "Coriolis acceleration of link3, in its own axes"
  MotionQuantity quantity;
  Labels rows;                    ///< joints, x y z, ...; null for a single number
  std::vector<Measure> measures;  ///< of each number
};

/// Every quantity that a robot has along a motion, in the order in which a page shows them.
class QuantityCatalogue {
 public:
  /// Of this motion's robot, frame and axes.
  explicit QuantityCatalogue(const RobotMotion& motion);

  const std::vector<NamedQuantity>& all() const noexcept { return all_; }
  /// Those that a list names, such as `torque,link3.coriolis,energy`, each once and in the list's order. `all` means every
  /// quantity, `causes` the torques by cause, a link or `energy` or `end` everything of it, and `links.f` that vector of every
  /// link. Throws FormulaError with the nearest name for what is none.
  std::vector<NamedQuantity> chosen(const std::string& list) const;
  /// For the help: a line for each word, and what it means.
  static std::string words_help();

 private:
  void add_joints(const Model<double>& model);
  void add_torques(const Model<double>& model);
  void add_links(const Model<double>& model, VectorAxes axes);
  void add_energies(const Model<double>& model);
  void add_frame(const std::string& frame, VectorAxes axes);
  std::vector<std::size_t> places_of(const std::string& word) const;
  std::vector<std::string> known_words() const;

  std::vector<NamedQuantity> all_;
};

/// The quantities alone.
std::vector<MotionQuantity> quantities_of(const std::vector<NamedQuantity>& named);

}  // namespace sinew
