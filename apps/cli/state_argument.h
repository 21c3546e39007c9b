// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "sinew/formats/states_csv.h"

namespace sinew::cli {

/// The state or states that a command is asked about: `--q --qd --qdd --tau`, or `--states FILE.csv`.
struct StateArgument {
  std::map<StatePart, std::string> given;
  std::string file;           ///< a CSV of states, - for stdin; empty: one state, from the flags
  bool repeat_state = false;  ///< csv, json: the state before its answer

  /// Only what the command uses: `parts`.
  void declare(CLI::App& app, std::vector<StatePart> parts);
  /// The same for a command that is asked about one state: no `--states`.
  void declare_flags(CLI::App& app, std::vector<StatePart> parts);
  const std::vector<StatePart>& parts() const noexcept { return parts_; }
  bool is_given(StatePart part) const { return given.contains(part) && !given.at(part).empty(); }

  /// The state that the flags say, zero where they say nothing. Throws InputError with everything wrong with them.
  State from_flags(const Model<double>& model) const;

 private:
  std::vector<StatePart> parts_;
};

}  // namespace sinew::cli
