// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/units/units.h"

namespace sinew {

/// What a printed number is measured in. Energy is not torque, and angles count: rad/s is not 1/s.
struct Measure {
  Dimension dimension;
  const char* own_name = nullptr;  ///< "J", "W": shown so, whatever units were chosen

  Measure() = default;
  Measure(const Dimension& d, const char* name = nullptr) : dimension(d), own_name(name) {}  // NOLINT: as good as one
  friend bool operator==(const Measure&, const Measure&) = default;
};

namespace measure {
inline const Measure energy{dimension::torque, "J"};
inline const Measure power{{2, 1, -3, 0}, "W"};
}  // namespace measure

/// A unit to print in: value in SI divided by `factor`, then `text`.
struct PrintedUnit {
  double factor = 1.0;
  std::string text;
};

/// The units that someone wants to read: "mm,N,Nmm". SI where nothing was chosen.
///
/// A unit of exactly the kind of a number is taken. Everything else is made of the units of length, mass, time, angle
/// and force, each as chosen or else in SI: with mm a torque is in N·mm and an inertia in kg·mm², with lbf and in a torque
/// is in lbf·in. Forces, moments and what they have to do with rates (N·m·s) are said in the unit of force, or in that of
/// torque where one was chosen; inertias in the unit of mass. A radian is 1 in them, but for derivatives by an angle.
/// Energy and power stay in J and W.
class UnitChoice {
 public:
  UnitChoice() = default;
  /// Throws FormulaError for what is no unit.
  explicit UnitChoice(std::string_view list);

  PrintedUnit unit_of(const Measure& measure) const;

  /// The same choice, with degrees for angles where none was chosen.
  UnitChoice with_degrees() const;

 private:
  struct Chosen {
    Dimension dimension;
    double factor = 1.0;
    std::string text;
  };
  const Chosen* find(const Dimension& dimension) const;
  /// That of a base unit, or SI's own.
  Chosen base_unit(const Dimension& dimension, const char* si_name) const;

  std::vector<Chosen> chosen_;
};

}  // namespace sinew
