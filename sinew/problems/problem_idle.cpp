// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_idle.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace sinew {
namespace {

/// Is q and a digit in it, and no longer name around?
bool names_a_position(std::string_view text) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == 'q' && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0 &&
        (i == 0 || !is_letter(text[i - 1])))
      return true;
  return false;
}

bool names_a_position(const YamlNode& node) {
  return names_a_position(node.text) ||
         std::any_of(node.items.begin(), node.items.end(), [](const auto& item) { return names_a_position(*item); }) ||
         std::any_of(node.entries.begin(), node.entries.end(),
                     [](const auto& entry) { return names_a_position(*entry.value); });
}

/// Methods whose command has no part beside the task, or chooses all of it by torques.
bool has_no_free_part(RedundancyMethod method) {
  using enum RedundancyMethod;
  switch (method) {
    case PseudoInverse:
    case WeightedInverse:
    case DampedInverse:
    case MinimumTorque:
    case InverseInertiaTorque:
    case SquaredInverseInertiaTorque:
      return true;
    default:
      return false;
  }
}

}  // namespace

void refuse_idle_entries(const ProblemStatement& statement, const RedundancyProblem& problem, RedundancyMethod method,
                         Diagnostics& diagnostics) {
  using enum RedundancyMethod;
  const auto refuse_entry = [&](const char* key, bool idle, const std::string& what, const std::string& remedy) {
    if (const ProblemStatement::Entry* entry = statement.find(key); entry && idle)
      diagnostics.add({Severity::Error, entry->origin, entry->source.line, what, remedy});
  };
  const std::string name(entry_of(method).name);
  refuse_entry("K_D", has_no_free_part(method), "K_D has no say in " + name + ": it damps what a task leaves free",
               "leave it out, or choose projected-gradient, priority, sns, qp, hqp, lq or dynamically-consistent");
  const std::string of_objective = ", and there is neither an objective nor a gradient";
  refuse_entry("step", !problem.gradient, "the step is α in ±α·∇H" + of_objective, "give one, or leave the step out");
  refuse_entry("maximise", !problem.gradient, "maximise is the sign of ±α·∇H" + of_objective,
               "give one, or leave it out");
  refuse_entry("n", !problem.mass_matrix, "n is the torque beside M·q̈, and there is no mass matrix", "give M as well");
  refuse_entry(
      "damping",
      problem.damping.kind == Damping::Kind::Filtered && (method == TaskPriority || method == QuadraticProgram),
      "filtered has no say in " + name + ", which damps all directions of a task alike",
      "leave filtered out, or choose damped");
}

bool uses_position(const ProblemStatement& statement, bool has_robot, bool has_sampling_time) {
  if (has_robot || statement.find("objective") || (has_sampling_time && statement.find("position_limit"))) return true;
  return std::any_of(statement.entries().begin(), statement.entries().end(), [](const ProblemStatement::Entry& entry) {
    return entry.key != "q" && entry.key != "joints" && names_a_position(*entry.value);
  });
}

}  // namespace sinew
