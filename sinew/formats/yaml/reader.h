// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sinew/formats/source_text.h"
#include "sinew/model/description.h"
#include "sinew/symbolic/expr.h"

namespace sinew {

/// What a named parameter of a file stands for under the reading P: its value, or a symbol of its name.
template <Scalar P>
using ParameterReading = std::function<P(const std::string& name, double value)>;

/// A robot in our own YAML (docs/guides/robot_files.md). Notes every problem and goes on; the description is
/// whole only if none of them is an error.
template <Scalar P>
RobotDescription<P> read_sinew_yaml(const SourceText& source, const ReadOptions& options,
                                    const ParameterReading<P>& parameter, Diagnostics& diagnostics);

extern template RobotDescription<double> read_sinew_yaml(const SourceText&, const ReadOptions&,
                                                         const ParameterReading<double>&, Diagnostics&);
extern template RobotDescription<Expr> read_sinew_yaml(const SourceText&, const ReadOptions&,
                                                       const ParameterReading<Expr>&, Diagnostics&);

/// A turn about, or a slide along, one axis of a chain such as `Rz(q1 + 90deg) Tz(l1)`.
struct ChainTransform {
  bool turns = false;
  int axis = 2;
  double constant = 0.0;  ///< [rad or m]; of the joint itself what is added to its variable
  bool is_joint = false;
};
/// The transforms that place a link and its joint, in their order, by the link's name.
using ChainsOfLinks = std::map<std::string, std::vector<ChainTransform>>;

/// The chains of a file's links; those that are placed otherwise have none.
ChainsOfLinks read_sinew_yaml_chains(const SourceText& source, const ReadOptions& options, Diagnostics& diagnostics);

inline RobotDescription<double> read_sinew_yaml(const SourceText& source, const ReadOptions& options,
                                                Diagnostics& diagnostics) {
  return read_sinew_yaml<double>(
      source, options, [](const std::string&, double value) { return value; }, diagnostics);
}

}  // namespace sinew
