// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/equations/answer_text.h"
#include "sinew/equations/entry_verdict.h"
#include "sinew/equations/mass_matrix_laws.h"

namespace sinew {

struct AnswerVerdict {
  std::string quantity;  ///< as the answer names it: tau2, M
  bool right = true;
  std::vector<EntryVerdict> entries;
  std::vector<Property> properties;
  std::shared_ptr<ExprGraph> graph;  ///< what the expressions live in, where no robot keeps it
};

/// Is the answer right? Decided exactly, by normal forms; random states must say the same.
///
/// An S is right if S·q̇ = V, whatever else it is; U and L are right up to a constant; a tau has friction and springs
/// in it where the robot has them. The robot must outlive the verdict. Throws InputError for what this robot does not
/// have (det_J of a J that is not square) or what cannot be multiplied out, std::logic_error where numbers contradict
/// the normal forms: a fault of ours.
AnswerVerdict verified(EquationBook& book, const Answer& answer);

/// Could this be the mass matrix of a robot? `[[…, …], […, …]]` in q1, q2, …; all other names are positive parameters,
/// but for c12 and s3. Throws InputError.
AnswerVerdict verified_inertia(const std::string& text);

}  // namespace sinew
