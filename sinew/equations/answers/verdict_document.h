// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/equations/answers/verify.h"
#include "sinew/equations/document.h"

namespace sinew {

/// What was found out about answers, in words and equations, a section for each.
EquationDocument verdict_document(const std::vector<AnswerVerdict>& verdicts);

}  // namespace sinew
