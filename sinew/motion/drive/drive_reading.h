// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/formats/yaml/fields.h"
#include "sinew/motion/drive/driven_joints.h"
#include "sinew/motion/drive/reference.h"
#include "sinew/motion/drive/state_formulas.h"
#include "sinew/motion/drive/torque_part.h"

namespace sinew {

/// What all readers of a drive's parts share: the robot, the file's parameters, and what is wrong.
class DriveReading {
 public:
  DriveReading(const Arm& arm, const std::vector<double>& start, std::string file, StateFormulas& formulas);
  DriveReading(const DriveReading&) = delete;
  DriveReading& operator=(const DriveReading&) = delete;
  ~DriveReading() = default;

  const Arm& arm() const noexcept { return arm_; }
  const DrivenJoints& joints() const noexcept { return joints_; }
  const std::vector<double>& start() const noexcept { return start_; }
  const StateFormulas& formulas() const noexcept { return formulas_; }
  const YamlValues<double>& values() const noexcept { return values_; }
  Diagnostics& diagnostics() noexcept { return diagnostics_; }
  std::vector<Diagnostic> remarks;

  void read_parameters(const YamlNode& node);

  /// One value per joint: a single one for all, a list in order, or a map by names, where the others have `others`.
  /// `wanted(j)` is the dimension of joint j's.
  template <class Wanted>
  std::optional<std::vector<double>> by_joint(const YamlNode& node, const std::string& what, double others,
                                              const Wanted& wanted) {
    std::vector<Dimension> dimensions;
    for (std::size_t j = 0; j < joints_.count(); ++j) dimensions.push_back(wanted(j));
    return by_joint(node, what, std::vector<double>(joints_.count(), others), dimensions);
  }
  std::optional<std::vector<double>> by_joint(const YamlNode& node, const std::string& what, std::vector<double> values,
                                              const std::vector<Dimension>& wanted);
  /// A time that is not below zero.
  std::optional<double> seconds(const YamlNode& node, const std::string& what);
  /// A number that is not below `least`.
  std::optional<double> number(const YamlNode& node, const std::string& what, const Dimension& wanted, double least);
  std::optional<std::string> word(const YamlNode& node, const std::vector<std::string>& known, const std::string& what);
  std::optional<Expr> formula(const YamlNode& node, const Dimension& wanted, const std::string& what);
  /// `from` and `until`.
  std::optional<TimeWindow> window(YamlFields& fields);
  /// `start`, a position, `{at: …}` of some joints, a file or a trajectory.
  std::optional<Reference> reference(const YamlNode* node);
  /// The text of a file that is named relative to this one.
  std::string path_beside(const std::string& name) const;

  /// `make()`; what it refuses is noted at this place of the file, and nothing returned.
  template <class Make>
  auto at_line(SourceLine source, const Make& make) -> std::optional<decltype(make())> {
    try {
      return make();
    } catch (const InputError& e) {
      note(e, source);
      return std::nullopt;
    } catch (const FormulaError& e) {
      diagnostics_.error(source, e.what(), e.remedy);
      return std::nullopt;
    }
  }

 private:
  void note(const InputError& error, SourceLine source);
  std::optional<Reference> reference_along(const YamlNode& node);
  std::vector<double> joints_of_start() const;
  Reference at_rest(const std::vector<double>& joints) const;

  const Arm& arm_;
  std::vector<double> start_;
  DrivenJoints joints_;
  Diagnostics diagnostics_;
  StateFormulas& formulas_;
  Symbols<double> symbols_;
  YamlValues<double> values_;
};

}  // namespace sinew
