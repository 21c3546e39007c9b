// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

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

inline RobotDescription<double> read_sinew_yaml(const SourceText& source, const ReadOptions& options,
                                                Diagnostics& diagnostics) {
  return read_sinew_yaml<double>(
      source, options, [](const std::string&, double value) { return value; }, diagnostics);
}

}  // namespace sinew
