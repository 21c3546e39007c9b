// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/equations/answers/verify.h"

namespace sinew {

/// Verdicts for programs that grade; every expression as a formula that can be typed.
///
///     {"robot": "point_mass_2r", "right": false, "statements": [
///       {"quantity": "M12", "line": 1, "right": false, "failure": null, "about": null, "hints": [],
///        "entries": [{"name": "M_1_2", "right": false, "note": null, "difference": "…",
///                     "terms": [{"fault": "missing", "term": "…", …}],
///                     "example": {"state": {"q2": 0.3}, "file_parameters": true, "yours": 1.15, "right": 3.44}}],
///        "properties": [{"holds": true, "text": "M is symmetric", "evidence": []}]}]}
///
/// What there is none of is null. `robot` is empty where there was none. Where there is a note about the robot's figures,
/// it stands behind its name.
std::string verdict_json(const std::vector<AnswerVerdict>& verdicts, const std::string& robot,
                         const std::string& note = {});

}  // namespace sinew
