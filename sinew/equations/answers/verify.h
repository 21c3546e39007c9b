// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/equations/answers/answer_text.h"
#include "sinew/equations/answers/entry_verdict.h"
#include "sinew/equations/answers/mass_matrix_laws.h"

namespace sinew {

struct AnswerVerdict {
  std::string quantity;  ///< as the answer names it: tau2, M
  int line = 0;          ///< of the file
  bool right = true;
  std::string about;  ///< what is to be known of the quantity, such as which frame a Jacobian is of
  std::vector<EntryVerdict> entries;
  bool entries_are_rows = false;  ///< of S·q̇, for an S has no right entries of its own
  std::vector<std::string> hints;
  std::vector<Property> properties;
  std::string failure;               ///< why there is no verdict, where there is none
  std::shared_ptr<ExprGraph> graph;  ///< what the expressions live in, where no robot keeps it
};

/// Is the answer right? Decided exactly, by normal forms; random states must say the same.
///
/// An S is right if S·q̇ = V, whatever else it is; U and L are right up to a constant; a tau has friction and springs
/// in it where the robot has them. The robot must outlive the verdict. Throws InputError for what this robot does not
/// have (det_J of a J that is not square) or what cannot be multiplied out, std::logic_error where numbers contradict
/// the normal forms: a fault of ours.
AnswerVerdict verified(EquationBook& book, const Answer& answer);

/// The same for each. Where there is no verdict on one, `failure` says why, and the others have theirs.
std::vector<AnswerVerdict> verified(EquationBook& book, const std::vector<Answer>& answers);

/// Could this be the mass matrix of a robot? `[[…, …], […, …]]` in q1, q2, …; all other names are positive parameters,
/// but for c12 and s3. Throws InputError.
AnswerVerdict verified_inertia(const std::string& text);

}  // namespace sinew
