// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sinew/motion/drive/given_drive.h"
#include "sinew/questions/fields.h"

namespace sinew {

/// What drives the joints in time: a file, or short forms that need none; what is given adds up.
struct DriveChoice {
  static constexpr std::size_t most_formulas = 9;  ///< robots with more joints take a list or a file

  std::string drive;                               ///< a YAML file or a CSV of torques
  std::string tau;                                 ///< one formula per joint
  std::array<std::string, most_formulas> torques;  ///< tau1 to tau9
  bool hold = false;
  std::string target;
  std::string frequency = "2 Hz";

  void describe(Fields& fields);
  /// `believed`: the robot that controllers know; `start`: where it is at t = 0. Parameters of the file go to
  /// `formulas`.
  GivenDrive given(const Arm& believed, const std::vector<double>& start, StateFormulas& formulas,
                   const Fields& fields) const;

 private:
  void add_short_forms(const Arm& believed, const std::vector<double>& start, const StateFormulas& formulas,
                       const Fields& fields, GivenDrive& given) const;
};

}  // namespace sinew
