// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"

namespace sinew {

/// Problems as programs want them, a JSON list of severity, file, line (null for the whole file), what and remedy.
std::string diagnostics_json(const std::vector<Diagnostic>& diagnostics);

}  // namespace sinew
