// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/analysis/matrices.h"
#include "sinew/formats/yaml/fields.h"

namespace sinew {

/// Reads numbers, vectors and matrices of formulas out of a problem's entries, and notes what does not fit.
///
/// Where nobody can know what a number is measured in, as in a Jacobian of letters, any unit will do, in SI.
class ProblemValues {
 public:
  ProblemValues(const Symbols<double>& symbols, Diagnostics& diagnostics) : values_(symbols, diagnostics) {}

  const YamlValues<double>& typed() const { return values_; }
  Diagnostics& diagnostics() const { return values_.diagnostics(); }

  std::optional<double> number(const YamlNode& node, const std::string& what) const;
  /// As many numbers as there are, one where it is no list. With `dimensions`, one for each or one for all, their kind is
  /// checked.
  std::optional<Eigen::VectorXd> vector(const YamlNode& node, const std::string& what,
                                        const std::vector<Dimension>& dimensions = {}) const;
  /// The same, of `count` numbers; one 0 stands for as many.
  std::optional<Eigen::VectorXd> vector(const YamlNode& node, Eigen::Index count, const std::string& what,
                                        const std::vector<Dimension>& dimensions = {}) const;
  /// Rows of equal length; a list without lists in it is one row.
  std::optional<Eigen::MatrixXd> matrix(const YamlNode& node, const std::string& what) const;
  /// A word, or several in a list.
  std::vector<std::string> words(const YamlNode& node, const std::string& what) const;

 private:
  std::optional<double> measured(const YamlNode& node, const std::string& what,
                                 const std::vector<Dimension>& dimensions, std::size_t i) const;

  YamlValues<double> values_;
};

}  // namespace sinew
