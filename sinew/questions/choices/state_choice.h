// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sinew/formats/states_csv.h"
#include "sinew/questions/fields.h"

namespace sinew {

/// The state or states that a question is about: `q`, `qd`, `qdd`, `tau`, or a file of states.
struct StateChoice {
  std::string q, qd, qdd, tau;
  std::string states;         ///< a CSV of states, - for the standard input; empty: one state, from the fields above
  bool repeat_state = false;  ///< csv, json: the state before its answer

  /// A question uses these parts of a state, and no others.
  explicit StateChoice(std::vector<StatePart> parts) : parts_(std::move(parts)) {}

  void describe(Fields& fields);
  /// The same for a question about one state: no `states`.
  void describe_one(Fields& fields);
  const std::vector<StatePart>& parts() const noexcept { return parts_; }
  std::string& text(StatePart part);
  const std::string& text(StatePart part) const;

  /// The state that the texts say, zero where they say nothing. Throws InputError with everything wrong with them.
  State one(const Model<double>& model) const;

 private:
  std::vector<StatePart> parts_;
};

/// Positions of the joints that another option gives in the same way as `--q`.
std::vector<double> positions_given(const Model<double>& model, const char* option, const std::string& text);
/// Torques and forces of the joints that an option gives in the same way as `--tau`.
std::vector<double> efforts_given(const Model<double>& model, const char* option, const std::string& text);

}  // namespace sinew
